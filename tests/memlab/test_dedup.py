"""What was said twice is kept once, and nothing else is."""

import os
import subprocess
import sys
import unicodedata
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from itertools import combinations, permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memlab
from memlab.dedup import Deduplicated, deduplicate, example, near_duplicate, normalise_text
from memlab.record import Scope
from memlab.words import words

TEA = "We often drink tea at home"
OLD_TEA = "We often drink old tea at home"
VERY_OLD_TEA = "We often drink very old tea at home"

# Every pair shares more than 0.85 of its words; what differs is what a person would not overlook.
DIFFERENT = {
    "a prohibition (R01)": (
        "Deploys to the staging cluster on Fridays after 17:00 are allowed for the payments team",
        "Deploys to the staging cluster on Fridays after 17:00 are not allowed for the payments team",
    ),
    "never": ("I take the early train to work", "I never take the early train to work"),
    "a contracted not": (
        "The gate by the mill is open for the visitors from the north in winter",
        "The gate by the mill isn’t open for the visitors from the north in winter",
    ),
    "without": (
        "Please serve the soup of the day with cream when the guests from the mill arrive",
        "Please serve the soup of the day without cream when the guests from the mill arrive",
    ),
    "no longer": (
        "I take the early train to work in the old mill by the river",
        "I no longer take the early train to work in the old mill by the river",
    ),
    "a French not": (
        "je prends le train du matin pour aller au moulin avec mes deux amis",
        "je ne prends pas le train du matin pour aller au moulin avec mes deux amis",
    ),
    "only": ("I take the early train to work", "I only take the early train to work"),
    "a time": (
        "The last ferry to the island leaves from the old pier at 22:00 in the summer",
        "The last ferry to the island leaves from the old pier at 23:00 in the summer",
    ),
    "a number in words": (
        "Please keep two seats by the window for the guests from the mill this evening",
        "Please keep three seats by the window for the guests from the mill this evening",
    ),
    "a number more": ("We bake rolls at the old mill", "We bake 12 rolls at the old mill"),
    "an amount": (
        "the rent of the old mill by the river has been 1,180 euros a month since July",
        "the rent of the old mill by the river has been 1,280 euros a month since July",
    ),
    "an id": (
        "the parcel for the old mill by the river has the number LM-20417 on its label",
        "the parcel for the old mill by the river has the number LM-20418 on its label",
    ),
    "an address": (
        "send the minutes of the meeting at the old mill to ada@mill.example before the weekend",
        "send the minutes of the meeting at the old mill to ada@mil.example before the weekend",
    ),
    "a decimal without its zero": (
        "the dose for the old dog by the river is .5 mg in the morning and in the evening",
        "the dose for the old dog by the river is 5 mg in the morning and in the evening",
    ),
    "a minus that stands alone": (
        "it was - 5 degrees at the old mill by the river in the middle of the night",
        "it was 5 degrees at the old mill by the river in the middle of the night",
    ),
    "a fraction": (
        "put ½ of the old flour into the bowl by the window before you go to the mill",
        "put ¼ of the old flour into the bowl by the window before you go to the mill",
    ),
    "a number with a hyphen": (
        "there are twenty-five chairs in the hall by the river for the guests from the mill",
        "there are twenty-six chairs in the hall by the river for the guests from the mill",
    ),
    "an ordinal": (
        "the rent of the old mill by the river is due on the fifteenth of the month",
        "the rent of the old mill by the river is due on the twelfth of the month",
    ),
    "a French number": (
        "je prends le train du matin pour aller au moulin avec mes treize vieux amis",
        "je prends le train du matin pour aller au moulin avec mes quinze vieux amis",
    ),
    "a negation by prefix": (
        "please book a non-smoking room by the river for the guests from the old mill",
        "please book a smoking room by the river for the guests from the old mill",
    ),
    "a not with a letter's apostrophe": (
        "The gate by the mill is open for the visitors from the north in winter",
        "The gate by the mill isnʼt open for the visitors from the north in winter",
    ),
    "a day in French": (
        "le vieux moulin au bord de la rivière est fermé le lundi pendant tout cet hiver",
        "le vieux moulin au bord de la rivière est fermé le mardi pendant tout cet hiver",
    ),
    "an opposite": (
        "visitors from the north are allowed in the hall of the old mill in the evening",
        "visitors from the north are forbidden in the hall of the old mill in the evening",
    ),
    "an emoji": (
        "the soup at the old mill by the river with the bread from the oven gets a 👍",
        "the soup at the old mill by the river with the bread from the oven gets a 👎",
    ),
    "a name inside": (
        "every spring we walk to the old mill with Marta and her dog to see the river",
        "every spring we walk to the old mill with Jonas and her dog to see the river",
    ),
    "a name at the start": (
        "Marta walks to the old mill by the river with the dog in the early morning",
        "Jonas walks to the old mill by the river with the dog in the early morning",
    ),
    "a name more": ("we walk to the mill every spring", "we walk to the mill Ada every spring"),
    "who does what to whom (R04)": (
        "Marta reports to Jonas on the billing project since the reorganisation in April",
        "Jonas reports to Marta on the billing project since the reorganisation in April",
    ),
    "word order": (
        "first feed the old dog and then walk the young cat",
        "first feed the young cat and then walk the old dog",
    ),
    "containment at the end": ("I take the early train to work", "I take the early train to work daily"),
    "containment at the start": ("we walk to the mill every spring", "so we walk to the mill every spring"),
    "a question": (
        "the gate by the mill is open for the visitors from the north in winter",
        "the gate by the mill is open for the visitors from the north in winter?",
    ),
    "a hedge": ("I take the early train to work", "I perhaps take the early train to work"),
    "a condition": ("we walk to the mill every spring", "we walk to the mill if every spring"),
}

SAME = {
    "a final stop": ("Tea.", "Tea"),
    "case": ("I prefer TEA", "i prefer tea"),
    "blanks": ("I  prefer\ttea ", "I prefer tea"),
    "composed accents": ("un cafe\u0301 au lait", "un café au lait"),
    "an exclamation mark": ("We meet at the mill!", "We meet at the mill"),
    "a curly apostrophe": ("I can’t eat nuts", "I can't eat nuts"),
    "a harmless word in six": (TEA, OLD_TEA),
    "a harmless word for another": (
        "The gate by the mill is open for the visitors from the north in winter",
        "The gate by the mill stays open for the visitors from the north in winter",
    ),
    "a repeated word": ("we walk so slowly to the mill", "we walk so so slowly to the mill"),
    "equal numbers and names": ("With Ada I take 2 trains to work", "With Ada I take 2 early trains to work"),
}

contents = st.sampled_from(
    [TEA, OLD_TEA, VERY_OLD_TEA, f"{TEA}.", TEA.upper(), "We never drink tea at home", "Tea", "tea."]
)
sayings = st.lists(
    st.fixed_dictionaries(
        {
            "content": contents,
            "source_id": st.sampled_from(["s1/1", "s1/2", "s2/1", "s10/1"]),
            "day": st.integers(1, 3),
            "type": st.sampled_from(["semantic", "semantic", "episodic"]),
            "scope": st.sampled_from([Scope("ada"), Scope("ada"), Scope("ben")]),
            "status": st.sampled_from(["active", "active", "active", "archived", "superseded"]),
            "derived_from": st.sampled_from([(), (), (), ("x",)]),
            "corroborated_by": st.sampled_from([(), (), ("s7/1",), ("s1/1", "s8/2")]),
        }
    ),
    max_size=9,
)


def share(one, other):
    """Return words in common over words in either, of two texts."""
    a, b = (Counter(word.folded for word in words(text)) for text in (one, other))
    return (a & b).total() / (a | b).total()


def kept(records):
    """Return content and corroboration of each record that deduplication leaves."""
    return [(record.content, record.corroborated_by) for record in deduplicate(records).records]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("  I prefer\tTea.\n", "i prefer tea"),
        ("Straße", "strasse"),
        ("CAFE\u0301", "café"),
        ("本を読む。", "本を読む"),
        ("It costs 4.50.", "it costs 4.50"),
        ("Tea!", "tea!"),
    ],
)
def test_texts_are_brought_into_one_form(text, expected):
    """Composed, folded, single blanks, no final stop; everything else stays."""
    assert normalise_text(text) == expected


@settings(max_examples=200)
@given(st.text(max_size=20) | st.text(alphabet="aE.。 \t\u0301\u0345\u1fb3İßﬁ", max_size=12))
def test_normalising_twice_is_normalising_once(text):
    """A normalised text is its own normal form."""
    assert normalise_text(normalise_text(text)) == normalise_text(text)


@given(st.text(max_size=20))
def test_composed_and_decomposed_texts_have_one_form(text):
    """NFC and NFD of one text are compared as equal."""
    forms = {normalise_text(unicodedata.normalize(form, text)) for form in ("NFC", "NFD")}
    assert len(forms) == 1


@pytest.mark.parametrize(("one", "other"), DIFFERENT.values(), ids=DIFFERENT)
def test_a_difference_that_matters_is_kept(memory, one, other):
    """However many words two texts share, they stay two records if they differ in something that counts."""
    assert share(one, other) > 0.85
    assert not near_duplicate(memory(one, "s1/1"), memory(other, "s2/1"))
    both = [memory(one, "s1/1", day=1), memory(other, "s2/1", day=2)]
    assert deduplicate(both) == Deduplicated(tuple(both), {})


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME)
def test_a_difference_that_does_not_matter_is_looked_through(memory, one, other):
    """Spelling, and a harmless word among enough others, make no second record."""
    first, second = memory(one, "s1/1", day=1), memory(other, "s2/1", day=2)
    assert near_duplicate(first, second)
    assert deduplicate([second, first]) == Deduplicated(
        (replace(first, corroborated_by=("s2/1",)),), {first.id: (second.id,)}
    )


def test_the_share_must_be_above_the_threshold_and_not_on_it(memory):
    """Seventeen words in common of twenty are exactly 0.85, and that is not enough; 18 of 21 are."""
    seventeen = "a b c d e f g h i j k l m o q r s"
    twenty = "a b c x d e f g h x i j k l m x o q r s"
    assert (len(seventeen.split()), share(seventeen, twenty)) == (17, 0.85)
    assert not near_duplicate(memory(seventeen), memory(twenty))
    assert near_duplicate(memory(f"{seventeen} t"), memory(f"{twenty} t"))


def test_the_threshold_may_be_set(memory):
    """A lower threshold joins more, a higher one less."""
    pair = memory(TEA), memory(OLD_TEA)
    assert share(TEA, OLD_TEA) == pytest.approx(6 / 7)
    assert near_duplicate(*pair, threshold=0.8)
    assert not near_duplicate(*pair, threshold=0.86)
    assert not near_duplicate(*pair, threshold=6 / 7)


def test_a_repeated_word_counts_each_time(memory):
    """A text that says one word three times shares it only once with a text that says it once."""
    one, other = "we go so slowly home to the mill", "so we go so slowly so home to the mill"
    assert set(one.split()) == set(other.split())
    assert share(one, other) == 0.8
    assert not near_duplicate(memory(one), memory(other))


@pytest.mark.parametrize(
    "changed",
    [
        {"scope": Scope("ben")},
        {"scope": Scope("ada", agent="bot")},
        {"scope": Scope("ada", session="s1")},
        {"type": "episodic"},
        {"type": "procedural"},
    ],
    ids=str,
)
@pytest.mark.parametrize("other", [TEA, OLD_TEA])
def test_nothing_joins_across_scopes_or_types(memory, other, changed):
    """The same words of another user, agent, session or type are another memory."""
    records = [memory(TEA, "s1/1", day=1), memory(other, "s2/1", day=2, **changed)]
    assert not near_duplicate(*records)
    assert deduplicate(records).records == tuple(records)


def test_two_users_keep_the_same_memory(memory):
    """Both users' records are stored, and each is found under its own scope (R10)."""
    records = [memory("Prefers invoices in PDF", scope=Scope(user)) for user in ("ada", "ben")]
    left = deduplicate(records).records
    assert [record.content for record in left if record.scope == Scope("ben")] == ["Prefers invoices in PDF"]
    assert len(left) == 2


def test_saying_it_again_confirms_and_never_deletes(memory):
    """The same sentence in a later turn leaves one record that knows of both (R13)."""
    lift = "The lift in the east wing is out of service"
    assert kept([memory(lift, "s1/1", day=1), memory(lift, "s1/9", day=2)]) == [(lift, ("s1/9",))]


def test_accents_in_two_spellings_leave_the_bytes_of_the_first(memory):
    """A decomposed text joins a composed one, or the other way round; the first one written stays (R07)."""
    composed = unicodedata.normalize("NFC", "réunion décalée à Nîmes")
    decomposed = unicodedata.normalize("NFD", composed)
    for first, second in permutations((composed, decomposed)):
        (left,) = deduplicate([memory(second, "s2/1", day=2), memory(first, "s1/1", day=1)]).records
        assert left.content.encode() == first.encode()
        assert left.corroborated_by == ("s2/1",)


def test_a_match_is_not_passed_on(memory):
    """A is like B and B like C, but C is not like A: C stays when B has joined A."""
    a, b, c = memory(TEA, "s1/1", day=1), memory(OLD_TEA, "s2/1", day=2), memory(VERY_OLD_TEA, "s3/1", day=3)
    assert near_duplicate(a, b)
    assert near_duplicate(b, c)
    assert not near_duplicate(a, c)
    assert kept([a, b, c]) == [(TEA, ("s2/1",)), (VERY_OLD_TEA, ())]


def test_both_ends_join_a_middle_that_was_there_first(memory):
    """If B was said before A and C, which are like B but not like each other, both join B."""
    a, b, c = memory(TEA, "s1/1", day=2), memory(OLD_TEA, "s2/1", day=1), memory(VERY_OLD_TEA, "s3/1", day=3)
    assert kept([a, b, c]) == [(OLD_TEA, ("s1/1", "s3/1"))]


def test_a_record_joins_the_earliest_survivor_it_matches(memory):
    """Of two survivors that are both like it, a record joins the one that was said first."""
    a, c, b = memory(TEA, "s1/1", day=1), memory(VERY_OLD_TEA, "s3/1", day=2), memory(OLD_TEA, "s2/1", day=3)
    assert kept([a, c, b]) == [(TEA, ("s2/1",)), (VERY_OLD_TEA, ())]
    assert kept([replace(a, happened_at=c.happened_at + timedelta(1)), c, b]) == [
        *((VERY_OLD_TEA, ("s2/1",)), (TEA, ())),
    ]


def test_an_earlier_near_duplicate_goes_before_a_later_equal_one(memory):
    """An equal survivor has no right of way over one that was said before it and is merely alike."""
    capital = "We often drink Old tea at home"
    alike, equal, late = (
        memory(content, f"s{day}/1", day=day) for day, content in enumerate((TEA, capital, OLD_TEA), start=1)
    )
    assert not near_duplicate(alike, equal)
    assert kept([alike, equal, late]) == [(TEA, ("s3/1",)), (capital, ())]


def test_of_two_said_at_one_moment_the_smaller_id_stays(memory):
    """Equal times are settled by id, so that the order of arrival does not matter."""
    pair = sorted((memory("Tea", "s1/1"), memory("Tea", "s2/1")), key=lambda record: record.id)
    for arrived in permutations(pair):
        assert deduplicate(arrived).records[0].id == pair[0].id


def test_first_is_first_by_the_moment_and_not_by_the_clock_on_the_wall(memory):
    """10:00 at +02:00 is earlier than 09:00 UTC."""
    east = memory("Tea", "s1/1", happened_at=datetime(2026, 3, 1, 10, tzinfo=timezone(timedelta(hours=2))))
    west = memory("Tea", "s2/1", happened_at=datetime(2026, 3, 1, 9, tzinfo=UTC))
    assert [record.provenance.source_id for record in deduplicate([west, east]).records] == ["s1/1"]


def test_a_survivor_stays_as_it_was_written(memory):
    """Nothing of a survivor changes but whom it was corroborated by."""
    first = memory(TEA, "s1/1", day=1, confidence=0.5, importance=0.9, pinned=True, access_count=3)
    second = memory(OLD_TEA, "s2/1", day=2, confidence=1.0, importance=0.1, access_count=8)
    assert deduplicate([first, second]).records == (replace(first, corroborated_by=("s2/1",)),)


def test_corroboration_is_gathered_sorted_and_once_each(memory):
    """A survivor gathers what joined it and what these had gathered, sorted, its own source apart."""
    first = memory("Tea", "s5/1", day=1, corroborated_by=("s9/1",))
    second = memory("tea", "s10/1", day=2, corroborated_by=("s5/1", "s2/1"))
    third = memory("Tea.", "s9/1", day=3)
    assert kept([third, second, first]) == [("Tea", ("s10/1", "s2/1", "s9/1"))]


def test_a_turn_that_repeats_itself_corroborates_nothing(memory):
    """Two wordings in one turn are one source, and a source is no witness to itself."""
    assert kept([memory("I like tea", "s1/1"), memory("I like tea!", "s1/1", day=2)]) == [("I like tea", ())]


def test_the_same_id_twice_is_one_writing(memory):
    """A record that arrives twice is kept once and corroborated by nothing."""
    assert deduplicate([memory(), memory()]) == Deduplicated((memory(),), {})


def test_of_one_id_the_earliest_writing_stays_with_all_that_was_gathered(memory):
    """Writings of one id differ in later fields only: the first stands, the sources of all are kept."""
    early = memory(day=1, confidence=0.4, corroborated_by=("s9/1",))
    late = memory(day=2, confidence=0.8, corroborated_by=("s2/1",))
    for arrived in permutations((early, late)):
        assert deduplicate(arrived).records == (replace(early, corroborated_by=("s2/1", "s9/1")),)


def test_of_one_id_written_at_one_moment_the_same_writing_stays_in_any_order(memory):
    """Writings that happened together are told apart by when they were recorded, then by their fields."""
    at = datetime(2026, 3, 1, tzinfo=UTC)
    writings = [
        memory(happened_at=at, recorded_at=at + timedelta(2), title="a"),
        memory(happened_at=at, recorded_at=at + timedelta(1), title="b"),
        memory(happened_at=at, recorded_at=at + timedelta(1), title="c"),
    ]
    left = {deduplicate(arrived).records for arrived in permutations(writings)}
    assert len(left) == 1
    assert left.pop()[0].recorded_at == at + timedelta(1)


@pytest.mark.parametrize(
    "later", [{"status": "superseded"}, {"status": "archived"}, {"derived_from": ("x", "y")}], ids=str
)
def test_records_that_do_not_speak_for_themselves_neither_join_nor_are_joined(memory, later):
    """A retired, archived or derived record stays beside an active one, whichever came first."""
    for day, other_day in ((1, 2), (2, 1)):
        for content in (TEA, OLD_TEA):
            out, active = memory(content, "s1/1", day=day, **later), memory(TEA, "s2/1", day=other_day)
            left = deduplicate([out, active])
            assert left.merged == {}
            assert set(left.records) == {out, active}
    twins = [memory(TEA, f"s{number}/1", day=number, **later) for number in (1, 2)]
    assert deduplicate(twins).records == tuple(twins)


def test_what_is_left_comes_by_time_then_id(memory):
    """Survivors are ordered by `happened_at`, then `id`, retired ones among them."""
    records = [
        memory("Bread", "s1/1", day=3),
        memory("Jam", "s1/2", day=1, status="superseded"),
        memory("Tea", "s1/3", day=2),
        memory("Milk", "s1/4", day=2),
    ]
    expected = sorted(records, key=lambda record: (record.happened_at, record.id))
    assert deduplicate(records).records == tuple(expected)


@pytest.mark.parametrize("status", ["superseded", "archived"])
def test_writing_a_retired_record_again_does_not_revive_it(memory, status):
    """The same turn written again finds the record that was retired, and leaves it retired."""
    retired = memory(status=status, superseded_by="x", recorded_at=datetime(2026, 4, 1, tzinfo=UTC))
    for arrived in permutations((retired, memory())):
        assert deduplicate(arrived).records == (retired,)


def test_nothing_stays_nothing():
    """An empty store has no duplicates."""
    assert deduplicate([]) == Deduplicated((), {})


def test_texts_without_words_join_only_their_equals(memory):
    """Dashes and dots hold no word to be alike in: only equal texts join."""
    records = [memory("—", "s1/1", day=1), memory("!", "s2/1", day=2), memory("—", "s3/1", day=3)]
    assert kept(records) == [("—", ("s3/1",)), ("!", ())]


def test_texts_without_words_join_within_their_scope(memory):
    """What another user said in between keeps nobody from joining his own."""
    ben = Scope("ben")
    records = [memory("—", "s1/1", day=1), memory("—", "s2/1", day=2, scope=ben), memory("—", "s3/1", day=3)]
    assert kept(records) == [("—", ("s3/1",)), ("—", ())]


@given(contents, contents)
def test_being_alike_is_mutual(memory, one, other):
    """A is a near duplicate of B exactly when B is one of A."""
    assert near_duplicate(memory(one), memory(other)) == near_duplicate(memory(other), memory(one))


tiny = st.lists(st.sampled_from(["so", "so", "old", "Old", "mill", "mill?", "not", "7"]), max_size=9)


@settings(max_examples=300)
@given(tiny, tiny, st.sampled_from([0.0, 0.5, 0.85]))
def test_being_alike_is_mutual_at_any_threshold(memory, one, other, threshold):
    """Repeated words, capitals and a low threshold make no difference in one direction only."""
    a, b = (memory(" ".join(text) or "—") for text in (one, other))
    assert near_duplicate(a, b, threshold) == near_duplicate(b, a, threshold)


@given(sayings, st.randoms(use_true_random=False))
def test_any_order_of_the_input_gives_the_same_result(memory, said, chance):
    """Deduplication depends on what was said and when, not on the order in which it arrives."""
    records = [memory(**saying) for saying in said]
    shuffled = list(records)
    chance.shuffle(shuffled)
    expected, found = deduplicate(records), deduplicate(shuffled)
    assert found == expected
    assert list(found.merged) == list(expected.merged)


@given(sayings)
def test_a_deduplicated_store_does_not_change(memory, said):
    """Deduplicating what is left changes nothing and joins nothing."""
    once = deduplicate([memory(**saying) for saying in said])
    assert deduplicate(once.records) == Deduplicated(once.records, {})


@given(sayings)
def test_nothing_is_lost_and_nothing_is_left_to_join(memory, said):
    """Each id survives or has joined one survivor, and no two active survivors are near duplicates."""
    records = [memory(**saying) for saying in said]
    left = deduplicate(records)
    dropped = [id for joined in left.merged.values() for id in joined]
    survivors = [record.id for record in left.records]
    assert sorted([*dropped, *survivors]) == sorted({record.id for record in records})
    assert set(left.merged) <= set(survivors)
    speaking = [record for record in left.records if record.status == "active" and not record.derived_from]
    assert not any(near_duplicate(one, other) for one, other in combinations(speaking, 2))


def test_the_module_shows_itself_at_work():
    """`python -m memlab.dedup` prints an example in which some sentences join and others stay."""
    rooms = str(Path(memlab.__file__).parents[1])
    shown = subprocess.run(
        [sys.executable, "-m", "memlab.dedup"],
        env=os.environ | {"PYTHONPATH": rooms},
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout
    assert shown == f"{example()}\n"
    said, _, left = shown.partition("Kept:")
    assert "also said in" in left
    assert 1 < len(left.splitlines()) < len(said.splitlines())
