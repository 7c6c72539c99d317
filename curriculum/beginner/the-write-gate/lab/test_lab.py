"""The checks of this lab. Each says what is true of a right solution; its message says what was expected."""

import unicodedata
from datetime import UTC, datetime
from math import isclose

import pytest

from memlab.record import Provenance
from memlab.write import AUTHORITY, Candidate

AT = datetime(2026, 5, 1, 9, 30, tzinfo=UTC)
OTHERS = ("tool", "agent")


def decided(lab, content, role, recalled=()):
    candidate = Candidate(content, "semantic", 4, role, AT)
    return lab.worth_writing(candidate, Provenance("s1/4", role, AUTHORITY[role]), tuple(recalled))


def assert_decided(lab, content, role, recalled, kind, why):
    got = decided(lab, content, role, recalled)
    action = "write" if kind == "statement" else "refuse"
    assert got.action == action, f"the action {action!r}: {why}; it is {got.action!r}"
    assert got.kind == kind, f"the kind {kind!r}: {why}; it is {got.kind!r}"


@pytest.mark.task("B5.1", rule="What passes", points=6)
def test_what_was_said_is_written(lab):
    """What user, agents and tools say is written."""
    for role in ("user", *OTHERS):
        for content in ("Ada is allergic to nuts", "Never lend the key to Ben", "Ada missed a train today"):
            why = f"nothing was recalled, and the {role} says something"
            assert_decided(lab, content, role, (), "statement", why)
        why = "something else was recalled"
        assert_decided(lab, "Ada is allergic to nuts", role, ["Ben likes tea"], "statement", why)


@pytest.mark.task("B5.1", rule="Echo", points=6)
def test_echo_of_the_assistant(lab):
    """Whatever the assistant says is an echo, and nobody else's."""
    for content in ("You are allergic to nuts", "Ada is allergic to nuts", "I found three trains"):
        assert_decided(lab, content, "assistant", (), "echo", f"the assistant says {content!r}")
    for role in ("user", *OTHERS):
        assert_decided(lab, "You are allergic to nuts", role, (), "statement", f"the speaker is the {role}")


@pytest.mark.task("B5.1", rule="Greeting", points=6)
def test_courtesy_and_nothing_else(lab):
    """A sentence that is nothing but courtesy is refused."""
    for role in ("user", *OTHERS):
        for content in ("I have a question", "Never mind!", "I am fine, thanks", "I am so glad"):
            assert_decided(lab, content, role, (), "greeting", f"{content!r} is nothing but courtesy")
        for content in (
            "Thank you, I am allergic to nuts",
            "Hello, my name is Ada",
            "I am vegetarian, thanks",
        ):
            assert_decided(lab, content, role, (), "statement", "there is more in it than courtesy")


@pytest.mark.task("B5.1", rule="Recalled", points=8)
def test_recalled_and_handed_on(lab):
    """What others hand on of the recalled texts is refused."""
    said = "Ada is allergic to nuts"
    texts = (f"{said} and to pollen", said, f"We heard that {said}", f"Ben likes tea; {said}; Eve has a cat")
    for role in OTHERS:
        for text in texts:
            why = f"it stands in the recalled text {text!r}"
            assert_decided(lab, said, role, [text], "recalled", why)
        for texts_around in (["Ben likes tea", said, "Eve has a cat"], ["Ben likes tea", said]):
            why = "it is one of several recalled texts"
            assert_decided(lab, said, role, texts_around, "recalled", why)
        assert_decided(lab, "Nuts", role, [said], "recalled", "its one word is the last of the recalled text")


@pytest.mark.task("B5.1", rule="Compared by words", points=6, needs="test_recalled_and_handed_on")
def test_compared_word_by_word(lab):
    """Case, marks, apostrophes and accents aside, and whole words."""
    said = "Ada's café is closed, on Mondays"
    spellings = {
        "ADA'S CAFÉ IS CLOSED, ON MONDAYS": "case does not matter",
        "Ada's café is closed on Mondays!": "punctuation does not matter",
        '"Ada’s café" - is closed on Mondays': "a curly apostrophe, quotes and a dash do not matter",
        unicodedata.normalize("NFD", said): "an accent of its own, after its letter, does not matter",
        "Ada's\ncafé is closed, on  Mondays": "blanks and new lines do not matter",
    }
    for text, why in spellings.items():
        assert_decided(lab, said, "agent", [text], "recalled", why)
        assert_decided(lab, text, "tool", [said], "recalled", why)
    why = "'he likes art' is no run of whole words of that"
    assert_decided(lab, "He likes art", "agent", ["She likes artichokes"], "statement", why)


@pytest.mark.task("B5.1", rule="Whole and unbroken", points=8, needs="test_recalled_and_handed_on")
def test_whole_and_unbroken(lab):
    """All words stand in one text, in order, with none between."""
    said = "Marta reports to Jonas on Fridays"
    nearly = {
        "Marta reports to Jonas on Mondays": "Fridays are new",
        "On Fridays Marta calls Eve, and Jonas reports to them all": "the words stand apart there",
        "Marta reports to Jonas": "on Fridays is new",
        "Jonas reports to Marta on Fridays": "the words stand in another order there",
        "Marta reports not to Jonas on Fridays": "a word more stands in the middle there",
        "We know that Marta reports to Jonas": "on Fridays is new, though that text ends before it",
        "reports to Jonas on Fridays": "Marta is new",
        "Does Marta report to Jonas on Fridays?": "that has other words",
    }
    for text, why in nearly.items():
        for role in OTHERS:
            assert_decided(lab, said, role, [text], "statement", why)
    halves = ["Marta reports to", "Jonas on Fridays"]
    assert_decided(lab, said, "tool", halves, "statement", "no one text holds all of it")
    assert_decided(lab, f"Note: {said}", "agent", [said], "statement", "an agent adds a word")


@pytest.mark.task("B5.1", rule="The user's own words", points=6, needs="test_recalled_and_handed_on")
def test_the_user_says_it_again(lab):
    """The user's own words are never only recalled."""
    said = "I am allergic to nuts"
    for recalled in ([said], [f"{said} and to pollen"], ["I like tea", said]):
        why = "the user says it again, which confirms it"
        assert_decided(lab, said, "user", recalled, "statement", why)


@pytest.mark.task("B5.1", rule="Which rule comes first", points=6, needs="test_recalled_and_handed_on")
def test_the_first_rule_decides(lab):
    """Echo goes before greeting, and greeting before recalled."""
    why = "echo goes before greeting"
    assert_decided(lab, "I am glad", "assistant", (), "echo", why)
    assert_decided(lab, "I am glad", "assistant", ["I am glad"], "echo", why)
    why = "echo goes before recalled"
    assert_decided(lab, "Ada likes tea", "assistant", ["Ada likes tea"], "echo", why)
    for role in OTHERS:
        why = "greeting goes before recalled"
        assert_decided(lab, "I am glad", role, ["I am glad", "Ada likes tea"], "greeting", why)
    assert_decided(lab, "I am glad", "user", ["I am glad"], "greeting", "it is a greeting whoever says it")


@pytest.mark.task("B5.1", rule="A reason for a person", points=3, needs="test_recalled_and_handed_on")
def test_a_reason_for_each_kind(lab):
    """Each kind has a reason of its own, which is a sentence."""
    tea = "Ada likes tea"
    said = {
        "statement": decided(lab, tea, "agent").reason,
        "echo": decided(lab, tea, "assistant").reason,
        "greeting": decided(lab, "I am glad", "user").reason,
        "recalled": decided(lab, tea, "agent", [tea]).reason,
    }
    for kind, reason in said.items():
        whole = len(reason.split()) > 1 and reason.strip().endswith(".")
        assert whole, f"a reason of several words with a full stop for the kind {kind!r}; it is {reason!r}"
    different = len(set(said.values()))
    assert different == len(said), f"another reason for each of the four kinds; there are {different}"


@pytest.mark.task("B5.1", rule="What the gate is worth", points=5)
def test_figures_of_the_gate(figures, expected):
    """What is written and refused comes out as on the page."""
    written = {row["way"]: row["written"] for row in figures["ways"]}
    for row in expected["ways"]:
        way, got, want = row["way"], written.get(row["way"]), row["written"]
        assert got == want, f"{want} sentences written in the row {way!r}; it is {got}"
    for name in ("wrongly", "let_through"):
        got, want = figures["gate"][name], expected["gate"][name]
        told = {"wrongly": "refused though worth it", "let_through": "let through though not worth it"}[name]
        assert got == want, f"{want} {told}; it is {got}"
    for row, right in zip(figures["loop"]["rows"], expected["loop"]["rows"], strict=True):
        for name in ("gate", "word_added", "as_user"):
            got, want, night = row[name], right[name], right["night"]
            column = {"gate": "the gate", "word_added": "a word added", "as_user": "as the user's"}[name]
            assert got == want, f"{want} records after night {night} in the column {column!r}; it is {got}"
    got, want = figures["priya"]["refused"], expected["priya"]["refused"]
    assert got == want, f"{want} of Priya's sentences refused; it is {got}"


@pytest.mark.task("B5.1", points=8)
def test_the_gate_on_a_variant(lab, reference, variant, rule):
    """Sentences never seen are decided as the reference does."""
    for name, candidate, provenance, recalled in variant["cases"]:
        got, want = (one.worth_writing(candidate, provenance, recalled) for one in (lab, reference))
        rule(name)
        mine, right = (got.action, got.kind), (want.action, want.kind)
        assert mine == right, f"{right} for {candidate.content!r}, recalled {recalled!r}; it is {mine}"
        rule("A reason for a person")
        assert got.reason.strip(), "a reason"


def assert_shares(lab, written, gold, precision, recall, why):
    got = lab.precision_and_recall(tuple(written), tuple(gold))
    for name, mine, right in zip(("precision", "recall"), got, (precision, recall), strict=True):
        assert isclose(mine, right, abs_tol=1e-12), f"{name} {right}: {why}; it is {mine}"


@pytest.mark.task("B5.2", rule="Precision and recall", points=9)
def test_a_small_store(lab):
    """Precision is over what was written, recall over gold."""
    gold = ["likes tea", "has a cat", "is tall", "never flies"]
    why = "two of five are in gold, and two of gold's four were written"
    written = ["likes tea", "never mind", "is glad", "is tall", "is back"]
    assert_shares(lab, written, gold, 0.4, 0.5, why)
    assert_shares(lab, gold[::-1], gold, 1.0, 1.0, "all of gold in another order")
    assert_shares(lab, ["never mind"], gold, 0.0, 0.0, "nothing of gold was written")
    assert_shares(lab, gold[:2], gold[:3], 1.0, 2 / 3, "two of three, not rounded")
    assert_shares(lab, ["Likes tea", "has a cat."], gold, 0.0, 0.0, "no content is equal to one in gold")


@pytest.mark.task("B5.2", rule="Written twice", points=8)
def test_written_twice(lab):
    """What is written twice is right as often as gold holds it."""
    tea, cat = "likes tea", "has a cat"
    assert_shares(
        lab, [tea, tea, "never mind"], [tea], 1 / 3, 1.0, "one of the three is right, one of two copies"
    )
    assert_shares(lab, [tea], [tea, tea], 1.0, 0.5, "gold holds it twice, and it was written once")
    assert_shares(lab, [tea, tea, tea, cat], [tea, cat], 0.5, 1.0, "two of the three are one too many")
    assert_shares(lab, [tea, tea], [tea, tea], 1.0, 1.0, "gold holds it twice as well")
    assert_shares(lab, [tea, tea, tea], [tea, tea, cat], 2 / 3, 2 / 3, "two of three meet two of three")


@pytest.mark.task("B5.2", rule="Nothing at all", points=6)
def test_nothing_at_all(lab):
    """Nothing written is nothing wrong; no gold, nothing missed."""
    tea = ["likes tea", "has a cat"]
    assert_shares(lab, [], tea, 1.0, 0.0, "nothing was written, so nothing wrong, and all was missed")
    assert_shares(lab, tea, [], 0.0, 1.0, "nothing was worth it, so all was wrong, and nothing missed")
    assert_shares(lab, [], [], 1.0, 1.0, "nothing was written wrongly, and nothing missed")


@pytest.mark.task("B5.2", rule="What the gate is worth", points=3)
def test_figures_of_the_measure(figures, expected):
    """The shares of the table come out to the second decimal."""
    wanted = {(row["way"], row["written"], row["worth"]): row for row in expected["quality"]}
    for row in figures["quality"]:
        # What another gate lets through has other shares, and nothing is wrong with measuring it.
        right = wanted.get((row["way"], row["written"], row["worth"]), row)
        for name in ("precision", "recall"):
            want, got = right[name], row[name]
            assert got == want, f"{name} {want} in the row {row['way']!r}; it is {got}"


@pytest.mark.task("B5.2", points=6)
def test_the_measure_on_a_variant(lab, reference, variant, rule):
    """Stores never seen have the shares of the reference."""
    for written, gold in variant["pairs"]:
        got, want = (one.precision_and_recall(written, gold) for one in (lab, reference))
        twice = len(set(written)) < len(written) or len(set(gold)) < len(gold)
        usual = "Written twice" if twice else "Precision and recall"
        rule(usual if written and gold else "Nothing at all")
        for name, mine, right in zip(("precision", "recall"), got, want, strict=True):
            assert isclose(mine, right, abs_tol=1e-12), f"{name} {right}; it is {mine}"
