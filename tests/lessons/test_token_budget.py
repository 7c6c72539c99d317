"""What the page of B8 claims beyond what its checks try."""

import json

from curriculum.course import CHECKOUT, load_course
from memlab.budget import estimate_tokens, pack
from memlab.render import HEARD, line_of, render
from memlab.write import is_belief

LESSON = load_course(CHECKOUT).lesson("token-budget")
FIGURES = LESSON.expected
MEASURE = LESSON.measure
BUDGETS = {row["budget"]: row for row in FIGURES["budgets"]}
NAIVE = {row["budget"]: row for row in FIGURES["naive"]}
WAYS = {row["way"]: row for row in FIGURES["ways"]}


def test_the_counted_texts_are_those_of_today():
    """What the tokenizer counted is what is rendered and packed now."""
    priya, told = MEASURE.priya(), FIGURES["room"]
    texts = {
        "contents": "\n".join(record.content for record in priya),
        "rendered": render(priya),
        "packed": render(pack(priya, told["room"]).kept),
        "with_room": render(pack(priya, told["handed"]).kept),
    }
    lines = (CHECKOUT.parent / "data" / "budget" / "counted.jsonl").read_text(encoding="utf-8").splitlines()
    assert {row["kind"]: row["text"] for row in map(json.loads, lines)} == texts


def test_the_estimate_is_low_for_what_is_rendered():
    """Half of the tokens are seen, and with the share handed over the text fits the room."""
    counted, told = FIGURES["counted"], FIGURES["room"]
    assert counted["contents"]["share"] > 0.9
    assert 0.5 < counted["rendered"]["share"] < 0.6
    assert abs(told["handed"] - told["room"] * counted["packed"]["share"]) < 1
    assert counted["packed"]["tokens"] > 1.5 * told["room"]
    assert counted["with_room"]["tokens"] <= told["room"]


def test_a_cut_splits_a_line_nearly_always():
    """The lines of the problem say less than Priya did, and nothing before them says it for them."""
    cut = FIGURES["cut"]
    assert cut["split"] > 0.95 * cut["budgets"]
    text = render(MEASURE.priya())
    whole = {record.content for record in MEASURE.priya()}
    for shown in cut["shown"]:
        budget, _, line = shown.partition(": ")
        said = line.partition(": ")[2]
        handed = text[: text.index(line) + len(line)]
        assert said not in whole
        assert any(content.startswith(said) for content in whole)
        assert estimate_tokens(handed) == int(budget)
        assert handed.count(said) == 1


def test_contents_are_over_by_more_than_half_until_all_fit():
    """As the page says of whoever counts contents; and lines are over by a little."""
    everything = len(MEASURE.priya())
    for budget, row in NAIVE.items():
        if row["contents_kept"] < everything:
            assert row["contents_over"] > budget / 2
        if row["lines_kept"] < everything:
            assert 0 < row["lines_over"] < 20
        assert BUDGETS[budget]["tokens"] <= budget


def test_the_first_hearsay_has_room_for_its_line_and_not_for_its_heading():
    """The second prediction: the line alone would fit, and no hearsay stands before it."""
    told = FIGURES["heading"]
    assert told["before"] + told["line"] < told["budget"] < told["with_it"]
    heard = [not is_belief(record.provenance) for record in MEASURE.priya()]
    assert HEARD not in render(MEASURE.priya()[: heard.index(True)])


def test_most_records_are_not_the_most_wanted():
    """Shortest first keeps most of Noor's list, and not the first of it."""
    assert WAYS["shortest"]["kept"] == max(row["kept"] for row in WAYS.values())
    assert WAYS["shortest"]["wanted"] < WAYS["pack"]["wanted"]
    shortest = sorted(MEASURE.noor(), key=lambda record: estimate_tokens(line_of(record)))
    kept = pack(shortest, FIGURES["noor"]["budget"]).kept
    assert len(kept) == WAYS["shortest"]["kept"]
    assert MEASURE.noor()[0] not in kept
    assert MEASURE.noor()[0] in pack(MEASURE.noor(), FIGURES["noor"]["budget"]).kept


def test_more_room_may_be_fewer_records():
    """The third prediction: the page that now fits has the room before all that come after it."""
    noor, wider = MEASURE.noor(), FIGURES["wider"]
    assert wider["budget"] > FIGURES["noor"]["budget"]
    assert wider["kept"] < WAYS["pack"]["kept"]
    assert noor[1] in pack(noor, wider["budget"]).kept


def test_stopping_hands_over_next_to_nothing():
    """One record, and less than a quarter of the budget."""
    assert WAYS["stop"]["kept"] == 1
    assert WAYS["stop"]["tokens"] < FIGURES["noor"]["budget"] / 4


def test_a_pin_is_there_and_one_record_goes():
    """The allergy is left out without its pin, and with it one record that says less."""
    pinned = FIGURES["pinned"]
    assert (pinned["without"], pinned["with"]) == (False, True)
    assert len(pinned["out"]) == 1


def test_the_third_line_of_the_note_would_have_been_a_belief():
    """Joined as it is, the note would hold a heading and a bullet; rendered, it holds one bullet."""
    joined = [line.strip("`") for line in FIGURES["noor"]["joined"]]
    assert joined[1] == render(MEASURE.noor()[:1]).splitlines()[0]
    assert joined[2].startswith("- ")
    forged = [line.strip("`") for line in FIGURES["noor"]["forged"]]
    assert sum(line.startswith("- ") for line in forged) == 1
    assert forged[0] == HEARD


def test_the_quiz_is_counted():
    """The note with its heading needs more than ten tokens, and under a heading that is there at most ten."""
    assert estimate_tokens("\n" + HEARD) > 10
    assert estimate_tokens("\n" + "x" * 36) == 10
    assert 80 < WAYS["pack"]["tokens"] + FIGURES["noor"]["long"] - FIGURES["noor"]["with_long"] < 100
