"""The lesson on the record: its lab untouched and solved, other right ways, and what its page claims."""

import json
import textwrap
import unicodedata
from collections import defaultdict
from collections.abc import Callable
from datetime import datetime
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from curriculum import editions
from curriculum.course import Lesson, load_course
from grader.calls.inprocess import InProcess
from grader.judge.judge import judge
from grader.verdict import Verdict
from memlab.record import FIELDS, Scope, memory_id, record_problems
from tests.tutor.conftest import run_here as run_here
from tests.tutor.conftest import without_colour as without_colour
from workshop.labs import executed, solved

BOTH = ("memory_id", "record_problems")
RECORDS = Path(__file__).resolve().parents[2] / "data" / "records"

# Ids that are not memlab's and keep every rule of the page.
OTHER_IDS = {
    "the repr of a tuple": """
        text = unicodedata.normalize("NFC", content)
        parts = (text, type, scope.user, scope.agent, scope.session, source_id)
        return hashlib.sha256(repr(parts).encode()).hexdigest()
    """,
    "each part behind its length": """
        text = unicodedata.normalize("NFC", content)
        parts = (scope.user, scope.agent, scope.session, source_id, type, text)
        return hashlib.sha256("".join(f"{len(part)}:{part}" for part in parts).encode()).hexdigest()
    """,
    "a hash of hashes": """
        text = unicodedata.normalize("NFC", content)
        parts = (scope.user, scope.agent, scope.session, source_id, type, text)
        hashed = [hashlib.sha256(part.encode()).digest() for part in parts]
        return hashlib.sha256(b"".join(hashed)).hexdigest()
    """,
    "another hash, and NFD": """
        text = unicodedata.normalize("NFD", content)
        parts = [text, type, [scope.user, scope.agent, scope.session], source_id]
        return hashlib.blake2b(canonical_json(parts), digest_size=32).hexdigest()
    """,
    "the scope as Python prints it, in JSON": """
        text = unicodedata.normalize("NFC", content)
        return hashlib.sha256(canonical_json([text, type, str(scope), source_id])).hexdigest()
    """,
}

OTHER_PROBLEMS = """
    def share(value):
        return type(value) in (int, float) and 0 <= value <= 1

    def text(value):
        return isinstance(value, str) and not (value == "" or value.isspace())

    def time(value):
        try:
            return datetime.fromisoformat(value).tzinfo is not None
        except (TypeError, ValueError):
            return False

    checks = [
        ("content", text),
        ("type", lambda value: value in ("semantic", "episodic", "procedural")),
        ("user", text),
        ("source_id", lambda value: text(value) and text(value.split("/", 1)[0])),
        ("speaker", lambda value: value in ("user", "assistant", "agent", "tool")),
        ("authority", share),
        ("happened_at", time),
        ("recorded_at", time),
        ("confidence", share),
    ]
    known = {name for name, _ in checks}
    wrong = [name for name, check in checks if name not in fields or not check(fields[name])]
    strange = [name for name in fields if name not in known]
    return tuple(Problem(name, "look at this") for name in wrong + strange)
"""


@pytest.fixture
def lesson(real: Path) -> Lesson:
    return load_course(real).lesson("the-memory-record")


@pytest.fixture
def judged(lesson: Lesson) -> Callable[..., Verdict]:
    """Judge the solved lab, some of whose pieces have other bodies."""

    def judged(seed: int = 1, **bodies: str) -> Verdict:
        dedented = {name: textwrap.dedent(body).strip() for name, body in bodies.items()}
        verdicts: list[Verdict] = []
        namespace = executed(lesson, editions.replace(solved(lesson), dedented))
        judge(lesson, [InProcess(lesson, namespace)], verdicts.append, seed=seed)
        return verdicts[0]

    return judged


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (RECORDS / name).read_text(encoding="utf-8").splitlines()]


def scope_of(row: dict[str, Any]) -> Scope:
    return Scope(row["user"], row["agent"], row["session"])


def test_untouched_it_shows_what_is_to_come(write, run):
    """Untouched, the lab names both tasks and shows the whole table to come."""
    write(*BOTH)
    untouched = run()
    assert untouched.code == 1
    assert "  Task B2.1: name a memory by what it is" in untouched.lines
    assert "  Task B2.2: find everything wrong with a record" in untouched.lines
    assert "19 arrivals are 17 memories." in untouched.said
    assert untouched.lines[-1] == "not started: 0 of 100 points"


@pytest.mark.parametrize(
    ("left", "shown", "hidden", "points"),
    [
        ("record_problems", "19 arrivals are 17 memories.", "records to import", 56),
        ("memory_id", "12 records to import: 3 clean, 9 with 19 problems", "arrivals", 44),
    ],
)
def test_each_piece_is_judged_without_the_other(write, run, left, shown, hidden, points):
    """With one piece written its half of the output is there and its points are earned, whichever it is."""
    write(left)
    half = run()
    assert half.code == 1
    assert shown in half.said
    assert hidden not in half.said
    assert half.lines[-1] == f"in progress: {points} of 100 points"


def test_right_it_is_done(write, run):
    """With memlab's functions in its file the lab is done, on 80 columns."""
    write()
    right = run()
    assert right.code == 0
    assert right.lines[-1] == "done: 100 of 100 points"
    assert max(map(len, right.lines)) <= 80


def test_its_report_is_the_same_everywhere(write, run):
    """Hash seed, time zone and language of the machine change no byte of it."""
    write()
    machines = [("0", "UTC", "C"), ("7", "America/St_Johns", "tr_TR.UTF-8")]
    runs = [run(PYTHONHASHSEED=seed, TZ=zone, LC_ALL=language) for seed, zone, language in machines]
    assert {other.code for other in runs} == {0}
    assert len({other.stdout for other in runs}) == 1


@pytest.mark.parametrize("body", OTHER_IDS.values(), ids=OTHER_IDS.keys())
def test_another_right_id_is_right(judged, body):
    """What keeps the rules of the page is right, though its ids are not memlab's."""
    verdict = judged(memory_id=body)
    assert [check.message for check in verdict.checks if check.status != "passed"] == []
    assert verdict.score == 100


@pytest.mark.parametrize("seed", [1, 11, 12])
def test_problems_in_other_words_are_right(judged, seed):
    """A table of functions with words of its own is as right as memlab's."""
    verdict = judged(seed, record_problems=OTHER_PROBLEMS)
    assert [check.message for check in verdict.checks if check.status != "passed"] == []


@pytest.mark.parametrize("instead", ["", "_", " ", "%7C"])
def test_a_delimiter_that_is_taken_out_of_the_texts_is_found(judged, instead):
    """To drop or replace the delimiter in what is joined is no way out: a text counts as it stands."""
    verdict = judged(
        memory_id=f"""
        scope_parts = (scope.user, scope.agent, scope.session)
        parts = (unicodedata.normalize("NFC", content), type, *scope_parts, source_id)
        joined = "|".join(part.replace("|", {instead!r}) for part in parts)
        return hashlib.sha256(joined.encode()).hexdigest()
    """
    )
    failed = {check.id for check in verdict.checks if check.failed}
    assert failed == {"test_no_field_runs_into_the_next", "test_memories_of_a_variant"}


def test_memories_are_told_apart_as_the_data_says():
    """Two arrivals have one id exactly when the data calls them one memory (R07, R10, R16, R55)."""
    ids = defaultdict(set)
    for row in rows("incoming.jsonl"):
        ids[row["memory"]].add(memory_id(row["content"], row["type"], scope_of(row), row["source_id"]))
    assert [len(found) for found in ids.values()] == [1] * len(ids)
    assert len(set.union(*ids.values())) == len(ids)


def test_the_arrivals_are_awkward_in_every_way_that_the_page_names():
    """Two users, two turns, twice the same, two spellings, two joins, three scripts, capitals, marks."""
    came = rows("incoming.jsonl")
    pairs = [*permutations(came, 2)]
    assert any(one["content"] == other["content"] and one["user"] != other["user"] for one, other in pairs)
    assert any(
        (one["content"], scope_of(one)) == (other["content"], scope_of(other))
        and one["source_id"] != other["source_id"]
        for one, other in pairs
    )
    assert any(one == other for one, other in pairs)
    assert any(
        one["content"] == unicodedata.normalize("NFD", other["content"]) != other["content"]
        for one, other in pairs
    )
    assert any(
        one["source_id"] + one["content"] == other["source_id"] + other["content"]
        and one["content"] != other["content"]
        for one, other in pairs
    )
    paths = [f"{row['user']}/{row['agent']}" for row in came if row["agent"]]
    assert len(set(paths)) < len(paths)
    letters = {unicodedata.name(row["content"][0]).split()[0] for row in came}
    assert {"GREEK", "CYRILLIC", "THAI"} <= letters
    assert any(
        one["content"] != other["content"] and one["content"].lower() == other["content"].lower()
        for one, other in pairs
    )
    assert any("; " in row["content"] and "\n---\n" in row["content"] for row in came)


def test_every_field_is_wrong_somewhere_in_the_import():
    """The import has a problem of each of the nine fields, and names that are none."""
    found = [problem.field for row in rows("imported.jsonl") for problem in record_problems(row["fields"])]
    assert set(FIELDS) <= set(found)
    assert set(found) - set(FIELDS) == {"hapened_at", "when", "tags"}


def test_the_paris_note_is_flagged_and_becomes_right_with_its_offset():
    """Only the time without offset is a problem of that note; with what was meant there is none (R37)."""
    (row,) = [row for row in rows("imported.jsonl") if "meant" in row]
    assert [problem.field for problem in record_problems(row["fields"])] == ["happened_at"]
    assert record_problems(row["fields"] | {"happened_at": row["meant"]}) == ()


def test_a_naive_time_cannot_be_compared():
    """Python raises a TypeError where a naive time is sorted among others, as the page says (R37)."""
    times = [datetime.fromisoformat(row["fields"]["happened_at"]) for row in rows("imported.jsonl")[:4]]
    with pytest.raises(TypeError):
        sorted(times)


def test_the_table_of_the_page_is_the_one_of_the_lab(lesson):
    """Each way of making an id that the page lists has its paragraph there."""
    page = lesson.page.read_text(encoding="utf-8")
    for row in lesson.expected["identities"]:
        name = row["identity"]
        assert f"- **{name[0].upper()}{name[1:]}**" in page
