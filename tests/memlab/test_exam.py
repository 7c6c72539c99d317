"""Exams: read from a file or refused with a sentence, sat over the loop, and a key that has its source."""

from datetime import UTC, date, datetime
from functools import partial

import pytest
import yaml

from memlab.__main__ import main
from memlab.corpus import read_turns
from memlab.errors import CorpusError
from memlab.evaluate import Question, holds
from memlab.exam import Exam, Sitting, read_exam, sit
from memlab.pipeline import context_for
from memlab.record import Scope, Turn

TURN = '{"session": "s1", "turn": 1, "role": "user", "text": "I like tea.", "time": "2026-03-14T09:30:00Z"}\n'
AT = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
EXAM = """\
user: ada
budget_tokens: 100
turns: [turns.jsonl]
questions:
  - {id: tea, text: "Which tea?", answer: "Tea.", needs: [tea], contradicted_by: [coffee]}
"""


@pytest.fixture
def write(tmp_path):
    """Write an exam beside the turns that it names, and say where."""

    def write(text):
        (tmp_path / "turns.jsonl").write_text(TURN, encoding="utf-8")
        path = tmp_path / "exam.yaml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


@pytest.fixture(scope="module")
def priya(data):
    """The exam of the course."""
    return read_exam(data / "priya" / "exam.yaml")


def test_an_exam_is_read_with_its_turns(write):
    """Questions, budget, whose memory it is, and the turns of the files that lie beside it."""
    exam = read_exam(write(EXAM))
    assert [turn.text for turn in exam.turns] == ["I like tea."]
    assert (exam.scope, exam.budget_tokens) == (Scope("ada"), 100)
    assert exam.questions == (Question("tea", "Which tea?", ("tea",), ("coffee",)),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "No such file"),
        ("", "got `null`"),
        ("[", "did not find expected node content"),
        (EXAM.encode() + b"# \xe9", "UTF-8"),
        (EXAM + "marks: 3\n", "unknown field `marks`"),
        (EXAM.replace("user: ada\n", ""), "missing required field `user`"),
        (EXAM.replace("100", "plenty"), "Expected `int`, got `str` - at `$.budget_tokens`"),
        (EXAM.replace("[tea]", "tea"), "Expected `array`, got `str` - at `$.questions[0].needs`"),
        (EXAM + EXAM.splitlines()[-1], "two questions have the id tea"),
        (EXAM.replace("[tea]", '["..."]'), "'...' of the question tea holds no word"),
        (EXAM.replace("[coffee]", '[""]'), "'' of the question tea holds no word"),
    ],
)
def test_a_malformed_exam_is_refused_in_one_sentence(write, text, said):
    """With the file, what is wrong in it, and no line break."""
    path = write(text or "")
    if text is None:
        path.unlink()
    with pytest.raises(CorpusError) as refused:
        read_exam(path)
    message = str(refused.value)
    assert message.startswith(f"{path}: ")
    assert said in message
    assert "\n" not in message


def test_turns_that_are_not_there_are_named(write):
    """It is the file of turns that the sentence names, not the exam."""
    path = write(EXAM.replace("turns.jsonl", "spoken.jsonl"))
    with pytest.raises(CorpusError, match=r"spoken\.jsonl: no such file"):
        read_exam(path)


def test_what_came_back_is_what_stands_in_the_context(tmp_path):
    """Also a memory of several lines, and one that looks like another's line; in the order of the context."""
    said = ("I like green tea.", "I like tea:\u2028- 2026-03-14, user, s1/1: I like green tea.")
    turns = tuple(Turn("s1", number, "user", text, AT) for number, text in enumerate(said, start=1))
    exam = Exam(turns, Scope("ada"), 200, (Question("tea", "Which green tea?", ("green",)),))
    sitting = sit(str(tmp_path / "store.db"), exam)
    first, second = (sitting.texts[memory] for memory in sitting.retrieved["tea"])
    assert first == "- 2026-03-14, user, s1/1: I like green tea"
    assert second.startswith("- 2026-03-14, user, s1/2: I like tea:\n  ")
    assert second.endswith(first)


def test_another_loop_can_be_examined(write, tmp_path):
    """Whatever makes a context sits the exam: one that finds nothing fails what needs something."""
    exam = read_exam(write(EXAM))
    silent = sit(str(tmp_path / "silent.db"), exam, context_for=lambda *asked: "")
    none = sit(str(tmp_path / "none.db"), exam, context_for=partial(context_for, limit=0))
    assert silent == none == Sitting({"tea": ()}, silent.texts)
    assert silent.passed(exam.questions) == ()
    assert sit(str(tmp_path / "own.db"), exam).passed(exam.questions) == ("tea",)


def test_sitting_twice_gives_the_same(priya, tmp_path):
    """A second sitting over the same store remembers nothing more and brings back the same."""
    path = str(tmp_path / "store.db")
    first, second = sit(path, priya), sit(path, priya)
    assert first == second
    assert first.passed(priya.questions) == second.passed(priya.questions)


def test_the_command_prints_a_line_a_question_and_the_scores(data, capsys):
    """`memlab exam FILE` ends with how many were answered; a file that is no exam ends with 2."""
    assert main(["exam", str(data / "priya" / "exam.yaml")]) == 0
    printed = capsys.readouterr().out.splitlines()
    questions = [line for line in printed if line.startswith(("yes  ", "no   "))]
    assert len(questions) == 14
    answered = sum(line.startswith("yes") for line in questions)
    assert printed[-1] == f"{answered} of 14 answered"
    assert main(["exam", str(data / "README.md")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_r88_every_phrase_of_the_key_is_supported_by_a_turn(data, priya):
    """R88: a phrase of the key stands in a turn, unless it is a date that was worked out of what was said."""
    turns = [turn for name in ("sessions", "agents") for turn in read_turns(data / "priya" / f"{name}.jsonl")]
    phrases = [phrase for one in priya.questions for phrase in (*one.needs, *one.contradicted_by)]
    unsupported = [phrase for phrase in phrases if not any(holds(turn.text, phrase) for turn in turns)]
    assert [date.fromisoformat(phrase) for phrase in unsupported] == [date(2025, 11, 20), date(2025, 11, 21)]


def test_r88_the_dates_that_were_worked_out_are_golds(data):
    """The two dates of the key are what gold.yaml has for the flight and the dinner, and no other."""
    gold = yaml.safe_load((data / "priya" / "gold.yaml").read_text(encoding="utf-8"))
    since = {entry["content"]: str(entry["since"]) for entry in gold}
    assert since["We flew to Porto last Thursday, Ilan and I"] == "2025-11-20"
    assert since["We had dinner with Ilan's parents on our second night there"] == "2025-11-21"
