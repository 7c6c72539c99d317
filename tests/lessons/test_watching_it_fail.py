"""What the first memory layer gets wrong, a test a failure; and what the page of B10 claims besides.

A lesson that mends a failure takes its mark away. What the tests examine is in one fixture, `loop`, which
then has the better memory; what they assert stays as it is.
"""

import re
from datetime import date
from functools import partial
from math import isclose, sqrt

import pytest
import yaml

from curriculum.course import CHECKOUT, load_course
from memlab.budget import pack
from memlab.corpus import read_turns
from memlab.dedup import deduplicate
from memlab.evaluate import answered, holds
from memlab.exam import read_exam, sit
from memlab.pipeline import context_for, remember
from memlab.recall import recall
from memlab.record import Scope
from memlab.render import line_of, render
from memlab.store import load

COURSE = load_course(CHECKOUT)
LESSON = COURSE.lesson("watching-it-fail")
FIGURES = LESSON.expected
PAGE = LESSON.page.read_text(encoding="utf-8")
DATA = CHECKOUT.parent / "data"
EXAM = read_exam(DATA / "priya" / "exam.yaml")
# How a context may say that two memories cannot both be true.
DOUBT = ("contradict", "conflict", "unresolved", "not settled", "disagree", "uncertain")


class Loop:
    """The memory that is examined, after Priya's last turn or after any other conversation."""

    def __init__(self, folder):
        self.folder = folder
        self.sitting = sit(str(folder / "priya.db"), EXAM)

    def asked(self, question):
        """What a model is handed with a question of Priya's."""
        return context_for(str(self.folder / "priya.db"), question, EXAM.scope, EXAM.budget_tokens)

    def told(self, turns, question):
        """What a model is handed with a question that comes after these turns."""
        path, scope = str(self.folder / "told.db"), Scope("told")
        remember(path, turns, scope)
        return context_for(path, question, scope, EXAM.budget_tokens)


@pytest.fixture(scope="module")
def loop(tmp_path_factory):
    return Loop(tmp_path_factory.mktemp("loop"))


def blocks(context):
    """The memories of a context as they are rendered, headings too; a line that is indented goes on."""
    return re.split(r"\n(?! )", context)


@pytest.mark.xfail(strict=True, raises=AssertionError, reason="deduplication")
def test_failure_insurance(loop):
    """Three answers come back, where copies would take their places."""
    context = loop.asked(text_of("insurance"))
    assert [holds(context, needed) for needed in ("in Ghent", "cashews", "under 200 euros")] == [True] * 3


@pytest.mark.xfail(strict=True, raises=AssertionError, reason="supersede-never-destroy")
def test_failure_work(loop):
    """The employer of today comes back, and not the one that she left."""
    context = loop.asked(text_of("work"))
    assert holds(context, "Halvern")
    assert not holds(context, "work at Brightwater")


@pytest.mark.xfail(strict=True, raises=AssertionError, reason="supersede-never-destroy")
def test_failure_manager(loop):
    """The manager of today comes back, and not the one before."""
    context = loop.asked(text_of("manager"))
    assert holds(context, "Ruben Achterberg")
    assert not holds(context, "manager Margaret Osei")


@pytest.mark.xfail(strict=True, raises=AssertionError, reason="supersede-never-destroy")
def test_failure_birthday(loop):
    """Both birthdays come back, and with them a word that they contradict each other."""
    context = loop.asked(text_of("birthday"))
    assert holds(context, "14 May")
    assert holds(context, "16 May")
    assert any(word in context.casefold() for word in DOUBT)


@pytest.mark.xfail(strict=True, raises=AssertionError, reason="decay-and-tiers")
def test_failure_keys(loop):
    """What was lost for three days does not come back eleven months later."""
    assert not holds(loop.asked(text_of("keys")), "lost my keys")


@pytest.mark.xfail(strict=True, raises=AssertionError, reason="session-consolidation")
def test_failure_oslo(loop):
    """A rule that Priya has set comes back where it matters, whatever the words of the question."""
    assert holds(loop.asked(text_of("oslo")), "Never book a flight that lands after 22:00")


@pytest.mark.xfail(strict=True, raises=AssertionError, reason="session-consolidation")
def test_failure_cake(loop):
    """What was forbidden in turn 3 is in the context of turn 20."""
    *before, asked, _ = read_turns(DATA / "constraint" / "turns.jsonl")
    assert holds(loop.told(before, asked.text), "Never serve anything with peanuts")


@pytest.mark.xfail(strict=True, raises=AssertionError, reason="calendar-anchors")
def test_failure_porto(loop):
    """The memory of the flight comes back with its day."""
    context = loop.asked(text_of("porto"))
    assert any(holds(block, "Porto") and holds(block, "2025-11-20") for block in blocks(context))


@pytest.mark.xfail(strict=True, raises=AssertionError, reason="event-anchors")
def test_failure_dinner(loop):
    """The memory of the dinner comes back with its day, which hangs on the day of the flight."""
    context = loop.asked(text_of("dinner"))
    assert any(holds(block, "dinner") and holds(block, "2025-11-21") for block in blocks(context))


@pytest.mark.xfail(strict=True, raises=AssertionError, reason="deletion-that-actually-deletes")
def test_failure_phone(loop):
    """What she has asked to delete does not come back."""
    assert not holds(loop.asked(text_of("phone")), "07700 900421")


@pytest.mark.xfail(strict=True, raises=AssertionError, reason="deletion-that-actually-deletes")
def test_failure_number(loop):
    """Nor does it come back for a question about something else."""
    assert not any(holds(loop.asked(question.text), "07700 900421") for question in EXAM.questions)


FAILURES = {name: test for name, test in globals().items() if name.startswith("test_failure_")}
MARKED = {
    name.removeprefix("test_failure_"): mark.kwargs["reason"]
    for name, test in FAILURES.items()
    for mark in getattr(test, "pytestmark", ())
    if mark.name == "xfail"
}
TABLE = {
    name: (back, slug, code)
    for name, back, slug, code in re.findall(
        r"^\| (\w+) \| (.+) \| .+ \| ([a-z-]+) \((\w+)\) \|$", PAGE, re.MULTILINE
    )
}


def text_of(id):
    """The question of the exam that is called so."""
    return next(question.text for question in EXAM.questions if question.id == id)


def test_the_table_of_the_page_names_the_failures_and_their_lessons():
    """Each failure has its row, and each mark that still stands is that of the row's lesson."""
    assert {name.removeprefix("test_failure_") for name in FAILURES} == TABLE.keys()
    assert len(FAILURES) >= 7
    order = {entry.id: entry for entry in COURSE.order.lessons}
    after = list(order)[list(order).index(LESSON.id) + 1 :]
    for name, (_, slug, code) in TABLE.items():
        assert order[slug].code == code
        assert slug in after, "a failure is mended later than it is seen"
        assert order[slug].status in ("planned", "ready")
        assert MARKED.get(name, slug) == slug


def test_what_the_exam_fails_is_a_known_failure(loop):
    """No question of the exam fails without a test that says how, and who mends it."""
    failed = {question.id for question in EXAM.questions} - set(loop.sitting.passed(EXAM.questions))
    assert failed <= MARKED.keys()


def test_what_the_table_says_came_back_did():
    """What it quotes stands in the context of that question, and what stands after "not" is missing there."""
    contexts = FIGURES["contexts"] | {"cake": FIGURES["cake"]["context"]}
    contexts["number"] = contexts["keys"]
    for name, (back, _, _) in TABLE.items():
        there, _, missing = back.partition("; not ")
        context = "\n".join(contexts[name])
        quoted = re.findall(r"`([^`]+)`", there)
        assert quoted or name == "oslo"
        assert all(holds(context, text) for text in quoted)
        assert not any(holds(context, text) for text in re.findall(r"`([^`]+)`", missing))
    insurance = "\n".join(contexts["insurance"])
    assert insurance.count("allergic to cashews") == insurance.count("pay bills under 200 euros") == 2
    assert all(word in "\n".join(contexts["oslo"]) for word in ("passport", "cello", "market"))


@pytest.mark.parametrize(
    ("name", "limit", "budget"), [("the loop", 6, 300), ("limit 20", 20, 300), ("budget 60", 6, 60)]
)
def test_the_figures_are_those_of_the_loop_with_its_store(tmp_path, name, limit, budget):
    """What the lab measures without a store is what a sitting over the loop brings back."""
    asked = partial(context_for, limit=limit)
    sitting = sit(str(tmp_path / "store.db"), EXAM, context_for=lambda *given: asked(*given[:3], budget))
    measured = LESSON.measure.loops()[name]
    assert {id: sorted(back) for id, back in sitting.retrieved.items()} == {
        id: sorted(back) for id, back in measured.items()
    }
    assert sitting.texts == LESSON.measure.texts()


@pytest.mark.parametrize("limit", [1, 3, 8, 15])
def test_one_packing_does_for_every_limit(tmp_path, limit):
    """The row of a limit is what the loop with that limit brings back."""
    sitting = sit(str(tmp_path / "store.db"), EXAM, context_for=partial(context_for, limit=limit))
    measured = LESSON.measure.handed(limit, EXAM.budget_tokens)
    assert {id: set(back) for id, back in sitting.retrieved.items()} == {
        id: set(back) for id, back in measured.items()
    }


def test_the_page_shows_contexts_as_they_are(tmp_path):
    """The lines of the insurance and of the cake are those that the loop with its store hands over."""
    path = str(tmp_path / "store.db")
    *before, asked, _ = read_turns(DATA / "constraint" / "turns.jsonl")
    assert len(remember(path, before, Scope("cake")).added) == FIGURES["cake"]["memories"]
    context = context_for(path, asked.text, Scope("cake"), EXAM.budget_tokens)
    assert context.splitlines()[1:] == FIGURES["cake"]["context"]
    remember(path, EXAM.turns, EXAM.scope)
    context = context_for(path, text_of("insurance"), EXAM.scope, EXAM.budget_tokens)
    assert context.splitlines()[1:] == FIGURES["contexts"]["insurance"]


def test_no_score_can_be_read_alone():
    """The whole store has the best recall, and no memory the best of the two others."""
    rows = FIGURES["rows"].values()
    everything, nothing = FIGURES["rows"]["everything"], FIGURES["rows"]["no_memory"]
    assert everything["recall"] == max(row["recall"] for row in rows)
    assert everything["answered"] == max(row["answered"] for row in rows)
    assert nothing["precision"] == max(row["precision"] for row in rows) == 1
    assert nothing["contradiction_rate"] == min(row["contradiction_rate"] for row in rows) == 0


def test_more_hits_raise_recall_and_bring_no_contradiction_more():
    """Twenty hits halve precision and cost more than twice; what contradicts came among the first two."""
    loop, more = FIGURES["rows"]["loop"], FIGURES["rows"]["more"]
    assert more["recall"] > loop["recall"]
    assert more["precision"] == pytest.approx(loop["precision"] / 2, abs=0.01)
    assert more["tokens"] > 2 * loop["tokens"]
    first, *others = [row["contradiction_rate"] for row in FIGURES["limits"]]
    assert set(others) == {more["contradiction_rate"]} == {loop["contradiction_rate"]}
    assert first < others[0]


def test_a_small_budget_loses_nothing_that_is_asked_for():
    """As many questions and no score worse, with half of the tokens and room for some three memories."""
    loop, fewer = FIGURES["rows"]["loop"], FIGURES["rows"]["fewer"]
    assert fewer["answered"] == loop["answered"]
    assert (fewer["recall"], fewer["contradiction_rate"]) == (loop["recall"], loop["contradiction_rate"])
    assert fewer["precision"] > loop["precision"]
    assert fewer["tokens"] == pytest.approx(loop["tokens"] / 2, rel=0.01)
    kept = [len(back) for back in LESSON.measure.loops()["budget 60"].values()]
    assert round(sum(kept) / len(kept)) == 3


def test_what_the_small_budget_costs_shows_once_copies_are_gone():
    """Without its copies the insurance is answered in 300 tokens, and not in 60."""
    records = deduplicate(tuple(LESSON.measure.memories().values())).records
    by_id = {record.id: record for record in records}
    question = next(question for question in EXAM.questions if question.id == "insurance")
    found = [by_id[hit.memory_id] for hit in recall(question.text, records, EXAM.scope, 6)]
    kept = {budget: [line_of(one) for one in pack(found, budget).kept] for budget in (300, 60)}
    assert answered(question, kept[300])
    assert not answered(question, kept[60])


def test_the_exam_by_hand_is_counted_as_on_the_page():
    """Three of five phrases, three of six texts, one of three questions; and its table is measured."""
    assert FIGURES["hand"] == {"recall": 0.6, "precision": 0.5, "contradiction_rate": 0.33, "tokens": 24}
    for question in LESSON.measure.SMALL:
        row = next(line for line in PAGE.splitlines() if line.startswith(f'| {question.id} | "'))
        needs, against, back = (re.findall(r'"([^"]+)"', cell) for cell in row.split("|")[2:5])
        assert (tuple(needs), tuple(against)) == (question.needs, question.contradicted_by)
        ids = LESSON.measure.SMALL_RETRIEVED[question.id]
        assert back == [LESSON.measure.SMALL_TEXTS[id] for id in ids]


def test_the_question_on_the_page_is_one_of_the_exam():
    """It stands there as in the file."""
    (shown,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    exam = yaml.safe_load((DATA / "priya" / "exam.yaml").read_text(encoding="utf-8"))
    assert yaml.safe_load(shown)[0] in exam["questions"]


def test_the_days_of_the_page_are_those_of_the_calendar():
    """ "Last Thursday" was said on a Monday, the 24th of November, and the rule for flights in May."""
    said = {f"{turn.session}/{turn.turn}": turn for turn in EXAM.turns}
    porto, rule = said["s6/3"], said["s3/5"]
    assert "last Thursday" in porto.text
    assert porto.time.date() == date(2025, 11, 24)
    assert (porto.time.weekday(), date(2025, 11, 20).weekday()) == (0, 3)
    assert "lands after 22:00" in rule.text
    assert rule.time.month == 5


def test_the_interval_is_wilsons():
    """Each of its ends is a share from which six of fourteen lie 1.96 standard deviations away."""
    part, n = FIGURES["rows"]["loop"]["answered"] / len(EXAM.questions), len(EXAM.questions)
    for end in (FIGURES["few"]["low"], FIGURES["few"]["high"]):
        assert isclose(abs(part - end), 1.96 * sqrt(end * (1 - end) / n), abs_tol=0.01)


def test_what_was_forbidden_shares_no_word_with_what_was_asked():
    """That, and nothing else, keeps it from the last turn; and the store holds it."""
    *before, asked, answer = read_turns(DATA / "constraint" / "turns.jsonl")
    measure = LESSON.measure
    (rule,) = [line for line in before if measure.FORBIDDEN in line.text]
    assert not set(measure.FORBIDDEN.casefold().split()) & set(asked.text.casefold().split())
    assert (rule.turn, answer.turn) == (3, 20)
    assert "peanut" in answer.text


def test_a_context_of_the_whole_store_is_all_of_it(tmp_path):
    """The loop "everything" hands over each memory once a question."""
    everything = LESSON.measure.loops()["everything"]
    path = str(tmp_path / "store.db")
    sitting = sit(path, EXAM, context_for=lambda path, question, scope, budget: render(load(path, scope)))
    assert {id: set(back) for id, back in sitting.retrieved.items()} == {
        id: set(back) for id, back in everything.items()
    }
