"""The verdict in a notebook is the script's, drawn with tables and a plot, and needs no extension."""

import re
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from curriculum import editions
from curriculum.course import Lesson, load_course
from curriculum.notebook import notebook_of
from grader.calls.inprocess import InProcess
from grader.judge.judge import judge
from grader.verdict import Verdict
from tutor.drawn import show
from workshop.labs import executed, solved, stubs_of

pytestmark = pytest.mark.filterwarnings(
    "ignore:::(ipykernel|jupyter_client|jupyter_core|nbclient|tornado|zmq|traitlets)"
)


@pytest.fixture
def lesson(real: Path) -> Lesson:
    return load_course(real).lesson("summarization-and-compaction")


@pytest.fixture
def in_kernel(lesson: Lesson):
    """Run a lab as a notebook; what its last cell displays."""

    def run(text: str) -> list:
        notebook = nbformat.reads(notebook_of(text), as_version=4)
        where = {"metadata": {"path": str(lesson.lab.parent)}}
        NotebookClient(notebook, timeout=60, kernel_name="python3", resources=where).execute()
        *others, last = (cell for cell in notebook.cells if cell.cell_type == "code")
        assert [cell.outputs for cell in others if cell.outputs] == []
        return [output["data"] for output in last.outputs]

    return run


@pytest.fixture
def shown(lesson: Lesson, monkeypatch: pytest.MonkeyPatch):
    """Judge a lab, and collect what would be displayed."""
    displayed: list[dict] = []
    monkeypatch.setattr("IPython.display.display", lambda data, raw: displayed.append(data))

    def run(text: str) -> list[dict]:
        verdicts: list[Verdict] = []
        judge(lesson, [InProcess(lesson, executed(lesson, text))], verdicts.append)
        show(lesson, verdicts[0])
        return displayed

    return run


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_a_right_lab_is_a_plot_and_tables(lesson, in_kernel, run_file, real):
    """First the picture, then figures and checks as tables; its text is what the script prints."""
    pytest.importorskip("matplotlib")
    plot, verdict = in_kernel(solved(lesson))
    assert plot["image/png"].startswith("iVBOR")  # how every PNG begins
    html = verdict["text/html"]
    assert html.count("<table>") == 3
    assert "summary:calendar-agent" in html
    assert "done: 100 of 100 points" in html.splitlines()[-1]
    lesson.lab.write_text(solved(lesson), encoding="utf-8")
    assert verdict["text/plain"].splitlines() == run_file(real, lesson.lab.relative_to(real)).lines


def test_a_wrong_lab_says_in_its_table_what_was_expected(lesson, shown):
    """What was called, what came back, what was expected, the rule, and the command for a hint."""
    text = editions.replace(solved(lesson), {"orphaned_summaries": 'raise ValueError("<b>")'})
    *_, verdict = shown(text)
    said = words(verdict["text/html"])
    assert "rule What a deletion leaves behind (lesson.md:" in said
    assert "uv run learn hint I2.2" in said
    assert "raised ValueError: &lt;b&gt;" in verdict["text/html"]


def test_an_untouched_lab_has_nothing_to_plot(lesson, in_kernel):
    """What is to write and what will come out stand there as text."""
    (verdict,) = in_kernel(editions.paste(solved(lesson), stubs_of(lesson)))
    assert "not started: 0 of 100 points" in verdict["text/html"]
    assert "To write:" in verdict["text/html"]


def test_the_plot_of_half_a_lab_waits(lesson, shown):
    """Where figures are missing, the tables stand alone."""
    half = editions.paste(solved(lesson), {"orphaned_summaries": stubs_of(lesson)["orphaned_summaries"]})
    (verdict,) = shown(half)
    assert "in progress: 70 of 100 points" in verdict["text/html"]
    assert "not written yet" in verdict["text/html"]


def test_without_matplotlib_the_tables_stand_alone(lesson, shown, monkeypatch):
    """The plot is an extra; nothing else depends on it."""
    for name in ("matplotlib", "matplotlib.figure"):
        monkeypatch.setitem(sys.modules, name, None)
    (verdict,) = shown(solved(lesson))
    assert "done: 100 of 100 points" in verdict["text/html"]
