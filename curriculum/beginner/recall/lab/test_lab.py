"""The checks of this lab. Each says what is true of a right solution; its message says what was expected."""

import unicodedata
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from math import isclose, log

import pytest

from memlab.record import Provenance, Scope, make_memory

AT = datetime(2026, 5, 1, 9, 30, tzinfo=UTC)
ADA, BEN, SHOP = Scope("ada"), Scope("ben"), Scope("ada", "shop")


def memory(content, scope=ADA, at=AT, status="active", turn=4, recorded_at=AT):
    source = Provenance(f"s1/{turn}", "user", 1.0)
    made = make_memory(content, "semantic", scope, source, at, recorded_at)
    return replace(made, status=status)


def said(records):
    return [record.content for record in records]


def assert_kept(lab, records, scope, want, why):
    got = lab.in_scope(tuple(records), scope)
    for record in want:
        assert record in got, f"{record.content!r} of {record.scope} for {scope}: {why}; it is left out"
    for record in got:
        assert record in want, f"nothing of {record.scope} for {scope}: {why}; {record.content!r} is there"
    assert list(got) == list(want), f"{said(want)} in this order: {why}; it is {said(got)}"


@pytest.mark.task("B7.1", rule="Scope first", points=5)
def test_own_records(lab):
    """A user's own records are kept, all and in their order."""
    tea, cats = memory("I like tea", at=AT + timedelta(days=2)), memory("A cat sleeps here")
    trains, dogs = memory("Trains are late", BEN, AT + timedelta(days=3)), memory("Dogs bark", BEN)
    records = [trains, tea, dogs, cats]
    assert_kept(lab, records, ADA, [tea, cats], "these two are hers, in the order given")
    assert_kept(lab, records, BEN, [trains, dogs], "these two are his, in the order given")
    assert_kept(lab, records[::-1], ADA, [cats, tea], "the other way round, as given")
    assert_kept(lab, records, Scope("eve"), [], "she has none")
    assert_kept(lab, [], ADA, [], "there is nothing")


@pytest.mark.task("B7.1", rule="All three parts", points=5)
def test_all_three_parts(lab):
    """User, agent and session must all be equal."""
    scopes = {
        "of her shop agent in s2": Scope("ada", "shop", "s2"),
        "of her mail agent": Scope("ada", "mail"),
        "of her alone": ADA,
        "of her shop agent": Scope("ada", "shop"),
        "of her shop agent in s3": Scope("ada", "shop", "s3"),
        "of hers in s2": Scope("ada", "", "s2"),
        "of his shop agent": Scope("ben", "shop"),
        "of a joined name": Scope("ada/shop"),
        "of another joined name": Scope("ada/shop", "s2"),
        "of a name that runs into the agent's": Scope("adashop"),
        "of hers in a session called shop": Scope("ada", "", "shop"),
        "of an agent called s2 in a session called shop": Scope("ada", "s2", "shop"),
        "of a user called shop with an agent called ada": Scope("shop", "ada"),
    }
    records = {name: memory(name, scope) for name, scope in scopes.items()}
    for name, scope in scopes.items():
        why = f"asked for what is {name}"
        assert_kept(lab, records.values(), scope, [records[name]], why)


@pytest.mark.task("B7.1", rule="Letter by letter", points=3)
def test_letter_by_letter(lab):
    """A name that is nearly equal is another name."""
    names = ("ada", "Ada", "adam", "ad", "ada ", "ada-2", "ädä", unicodedata.normalize("NFD", "ädä"))
    records = {name: memory(f"This is of {name!r}", Scope(name)) for name in names}
    for name in names:
        assert_kept(lab, records.values(), Scope(name), [records[name]], f"{name!a} is a name of its own")


@pytest.mark.task("B7.1", rule="Nothing else is looked at", points=3)
def test_nothing_else_is_looked_at(lab):
    """Status, time and repetition do not matter here."""
    later, old = memory("I like tea", at=AT + timedelta(days=9)), memory("I have a cat", turn=5)
    archived, superseded = memory("I had a dog", status="archived"), memory("I was ill", status="superseded")
    records = [later, archived, superseded, old]
    why = "all four are of the scope, whatever their status and time"
    assert_kept(lab, [*records, memory("Dogs bark", BEN)], ADA, records, why)
    why = "a record that is given twice is there twice"
    assert_kept(lab, [later, old, memory("Dogs bark", BEN), later], ADA, [later, old, later], why)


@pytest.mark.task("B7.1", points=4)
def test_scopes_of_a_variant(lab, reference, variant, rule):
    """Stores never seen are split as the reference does."""
    for name, records, scope in variant["scopes"]:
        got, want = (one.in_scope(records, scope) for one in (lab, reference))
        rule(name)
        assert got == want, f"{said(want)} for {scope}; it is {said(got)}"


def part(records, hold, often=1, length=1.0, average=1.0, k1=1.2, b=0.75):
    """What one word adds to one text, with the two fractions under the logarithm made one."""
    damped = k1 * (1 - b + b * length / average)
    return log((records + 1) / (hold + 0.5)) * often * (k1 + 1) / (often + damped)


def assert_scores(lab, query, texts, want, why, *constants):
    got = lab.bm25(query, tuple(texts), *constants)
    assert len(got) == len(want), f"{len(want)} scores, one a text: {why}; there are {len(got)}"
    for text, mine, right in zip(texts, got, want, strict=True):
        close = isclose(mine, right, rel_tol=1e-9, abs_tol=1e-12)
        assert close, f"{right:.6f} for {text!r}: {why}; it is {mine:.6f}"


@pytest.mark.task("B7.2", rule="Rare words weigh more", points=5)
def test_weight_of_a_word(lab):
    """The fewer texts hold a word the more it weighs, above 0."""
    # All texts have two words and as many letters, and hold each of them once: only the weight differs.
    texts = ["dry hat", "red cat", "red tea"]
    rare, common = part(3, 1), part(3, 2)
    assert_scores(lab, "red", texts, [0.0, common, common], "two of three texts hold 'red'")
    assert_scores(lab, "tea", texts, [0.0, 0.0, rare], "one of three texts holds 'tea'")
    assert_scores(lab, "red", texts[1:], [part(2, 2)] * 2, "both texts hold 'red', and it is worth a little")
    assert_scores(lab, "tea", texts[2:], [part(1, 1)], "the only text holds 'tea'")
    many = ["red tea"] * 60
    assert_scores(lab, "red", many, [part(60, 60)] * 60, "all of sixty texts hold 'red'")


@pytest.mark.task("B7.2", rule="The score", points=6, needs="test_weight_of_a_word")
def test_the_parts_are_added(lab):
    """A text's score is the sum over the words of the question."""
    texts = ["red tea", "red cat", "dry hat"]
    rare, common = part(3, 1), part(3, 2)
    want = [rare + common, common, rare]
    assert_scores(lab, "red tea dry", texts, want, "'red' stands in two of three texts, the others in one")
    want = [rare + common, common + rare, 0.0]
    assert_scores(lab, "cat red tea", texts, want, "the order of the question does not matter")
    assert_scores(lab, "red tea dry", texts[::-1], [rare, common, rare + common], "one a text, in order")


@pytest.mark.task("B7.2", rule="How often it stands there", points=5, needs="test_weight_of_a_word")
def test_how_often_it_stands_there(lab):
    """A word that stands there twice adds more, but not double."""
    texts = ["tea cat hat dog", "tea tea cat hat", "tea tea tea tea", "cat hat dog red"]
    want = [part(4, 3, often) for often in (1, 2, 4)] + [0.0]
    assert_scores(lab, "tea", texts, want, "once, twice, four times and never, three of four texts")
    for k1, why in ((0.0, "with k1 at 0 once is as good as often"), (5.0, "k1 is 5"), (0.6, "k1 is 0.6")):
        want = [part(4, 3, often, k1=k1) for often in (1, 2, 4)] + [0.0]
        assert_scores(lab, "tea", texts, want, why, k1)


@pytest.mark.task("B7.2", rule="How long the text is", points=5, needs="test_weight_of_a_word")
def test_how_long_the_text_is(lab):
    """A word counts less in a text with more words than others."""
    texts = ["tea cat", "tea cat hat dog", "tea cat hat dog red cup", "a a a a a a a a"]
    lengths = (2, 4, 6)
    want = [part(4, 3, 1, length, 5) for length in lengths] + [0.0]
    assert_scores(lab, "tea", texts, want, "texts of 2, 4, 6 and 8 words, 5 on average")
    for b, why in ((0.0, "with b at 0 no length matters"), (1.0, "b is 1"), (0.3, "b is 0.3")):
        want = [part(4, 3, 1, length, 5, b=b) for length in lengths] + [0.0]
        assert_scores(lab, "tea", texts, want, why, 1.2, b)
    want = [part(2, 2, 2, 3, 2.5, k1=0.8, b=0.4), part(2, 2, 1, 2, 2.5, k1=0.8, b=0.4)]
    assert_scores(lab, "tea", ["tea tea cat", "hat tea"], want, "k1 is 0.8 and b is 0.4", 0.8, 0.4)


@pytest.mark.task("B7.2", rule="Compared by words", points=4, needs="test_weight_of_a_word")
def test_compared_by_words(lab):
    """Whole words, without case, marks and question marks."""
    other = "We sing late"
    worth = part(2, 1)
    spelt = {
        ("Tea", "we drink TEA"): "case does not matter",
        ("Where is Ada?", "this is not"): "'is' stands there",
        ("tea", "we, drink tea."): "punctuation does not matter",
        ("What about tea?", "we drink tea"): "a question mark at its end is not the word's",
        ("Ada's", "Ada’s blue hat"): "a curly apostrophe is an apostrophe",
        (unicodedata.normalize("NFD", "café"), "the old café"): "one accent in two spellings, NFD and NFC",
        ("café", unicodedata.normalize("NFD", "the old café")): "one accent in two spellings, NFC and NFD",
    }
    for (query, text), why in spelt.items():
        assert_scores(lab, query, [text, other], [worth, 0.0], why)
    apart = {
        ("art", "She likes artichokes"): "'artichokes' is another word than 'art'",
        ("drinks", "we drink tea"): "'drink' is another word than 'drinks'",
        ("tea-time", "tea time again"): "a word with a hyphen is one word",
    }
    for (query, text), why in apart.items():
        assert_scores(lab, query, [text, other], [0.0, 0.0], why)


@pytest.mark.task("B7.2", rule="The words of the question", points=4, needs="test_the_parts_are_added")
def test_words_of_the_question(lab):
    """A word asked twice counts twice, an unknown one not at all."""
    texts = ["red tea", "red cat", "dry hat"]
    rare, common = part(3, 1), part(3, 2)
    want = [2 * rare + common, common, 0.0]
    assert_scores(lab, "tea red tea", texts, want, "'tea' stands in the question twice")
    want = [rare, 0.0, 0.0]
    assert_scores(lab, "which zebra drinks tea", texts, want, "no text holds another word than 'tea'")


@pytest.mark.task("B7.2", rule="Nothing to find", points=3)
def test_nothing_to_find(lab):
    """No texts, no words and no question give no error."""
    assert_scores(lab, "zebra", ["red tea", "dry hat"], [0.0, 0.0], "no text holds 'zebra'")
    assert_scores(lab, "tea", [], [], "there are no texts")
    for query in ("", " ?! "):
        assert_scores(lab, query, ["red tea", "hat"], [0.0, 0.0], f"the question {query!r} has no word")
    assert_scores(lab, "tea", ["", "..."], [0.0, 0.0], "no text has a word")
    want = [part(3, 1, 1, 2, 1), 0.0, 0.0]
    assert_scores(lab, "tea", ["red tea", "", "hat"], want, "an empty text is one of the three texts")
    for k1, b in ((1.2, 1.0), (0.0, 0.5), (0.0, 1.0)):
        want = [part(3, 1, 1, 1, 2 / 3, k1=k1, b=b), 0.0, 0.0]
        why = f"one of three texts is empty and one lacks the word, k1 {k1} and b {b}"
        assert_scores(lab, "tea", ["tea", "", "hat"], want, why, k1, b)


@pytest.mark.task("B7.2", rule="The score", points=3)
def test_figures_by_hand(figures, expected):
    """The three texts come out as they are worked on the page."""
    for name, want in expected["hand"]["scores"].items():
        got = figures["hand"]["scores"].get(name)
        assert got == want, f"the score {want} for text {name} of the page; it is {got}"
    for name in ("k1", "b"):
        assert figures["constants"][name] == expected["constants"][name], f"the table of {name} on the page"


@pytest.mark.task("B7.2", points=5)
def test_texts_of_a_variant(lab, reference, variant, rule):
    """Texts never seen score as with the reference."""
    for name, query, texts, k1, b in variant["texts"]:
        got, want = (one.bm25(query, texts, k1, b) for one in (lab, reference))
        rule(name)
        assert len(got) == len(want), f"{len(want)} scores; there are {len(got)}"
        for text, mine, right in zip(texts, got, want, strict=True):
            close = isclose(mine, right, rel_tol=1e-9, abs_tol=1e-12)
            assert close, f"{right:.6f} for {text!r}, asked {query!r}; it is {mine:.6f}"


def best(lab, query, own):
    """The hits among records that are a scope's and active, by the lab's own scores: (score, record)."""
    scores = lab.bm25(query, tuple(said(own)))
    assert len(scores) == len(own), f"{len(own)} scores from bm25, one a text; there are {len(scores)}"
    hits = [(score, record) for score, record in zip(scores, own, strict=True) if score > 0]
    return sorted(hits, key=lambda hit: (-hit[0], hit[1].happened_at, hit[1].id))


def assert_hits(lab, query, records, own, limit, why, scope=ADA):
    """Compare with what the lab's own bm25 gives for `own`: a wrong score fails there, and not here."""
    # First what is wanted: a message shows the call that was made last.
    want = best(lab, query, own)[: max(limit, 0)]
    got = lab.recall(query, tuple(records), scope, limit)
    content = {record.id: record.content for record in records}
    mine, right = [content.get(hit.memory_id) for hit in got], [record.content for _, record in want]
    assert mine == right, f"{right}: {why}; it is {mine}"
    for hit, (score, record) in zip(got, want, strict=True):
        assert hit.memory_id == record.id, f"the id of the other {record.content!r}: {why}"
        close = isclose(hit.score, score, rel_tol=1e-9, abs_tol=1e-12)
        assert close, f"the score {score:.6f} for {record.content!r}: {why}; it is {hit.score:.6f}"


@pytest.mark.task("B7.3", rule="Best first", points=6)
def test_best_first(lab):
    """Hits come best first, each with its id and the score of bm25."""
    texts = (
        "Trains are late",
        "Green tea is my tea",
        "A cat sleeps here",
        "Tea is late again",
        "My cat is ill today",
    )
    records = [memory(text, at=AT + timedelta(days=day)) for day, text in enumerate(texts)]
    for given in (records, records[::-1]):
        for query in ("Is green tea my favourite?", "Which cat sleeps late?", "late"):
            assert_hits(lab, query, given, given, 8, f"best first for {query!r}")
    twice = [records[2], records[3], records[2]]
    kept = list(lab.in_scope(tuple(twice), ADA))
    assert_hits(lab, "late cat", twice, kept, 8, "a record that is given twice is counted and found twice")


@pytest.mark.task("B7.3", rule="Others do not count", points=6)
def test_others_do_not_count(lab):
    """Another scope's records are neither found nor counted."""
    own = [memory("My tea is green today"), memory("My cat is ill"), memory("My long train is late again")]
    alike = [memory(f"My cat has {number} fleas", BEN, turn=number) for number in range(9)]
    asked = "Is my cat fond of tea?"
    for others, query, why in (
        ([memory("Cat", BEN)], "Which cat?", "a shorter text of another user is not found, and not counted"),
        (alike, asked, "nine records of another user are not found, and not counted"),
        ([memory("cat", BEN, status="archived")], asked, "an archived record of another user is not counted"),
    ):
        for records in ([*others, *own], [*own, *others]):
            for limit in (1, 8):
                assert_hits(lab, query, records, own, limit, f"{why}, limit {limit}")
    # Whether her shop agent's is hers is for in_scope to say, and checked there.
    stranger = [memory("Tea is green", BEN), memory("Is my cat in?", Scope("ada", "", "s9"))]
    assert_hits(lab, asked, [*stranger, *own], [], 8, "her agent has nothing, so nobody's is found", SHOP)
    records = [memory("Tea tea tea", SHOP), *own]
    hers = list(lab.in_scope(tuple(records), ADA))
    why = "in_scope says whether her shop agent's record is hers"
    assert_hits(lab, asked, records, hers, 8, why)


@pytest.mark.task("B7.3", rule="Only active records", points=5)
def test_only_active_records(lab):
    """What is archived or superseded is neither found nor counted."""
    own = [memory("My tea is green today"), memory("My cat is ill"), memory("Trains are late")]
    for status in ("superseded", "archived"):
        fleas = [memory(f"My cat has {number} fleas", status=status) for number in range(7, 10)]
        for retired, query in (
            ([memory("Cat", status=status)], "Which cat?"),
            (fleas, "Is my cat fond of tea?"),
        ):
            for records in ([*retired, *own], [*own, *retired]):
                for limit in (1, 8):
                    why = f"{said(retired)} {'is' if len(retired) == 1 else 'are'} {status}, limit {limit}"
                    assert_hits(lab, query, records, own, limit, why)
    tea = own[0]
    active = {
        "episodic": replace(tea, type="episodic"),
        "procedural": replace(tea, type="procedural"),
        "of the tier archive": replace(tea, tier="archive"),
        "one with an end to its validity": replace(tea, valid_from=AT, invalid_at=AT + timedelta(days=1)),
        "one with a title of its own": replace(tea, title="cat", keywords=("cat",)),
        "an agent's": replace(tea, provenance=Provenance("notes/1", "agent", 0.1), confidence=0.1),
    }
    for what, record in active.items():
        for query in ("Which tea?", "Which cat?"):
            given = [record, *own[1:]]
            assert_hits(lab, query, given, given, 8, f"{tea.content!r} is {what}, and active")


@pytest.mark.task("B7.3", rule="No word in common, no hit", points=3)
def test_no_word_in_common(lab):
    """What shares no word with the question is no hit."""
    own = [memory("I like tea"), memory("A cat sleeps here", turn=5), memory("Trains are late", turn=6)]
    assert_hits(lab, "Which tea?", own, own, 8, "one of three shares a word")
    assert_hits(lab, "Is she vegetarian?", own, own, 8, "none of three shares a word")
    for query in ("", "?"):
        assert_hits(lab, query, own, own, 8, f"the question {query!r} has no word")
    low = [memory(f"I am {'very ' * number}late") for number in range(60)]
    assert_hits(lab, "Do I?", low, low, 99, "a common word gives a low score, and a hit")


@pytest.mark.task("B7.3", rule="No word in common, no hit", points=2, needs="test_best_first")
def test_an_empty_store(lab):
    """An empty store, or an empty part of it, has no hits."""
    assert_hits(lab, "Which tea?", [], [], 8, "the store is empty")
    assert_hits(lab, "Which tea?", [memory("Tea", BEN)], [], 8, "her part of the store is empty")


@pytest.mark.task("B7.3", rule="At most the limit", points=4)
def test_at_most_the_limit(lab):
    """The best are kept, as many as asked for, and none for 0."""
    texts = ("A cat", "I saw a train", "Trains are late here", "Green tea", "My green tea is cold today")
    records = [memory(text, turn=turn) for turn, text in enumerate(texts, start=1)]
    for limit in (1, 2, 3, 4, 99, 0):
        for given in (records, records[::-1]):
            why = f"limit {limit}, of what 'green tea is a late train' finds"
            assert_hits(lab, "green tea is a late train", given, given, limit, why)


@pytest.mark.task("B7.3", rule="Ties", points=5)
def test_ties(lab):
    """Of equal scores the earlier comes first, then the smaller id."""
    alike = sorted((memory("Tea", turn=turn) for turn in range(5)), key=lambda record: record.id)
    alike = [replace(record, content=f"Tea {word}") for record, word in zip(alike, "abcde", strict=True)]
    # The id is made of the content and would change with it; what counts here is its order alone.
    for given in (alike, alike[::-1], alike[2:] + alike[:2]):
        assert_hits(lab, "Tea?", given, given, 8, "equal scores and times, the smaller id first")
        assert_hits(lab, "Tea?", given, given, 2, "equal scores and times, the smaller ids are kept")
    west, east = timezone(timedelta(hours=-5)), timezone(timedelta(hours=9))
    # One hour apart, in this order. As text the second would come first, and the first last.
    moments = (
        datetime(2026, 5, 2, 10, tzinfo=east),
        datetime(2026, 5, 1, 21, tzinfo=west),
        datetime(2026, 5, 2, 3, tzinfo=UTC),
    )
    for ids in (alike[:3], alike[2::-1]):
        timed = [
            replace(record, happened_at=at, recorded_at=AT - timedelta(days=place))
            for place, (record, at) in enumerate(zip(ids, moments, strict=True))
        ]
        for given in (timed, timed[::-1]):
            assert_hits(lab, "Tea?", given, given, 8, "equal scores, the earlier moment first, in any offset")
            assert_hits(lab, "Tea?", given, given, 1, "equal scores, the earliest moment is kept")
    close = [
        replace(record, happened_at=AT + timedelta(microseconds=place))
        for place, record in enumerate(alike[2::-1])
    ]
    for given in (close, close[::-1]):
        assert_hits(lab, "Tea?", given, given, 8, "equal scores, a millionth of a second apart")


@pytest.mark.task("B7.3", rule="Best first", points=3)
def test_questions_of_the_data(lab, measure):
    """The questions of the three people find what their words give."""
    for row in measure.questions():
        records = measure.records()
        own = [record for record in records if record.scope.user == row["user"]]
        assert_hits(lab, row["question"], records, own, 8, f"asked {row['question']!r}", Scope(row["user"]))


@pytest.mark.task("B7.3", points=6)
def test_stores_of_a_variant(lab, variant, rule):
    """Stores never seen are searched as the page says."""
    for name, query, records, scope, limit in variant["stores"]:
        rule(name)
        own = [record for record in records if record.scope == scope and record.status == "active"]
        assert_hits(lab, query, records, own, limit, f"asked {query!r}, limit {limit}", scope)
