"""The checks of this lab. Each says what is true of a right solution; its message says what was expected."""

import unicodedata

import pytest

from memlab.record import CHOICES, FIELDS, Scope

ADA = Scope("ada")
DIGITS = set("0123456789abcdef")
# What people put between fields; each of them may stand in a text as well.
DELIMITERS = (
    *("", " ", "|", "/", ":", ";", ",", "-", "_", "\n", "\t", "\0", "\x1f", "::", "||", "; ", '","', "', '"),
    *("\\", "\\|", "%7C", "%2F", '"', "'"),
)

TEXTS = ("content", "user", "source_id")
NUMBERS = ("authority", "confidence")
TIMES = ("happened_at", "recorded_at")
RULES = {
    **dict.fromkeys(TEXTS, "Texts"),
    **dict.fromkeys(CHOICES, "Choices"),
    **dict.fromkeys(NUMBERS, "Numbers"),
    **dict.fromkeys(TIMES, "Times"),
}


def named(lab, content="Likes tea", type="semantic", scope=ADA, source_id="s1/1"):
    return lab.memory_id(content, type, scope, source_id)


def assert_apart(lab, memories):
    """Each of these memories, told in words, has a name of its own."""
    first = {}
    for told, memory in memories.items():
        id = named(lab, **memory)
        assert id not in first, f"another id than that of {first[id]}: this is {told}"
        first[id] = told


def valid(**changed):
    right = {
        "content": "Likes tea",
        "type": "semantic",
        "user": "ada",
        "source_id": "s1/1",
        "speaker": "user",
        "authority": 0.5,
        "happened_at": "2026-03-14T09:30:00+01:00",
        "recorded_at": "2026-03-14T09:31:00+01:00",
        "confidence": 0.9,
    }
    return right | changed


def assert_fields(lab, fields, *wanted, where=""):
    """The problems of a record are those of these fields, in this order."""
    found = tuple(problem.field for problem in lab.record_problems(fields))
    assert found == wanted, f"{listed(wanted)}{where}; you found {listed(found)}"


def listed(fields):
    return f"a problem of {', '.join(fields)}" if fields else "no problem"


def assert_judged(lab, names, right, wrong):
    for field in names:
        for value in wrong:
            assert_fields(lab, valid(**{field: value}), field, where=f", which is {value!r}")
        for value in right:
            assert_fields(lab, valid(**{field: value}), where=f" where {field} is {value!r}")


@pytest.mark.task("B2.1", rule="Sixty-four digits", points=6)
def test_an_id_has_64_digits(lab):
    """An id is 64 hexadecimal digits, and all of them tell."""
    ids = [named(lab, f"Likes tea number {number}") for number in range(60)]
    for id in ids:
        assert len(id) == 64, f"64 digits, as hexdigest() of SHA-256 gives them; there are {len(id)}"
        assert set(id) <= DIGITS, f"digits from 0 to 9 and a to f; there is {min(set(id) - DIGITS)!r}"
    places = [*zip(*ids, strict=True)]
    for at, place in enumerate(places):
        assert len(set(place)) > 1, f"digits that all tell something; digit {at + 1} is always {place[0]!r}"
        assert place not in places[:at], (
            f"digits that all tell something; digits {places.index(place) + 1} and {at + 1} are always equal"
        )


@pytest.mark.task("B2.1", rule="The same again", points=5)
def test_the_same_again_has_the_same_id(lab):
    """The same memory has the same id, whenever it is asked."""
    memories = [
        ("Likes tea", "semantic", ADA, "s1/1"),
        ("Has a cat", "semantic", Scope("ben"), "s2/1"),
        ("Saw a heron", "episodic", Scope("ada", "clerk"), "s3/1"),
        ("Begin with the date", "procedural", Scope("cy", "clerk", "s4"), "s4/1"),
    ]
    before = [lab.memory_id(*memory) for memory in memories]
    after = [lab.memory_id(*memory) for memory in reversed(memories)][::-1]
    for memory, was, now in zip(memories, before, after, strict=True):
        assert was == now, "the same id for the same memory, whatever was asked before"
        assert was not in memory, "an id, which is made of a memory and is none of its fields"
    assert len(set(before)) == len(memories), "four ids for four memories that have nothing in common"


@pytest.mark.task("B2.1", rule="What makes it that memory", points=7)
def test_another_field_is_another_memory(lab):
    """The same words of another user, turn or type are another."""
    assert_apart(
        lab,
        {
            "'Likes tea', semantic, of ada, s1/1": {},
            "the same text of another user": {"scope": Scope("ben")},
            "the same text of one agent of hers": {"scope": Scope("ada", "clerk")},
            "the same text of another agent of hers": {"scope": Scope("ada", "cook")},
            "the same text of one session of hers": {"scope": Scope("ada", "", "s9")},
            "the same text of an agent in a session": {"scope": Scope("ada", "clerk", "s9")},
            "the same text in another turn": {"source_id": "s1/11"},
            "the same text from another source": {"source_id": "s11/1"},
            "the same text as an episode": {"type": "episodic"},
            "the same text as a procedure": {"type": "procedural"},
            "another text": {"content": "Likes coffee"},
            "the same text of Ada with a capital": {"scope": Scope("Ada")},
            "the same text of ada with a blank": {"scope": Scope("ada ")},
            "the same text from S1, with a capital": {"source_id": "S1/1"},
            "the same text from s1 with a blank": {"source_id": " s1/1"},
        },
    )


@pytest.mark.task("B2.1", rule="One field never runs into the next", points=9)
def test_no_field_runs_into_the_next(lab):
    """Whatever stands in a text, it never ends its field."""
    fields = ("content", "user", "agent", "session", "source_id")
    memories = {}
    for delimiter in DELIMITERS:
        for longer in fields:
            text = {field: f"x{delimiter}x" if field == longer else "x" for field in fields}
            told = f"{text[longer]!r} in {longer}, and 'x' in all other texts"
            scope = Scope(text["user"], text["agent"], text["session"])
            memories[told] = {"content": text["content"], "scope": scope, "source_id": text["source_id"]}
    assert_apart(lab, memories)
    # A join may have the type, or the scope as Python prints it, between two of the texts.
    for parts in (("semantic",), (str(ADA),), ("semantic", str(ADA)), (str(ADA), "semantic")):
        for delimiter in ("", " ", "|", "/", ":", "\n"):
            middle = delimiter.join(("", *parts, ""))
            assert_apart(
                lab,
                {
                    f"{middle!r} in the content": {"content": f"x{middle}x", "source_id": "x"},
                    f"{middle!r} in the source_id": {"content": "x", "source_id": f"x{middle}x"},
                },
            )


@pytest.mark.task("B2.1", rule="Two spellings of one text", points=6)
def test_two_spellings_are_one_text(lab):
    """NFC and NFD of a text are one memory; keys stay as they are."""
    for text in ("Café au lait à Nîmes", "Ångström", "đặt trước", "ñandú", "한국어", "й"):
        composed, decomposed = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))
        assert named(lab, composed) == named(lab, decomposed), (
            f"one id for both spellings of {text!r}, of {len(composed)} and {len(decomposed)} characters"
        )
    composed, decomposed = (unicodedata.normalize(form, "josé") for form in ("NFC", "NFD"))
    assert_apart(
        lab,
        {
            "a text with its accent": {"content": "Café"},
            "the same text without it": {"content": "Cafe"},
            "a user in one spelling": {"scope": Scope(composed)},
            "a user in the other spelling": {"scope": Scope(decomposed)},
            "an agent in one spelling": {"scope": Scope("ada", composed)},
            "an agent in the other spelling": {"scope": Scope("ada", decomposed)},
            "a session in one spelling": {"scope": Scope("ada", "", composed)},
            "a session in the other spelling": {"scope": Scope("ada", "", decomposed)},
            "a source in one spelling": {"source_id": composed},
            "a source in the other spelling": {"source_id": decomposed},
        },
    )


@pytest.mark.task("B2.1", rule="Nothing else is looked through", points=6)
def test_a_text_counts_as_it_stands(lab):
    """No letter, blank or line of a text is left out."""
    long = "Never serve it; " * 500
    texts = (
        *("Likes tea", "likes tea", "Likes Tea", "Likes tea.", "Likes tea!", "Likes  tea", "Likestea"),
        *(" Likes tea", "Likes tea ", "Likes tea\n", "Likes-tea", "Likes tea; not coffee"),
        *("Likes tea\n---\nNot coffee", "Likes tea\nNot coffee", "Likes ﬁsh", "Likes fish"),
        *("Flat 2", "Flat ²", "Straße", "Strasse", long, f"{long}x", f"{long}y", "😀", "😁", ""),
    )
    memories = {
        f"{text[-40:]!r} of {scope.user}": {"content": text, "scope": scope}
        for text in texts
        for scope in (ADA, Scope("ben"))
    }
    assert_apart(lab, memories)


@pytest.mark.task("B2.1", rule="Nothing else is looked through", points=4)
def test_every_script_has_ids_of_its_own(lab):
    """Texts of every script have ids of their own."""
    texts = ("κλειδί", "φούρνος", "Обед", "Ключ", "แพ้กุ้ง", "ข้าว", "שלום", "مفتاح", "午餐", "鍵", "열쇠", "?")
    memories = {
        f"{text!r} of {scope.user}": {"content": text, "scope": scope}
        for text in texts
        for scope in (ADA, Scope("Олег"), Scope("ปลา"))
    }
    assert_apart(lab, memories)


@pytest.mark.task("B2.1", rule="What is lost, and what is kept twice", points=6)
def test_awkward_arrivals(figures, expected):
    """Of the awkward memories none is lost and none kept twice."""
    mine, right = figures["mine"], expected["mine"]
    for name in right:
        assert mine[name] == right[name], f"{name} {right[name]}; it is {mine[name]}"


@pytest.mark.task("B2.1", points=7)
def test_memories_of_a_variant(lab, reference, variant, rule):
    """Memories never seen are told apart and known again."""
    for name, memories in variant["groups"]:
        rule(name)
        mine, right = {}, {}
        for memory in memories:
            got, want = lab.memory_id(*memory), reference.memory_id(*memory)
            earlier, before = mine.setdefault(got, memory), right.setdefault(want, memory)
            if before is memory:
                assert earlier is memory, f"another id than that of {earlier}: it is another memory"
            else:
                assert earlier == before, f"the id of {before}: it is the same memory"


@pytest.mark.task("B2.2", rule="Texts", points=5)
def test_texts(lab):
    """content, user and source_id hold a text that is not blank."""
    right = ("x", "0", " x ", "line one\n---\nline two", "Paint is white; trim is grey", "Ключ", "None")
    assert_judged(lab, TEXTS, right, ("", " ", " \t\n", "\u3000", None, 7, 0, 0.5, True, False))


@pytest.mark.task("B2.2", rule="A source has a name", points=4)
def test_a_source_has_a_name(lab):
    """Something stands before the first / of a source_id."""
    right = ("s1/1", "note", "s1/", "mail/2026/7", "summary:s1", " s1 /1", "1/1")
    assert_judged(lab, ("source_id",), right, ("/", "/7", "/s1/7", " /7", "\t/s1", "//", " / /7"))


@pytest.mark.task("B2.2", rule="Choices", points=4)
def test_choices(lab):
    """type and speaker are one of their choices, to the letter."""
    for field, other in (("type", "speaker"), ("speaker", "type")):
        known = CHOICES[field]
        wrong = ("fact", "system", "", known[0].title(), f" {known[0]}", known[0][:-1], CHOICES[other][0])
        assert_judged(lab, (field,), known, (*wrong, None, 1, True))


@pytest.mark.task("B2.2", rule="Numbers", points=5)
def test_numbers(lab):
    """authority and confidence are numbers from 0 to 1."""
    wrong = (-0.01, 1.01, 2, -1, 80, "0.5", "1", "", "high", True, False, None)
    assert_judged(lab, NUMBERS, (1, 0, 1.0, 0.0, 0.5, 0.999), wrong)


@pytest.mark.task("B2.2", rule="Times", points=6)
def test_times(lab):
    """Both times carry an offset; a naive one is refused."""
    right = (
        *("2026-03-14T09:30:00Z", "2026-03-14T09:30:00+01:00", "2026-03-14T09:30:00-03:30"),
        *("2026-03-14T09:30:00+00:00", "2026-03-14T09:30:00.250+05:45", "2026-03-14 09:30+01:00"),
    )
    wrong = (
        *("2026-04-10T21:50:00", "2026-04-10 21:50", "2026-04-10", "21:50:00Z", "yesterday", "", " "),
        *("2026-02-30T09:30:00Z", "2026-03-14T09:30:00+25:00", " 2026-03-14T09:30:00Z"),
        *("2026-03-14T09:30:00Z ", "2026-03-14T09:30:00 Europe/Paris", 1773480600, True, None),
    )
    assert_judged(lab, TIMES, right, wrong)


@pytest.mark.task("B2.2", rule="All at once", points=5)
def test_all_problems_at_once(lab):
    """Every problem comes, in the order of the fields."""
    names = (*FIELDS,)
    assert_fields(lab, dict.fromkeys(reversed(names)), *names)
    assert_fields(lab, {}, *names)
    assert_fields(
        lab, valid(confidence=2, content="", recorded_at="now"), "content", "recorded_at", "confidence"
    )
    for absent in names:
        assert_fields(lab, {name: value for name, value in valid().items() if name != absent}, absent)
    for problem in lab.record_problems({"mood": "calm"}):
        assert problem.message.strip(), f"a message for {problem.field}; it is {problem.message!r}"


@pytest.mark.task("B2.2", rule="Names that nobody knows", points=4)
def test_unknown_names(lab):
    """A name that is no field is a problem, after all others."""
    assert_fields(lab, {"hapened_at": "2026-03-14T09:30:00Z", **valid()}, "hapened_at")
    misspelt = {name: value for name, value in valid().items() if name != "confidence"}
    assert_fields(lab, {"confidance": 0.9, "Type": "semantic"} | misspelt, "confidence", "confidance", "Type")
    assert_fields(lab, valid(zeal=None, id="x", type="fact", agent="y"), "type", "zeal", "id", "agent")


@pytest.mark.task("B2.2", rule="All at once", points=4)
def test_imported_records(figures, expected):
    """The import comes out to the digit; Priya has no problem."""
    mine, right = figures["imported"], expected["imported"]
    wanted = {row["field"]: row["problems"] for row in right["by_field"]}
    counted = {row["field"]: row["problems"] for row in mine["by_field"]}
    for field in (*wanted, *counted):
        got, want = counted.get(field, 0), wanted.get(field, 0)
        assert got == want, f"problems of {field}: {want}; you found {got}"
    for name in ("records", "clean", "faulty", "problems", "most", "of_priya"):
        assert mine[name] == right[name], f"{name} {right[name]}; it is {mine[name]}"


@pytest.mark.task("B2.2", points=7)
def test_records_of_a_variant(lab, reference, variant, rule):
    """Records never seen have the problems the reference finds."""
    for record in variant["records"]:
        rule("All at once")
        got = [problem.field for problem in lab.record_problems(record)]
        want = [problem.field for problem in reference.record_problems(record)]
        differing = [field for field in FIELDS if (field in got) != (field in want)]
        unknown = [field for field in record if field not in FIELDS]
        if differing:
            value = record.get(differing[0])
            source = differing[0] == "source_id" and isinstance(value, str) and bool(value.strip())
            rule("A source has a name" if source else RULES[differing[0]])
        elif [field for field in got if field not in FIELDS] != unknown:
            rule("Names that nobody knows")
        assert got == want, f"{listed(want)}; you found {listed(got)}"
