"""Verifying: whether a lesson's checks tell right from wrong, proven by running them on both.

For every lesson: the untouched stub scores 0 and is "not started"; the reference, put into lab.py, scores
100; any seed makes one variant; a piece that returns a constant or an argument earns nothing; each known
mistake fails the check that its docstring names; every check is failed by some mistake; and the page has its
sections in order.
"""

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from curriculum import editions
from curriculum.course import Lesson, load_course
from curriculum.files import CourseError, read_text, write_text
from grader.calls.inprocess import InProcess
from grader.judge.judge import PUBLIC_SEED, judge
from grader.report.known import known_mistakes
from grader.verdict import MAX_SCORE, Verdict
from workshop.blank import blank
from workshop.labs import executed, solved, stubs_of
from workshop.mistakes import Mistake, files_of, lab_with, read_mistake

SECTIONS = (
    "In one line",
    "You will be able to",
    "Where this sits",
    "The problem",
    "Why this isn't RAG",
    "Predict",
    "Mechanism",
    "Design decisions",
    "Lab",
    "What this adds to the capstone",
    "Failure modes",
    "Check yourself",
    "What the checks do not prove",
    "Connections",
)
FEWEST_MISTAKES = 4
VARIANTS = 200
OTHER_SEEDS = (2, 3)


@dataclass(frozen=True, slots=True)
class Verified:
    """What verifying one lesson found. unchanged: nothing was run, since it was verified as it is."""

    lesson: str
    problems: tuple[str, ...]
    runs: int
    unchanged: bool = False


def verify(folder: Path, *, everything: bool, only: str = "") -> list[Verified]:
    """Verify all lessons of a course in parallel; unchanged ones are skipped unless `everything`.

    only: slug or code of the one lesson to verify; "" for all.
    """
    course = load_course(folder)
    lessons = (course.lesson(only),) if only else course.lessons
    record = folder.parent / ".course" / "verified.json"
    known: dict[str, str] = json.loads(read_text(record)) if record.is_file() and not everything else {}
    library = course.folder / course.order.library
    digests = {lesson.id: _digest(lesson, library) for lesson in lessons}
    changed = [lesson.id for lesson in lessons if known.get(lesson.id) != digests[lesson.id]]
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as pool:
        results = list(pool.map(_verify_one, [folder] * len(changed), changed))
    fresh = {found.lesson: digests[found.lesson] for found in results if not found.problems}
    record.parent.mkdir(exist_ok=True)
    write_text(record, json.dumps({**known, **fresh}, indent=1, sort_keys=True) + "\n")
    unchanged = [Verified(slug, (), 0, unchanged=True) for slug in digests if slug not in changed]
    return results + unchanged


def _digest(lesson: Lesson, library: Path) -> str:
    """A hash over everything on which the verdicts depend: the lesson, the code and the data."""
    house = Path(__file__).resolve().parents[1]
    rooms = [house / room for room in ("memlab", "curriculum", "grader", "workshop", "data")]
    files = {path for folder in (*rooms, library, lesson.folder) for path in folder.rglob("*.*")}
    digest = hashlib.sha256()
    for path in sorted(files, key=str):
        if path.is_file() and path.suffix in (".py", ".yaml", ".jsonl", ".md", ".ini"):
            digest.update(f"{path.name}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def _verify_one(folder: Path, slug: str) -> Verified:
    lesson = load_course(folder).lesson(slug)
    try:
        verifier = Verifier(lesson, solved(lesson))
        executed(lesson, verifier.right)
    except CourseError as error:
        return Verified(slug, (str(error),), 0)
    problems = tuple(verifier.problems())
    return Verified(slug, problems, verifier.runs)


class Verifier:
    """Runs a lesson's checks on right and wrong solutions, and says what did not come out as it should."""

    def __init__(self, lesson: Lesson, right: str) -> None:
        """right: the text of lab.py with every piece rebuilt from memlab."""
        self._lesson = lesson
        self.right = right
        self.runs = 0

    def problems(self) -> Iterator[str]:
        """Yield a sentence for each thing that is not as it should be."""
        yield from self._texts()
        yield from self._untouched()
        yield from self._reference()
        yield from self._variants()
        yield from self._trivial()
        yield from self._mistakes()

    def _judged(self, namespaces: Sequence[Mapping[str, Any]], seed: int = PUBLIC_SEED) -> list[Verdict]:
        """Judge each of these, with the checks collected once for all."""
        verdicts: list[Verdict] = []
        callers = [InProcess(self._lesson, namespace) for namespace in namespaces]
        judge(self._lesson, callers, verdicts.append, seed=seed)
        self.runs += len(verdicts)
        return verdicts

    def _texts(self) -> Iterator[str]:
        lesson = self._lesson
        page = read_text(lesson.page)
        headings = re.findall(r"^## (.+)$", page, re.MULTILINE)
        if tuple(headings) != SECTIONS:
            wrong = next((h for h, s in zip(headings, SECTIONS, strict=False) if h != s), "the last one")
            yield f"{lesson.page}: the sections are not the fixed ones in their order (see: {wrong})"
        if "```mermaid" not in page:
            yield f"{lesson.page}: the mechanism has no mermaid diagram"
        for piece in lesson.pieces:
            if len(lesson.hints.get(piece.task, ())) != 3:
                yield f"{lesson.folder / 'lab' / 'hints.yaml'}: {piece.task} needs three steps"
        for name, questions in (("quiz", lesson.quiz), ("predict", lesson.predictions)):
            if not questions:
                yield f"{lesson.folder / name}.yaml: there is no question"

    def _untouched(self) -> Iterator[str]:
        stubbed = executed(self._lesson, editions.paste(self.right, stubs_of(self._lesson)))
        (verdict,) = self._judged([stubbed])
        if verdict.state != "not started" or verdict.score:
            yield f"the untouched stub is {verdict.state!r} with {verdict.score} points"

    def _reference(self) -> Iterator[str]:
        (verdict,) = self._judged([executed(self._lesson, self.right)])
        if verdict.score != MAX_SCORE or verdict.state != "done":
            failed = [f"{check.id}: {check.message}" for check in verdict.checks if check.status != "passed"]
            yield f"the reference in lab.py scores {verdict.score}: {'; '.join(failed)}"
        if verdict.figures != self._lesson.expected:
            yield f"{self._lesson.folder}: expected.yaml is not what the reference gives; run course build"
        yield from self._rules(verdict)

    def _variants(self) -> Iterator[str]:
        """An instructor's seed is any number: whatever it is, a variant can be made from it, and only one."""
        for seed in range(VARIANTS):
            try:
                made, again = self._lesson.variant.make(seed), self._lesson.variant.make(seed)
            except Exception as error:
                said = f"{type(error).__name__}: {error}"
                yield f"{self._lesson.folder}: no variant for the seed {seed} ({said})"
                return
            if made != again:
                yield f"{self._lesson.folder}: two variants for the seed {seed}"
                return

    def _trivial(self) -> Iterator[str]:
        tried = [
            (
                piece,
                f"{piece.name} that returns {says}",
                executed(self._lesson, self.right, {piece.name: function}),
            )
            for piece in self._lesson.pieces
            for says, function in _trivial_functions(piece.reference)
        ]
        verdicts = self._judged([namespace for _, _, namespace in tried])
        for (piece, what, _), verdict in zip(tried, verdicts, strict=True):
            earned = [check.id for check in verdict.of_task(piece.task) if check.earned]
            if earned:
                yield f"{what} earns {', '.join(earned)}"
            yield from self._ungraded(verdict, what)

    def _mistakes(self) -> Iterator[str]:
        files = files_of(self._lesson)
        if len(files) < FEWEST_MISTAKES:
            yield f"there are {len(files)} mistakes; at least {FEWEST_MISTAKES} were expected"
        tried = []
        for file in files:
            try:
                tried.append(read_mistake(file, self._lesson))
            except CourseError as error:
                yield str(error)
        verdicts = self._judged([lab_with(mistake, self._lesson, self.right) for mistake in tried])
        caught: set[str] = set()
        checks: set[str] = set()
        for mistake, verdict in zip(tried, verdicts, strict=True):
            checks = {check.id for check in verdict.checks}
            failed = {check.id for check in verdict.checks if check.failed}
            caught |= failed
            if not mistake.named or not mistake.named <= checks:
                yield f"{mistake.file}: the docstring does not begin with `fails: ` and the name of a check"
            elif not mistake.named <= failed:
                passed = ", ".join(sorted(mistake.named - failed))
                yield f"{mistake.file}: it passes {passed}, which it should fail"
            if not mistake.says:
                yield f"{mistake.file}: the docstring does not say in a sentence what the mistake is"
            yield from self._ungraded(verdict, mistake.file.name)
            yield from self._rules(verdict)
        yield from self._fair(tried, verdicts)
        for check in sorted(checks - caught):
            yield f"no mistake fails {check}; a check that nothing fails proves nothing"

    def _fair(self, tried: Sequence[Mistake], before: Sequence[Verdict]) -> Iterator[str]:
        """Two classes with two seeds get the same marks for the same work, and are told the same of it."""
        scores = [{verdict.score: PUBLIC_SEED} for verdict in before]
        for seed in OTHER_SEEDS:
            verdicts = self._judged([lab_with(mistake, self._lesson, self.right) for mistake in tried], seed)
            for known, verdict in zip(scores, verdicts, strict=True):
                known.setdefault(verdict.score, seed)
        for mistake, known in zip(tried, scores, strict=True):
            if len(known) > 1:
                told = ", ".join(f"{score} with the seed {seed}" for score, seed in known.items())
                yield f"{mistake.file}: its score hangs on the seed ({told}); let variant.py hold every case"
        yield from self._recognised(tried, verdicts)

    def _recognised(self, tried: Sequence[Mistake], verdicts: Sequence[Verdict]) -> Iterator[str]:
        """Whoever makes a known mistake is not told another one instead."""
        for mistake, verdict in zip(tried, verdicts, strict=True):
            told = [
                says for piece in self._lesson.pieces for says in known_mistakes(self._lesson, verdict, piece)
            ]
            if told and mistake.says not in told:
                yield f"{mistake.file}: whoever makes it is told another: {told[0]}"

    def _ungraded(self, verdict: Verdict, what: str) -> Iterator[str]:
        for check in verdict.checks:
            if check.status == "ungraded":
                yield f"{check.id} cannot judge {what}: {check.message}"

    def _rules(self, verdict: Verdict) -> Iterator[str]:
        """Every check that a learner may read of stands for a rule of the page; one of a variant names it."""
        for check in verdict.checks:
            if not (check.private or check.rule):
                yield f"{check.id} names no rule of the page; give its mark a rule="
            elif check.status == "wrong" and not check.rule:
                yield f"{check.id} fails and names no rule of the page; have it call rule(...) first"
            elif check.rule and self._lesson.line_of_rule(check.rule) is None:
                yield f"{self._lesson.page}: there is no paragraph **{check.rule}.**, which {check.id} names"


def _trivial_functions(reference: Callable[..., Any]) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Functions that know nothing: constants, and each of their arguments."""
    names = reference.__code__.co_varnames[: reference.__code__.co_argcount]
    for constant in (None, (), "", 0, *blank(reference)):
        yield repr(constant)[:60], lambda *arguments, constant=constant, **named: constant
    for position, name in enumerate(names):
        yield f"its argument {name}", lambda *arguments, position=position, **named: arguments[position]
