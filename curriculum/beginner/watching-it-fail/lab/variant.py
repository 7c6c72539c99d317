"""Questions and exams that nobody has seen, with made-up words, from a seed."""

import random
import re
import unicodedata
from typing import Any

from memlab.evaluate import Question, holds

SYLLABLES = ("ka", "lo", "mi", "ren", "sa", "tu", "vel", "wo", "yan", "zi", "né", "rû")
PLAIN = {
    "recall": "Recall", "precision": "Precision", "contradiction_rate": "Contradiction rate",
    "tokens": "Tokens",
}  # fmt: skip

Case = tuple[str, Question, tuple[str, ...]]
Retrieved = dict[str, tuple[str, ...]]
Exam = tuple[dict[str, str], tuple[Question, ...], Retrieved, dict[str, str]]


def make(seed: int) -> dict[str, Any]:
    """Return `cases` of one question, each with the rule that it tries, and `exams`, with a rule a score.

    Whatever the seed, every rule is tried in every way that the page names.
    """
    draw = random.Random(seed)
    cases = [*_needing(draw), *_contradicted(draw), *_compared(draw), *_empty(draw)]
    draw.shuffle(cases)
    return {"cases": tuple(cases), "exams": tuple(_exams(draw))}


def _needing(draw: random.Random) -> list[Case]:
    """One phrase and three, all found or all but one, in texts of their own and in one together."""
    rule, beside = "Each phrase for itself", _text(draw)
    phrases = tuple(_phrase(draw) for _ in range(3))
    texts = [_text(draw, phrase) for phrase in phrases]
    first, second = phrases[0].rsplit(" ", 1)
    return [
        _case("What an answer needs", phrases[:1], (), *_shuffled(draw, [texts[0], beside])),
        _case("What an answer needs", phrases[:1], (), *texts[1:], beside),
        _case(rule, phrases, (), *_shuffled(draw, [*texts, beside])),
        _case(rule, phrases, (), _text(draw, *phrases)),
        *(_case(rule, phrases, (), *(texts[:place] + texts[place + 1 :]), beside) for place in range(3)),
        _case(rule, phrases[:1], (), f"{beside} {first}", f"{second} {beside}"),
    ]


def _contradicted(draw: random.Random) -> list[Case]:
    """What is needed is there, and so is something against it: in one text of some, or in none as a whole."""
    rule, beside = "What contradicts", _text(draw)
    needed, against, other = (_phrase(draw) for _ in range(3))
    good, bad, worse = (_text(draw, phrase) for phrase in (needed, against, other))
    first, second = against.rsplit(" ", 1)
    both = (other, against)
    return [
        _case(rule, (needed,), both, good, beside),
        _case(rule, (needed,), both, good, bad),
        _case(rule, (needed,), both, worse, good),
        _case(rule, (needed,), both, bad, good, worse),
        _case(rule, (needed,), both, beside, _text(draw, needed, against)),
        _case(rule, (needed,), both, bad, beside),
        _case(rule, (needed,), both, good, first, second),
        _case("Nothing needed", (), both, beside),
        _case("Nothing needed", (), both, beside, bad),
        _case("Nothing needed", (), (), beside, bad),
    ]


def _compared(draw: random.Random) -> list[Case]:
    """A phrase in other spellings, and texts that hold it but for its words."""
    rule, phrase = "Compared by words", _phrase(draw)
    words = phrase.split()
    held = [
        phrase.upper(), unicodedata.normalize("NFD", phrase), f"«{phrase}»!", phrase.replace(" ", ", ", 1)
    ]  # fmt: skip
    nearly = [f"{phrase}ish", f"mc{phrase}", " ".join(reversed(words)), f" {_word(draw)} ".join(words)]
    return [
        *(_case(rule, (phrase,), (), _text(draw, text)) for text in held + nearly),
        *(_case(rule, (), (phrase,), _text(draw, text)) for text in held + nearly),
    ]


def _empty(draw: random.Random) -> list[Case]:
    phrase, other = _phrase(draw), _phrase(draw)
    return [
        _case("Nothing came back", (phrase,), ()),
        _case("Nothing came back", (phrase,), (other,)),
        _case("Nothing needed", (), ()),
        _case("Nothing needed", (), (other,)),
    ]


def _case(rule: str, needs: tuple[str, ...], against: tuple[str, ...], *texts: str) -> Case:
    return rule, Question("q", "What is asked?", needs, against), texts


def _exams(draw: random.Random) -> list[Exam]:
    """Exams of several questions, which some memories answer, contradict, or have nothing to do with."""
    questions, texts = _asked(draw)
    ids = list(texts)
    some = {question.id: tuple(draw.choices(ids, k=draw.randint(1, 6))) for question in questions}
    everything = {question.id: tuple(_shuffled(draw, ids)) for question in questions}
    twice = {question.id: (ids[0], ids[0], ids[-1]) for question in questions}
    one = next(id for id, text in texts.items() if holds(text, questions[1].needs[0]))
    uneven = {questions[0].id: tuple(ids), questions[1].id: (one,)}
    gaps = {questions[0].id: tuple(ids), "unasked": tuple(ids[:3])}
    shouted = {id: unicodedata.normalize("NFD", text.upper()) for id, text in texts.items()}
    longer = {id: re.sub(r"(\d+)", r"\g<1>0", text) for id, text in texts.items()}
    nothing = dict.fromkeys(PLAIN, "Nothing to divide by")
    words = dict.fromkeys(PLAIN, "Compared by words")
    needless = tuple(Question(question.id, question.text, ()) for question in questions)
    return [
        (PLAIN, questions, some, texts),
        (PLAIN, questions, everything, texts),
        (PLAIN, questions, twice, texts),
        (PLAIN, questions, uneven, texts),
        (dict.fromkeys(PLAIN, "What came back for what"), questions, gaps, texts),
        (words, questions, everything, shouted),
        (words, questions, everything, longer),
        (nothing, (), {}, {}),
        (nothing, questions, {}, texts),
        (nothing, needless, everything, texts),
    ]


def _asked(draw: random.Random) -> tuple[tuple[Question, ...], dict[str, str]]:
    """Five questions with different numbers of phrases, and memories that hold them."""
    questions, texts = [], [_text(draw), _text(draw)]
    for number, (needed, against) in enumerate(((3, 2), (1, 1), (2, 0), (0, 1), (1, 0)), start=1):
        needs = tuple(_phrase(draw) for _ in range(needed))
        wrong = tuple(_phrase(draw) for _ in range(against))
        questions.append(Question(f"q{number}", "What is asked?", needs, wrong))
        texts += [_text(draw, *needs[:2]), *(_text(draw, phrase) for phrase in (*needs[-1:], *wrong))]
        texts += [_text(draw, *needs[:1], *wrong[:1])]
    return tuple(questions), {f"m{number}": text for number, text in enumerate(_shuffled(draw, texts))}


def _text(draw: random.Random, *held: str) -> str:
    """A text that holds these, with words of its own between and around them."""
    parts = [_word(draw)]
    for phrase in held:
        parts += [phrase, _word(draw)]
    return " ".join(parts)


def _phrase(draw: random.Random) -> str:
    """Two or three words, of which no two are the same; the last is a number."""
    words = {_word(draw): None for _ in range(draw.randint(1, 2))}
    return f"{' '.join(words)}é {draw.randint(2, 99)}"


def _word(draw: random.Random) -> str:
    return "".join(draw.choices(SYLLABLES, k=draw.randint(3, 5)))


def _shuffled(draw: random.Random, texts: list[str]) -> list[str]:
    return draw.sample(texts, len(texts))
