"""An exam: questions in a file, and what the loop brings back for each of them.

The loop is `remember` and `context_for`, and nothing else: what is not in the context that a model would be
handed does not count. `memlab exam FILE` prints how it went.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from memlab.chat import ContextFor
from memlab.corpus import read_turns
from memlab.errors import CorpusError
from memlab.evaluate import Question, Scores, answered, score
from memlab.pipeline import context_for, remember
from memlab.record import Scope, Turn
from memlab.render import line_of
from memlab.store import load
from memlab.words import terms


@dataclass(frozen=True, slots=True)
class Exam:
    """The turns that are to be remembered, whose memory they are, and the questions that are asked then."""

    turns: tuple[Turn, ...]
    scope: Scope
    budget_tokens: int
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Sitting:
    """What came back: the ids of memories for the id of each question, and each memory's line by its id."""

    retrieved: dict[str, tuple[str, ...]]
    texts: dict[str, str]

    def passed(self, questions: Sequence[Question]) -> tuple[str, ...]:
        """The ids of the questions that are answered, in their order."""
        return tuple(
            question.id
            for question in questions
            if answered(question, [self.texts[memory] for memory in self.retrieved[question.id]])
        )

    def scores(self, questions: Sequence[Question]) -> Scores:
        """What `score` says of it."""
        return score(questions, self.retrieved, self.texts)


def read_exam(path: str | Path) -> Exam:
    """Read an exam from a YAML file, and the turns from the files beside it that the exam names.

    Raises CorpusError, with the file and what is wrong in it. A phrase without words is wrong, since every
    text would hold it.
    """
    import msgspec.yaml  # here, because memlab needs the standard library alone for all else

    class Asked(msgspec.Struct, forbid_unknown_fields=True):
        id: str
        text: str
        answer: str
        needs: tuple[str, ...]
        contradicted_by: tuple[str, ...] = ()

    class File(msgspec.Struct, forbid_unknown_fields=True):
        user: str
        budget_tokens: int
        turns: tuple[str, ...]
        questions: tuple[Asked, ...]

    path = Path(path)
    try:
        file = msgspec.yaml.decode(path.read_bytes(), type=File)
    except (OSError, msgspec.MsgspecError) as error:
        reason = " ".join(str(getattr(error, "strerror", None) or error).split())
        raise CorpusError(f"{path}: {reason}; an exam in YAML was expected there") from error
    ids = [asked.id for asked in file.questions]
    if twice := next((id for id in ids if ids.count(id) > 1), None):
        raise CorpusError(f"{path}: two questions have the id {twice}; give each its own")
    for asked in file.questions:
        for phrase in (*asked.needs, *asked.contradicted_by):
            if not terms(phrase):
                raise CorpusError(f"{path}: {phrase!r} of the question {asked.id} holds no word; write one")
    return Exam(
        turns=tuple(turn for name in file.turns for turn in read_turns(path.parent / name)),
        scope=Scope(file.user),
        budget_tokens=file.budget_tokens,
        questions=tuple(
            Question(asked.id, asked.text, asked.needs, asked.contradicted_by) for asked in file.questions
        ),
    )


def sit(path: str, exam: Exam, *, context_for: ContextFor = context_for) -> Sitting:
    """Remember the turns of an exam in a new store, ask its questions, and see what came back.

    path: where the store is to be. context_for: what makes the context of a question, where it is not to be
    memlab's own with six hits at most.
    Returns, for each question, each memory whose `line_of` stands in the context, in the order of the lines.
    """
    remember(path, exam.turns, exam.scope)
    texts = {memory.id: line_of(memory) for memory in load(path, exam.scope)}
    by_line = {line: id for id, line in texts.items()}
    retrieved = {}
    for question in exam.questions:
        context = context_for(path, question.text, exam.scope, exam.budget_tokens)
        # A line that is indented goes on with the one before.
        blocks = re.split(r"\n(?! )", context)
        retrieved[question.id] = tuple(by_line[block] for block in blocks if block in by_line)
    return Sitting(retrieved, texts)
