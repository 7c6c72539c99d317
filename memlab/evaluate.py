"""Evaluating a memory: questions with fixed answers, and what the loop brings back for each.

What counts is the text that a model would be handed. A question names the phrases that an answer needs, and
phrases that must not be there, because they were true once or were never true.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from memlab.budget import estimate_tokens
from memlab.words import terms


@dataclass(frozen=True, slots=True)
class Question:
    """A question of an exam: what every answer needs, and what contradicts it, as phrases."""

    id: str
    text: str
    needs: tuple[str, ...]
    contradicted_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scores:
    """How a memory did: three shares from 0.0 to 1.0, not rounded, and the tokens of all that came back."""

    recall: float
    precision: float
    contradiction_rate: float
    tokens: int


def holds(text: str, phrase: str) -> bool:
    """Tell whether all words of a phrase stand in a text, in their order and with no other between them.

    Compared by `terms`, so that case, punctuation around words and the spelling of accents do not matter. A
    phrase without words is held by every text.

    >>> holds("My sister's birthday is 14 May", "14 may"), holds("It is on 14 June, or May", "14 May")
    (True, False)
    """
    wanted, there = terms(phrase), terms(text)
    return any(there[start : start + len(wanted)] == wanted for start in range(len(there) + 1))


def answered(question: Question, texts: Sequence[str]) -> bool:
    """Tell whether texts answer a question: each phrase it needs stands in one, and none contradicts it.

    texts: what came back for the question, in any order. A phrase stands in a text if the text `holds` it;
    different texts may hold different phrases. A question that needs nothing is answered by no texts.

    >>> tea = Question("tea", "Which tea?", needs=("green", "no sugar"), contradicted_by=("black tea",))
    >>> answered(tea, ["I like green tea", "No sugar, please"]), answered(tea, ["I like green tea"])
    (True, False)
    >>> answered(tea, ["Green", "No sugar", "I like black tea"])
    False
    """
    found = all(any(holds(text, phrase) for text in texts) for phrase in question.needs)
    wrong = any(holds(text, phrase) for text in texts for phrase in question.contradicted_by)
    return found and not wrong


def score(
    questions: Sequence[Question], retrieved: dict[str, tuple[str, ...]], texts: dict[str, str]
) -> Scores:
    """Score what came back for the questions of an exam.

    retrieved: for the id of a question the ids of the memories that came back for it, each as often as it
    came. For a question that is not in it nothing came back; ids of other questions are passed over.
    texts: the text of each memory, by its id, as a model was handed it.
    A text is asked for the phrases of the question that it came back for, by `holds`.

    recall: of all phrases that the questions need, the share that stands in a text of its question. One that
        two questions need counts for each of them.
    precision: of all texts that came back, the share that holds at least one phrase its question needs.
    contradiction_rate: of all questions, the share that has a text which holds a phrase that contradicts it.
    tokens: the estimates of all texts that came back, added up; one counts each time it comes back.
    Each share is one of all questions together, not a mean of theirs. Of nothing needed the recall is 1.0, of
    nothing that came back the precision is 1.0, and of no questions the contradiction rate is 0.0.
    Source: precision and recall as information retrieval has them, over phrases in the place of documents.

    >>> tea = Question("tea", "Which tea?", needs=("green", "no sugar"))
    >>> work = Question("work", "Where do I work?", needs=("Halden",), contradicted_by=("Brim",))
    >>> texts = {"a": "I work at Brim", "b": "I joined Halden in May", "c": "Green tea, please"}
    >>> score([tea, work], {"tea": ("c",), "work": ("a", "b")}, texts)
    Scores(recall=0.6666666666666666, precision=0.6666666666666666, contradiction_rate=0.5, tokens=15)
    """
    needed = found = back = right = contradicted = tokens = 0
    for question in questions:
        handed = [texts[memory] for memory in retrieved.get(question.id, ())]
        needed += len(question.needs)
        found += sum(any(holds(text, phrase) for text in handed) for phrase in question.needs)
        back += len(handed)
        right += sum(any(holds(text, phrase) for phrase in question.needs) for text in handed)
        contradicted += any(holds(text, phrase) for text in handed for phrase in question.contradicted_by)
        tokens += sum(estimate_tokens(text) for text in handed)
    return Scores(
        recall=found / needed if needed else 1.0,
        precision=right / back if back else 1.0,
        contradiction_rate=contradicted / (len(questions) or 1),
        tokens=tokens,
    )
