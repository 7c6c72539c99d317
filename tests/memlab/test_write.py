"""From turns to records: which sentences are kept, as what, and on whose word."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.cues import CUES, Cues
from memlab.record import MemoryType, Provenance, Role, Scope, Turn
from memlab.write import Candidate, candidates, write

AT = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
FRENCH = Cues(semantic=("j'aime", "je suis"), episodic=("hier",), procedural=("^quand",))


def said(text: str, role: Role = "user", turn: int = 1, session: str = "s1") -> Turn:
    """Make a turn that says this."""
    return Turn(session, turn, role, text, AT + timedelta(minutes=turn))


def claimed(text: str, cues: Cues = CUES) -> list[tuple[MemoryType, str]]:
    """Return type and content of what a text claims."""
    return [(candidate.type, candidate.content) for candidate in candidates(said(text), cues)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I prefer trains.", [("semantic", "I prefer trains")]),
        ("I like tea...", [("semantic", "I like tea")]),
        ("Am I vegetarian?!", []),
        ("I bought a kettle yesterday.", [("episodic", "I bought a kettle yesterday")]),
        ("Whenever it rains, close the shutters.", [("procedural", "Whenever it rains, close the shutters")]),
        ("Good morning! Lovely weather.", []),
        ("", []),
    ],
)
def test_a_cue_claims_a_sentence_for_its_type(text, expected):
    """A sentence with a cue becomes a candidate of the cue's type, one without becomes nothing."""
    assert claimed(text) == expected


def test_each_claimed_sentence_of_a_turn_is_a_candidate():
    """A turn gives one candidate a claimed sentence, in the order said."""
    text = "Hello. I prefer trains. I bought a kettle yesterday! Bye."
    assert claimed(text) == [
        ("semantic", "I prefer trains"),
        ("episodic", "I bought a kettle yesterday!"),
    ]


def test_a_sentence_with_many_cues_is_one_candidate():
    """However many cues a sentence holds, it is written once."""
    assert len(claimed("I never drink coffee, I prefer tea and I like it every day.")) == 1


@pytest.mark.parametrize(
    "text", ["Am I vegetarian?", "Do you know that I prefer tea?", '"I prefer tea?"', "I prefer tea？"]
)
def test_a_question_claims_nothing(text):
    """A question states nothing, cues or not, in quotes or not."""
    assert claimed(text) == []


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("I prefer tea.", "I prefer tea"),
        ("I prefer tea!", "I prefer tea!"),
        ("  I prefer tea.  ", "I prefer tea"),
        ("I PREFER tea; not coffee.", "I PREFER tea; not coffee"),
        ("I prefer cafe\u0301.", "I prefer cafe\u0301"),
        ("I can’t eat nuts.", "I can’t eat nuts"),
    ],
)
def test_a_content_is_the_sentence_as_said(text, content):
    """Only blanks around it and a final stop are taken off; person, case and bytes stay."""
    assert [found for _, found in claimed(text)] == [content]


def test_the_longest_cue_decides():
    """A more specific cue outweighs a shorter one of another type, whichever stands first."""
    cues = Cues(semantic=("tea at dawn",), episodic=("had",), procedural=("at",))
    assert claimed("We had tea at dawn", cues) == [("semantic", "We had tea at dawn")]
    assert claimed("Tea at noon we had", cues) == [("episodic", "Tea at noon we had")]


@pytest.mark.parametrize(
    ("cues", "type"),
    [
        (Cues(semantic=("one",), episodic=("two",), procedural=("six",)), "procedural"),
        (Cues(semantic=("one",), episodic=("two",), procedural=()), "episodic"),
        (Cues(semantic=("one",), episodic=(), procedural=()), "semantic"),
    ],
)
def test_between_cues_of_one_length_the_order_of_types_decides(cues, type):
    """Of equally long cues procedural goes before episodic and episodic before semantic."""
    assert claimed("one two six", cues) == [(type, "one two six")]


def test_another_language_brings_its_own_cues():
    """The tables are data: French cues claim French sentences, and the English ones do not."""
    text = "J’aime le thé. Je suis rentrée hier. Quand il pleut, ferme tout."
    assert [type for type, _ in claimed(text, FRENCH)] == ["semantic", "semantic", "procedural"]
    assert claimed("J’aime le thé.") == []


def test_no_cues_claim_nothing():
    """Empty tables write nothing down."""
    assert claimed("I prefer tea.", Cues((), (), ())) == []


@given(st.lists(st.sampled_from(["I prefer", "tea", "had", "when", ".", "!", "?", "\n", ","]), max_size=25))
def test_every_candidate_stands_word_for_word_in_its_turn(parts):
    """A content is always a piece of what was said, never a rewording."""
    turn = said(" ".join(parts))
    for candidate in candidates(turn, CUES):
        assert candidate.content in turn.text
        assert candidate.content == candidate.content.strip()
        assert (candidate.turn, candidate.role, candidate.time) == (turn.turn, turn.role, turn.time)


@pytest.mark.parametrize(("role", "written"), [("user", 1), ("agent", 1), ("assistant", 0), ("tool", 0)])
def test_only_turns_of_the_user_and_of_agents_are_written_down(role, written):
    """What the assistant said and what a tool returned become no memory."""
    assert len(write([said("Ada likes trains.", role)], Scope("ada"))) == written


def test_memories_come_in_the_order_said():
    """Records follow the turns and, within a turn, the sentences."""
    turns = [said("I prefer tea. I like jam.", turn=2), said("I bought a kettle.", turn=1)]
    assert [memory.content for memory in write(turns, Scope("ada"))] == [
        *("I prefer tea", "I like jam", "I bought a kettle"),
    ]


def test_a_memory_carries_scope_source_and_the_time_of_its_turn():
    """Scope and source are those given, and both times are the turn's, offset and all."""
    turn = said("I prefer tea.", turn=5, session="s3")
    (memory,) = write([turn], Scope("ada", "bot"))
    assert memory.scope == Scope("ada", "bot")
    assert memory.provenance == Provenance("s3/5", "user", 1.0)
    assert (memory.happened_at, memory.recorded_at) == (turn.time, turn.time)


def test_writing_compares_nothing():
    """What was said in two turns is written twice; finding that out comes later."""
    written = write([said("I prefer tea.", turn=1), said("I prefer tea.", turn=2)], Scope("ada"))
    assert [memory.content for memory in written] == ["I prefer tea", "I prefer tea"]
    assert written[0].id != written[1].id


def test_writing_the_same_turns_again_makes_the_same_records():
    """Writing twice is writing once: equal turns give equal records."""
    turns = [said("I prefer tea. I bought a kettle.")]
    assert write(turns, Scope("ada")) == write(turns, Scope("ada"))


def test_nothing_said_is_nothing_written():
    """No turns give no memories."""
    assert write([], Scope("ada")) == ()


def test_a_candidate_is_plain_data():
    """Equal candidates are equal, so that they can be compared field by field."""
    one, other = (Candidate("Tea", "semantic", 1, "user", AT) for _ in range(2))
    assert one == other


@pytest.mark.parametrize("name", ["unseen", "typed"])
def test_the_cues_sort_unseen_sentences_well_enough(data, name):
    """Of sentences that nobody made the tables from four in five are found, and mostly claimed rightly."""
    with (data / "sentences" / f"{name}.jsonl").open(encoding="utf-8") as lines:
        typed = [json.loads(line) for line in lines]
    found = [[candidate.type for candidate in candidates(said(row["text"]), CUES)] for row in typed]
    right = sum(types == [row["type"]] for types, row in zip(found, typed, strict=True))
    assert len(typed) in (50, 120)
    assert right / sum(map(len, found)) >= 0.85
    assert right / sum(row["type"] != "none" for row in typed) >= 0.8
