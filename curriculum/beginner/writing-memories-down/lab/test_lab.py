"""The checks of this lab. Each says what is true of a right solution; its message says what was expected."""

from datetime import datetime

import pytest

from memlab.cues import Cues
from memlab.record import Turn
from memlab.sentences import sentences

AT = datetime.fromisoformat("2026-03-14T09:30:00+01:00")
SMALL = Cues(semantic=("i live", "i eat"), episodic=("yesterday", "i *ed"), procedural=("^when",))


def said(text, role="user", number=4):
    return Turn("s2", number, role, text, AT)


def assert_type(lab, sentence, wanted, why, cues=SMALL):
    got = lab.type_of(sentence, cues)
    assert got == wanted, f"{wanted!r}, because {why}; it is {got!r}"


@pytest.mark.task("B3.1", rule="What a cue is", points=8)
def test_the_table_tells_the_type(lab):
    """A sentence is of the type whose table has a cue for it."""
    assert_type(lab, "I live by the sea.", "semantic", "it holds 'i live'")
    assert_type(lab, "We moved yesterday.", "episodic", "it holds 'yesterday'")
    assert_type(lab, "When I travel, send the list.", "procedural", "it begins with 'when'")
    assert_type(lab, "Ah, lovely.", None, "the sentence holds no cue")
    assert_type(lab, "I live by the sea.", None, "the tables are empty", Cues((), (), ()))


@pytest.mark.task("B3.1", rule="What a cue is", points=8)
def test_the_tables_are_an_argument(lab):
    """Another language brings tables of its own."""
    french = Cues(semantic=("j'habite",), episodic=("hier",), procedural=("^quand",))
    assert_type(lab, "J’habite à Gand.", "semantic", 'it holds "j\'habite"', french)
    assert_type(lab, "Le train avait du retard hier.", "episodic", "it holds 'hier'", french)
    assert_type(lab, "I live by the sea.", None, "these tables are French", french)


@pytest.mark.task("B3.1", rule="A question claims nothing", points=8, needs="test_the_table_tells_the_type")
def test_a_question_claims_nothing(lab):
    """A question has no type, whatever cues it holds."""
    for question in ("I live where?", "Yesterday?!", "When I call, who answers?"):
        assert_type(lab, question, None, "a question claims nothing")


@pytest.mark.task("B3.1", rule="The most specific cue decides", points=10)
def test_the_most_specific_cue_decides(lab):
    """Of several cues the one with most letters decides."""
    cues = Cues(semantic=("i no longer",), episodic=("i *ed", "missed"), procedural=("no",))
    assert_type(
        lab, "I no longer answer calls I missed.", "semantic", "'i no longer' asks for most letters", cues
    )
    assert_type(
        lab, "I missed it, I no longer care.", "semantic", "it asks for most, wherever it stands", cues
    )
    cues = Cues(semantic=("my * * * * is",), episodic=("this evening",), procedural=())
    sentence = "My very old friend Lia is in town this evening."
    assert_type(lab, sentence, "episodic", "its cue has 11 letters, and 'my * * * * is' has 4", cues)


@pytest.mark.task("B3.1", rule="The most specific cue decides", points=6)
def test_between_equals_the_order_of_types(lab):
    """Between equals procedural goes first, then episodic."""
    tables = {"semantic": ("abc",), "episodic": ("def",), "procedural": ("ghi",)}
    for first, second in (("procedural", "episodic"), ("episodic", "semantic"), ("procedural", "semantic")):
        cues = Cues(**{kind: tables[kind] if kind in (first, second) else () for kind in tables})
        for sentence in ("abc def ghi", "ghi def abc"):
            assert_type(lab, sentence, first, f"of two cues with as many letters {first} goes first", cues)


@pytest.mark.task("B3.1", rule="How far the tables reach", points=8)
def test_figures_of_the_strangers(figures, expected):
    """What others say is typed as on the page."""
    got, want = figures["strangers"], expected["strangers"]
    for row, right in zip(got["rows"], want["rows"], strict=True):
        for name in ("claimed", "right"):
            assert row[name] == right[name], f"{name} {right[name]} for {right['type']}; it is {row[name]}"
    assert got["left_alone"] == want["left_alone"], (
        f"{want['left_alone']} sentences left alone; it is {got['left_alone']}"
    )


@pytest.mark.task("B3.1", points=10)
def test_types_of_a_variant(lab, reference, variant, rule):
    """A language never seen is typed as the reference does."""
    for sentence in variant["sentences"]:
        got, want = lab.type_of(sentence, variant["cues"]), reference.type_of(sentence, variant["cues"])
        asks = sentence.endswith("?")
        rule(
            "A question claims nothing"
            if asks
            else "What a cue is"
            if None in (got, want)
            else "The most specific cue decides"
        )
        assert got == want, f"{want!r} for {sentence!r}; it is {got!r}"


def contents(lab, text, cues=SMALL):
    return tuple(candidate.content for candidate in lab.candidates(said(text), cues))


@pytest.mark.task("B3.2", rule="A sentence at a time", points=8)
def test_one_candidate_a_sentence(lab):
    """Every sentence with a type is a candidate, in order."""
    text = "Hello there. I eat fish. I moved in May! Lovely, is it not? I live by the sea."
    want = ("I eat fish", "I moved in May!", "I live by the sea")
    got = contents(lab, text)
    assert got == want, f"{want}; it is {got}"
    types = tuple(candidate.type for candidate in lab.candidates(said(text), SMALL))
    assert types == ("semantic", "episodic", "semantic"), (
        f"the types semantic, episodic, semantic; it is {types}"
    )
    got = contents(lab, "I eat fish. I eat fish.")
    assert got == ("I eat fish", "I eat fish"), f"both of two equal sentences; it is {got}"


@pytest.mark.task("B3.2", rule="A sentence at a time", points=4, needs="test_one_candidate_a_sentence")
def test_nothing_claimed_is_no_candidate(lab):
    """A turn that claims nothing gives the empty tuple."""
    for text in ("", "Hello there. Lovely!", "Do I eat fish?"):
        got = lab.candidates(said(text), SMALL)
        assert got == (), f"(): nothing in {text!r} is claimed; candidates that came back: {len(got)}"


@pytest.mark.task("B3.2", rule="As it was said", points=10)
def test_the_content_is_as_it_was_said(lab):
    """Stops and blanks at the end go; all else stays."""
    for text, want in (
        ("  I eat at six.  ", "I eat at six"),
        ("I eat fish...", "I eat fish"),
        ("Yesterday 魚を食べた。", "Yesterday 魚を食べた"),
        ("I eat fish .", "I eat fish"),
        ("...and I eat fish!", "...and I eat fish!"),
        ("I eat fish…", "I eat fish…"),
        ("I eat  FISH at 8 p.m. on Fridays; no meat.", "I eat  FISH at 8 p.m. on Fridays; no meat"),
        ("I eat cre\u0300me bru\u0302le\u0301e.", "I eat cre\u0300me bru\u0302le\u0301e"),
    ):
        got = contents(lab, text)
        assert got == (want,), f"({want!r},); it is {got}"


@pytest.mark.task("B3.2", rule="As it was said", points=6)
def test_a_candidate_knows_its_turn(lab):
    """Number, role and time are those of the turn."""
    for role, number in (("user", 4), ("agent", 11)):
        found = lab.candidates(said("I eat fish.", role, number), SMALL)
        assert len(found) == 1, f"one candidate; there are {len(found)}"
        (one,) = found
        assert one.turn == number, f"turn {number}; it is {one.turn}"
        assert one.role == role, f"role {role!r}; it is {one.role!r}"
        same = one.time == AT and one.time.utcoffset() == AT.utcoffset()
        assert same, f"time {AT.isoformat()}, that of the turn; it is {one.time.isoformat()}"


@pytest.mark.task("B3.2", rule="What Priya's turns become", points=8, needs="test_figures_of_the_strangers")
def test_figures_of_priya(figures, expected):
    """Priya's turns give as many candidates as on the page."""
    if figures["strangers"] != expected["strangers"]:
        return  # then her sentences may have other types, and nothing is wrong with taking turns apart
    got, want = figures["priya"], expected["priya"]
    for name in ("candidates", "semantic", "episodic", "procedural", "characters", "example"):
        assert got[name] == want[name], f"{name} {want[name]}; it is {got[name]}"


@pytest.mark.task("B3.2", points=6)
def test_turns_of_a_variant(lab, variant, rule):
    """Turns never seen are taken apart by their sentences."""
    for turn in variant["turns"]:
        rule("A sentence at a time")
        typed = [(sentence, lab.type_of(sentence, variant["cues"])) for sentence in sentences(turn.text)]
        want = [(sentence.rstrip(" .。"), type) for sentence, type in typed if type is not None]
        found = lab.candidates(turn, variant["cues"])
        assert len(found) == len(want), f"candidates: {len(want)}, by your own types; there are {len(found)}"
        rule("As it was said")
        got = [(one.content, one.type) for one in found]
        assert got == want, f"{want}; it is {got}"
        for one in found:
            kept = (one.turn, one.role, one.time) == (turn.turn, turn.role, turn.time)
            assert kept, f"turn {turn.turn}, role {turn.role!r} and the turn's own time"
