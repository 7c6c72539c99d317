"""What a memory is, when two are the same one, and which fields are refused."""

import hashlib
import json
import os
import subprocess
import sys
import unicodedata
from dataclasses import FrozenInstanceError, fields, replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.errors import MemlabError, RecordError
from memlab.record import (
    CHOICES,
    FIELDS,
    NO_FIELD,
    Memory,
    Problem,
    Provenance,
    Scope,
    canonical_json,
    make_memory,
    memory_id,
    record_problems,
    session_of,
)

VALID = {
    "content": "Likes tea",
    "type": "semantic",
    "user": "ada",
    "source_id": "s1/1",
    "speaker": "user",
    "authority": 1.0,
    "happened_at": "2026-03-14T09:30:00+01:00",
    "recorded_at": "2026-03-14T08:30:00Z",
    "confidence": 0.9,
}
AT = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)

# Few values a field, so that equal and almost equal records are drawn often.
little = st.sampled_from(["", "a", "b", "ab", "ba", 'a","', "a/b", "é", "e\u0301"])
identities = st.tuples(
    little,
    st.sampled_from(["semantic", "episodic", "procedural"]),
    st.builds(Scope, little, little, little),
    little,
)


def is_composed_alike(one, other):
    """Tell whether two identities are equal, their contents apart from how accents are spelled."""
    contents = {unicodedata.normalize("NFC", identity[0]) for identity in (one, other)}
    return len(contents) == 1 and one[1:] == other[1:]


def test_an_id_is_the_hash_of_canonical_json():
    """The id is SHA-256 over sorted, compact JSON of the four fields, so that old stores keep their ids."""
    canonical = b'{"content":"Caf\\u00e9","scope":["ada","bot","s1"],"source_id":"s1/4","type":"episodic"}'
    found = memory_id("Café", "episodic", Scope("ada", "bot", "s1"), "s1/4")
    assert found == hashlib.sha256(canonical).hexdigest()


@given(identities, identities)
def test_ids_are_equal_exactly_when_the_four_fields_are(one, other):
    """Two ids are equal exactly when content (composed), type, scope and source_id are equal."""
    assert (memory_id(*one) == memory_id(*other)) == is_composed_alike(one, other)


@given(identities)
def test_an_id_is_64_hexadecimal_digits(identity):
    """Every id has 64 digits from 0 to f."""
    found = memory_id(*identity)
    assert len(found) == 64
    assert set(found) <= set("0123456789abcdef")


@given(st.text(min_size=1, max_size=8).filter(lambda text: unicodedata.is_normalized("NFC", text)))
def test_moving_a_letter_between_content_and_source_gives_another_id(text):
    """However a text is cut into content and source_id, no two cuts have one id."""
    cuts = [(text[:at], text[at:]) for at in range(len(text) + 1)]
    composed = {(unicodedata.normalize("NFC", content), source_id) for content, source_id in cuts}
    assert len({memory_id(content, "semantic", Scope("ada"), source_id) for content, source_id in cuts}) == (
        len(composed)
    )


@given(st.text(min_size=1, max_size=5))
def test_moving_a_letter_within_the_scope_gives_another_id(text):
    """However a text is cut into user, agent and session, no two cuts have one id."""
    ends = range(len(text) + 1)
    scopes = {Scope(text[:a], text[a:b], text[b:]) for a in ends for b in ends if a <= b}
    assert len({memory_id("Tea", "semantic", scope, "s1/1") for scope in scopes}) == len(scopes)


@given(st.text(min_size=1, max_size=3), st.sampled_from(["", "x"]))
def test_no_delimiter_can_be_brought_along_in_a_text(delimiter, word):
    """Whichever one of the five free fields holds the delimiter of a join, the ids differ (R55)."""
    plain = [word] * 5
    holding = [[*plain[:at], word + delimiter + word, *plain[at + 1 :]] for at in range(5)]
    ids = {memory_id(text, "semantic", Scope(*scope), source) for text, *scope, source in holding}
    composed = {(unicodedata.normalize("NFC", text), *others) for text, *others in holding}
    assert len(ids) == len(composed)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@given(json_values)
def test_canonical_json_is_ascii_and_reads_back(value):
    """What was written is ASCII without blanks outside texts, and holds the value that went in."""
    written = canonical_json(value)
    assert written.isascii()
    assert json.loads(written) == value


def test_canonical_json_does_not_depend_on_the_order_of_names():
    """Two dictionaries that are equal are written alike."""
    assert canonical_json({"b": 1, "a": {"d": 2, "c": 3}}) == canonical_json({"a": {"c": 3, "d": 2}, "b": 1})


def test_an_id_is_the_same_in_every_process():
    """Another process with another hash seed, time zone and language gives the same id."""
    program = "from memlab.record import *; print(memory_id('Caf\\xe9', 'semantic', Scope('a'), 's1'))"
    seen = {memory_id("Café", "semantic", Scope("a"), "s1")}
    for seed, zone in (("1", "UTC"), ("2", "Asia/Kolkata")):
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "TZ": zone,
            "PYTHONPATH": os.pathsep.join(sys.path),
        }
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        seen.add(done.stdout.strip())
    assert len(seen) == 1


def test_a_key_is_compared_as_it_is():
    """Users and sources whose names are spelled in two ways are two: a scope is compared as it is (R07)."""
    composed, decomposed = (unicodedata.normalize(form, "josé") for form in ("NFC", "NFD"))
    assert memory_id("Tea", "semantic", Scope(composed), "s1/1") != (
        memory_id("Tea", "semantic", Scope(decomposed), "s1/1")
    )
    assert memory_id("Tea", "semantic", Scope("a"), composed) != (
        memory_id("Tea", "semantic", Scope("a"), decomposed)
    )


@given(st.text(max_size=6), st.integers(0, 5000), st.text(min_size=1, max_size=3))
def test_a_text_counts_to_its_end(start, length, end):
    """However long a text is, what is added at its end gives another id."""
    text = start + "x" * length
    short, long = (memory_id(one, "semantic", Scope("ada"), "s1/1") for one in (text, text + end))
    assert short != long


def test_writing_the_same_thing_again_is_writing_it_once(memory):
    """A record that arrives twice has one id, so that the second writing changes nothing (R13)."""
    first, again = memory("The lift is out of service"), memory("The lift is out of service")
    assert first == again
    assert len({record.id: record for record in (first, again)}) == 1


@given(st.text(alphabet="aeonçéñüÅ\u0301\u0327 ", max_size=12))
def test_composed_and_decomposed_spellings_have_one_id(text):
    """NFC and NFD of one text are one memory."""
    ids = {
        memory_id(unicodedata.normalize(form, text), "semantic", Scope("ada"), "s1/1")
        for form in ("NFC", "NFD")
    }
    assert len(ids) == 1


def test_a_decomposed_content_is_stored_as_it_was_written(memory):
    """The stored content keeps its own bytes; only the id looks through them (R07)."""
    decomposed = unicodedata.normalize("NFD", "réunion décalée à Nîmes")
    composed = unicodedata.normalize("NFC", decomposed)
    assert (len(composed), len(decomposed)) == (23, 28)
    assert memory(decomposed).content.encode() == decomposed.encode()
    assert memory(decomposed).id == memory(composed).id


@pytest.mark.parametrize("other", ["likes tea", "Likes tea.", "Likes  tea", " Likes tea", "Likes ﬁsh"])
def test_only_the_spelling_of_accents_is_looked_through(other):
    """Case, stops, blanks and ligatures still tell two contents apart."""
    plain = "Likes fish" if "ﬁ" in other else "Likes tea"
    assert memory_id(other, "semantic", Scope("ada"), "s1/1") != (
        memory_id(plain, "semantic", Scope("ada"), "s1/1")
    )


def test_texts_of_every_script_have_ids_of_their_own():
    """Greek, Cyrillic and Thai contents are three memories, never one "unnamed" (R16)."""
    contents = ["Η σύσκεψη είναι την Τρίτη", "Ключ у соседа", "ประชุมวันพุธ"]  # noqa: RUF001
    assert len({memory_id(content, "semantic", Scope("ada"), "s1/1") for content in contents}) == 3


def test_what_may_change_later_never_moves_the_id(memory):
    """Speaker, authority, both times and confidence are outside the id."""
    other = memory(speaker="agent", authority=0.4, day=9, confidence=0.2)
    assert other.id == memory().id


def test_the_same_text_of_two_users_is_two_memories(memory):
    """What two people said in the same words has two ids (R10)."""
    ada, ben = (memory("Prefers invoices in PDF", scope=Scope(user)) for user in ("ada", "ben"))
    assert ada.id != ben.id


def test_a_record_cannot_be_changed(memory):
    """A field of a record cannot be set, nor a field be added."""
    kept = memory()
    with pytest.raises(FrozenInstanceError):
        kept.content = "Likes coffee"
    assert not hasattr(kept, "__dict__")


def test_fields_of_later_lessons_have_harmless_defaults(memory):
    """A new record is active, unpinned, unused, derived from nothing and corroborated by nothing."""
    kept = memory()
    assert (kept.status, kept.tier, kept.importance, kept.pinned, kept.access_count) == (
        *("active", "working", 0.5, False, 0),
    )
    empty = (kept.corroborated_by, kept.derived_from, kept.protected, kept.keywords)
    assert empty == ((), (), (), ())
    assert (kept.superseded_by, kept.language, kept.title, kept.merged_into) == ("", "", "", "")
    assert (kept.valid_from, kept.invalid_at, kept.last_accessed_at) == (None, None, None)


def test_valid_fields_have_no_problems():
    """A record whose fields are all right has no problem."""
    assert record_problems(VALID) == ()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *((field, value) for field in ("content", "user", "source_id") for value in ("", " \t\n", None, 7)),
        *(
            (field, value)
            for field in ("content", "user", "source_id")
            for value in (True, 0.5, ["tea"], b"tea")
        ),
        *(("source_id", value) for value in ("/", "/3", " /3", "\t/s1/3", "//", "\u3000/3")),
        *(("type", value) for value in ("fact", "Semantic", " semantic", "user", "", None, 1, ["semantic"])),
        *(("speaker", value) for value in ("system", "User", "user ", "semantic", "", None, False, {})),
        *(
            (field, value)
            for field in ("authority", "confidence")
            for value in (
                *(-0.01, 1.01, 2, -1, float("nan"), float("inf"), float("-inf")),
                *("0.5", "", True, False, None, [0.5], 1j),
            )
        ),
        *(
            (field, value)
            for field in ("happened_at", "recorded_at")
            for value in (
                *("2026-03-14T09:30:00", "2026-03-14", "2026-03-14Z", "2026-03-14+01:00", "09:30:00Z"),
                *("yesterday", "2026-02-30T09:30:00Z", "2026-03-14T09:30:00+25:00", "", None),
                *(" 2026-03-14T09:30:00Z", "2026-03-14T09:30:00Z ", "2026-03-14T09:30:00 Europe/Paris"),
                *(1773480600, 1773480600.0, True, datetime(2026, 3, 14, 9, 30, tzinfo=UTC)),
            )
        ),
    ],
)
def test_one_wrong_field_is_one_problem(field, value):
    """A value that a field cannot hold is reported under that field's name and no other."""
    assert [problem.field for problem in record_problems(VALID | {field: value})] == [field]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("authority", value) for value in (0, 1, 0.0, 0.5)),
        *(("confidence", value) for value in (0, 1, 1.0)),
        *(("type", value) for value in ("semantic", "episodic", "procedural")),
        *(("speaker", value) for value in ("user", "assistant", "agent", "tool")),
        *(
            (field, value)
            for field in ("happened_at", "recorded_at")
            for value in ("2026-03-14T09:30:00Z", "2026-03-14T09:30:00-03:30", "2026-03-14 09:30+00:00")
        ),
        *(("content", value) for value in ("  kept as it is  ", "line one\n---\nline two", "แพ้กุ้ง", "0")),
        *(("source_id", value) for value in ("note", "s1/", "mail/2026/7", "summary:s1", " s1 /2", "1/1")),
        *(("user", value) for value in (" ada", "Олег", "a/b", "/")),
    ],
)
def test_the_bounds_of_a_field_are_inside(field, value):
    """Nought and one, every known type and speaker, and any offset are valid."""
    assert record_problems(VALID | {field: value}) == ()


def test_all_problems_are_found_at_once_in_field_order():
    """A record without a single valid field names all nine, in the order of the fields."""
    assert [problem.field for problem in record_problems({})] == list(VALID) == list(FIELDS)


@given(st.permutations([*VALID, "zeal", "Type", "content ", ""]))
def test_the_order_of_the_fields_given_matters_to_unknown_names_alone(names):
    """Known fields come in their own order, whatever the order given; then unknown names, in that order."""
    wrong = dict.fromkeys(names)
    unknown = [name for name in names if name not in VALID]
    assert [problem.field for problem in record_problems(wrong)] == [*VALID, *unknown]


def test_a_misspelt_name_is_two_problems():
    """A misspelt name is no field, and the field that was meant is absent: nothing is lost silently."""
    misspelt = {name.replace("happened", "hapened"): value for name, value in VALID.items()}
    found = record_problems(misspelt)
    assert [problem.field for problem in found] == ["happened_at", "hapened_at"]
    assert found[1] == Problem("hapened_at", NO_FIELD)


def test_a_problem_says_what_was_expected():
    """Each field has words of its own for a value that it cannot hold; choices are listed."""
    assert {problem.field: problem.message for problem in record_problems({})} == FIELDS
    assert all(FIELDS.values())
    for field, choices in CHOICES.items():
        assert ", ".join(choices) in FIELDS[field]


@pytest.mark.parametrize("field", ["happened_at", "recorded_at"])
def test_a_naive_time_is_told_what_to_add(field):
    """The message of a time without offset shows one with its offset, and names UTC's."""
    (naive,) = record_problems(VALID | {field: "2026-03-14T09:30:00"})
    assert naive.field == field
    assert "offset" in naive.message
    assert "+01:00" in naive.message
    assert "Z" in naive.message


def test_judging_a_record_leaves_its_fields_alone():
    """The fields handed over are the same after they were judged."""
    fields = VALID | {"content": "  tea  ", "type": "fact"}
    before = dict(fields)
    record_problems(fields)
    assert fields == before


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        *(("content", {"content": " "}), ("type", {"type": "fact"}), ("user", {"scope": Scope("")})),
        *(("source_id", {"source_id": ""}), ("speaker", {"speaker": "system"})),
        *(("authority", {"authority": 1.5}), ("confidence", {"confidence": -0.5})),
    ],
)
def test_no_record_is_made_of_a_wrong_field(memory, field, wrong):
    """Each field that is judged is judged when a record is made, too."""
    with pytest.raises(RecordError, match=rf"^{field} "):
        memory(**wrong)


def test_a_record_with_problems_is_refused_in_one_sentence():
    """Making a record of several wrong fields raises once, with each field, what it held and what it may."""
    with pytest.raises(RecordError) as refusal:
        make_memory("", "fact", Scope(" "), Provenance("s1/1", "user", 1.5), AT, AT)
    wrong = {"content": "", "type": "fact", "user": " ", "authority": 1.5}
    assert str(refusal.value) == "; ".join(
        f"{field} is {value!r}; {FIELDS[field]}" for field, value in wrong.items()
    )


def test_a_refusal_is_an_error_of_memlab_and_a_value_error():
    """Command lines can catch every refusal by one class, and Python code as a ValueError."""
    assert issubclass(RecordError, MemlabError)
    assert issubclass(RecordError, ValueError)


@pytest.mark.parametrize("field", ["happened_at", "recorded_at"])
def test_a_time_without_offset_is_flagged_and_never_compared(field):
    """A naive time is refused when the record is made, under the name of its field (R37)."""
    times = {"happened_at": AT, "recorded_at": AT} | {field: datetime(2026, 4, 10, 21, 50)}  # noqa: DTZ001
    with pytest.raises(RecordError, match=rf"^{field} .*2026-04-10T21:50:00.* offset"):
        make_memory("Tea", "semantic", Scope("ada"), Provenance("s1/1", "user", 1.0), **times)


def test_times_of_two_offsets_sort_by_the_moment(memory):
    """21:50 at +02:00 lies after 19:45 UTC and before 19:55 UTC (R37)."""
    paris = memory("b", happened_at=datetime(2026, 4, 10, 21, 50, tzinfo=timezone(timedelta(hours=2))))
    before = memory("a", happened_at=datetime(2026, 4, 10, 19, 45, tzinfo=UTC))
    after = memory("c", happened_at=datetime(2026, 4, 10, 19, 55, tzinfo=UTC))
    ordered = sorted([after, paris, before], key=lambda kept: kept.happened_at)
    assert [kept.content for kept in ordered] == ["a", "b", "c"]


@pytest.mark.parametrize(
    "content",
    [
        "Paint is white; trim is grey; do not mix",
        "Our handbook says: [[EARLIER SUMMARY]] is a heading",
        "line one\n---\nline two",
        "  blanks and a stop.  ",
    ],
)
def test_a_content_is_one_text_whatever_stands_in_it(memory, content):
    """Separators, markers and blanks inside a content stay as they were written (R55)."""
    assert memory(content).content == content


@pytest.mark.parametrize(
    ("source_id", "source"),
    [
        ("s5/3", "s5"),
        ("s10/12", "s10"),
        ("calendar-agent/2", "calendar-agent"),
        ("summary:s5", "summary:s5"),
        ("mail/2026/7", "mail"),
        ("note", "note"),
    ],
)
def test_the_source_stands_before_the_first_slash(memory, source_id, source):
    """The source of a memory is its source_id up to the first slash, or all of it."""
    assert session_of(memory(source_id=source_id)) == source


def test_a_copy_with_another_status_is_the_same_memory(memory):
    """Retiring a record keeps its id, so that the store knows which one was retired."""
    assert replace(memory(), status="superseded", superseded_by="x").id == memory().id


def test_the_fields_of_a_record_are_eight_and_later_ones_have_defaults():
    """The record has eight fields that stay; every one after these has its default."""
    names = [field.name for field in fields(Memory)]
    first = "id content type scope provenance happened_at recorded_at confidence".split()
    assert names[:8] == first
    optional = make_memory("Tea", "semantic", Scope("ada"), Provenance("s1/1", "user", 1.0), AT, AT)
    assert Memory(*(getattr(optional, name) for name in first)) == optional
