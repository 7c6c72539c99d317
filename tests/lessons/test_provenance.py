"""What the page of B4 claims beyond what its checks try."""

from statistics import fmean

import pytest
import yaml

from curriculum.course import CHECKOUT, load_course
from memlab.corpus import read_turns
from memlab.write import AUTHORITY, is_belief

LESSON = load_course(CHECKOUT).lesson("provenance")
FIGURES = LESSON.expected
RULES = {row["name"]: row for row in FIGURES["rules"]}
SUMMARIES = {row["rule"]: row for row in FIGURES["summaries"]}
PRIYA = CHECKOUT.parent / "data" / "priya"


def test_priyas_hearsay_is_what_gold_calls_so():
    """The beliefs of the page are those that Priya said herself, and the hearsay is gold's."""
    gold = yaml.safe_load((PRIYA / "gold.yaml").read_text(encoding="utf-8"))
    hearsay = [entry["content"] for entry in gold if entry["belief"] == "hearsay"]
    assert [which.partition(" says: ")[2] for which in FIGURES["priya"]["which"]] == hearsay
    assert FIGURES["priya"] | {"which": 0} == {"memories": 37, "beliefs": 34, "hearsay": 3, "which": 0}


def test_the_page_quotes_what_was_said():
    """The turns of the problem stand word for word in the sessions."""
    turns = {f"{turn.session}/{turn.turn}": turn.text for turn in read_turns(PRIYA / "sessions.jsonl")}
    page = " ".join(LESSON.page.read_text(encoding="utf-8").split())
    for source in ("s7/2", "s7/3"):
        assert f'"{turns[source]}"' in page
    assert "I prefer an aisle seat on all my flights." in turns["s3/7"]


def test_each_priya_source_has_one_speaker():
    """The page says so, and that is why three rules agree where each source has a summary of its own."""
    measure = LESSON.measure
    assert all(len({one.speaker for one in source}) == 1 for source in measure.by_source().values())
    assert FIGURES["running"]["sources"] == len(measure.by_source())
    own = {name: row["own_in_each"] for name, row in SUMMARIES.items()}
    assert own == {"highest": 0, "average": 0, "summariser's own": 34, "derived_authority": 0}
    assert not any(row["hearsay_in_each"] for row in SUMMARIES.values())


def test_one_summary_of_everything_is_believed_or_all_is_lost():
    """Highest and average take all hearsay for true; the other two doubt all that Priya said."""
    of_all = {name: (row["hearsay_in_one"], row["own_in_one"]) for name, row in SUMMARIES.items()}
    assert of_all["highest"] == of_all["average"] == (3, 0)
    assert of_all["summariser's own"] == of_all["derived_authority"] == (0, 34)


def test_only_the_lowest_never_rises():
    """Under the average the authority of one summary goes up and down, under the lowest it only falls."""
    average = [row["average"] for row in FIGURES["rounds"]]
    lowest = [row["derived_authority"] for row in FIGURES["rounds"]]
    assert average != sorted(average, reverse=True)
    assert lowest == sorted(lowest, reverse=True)
    assert min(average) >= 0.5, "the average never makes the summary hearsay"


def test_precision_and_what_it_costs():
    """Each remedy is better than none, the last is the best, and all but the first leave something out."""
    precision = {name: row["precision"] for name, row in RULES.items()}
    assert min(precision, key=precision.__getitem__) == "everything"
    assert max(precision, key=precision.__getitem__) == "stricter"
    assert precision["course"] > max(precision["text"], precision["votes"])
    assert [name for name, row in RULES.items() if row["left_out"] == 0] == ["everything"]
    assert RULES["course"]["left_out"] < RULES["stricter"]["left_out"]


def test_what_is_wrongly_believed_is_three_tools_and_one_pasted_letter():
    """The outcome of the third prediction, and the four quotations."""
    speakers = [text.partition("(")[2].partition(")")[0] for text in FIGURES["wrong"]]
    assert sorted(speakers) == ["tool", "tool", "tool", "user"]
    assert len(FIGURES["wrong"]) == RULES["course"]["do_not"]


def test_the_numbers_of_the_quiz():
    """An average of averages, by hand."""
    first = fmean([AUTHORITY["user"], AUTHORITY["agent"]])
    assert (first, round(fmean([first, 1.0, 1.0, 1.0]), 3)) == (0.7, 0.925)


@pytest.mark.parametrize("numbers", [(1.0, 0.6, 0.4, 0.2), (1.0, 0.9, 0.3, 0.1), (0.8, 0.5, 0.45, 0.0)])
def test_only_the_order_of_the_table_counts(numbers, monkeypatch):
    """With other numbers in that order, on the same sides of the threshold, the same is believed."""
    measure = LESSON.measure
    for role, number in zip(AUTHORITY.copy(), numbers, strict=True):
        monkeypatch.setitem(AUTHORITY, role, number)
    found = [measure.attribute(candidate, turn) for candidate, turn in measure.said()]
    assert sum(map(is_belief, found)) == RULES["course"]["believed"]
    assert sum(is_belief(one, 0.7) for one in found) <= RULES["course"]["believed"]
