"""The write gate: what is written, what is refused and by which rule, and how well that was decided."""

import unicodedata
from dataclasses import FrozenInstanceError, replace
from datetime import UTC, datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.corpus import read_turns
from memlab.cues import CUES
from memlab.record import Decision, Role, Turn
from memlab.write import AUTHORITY, attribute, candidates, precision_and_recall, worth_writing

AT = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
ROLES: tuple[Role, ...] = ("user", "agent", "tool", "assistant")
OTHERS: tuple[Role, ...] = ("agent", "tool")


def decided(role: Role, content: str, *recalled: str) -> tuple[str, str]:
    """Decide about this content, in the words of action and kind."""
    turn = Turn("s1", 4, role, "I like tea.", AT)
    (candidate,) = candidates(turn, CUES)
    decision = worth_writing(replace(candidate, content=content), attribute(candidate, turn), recalled)
    assert decision.reason.endswith(".")
    return decision.action, decision.kind


WRITTEN = ("write", "statement")
ECHO, GREETING, RECALLED = (("refuse", kind) for kind in ("echo", "greeting", "recalled"))


def test_a_decision_is_plain_data():
    """A decision has three texts and cannot be changed."""
    decision = Decision("write", "statement", "It is news.")
    with pytest.raises(FrozenInstanceError):
        decision.action = "refuse"  # type: ignore[misc]


@pytest.mark.parametrize("role", OTHERS)
def test_r04_the_same_words_in_another_order_were_not_recalled(role):
    """R04: who reports to whom is not told by a set of words."""
    said = "Marta reports to Jonas on the billing project since the reorganisation in April"
    held = "Jonas reports to Marta on the billing project since the reorganisation in April"
    assert decided(role, said, held) == WRITTEN
    assert decided(role, said, said) == RECALLED


@pytest.mark.parametrize("role", OTHERS)
def test_r01_a_permission_does_not_stand_in_its_prohibition(role):
    """R01: one inserted "not" is another rule, though all words of the one stand in the other."""
    allowed = "Deploys to the staging cluster on Fridays after 17:00 are allowed for the payments team"
    forbidden = allowed.replace("are allowed", "are not allowed")
    assert decided(role, allowed, forbidden) == WRITTEN
    assert decided(role, forbidden, allowed) == WRITTEN


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_r07_accents_in_either_form_were_recalled(form):
    """R07: a text that came back decomposed is the same text."""
    said = "réunion décalée à Nîmes"
    assert decided("agent", said, unicodedata.normalize(form, said)) == RECALLED
    assert decided("agent", unicodedata.normalize(form, said), said) == RECALLED


def test_r13_the_user_may_say_a_thing_again():
    """R13: what the user says a second time is written, so that it can be counted as a confirmation."""
    said = "The lift in the east wing is out of service"
    assert decided("user", said, said) == WRITTEN


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("Η σύσκεψη είναι την Τρίτη", "η ΣΎΣΚΕΨΗ είναι την τρίτη."),  # noqa: RUF001
        ("Ключ у соседа", "«Ключ у соседа»"),  # noqa: RUF001
        ("ประชุมวันพุธ", "ประชุมวันพุธ"),
    ],
)
def test_r16_the_gate_reads_any_script(content, text):
    """R16: a text of no ASCII is compared like any other, and is no empty one."""
    assert decided("tool", content, text) == RECALLED
    assert decided("tool", content, "Ada likes tea") == WRITTEN


@pytest.mark.parametrize(
    "content",
    [
        "Paint is white; trim is grey; do not mix",
        "Our handbook says: [[EARLIER SUMMARY]] is a heading",
        "line one\n---\nline two",
    ],
)
def test_r55_no_mark_in_a_text_means_anything(content):
    """R55: semicolons, markers and rules are text, in what is said and in what was recalled."""
    assert decided("agent", content, content) == RECALLED
    assert decided("agent", content) == WRITTEN
    assert decided("agent", f"{content} tonight", content) == WRITTEN


def test_r43_of_its_lines_only_the_greeting_is_refused():
    """R43: standing rules and what was done pass the gate, a greeting does not."""
    lines = [
        "Never push to the release branch on a Thursday",
        "All amounts in the board paper are in Swiss francs",
        "Good morning!",
        "I fixed the footer",
    ]
    assert [decided("user", line) for line in lines] == [WRITTEN, WRITTEN, GREETING, WRITTEN]


WORDS = st.lists(st.sampled_from("ada likes tea not and Ben's café 9:15".split()), min_size=1, max_size=5)


@given(WORDS, WORDS, WORDS, st.sampled_from(OTHERS))
def test_what_stands_between_other_words_was_recalled(before, said, after, role):
    """Whatever stands around it, an unbroken run of a recalled text was recalled."""
    text = " ".join([*before, *said, *after])
    assert decided(role, " ".join(said), "Eve has a cat", text) == RECALLED


@given(WORDS, st.lists(WORDS, max_size=3), st.sampled_from(OTHERS))
def test_one_word_more_is_something_new(said, texts, role):
    """A word that no recalled text has, in front, at the end or inside, makes it news."""
    recalled = [" ".join(text) for text in [said, *texts]]
    for place in range(len(said) + 1):
        assert decided(role, " ".join([*said[:place], "zebra", *said[place:]]), *recalled) == WRITTEN


@given(WORDS, st.lists(WORDS, max_size=3))
def test_the_users_words_are_never_only_recalled(said, texts):
    """Nothing that was recalled can silence the user."""
    assert decided("user", " ".join(said), " ".join(said), *(" ".join(text) for text in texts)) == WRITTEN


@given(WORDS, st.lists(WORDS, max_size=3))
def test_the_assistant_is_always_an_echo(said, texts):
    """Whatever the assistant says and whatever was recalled, it is an echo."""
    assert decided("assistant", " ".join(said), *(" ".join(text) for text in texts)) == ECHO


@pytest.mark.parametrize("role", ROLES)
def test_the_first_rule_decides(role):
    """Echo goes before greeting and greeting before recalled."""
    assert decided(role, "I am glad", "I am glad") == (ECHO if role == "assistant" else GREETING)


def test_authority_decides_nothing():
    """An agent has little authority and is no echo; the gate asks who speaks."""
    assert min(AUTHORITY, key=AUTHORITY.__getitem__) == "assistant"
    assert decided("agent", "Ada likes tea") == WRITTEN


def test_the_gate_refuses_nothing_of_priya(data):
    """All 42 sentences that naive writing keeps of Priya's conversations pass."""
    files = (data / "priya" / name for name in ("sessions.jsonl", "agents.jsonl"))
    turns = [turn for file in files for turn in read_turns(file) if turn.role in ("user", "agent")]
    said = [(candidate, attribute(candidate, turn)) for turn in turns for candidate in candidates(turn, CUES)]
    assert len(said) == 42
    assert {worth_writing(*each, ()).action for each in said} == {"write"}


CONTENTS = st.lists(st.sampled_from(["tea", "Tea", "a cat", "a dog"]), max_size=6)


@given(CONTENTS, CONTENTS)
def test_the_shares_are_those_of_crossing_out(written, gold):
    """Cross out one of gold for each that was written: what was crossed out stands above both lines."""
    left, right = list(gold), 0
    for content in written:
        if content in left:
            left.remove(content)
            right += 1
    precision, recall = precision_and_recall(written, gold)
    assert precision == (float(Fraction(right, len(written))) if written else 1.0)
    assert recall == (float(Fraction(right, len(gold))) if gold else 1.0)


@given(CONTENTS, CONTENTS)
def test_what_is_precision_one_way_is_recall_the_other(written, gold):
    """Written and gold change places with precision and recall."""
    assert precision_and_recall(written, gold) == precision_and_recall(gold, written)[::-1]


@given(CONTENTS.filter(bool))
def test_a_perfect_store_has_ones_and_a_doubled_one_has_half_the_precision(gold):
    """Every night of a junk loop halves the precision and leaves the recall as it was."""
    assert precision_and_recall(gold, gold) == (1.0, 1.0)
    assert precision_and_recall([*gold, *gold], gold) == (0.5, 1.0)
