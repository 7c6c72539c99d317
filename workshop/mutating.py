"""Mutating: each mutant of a lesson's reference is judged; those with full marks are what the checks miss.

Full marks are those of the task of the altered piece. If only the checks of another task, whose piece calls
it, see the difference, then a learner would be told that the wrong piece is wrong.

A mutant survives if it has full marks with any of several seeds: the one that a learner is judged with, and
two more, for a variant may happen to hold the case that matters.
"""

import inspect
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import yaml

from curriculum.course import Equivalent, Lesson
from curriculum.files import read_text
from grader.judge.judge import PUBLIC_SEED
from workshop.mutants import Mutant, mutants
from workshop.trial import Altered, Tried, trial

SEEDS = (PUBLIC_SEED, 2, 3)
HASH_SEED = "PYTHONHASHSEED"


@dataclass(frozen=True, slots=True)
class PieceMutant:
    """A mutant of a piece, and the file that its original stands in."""

    file: Path
    piece: str
    mutant: Mutant


@dataclass(frozen=True, slots=True)
class Mutated:
    """What the mutants of one lesson showed.

    survivors: those that no entry of `equivalent.yaml` explains. problems: entries that explain no survivor,
    and mutants that a check cannot judge, in sentences.
    """

    lesson: str
    mutants: int
    equivalent: int
    survivors: tuple[PieceMutant, ...]
    problems: tuple[str, ...]


def mutated(lesson: Lesson, course: Path) -> Mutated:
    """Judge every mutant of every piece of a lesson, spread over the processors."""
    known = {_key(entry) for entry in lesson.equivalents}
    made = [
        PieceMutant(Path(inspect.getfile(piece.module)), piece.name, mutant)
        for piece in lesson.pieces
        for mutant in mutants(inspect.getsource(piece.module), piece.name)
    ]
    with _fixed_hashes():
        outcomes = _outcomes(made, lesson, course)
    survivors = [one for one, outcome in zip(made, outcomes, strict=True) if outcome.how == "full marks"]
    unknown = tuple(one for one in survivors if _key_of(one) not in known)
    unjudged = (
        f"{_place(one)}: {outcome.check} cannot judge {one.mutant.was} -> {one.mutant.now}"
        for one, outcome in zip(made, outcomes, strict=True)
        if outcome.how == "ungraded"
    )
    problems = (*_stale(lesson, {_key_of(one) for one in survivors}), *unjudged)
    return Mutated(lesson.id, len(made), len(survivors) - len(unknown), unknown, problems)


@contextmanager
def _fixed_hashes() -> Iterator[None]:
    """Let processes started from here go through a set in one order, or a mutant's end would be chance."""
    before = os.environ.get(HASH_SEED)
    os.environ[HASH_SEED] = "0"
    try:
        yield
    finally:
        del os.environ[HASH_SEED]
        if before is not None:
            os.environ[HASH_SEED] = before


def _outcomes(made: list[PieceMutant], lesson: Lesson, course: Path) -> list[Tried]:
    """How each ended. What only a variant's check stopped is tried with the other seeds too."""
    outcomes = [Tried("private")] * len(made)
    for seed in SEEDS:
        undecided = [index for index, outcome in enumerate(outcomes) if outcome.how == "private"]
        altered = [(made[index].piece, made[index].mutant.body) for index in undecided]
        for index, outcome in zip(undecided, _tried(course, lesson.id, seed, altered), strict=True):
            outcomes[index] = outcome
    return outcomes


def _tried(course: Path, slug: str, seed: int, altered: list[Altered]) -> list[Tried]:
    count = max(1, min(os.cpu_count() or 1, len(altered)))
    # Dealt out like cards, for neighbours take alike long.
    hands = [altered[first::count] for first in range(count)]
    given_up = Event()
    outcomes = [Tried("stopped")] * len(altered)
    with ThreadPoolExecutor(max_workers=count) as pool:
        try:
            trials = [pool.submit(trial, course, slug, seed, hand, given_up) for hand in hands]
            for first, ended in enumerate(trials):
                outcomes[first::count] = ended.result()
        finally:
            given_up.set()
    return outcomes


def _stale(lesson: Lesson, alive: set[tuple[str, str, str]]) -> Iterator[str]:
    """Yield a sentence for each entry that no survivor bears out, or that stands there twice."""
    if not lesson.equivalents:
        return
    listed = yaml.compose(read_text(lesson.equivalent_file), Loader=yaml.SafeLoader)
    assert listed is not None  # there are entries
    seen: set[tuple[str, str, str]] = set()
    for entry, node in zip(lesson.equivalents, listed.value, strict=True):
        place = f"{lesson.equivalent_file}:{node.start_mark.line + 1}"
        if _key(entry) not in alive:
            yield f"{place}: no such mutant of {entry.piece} gets full marks; the entry can go"
        elif _key(entry) in seen:
            yield f"{place}: this mutant is listed twice"
        seen.add(_key(entry))


def _key(entry: Equivalent) -> tuple[str, str, str]:
    return entry.piece, entry.was, entry.now


def _key_of(one: PieceMutant) -> tuple[str, str, str]:
    return one.piece, one.mutant.was, one.mutant.now


def _place(one: PieceMutant) -> str:
    return f"{one.file}:{one.mutant.line}"
