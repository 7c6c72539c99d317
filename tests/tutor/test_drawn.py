"""The verdict in a notebook is the script's, drawn with tables and a plot, and needs no extension."""

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from curriculum import editions
from curriculum.course import Lesson, load_course
from curriculum.notebook import notebook_of
from workshop.labs import solved, stubs_of

pytestmark = pytest.mark.filterwarnings(
    "ignore:::(ipykernel|jupyter_client|jupyter_core|nbclient|tornado|zmq|traitlets)"
)


@pytest.fixture
def lesson(real: Path) -> Lesson:
    return load_course(real).lesson("summarization-and-compaction")


@pytest.fixture
def shown(lesson: Lesson):
    """Run a lab as a notebook; what its last cell displays."""

    def run(text: str) -> list:
        notebook = nbformat.reads(notebook_of(text), as_version=4)
        where = {"metadata": {"path": str(lesson.lab.parent)}}
        NotebookClient(notebook, timeout=60, kernel_name="python3", resources=where).execute()
        return [output["data"] for output in notebook.cells[-1].outputs]

    return run


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_a_right_lab_is_a_plot_and_tables(lesson, shown, run_file, real):
    """First the picture, then figures and checks as tables; its text is what the script prints."""
    pytest.importorskip("matplotlib")
    plot, verdict = shown(solved(lesson))
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


def test_an_untouched_lab_has_nothing_to_plot(lesson, shown):
    """What is to write and what will come out stand there as text."""
    (verdict,) = shown(editions.paste(solved(lesson), stubs_of(lesson)))
    assert "not started: 0 of 100 points" in verdict["text/html"]
    assert "To write:" in verdict["text/html"]


def test_the_plot_of_half_a_lab_waits(lesson, shown):
    """Where figures are missing, the tables stand alone."""
    half = editions.paste(solved(lesson), {"orphaned_summaries": stubs_of(lesson)["orphaned_summaries"]})
    (verdict,) = shown(half)
    assert "in progress: 70 of 100 points" in verdict["text/html"]
    assert "not written yet" in verdict["text/html"]


def test_without_matplotlib_the_tables_stand_alone(lesson, shown):
    """The plot is an extra; nothing else depends on it."""
    hidden = (
        f"import sys\n\nsys.modules['matplotlib'] = sys.modules['matplotlib.figure'] = None\n{solved(lesson)}"
    )
    (verdict,) = shown(hidden)
    assert "done: 100 of 100 points" in verdict["text/html"]
