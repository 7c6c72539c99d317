"""The checks of this lab. Each says what is true of a right solution; its message says what was expected."""

import unicodedata
from math import isclose

import pytest

from memlab.evaluate import Question

# Where the page has the exam by hand.
HAND = "How a whole exam is scored"


def assert_answered(lab, right, needs, texts, why, against=()):
    got = lab.answered(Question("q", "What is asked?", tuple(needs), tuple(against)), tuple(texts))
    assert got == right, f"{right}: {why}; it is {got}"


@pytest.mark.task("B10.1", rule="What an answer needs", points=5)
def test_one_phrase_is_needed(lab):
    """A phrase that is needed stands in one of the texts."""
    needs, tea, cat = ["green tea"], "I like green tea", "I have a cat"
    assert_answered(lab, True, needs, [tea], "the one text holds the phrase")
    assert_answered(lab, False, needs, [cat], "the one text does not hold the phrase")
    assert_answered(lab, True, needs, [tea, cat], "the first of two texts holds it, and one is enough")
    assert_answered(lab, True, needs, [cat, tea], "the second of two texts holds it, and one is enough")
    assert_answered(lab, True, needs, [tea, cat, tea], "two of three texts hold it")
    assert_answered(lab, False, needs, [cat, "I like trains"], "neither text holds it")


@pytest.mark.task("B10.1", rule="Each phrase for itself", points=8)
def test_each_phrase_for_itself(lab):
    """Every phrase is found, each in whichever text holds it."""
    needs = ["in Ghent", "cashews", "200 euros"]
    ghent, nuts, bills = "I live in Ghent", "I am allergic to cashews", "You may pay bills under 200 euros"
    both = "We ate cashews in Ghent"
    assert_answered(lab, True, needs, [bills, ghent, nuts], "three texts hold one phrase each")
    assert_answered(lab, True, needs, [both, bills], "one text holds two of them, another the third")
    assert_answered(lab, False, needs, [ghent, nuts], "two of three phrases are there, not the last")
    assert_answered(lab, False, needs, [bills, nuts], "two of three phrases are there, not the first")
    assert_answered(lab, False, needs, [both, both, both], "three texts, but the last phrase in none")
    split = ["My rent is 200", "euros are what I pay in"]
    assert_answered(lab, False, ["200 euros"], split, "one text ends and the next begins with it")


@pytest.mark.task("B10.1", rule="Compared by words", points=7)
def test_compared_by_words(lab):
    """By whole words, in order, and not by case or spelling."""
    said = "I meet Zoé at the Café Orsay"
    spellings = {
        "zoé at the CAFÉ": "capitals do not matter",
        unicodedata.normalize("NFD", "Zoé at the Café"): "an accent of its own, after its letter, does not",
        "Zoé, at the 'Café'": "punctuation around words does not matter",
    }
    for phrase, why in spellings.items():
        assert_answered(lab, True, [phrase], [said], why)
    assert_answered(lab, False, ["art"], ["I like artichokes"], "'art' is a part of a word there")
    assert_answered(lab, False, ["1,180 euros"], ["I pay 11,180 euros"], "'1,180' is the end of a number")
    assert_answered(lab, False, ["Café at Zoé"], [said], "the words stand in another order there")
    assert_answered(lab, False, ["Zoé at the Orsay"], [said], "a word more stands between them there")
    clean = "the phrase against it is only a part of a word there"
    assert_answered(lab, True, ["artichokes"], ["I like artichokes"], clean, against=["art"])


@pytest.mark.task("B10.1", rule="What contradicts", points=10)
def test_a_contradiction_spoils_the_answer(lab):
    """One phrase against it in one text is enough."""
    needs, against = ["Halden"], ["work at Brim", "manager Ines"]
    new, old, ines = "I lead a team at Halden", "I work at Brim as a clerk", "My manager Ines is away"

    def spoilt(texts, why):
        assert_answered(lab, False, needs, texts, why, against)

    assert_answered(lab, True, needs, [new, "I like tea"], "it is found, and nothing is against it", against)
    why = "it is found, and the other text holds the one phrase against it"
    assert_answered(lab, False, needs, [new, old], why, against[:1])
    spoilt([new, old], "it is found, and the first of two phrases against it is there")
    spoilt([old, new], "it is found, and the text before is against it")
    spoilt([new, ines], "it is found, and the second of two phrases against it is there")
    spoilt([new, old, ines], "both phrases against it are there")
    spoilt(["I left Halden, I work at Brim"], "one text holds what is needed and what is against it")
    spoilt([old], "nothing is found, and something is against it")
    clean = "a phrase against it is divided between two texts, and stands in none"
    assert_answered(lab, True, needs, [new, "I work", "At Brim I met Ines"], clean, against)


@pytest.mark.task("B10.1", rule="Nothing needed", points=6)
def test_nothing_is_needed(lab):
    """What needs nothing is answered unless it is contradicted."""
    against, keys = ["lost my keys"], "I lost my keys on Monday"
    assert_answered(lab, True, [], [], "nothing is needed, and nothing came back", against)
    assert_answered(
        lab, True, [], ["I like tea"], "nothing is needed, and what came is not against it", against
    )
    assert_answered(lab, False, [], [keys], "nothing is needed, and what came back is against it", against)
    assert_answered(lab, True, [], [keys], "nothing is needed, and nothing can be against it")


@pytest.mark.task("B10.1", rule="Nothing came back", points=4, needs="test_one_phrase_is_needed")
def test_nothing_came_back(lab):
    """What needs something is not answered by no texts."""
    assert_answered(lab, False, ["green tea"], [], "a phrase is needed, and no text came back")
    why = "a phrase is needed and none came back, though nothing is against it either"
    assert_answered(lab, False, ["green tea", "no sugar"], [], why, against=["black tea"])


@pytest.mark.task("B10.1", rule="One exam, five loops", points=3)
def test_figures_of_the_answers(figures, expected):
    """Each loop answers the questions that it answers on the page."""
    for row, right in zip(figures["questions"], expected["questions"], strict=True):
        for name in right:
            got, want = row[name], right[name]
            assert got == want, f"{want} for the question {right['question']!r}, {name}; it is {got}"


@pytest.mark.task("B10.1", points=5)
def test_answers_of_a_variant(lab, reference, variant, rule):
    """Questions never seen are answered as by the reference."""
    for name, question, texts in variant["cases"]:
        got, want = (one.answered(question, texts) for one in (lab, reference))
        rule(name)
        assert got == want, f"{want} for {question!r} and {texts!r}; it is {got}"


# An exam of three questions, of whose scores no two are the same.
PET = Question("pet", "What pet do I have?", ("a cat", "Miso", "three years"), ("a dog",))
TEA = Question("tea", "Which tea do I like?", ("green tea",), ("black tea",))
JOB = Question("job", "What is my job?", ("a baker",))
TEXTS = {
    "cat": "I have a cat", "yard": "There is a cat in the yard", "miso": "I have a cat called Miso",
    "tea": "I like green tea", "green": "Mornings are for green tea", "black": "I like black tea",
    "either": "I like green tea and black tea", "baker": "I am a baker", "walks": "I like long walks",
    "dog": "I have a dog", "dogs": "My sister has a dog as well",
}  # fmt: skip
STORED = ("baker", "dog")  # in the store, whether or not they come back


def scored(lab, questions, retrieved):
    back = {memory for ids in retrieved.values() for memory in ids}
    texts = {id: text for id, text in TEXTS.items() if id in back or id in STORED}
    return lab.score(tuple(questions), {id: tuple(ids) for id, ids in retrieved.items()}, texts)


def assert_share(got, name, right, why, questions=()):
    share = getattr(got, name)
    known = "contradicted_by" if name == "contradiction_rate" else "needs"
    verb = "is contradicted by" if name == "contradiction_rate" else "needs"
    keys = [f"{one.id} {verb} {', '.join(map(repr, getattr(one, known))) or 'nothing'}" for one in questions]
    told = f" ({'; '.join(keys)})" if keys else ""
    assert isclose(share, right, abs_tol=1e-12), f"{name} {right}: {why}; it is {share}{told}"


@pytest.mark.task("B10.2", rule="Recall", points=8)
def test_recall(lab):
    """Recall is over the phrases of all questions together."""

    def recall(right, why, questions, **retrieved):
        assert_share(scored(lab, questions, retrieved), "recall", right, why, questions)

    recall(0.5, "of two phrases one stands in a text", [TEA, JOB], tea=["tea"], job=["walks"])
    recall(2 / 3, "one text holds two of three phrases, which is not rounded", [PET], pet=["walks", "miso"])
    recall(0.75, "of four phrases three are found; all questions count together, not the mean of theirs",
           [PET, TEA], pet=["miso"], tea=["tea"])  # fmt: skip
    recall(1 / 3, "two texts hold the same phrase of three", [PET], pet=["cat", "yard"])
    recall(0.0, "each phrase stands in a text that came back for the other", [TEA, JOB], tea=["baker"],
           job=["tea"])  # fmt: skip
    again = Question("treat", "What may you buy me?", TEA.needs)
    why = "two questions need one and the same phrase, and it came back for one of them"
    recall(0.5, why, [TEA, again], tea=["tea"], treat=["walks"])
    recall(0.0, "what is needed stands in a memory that did not come back", [JOB], job=["walks"])
    recall(1.0, "it is found, though something is against it too", [TEA], tea=["either", "black"])
    why = "a question that needs nothing has no phrase to be found"
    recall(
        0.5, why, [TEA, JOB, Question("keys", "Where are my keys?", ())], tea=["tea"], job=[], keys=["walks"]
    )


@pytest.mark.task("B10.2", rule="Precision", points=8)
def test_precision(lab):
    """Precision is over the texts of all questions together."""

    def precision(right, why, questions, **retrieved):
        assert_share(scored(lab, questions, retrieved), "precision", right, why, questions)

    precision(0.5, "of two texts one holds a phrase that is needed", [TEA], tea=["walks", "tea"])
    precision(1.0, "two texts hold the same phrase, and both are right", [TEA], tea=["tea", "green"])
    precision(0.5, "one of two texts holds two phrases, and is one right text", [PET], pet=["miso", "walks"])
    precision(0.75, "of four texts three are right; all questions count together, not the mean of theirs",
              [PET, TEA], pet=["cat"], tea=["tea", "walks", "green"])  # fmt: skip
    precision(2 / 3, "one memory came back twice, and counts twice", [PET], pet=["cat", "cat", "walks"])
    precision(0.0, "each text is right for the other question alone", [TEA, JOB], tea=["baker"], job=["tea"])
    precision(1.0, "the text holds what is needed, though it is against it too", [TEA], tea=["either"])
    why = "nothing is needed, so that a text that comes back is beside the point"
    precision(0.5, why, [TEA, Question("keys", "Where are my keys?", ())], tea=["tea"], keys=["walks"])


@pytest.mark.task("B10.2", rule="Contradiction rate", points=8)
def test_contradiction_rate(lab):
    """The share of all questions that have a text against them."""

    def rate(right, why, questions, **retrieved):
        assert_share(scored(lab, questions, retrieved), "contradiction_rate", right, why, questions)

    rate(
        0.5,
        "of two questions one has a text against it, found or not",
        [PET, TEA],
        pet=["cat"],
        tea=["either"],
    )
    rate(0.5, "two texts are against one of two questions", [PET, TEA], pet=["dog", "dogs"], tea=["tea"])
    rate(1 / 3, "of three questions one is contradicted; that the third cannot be does not matter",
         [PET, TEA, JOB], pet=["cat"], tea=["black"], job=["baker"])  # fmt: skip
    rate(1.0, "of three texts one is against the one question", [TEA], tea=["walks", "black", "cat"])
    rate(0.0, "each text is against the other question alone", [PET, TEA], pet=["black"], tea=["dog"])
    rate(0.0, "what is against it stands in a memory that did not come back", [PET], pet=["cat"])
    two = Question("tea", "Which tea?", ("green tea",), ("black tea", "long walks"))
    rate(
        0.5,
        "two phrases are there against one of two questions",
        [two, JOB],
        tea=["black", "walks"],
        job=["baker"],
    )
    rate(1.0, "the first of two phrases is against the question", [two], tea=["black"])
    rate(1.0, "the second of two phrases is against the question", [two], tea=["walks"])
    keys = Question("keys", "Where are my keys?", (), ("a cat",))
    rate(1.0, "the question needs nothing, and a text is against it", [keys], keys=["cat"])


@pytest.mark.task("B10.2", rule="Tokens", points=6)
def test_tokens(lab):
    """The estimates of all that came back, each time it did."""

    def tokens(right, why, texts, **retrieved):
        held = {"pet": (), "tea": ()} | {id: tuple(ids) for id, ids in retrieved.items()}
        got = lab.score((PET, TEA), held, texts).tokens
        assert got == right, f"{right} tokens: {why}; it is {got}"

    two = {"a": "I have a cat", "b": "I like green tea"}
    tokens(7, "three of the one text and four of the other", two, pet=["a"], tea=["b"])
    tokens(4, "only what came back counts", two, tea=["b"])
    tokens(8, "the same memory came back for both questions", two, pet=["b"], tea=["b"])
    tokens(6, "the same memory came back twice for one question", two, pet=["a", "a"])
    fives = {"a": "a cat", "b": "a dog", "c": "tea 🍵"}
    tokens(4, "each of two texts is rounded up for itself", fives, pet=["a", "b"])
    tokens(5, "a sign of four bytes counts four tokens", fives, tea=["c"])


@pytest.mark.task("B10.2", rule="Compared by words", points=3)
def test_scores_compare_by_words(lab):
    """Scores look for phrases by whole words too."""
    art = Question("art", "What do I like?", ("art", "CAFÉ"), ("hoke",))
    text = unicodedata.normalize("NFD", "I like artichokes in a café")
    got = lab.score((art,), {"art": ("a",)}, {"a": text})
    assert_share(got, "recall", 0.5, "'CAFÉ' stands there in another spelling, and 'art' as a part of a word")
    assert_share(got, "contradiction_rate", 0.0, "'hoke' is only a part of a word there")
    got = lab.score((Question("art", "What?", ("art",)),), {"art": ("a",)}, {"a": text})
    assert_share(got, "precision", 0.0, "'art' is only a part of a word there")


@pytest.mark.task("B10.2", rule="What came back for what", points=5)
def test_what_came_back_for_what(lab):
    """A question for which nothing came back counts all the same."""
    got = scored(lab, [TEA, JOB, PET], {"tea": ["tea", "black"]})
    assert_share(
        got, "recall", 0.2, "nothing came back for two questions, and their four phrases are missing"
    )
    assert_share(got, "precision", 0.5, "nothing came back for two questions, so nothing wrong for them")
    assert_share(got, "contradiction_rate", 1 / 3, "of three questions one has a text against it")
    got = scored(lab, [TEA], {"job": ["walks", "baker"], "tea": ["tea"]})
    assert_share(got, "recall", 1.0, "the exam asks one question, and it is found")
    assert_share(
        got, "precision", 1.0, "what came back for a question that is not in the exam does not count"
    )
    assert got.tokens == 4, (
        f"4 tokens: what came back for another exam's question costs nothing; it is {got.tokens}"
    )


@pytest.mark.task("B10.2", rule="Nothing to divide by", points=5)
def test_nothing_to_divide_by(lab):
    """No phrase, no text, no question: nothing went wrong."""
    for retrieved in ({}, {"tea": ["tea"]}):
        none = scored(lab, [], retrieved)
        assert_share(none, "recall", 1.0, "no question, so no phrase that is missing")
        assert_share(none, "precision", 1.0, "no question, so no text that is beside the point")
        assert_share(none, "contradiction_rate", 0.0, "no question, so none with a text against it")
        assert none.tokens == 0, f"0 tokens: no question; it is {none.tokens}"
    back = scored(lab, [TEA], {"tea": []})
    assert_share(back, "recall", 0.0, "one phrase is needed, and no text came back")
    assert_share(back, "precision", 1.0, "no text came back, so none beside the point")
    empty = lab.score((TEA,), {"tea": ("a",)}, {"a": ""})
    assert_share(empty, "precision", 0.0, "one text came back, though there is nothing in it")
    keys = scored(lab, [Question("keys", "Where are my keys?", ())], {"keys": ["walks"]})
    assert_share(keys, "recall", 1.0, "nothing is needed, so nothing is missing")
    assert_share(keys, "precision", 0.0, "nothing is needed, and one text came back")


@pytest.mark.task("B10.2", rule="One exam, five loops", points=3)
def test_figures_of_the_scores(figures, expected):
    """The scores come out as on the page, to the second decimal."""
    for name, want in expected["hand"].items():
        got = figures["hand"][name]
        assert got == want, f"{name} {want} of the exam by hand, under {HAND!r}; it is {got}"
    for table, first in (("scores", "loop"), ("limits", "limit")):
        for row, right in zip(figures[table], expected[table], strict=True):
            for name in right:
                got, want = row[name], right[name]
                assert got == want, f"{name} {want} in the row {right[first]!r}; it is {got}"


@pytest.mark.task("B10.2", points=6)
def test_scores_of_a_variant(lab, reference, variant, rule):
    """Exams never seen have the scores of the reference."""
    for named, questions, retrieved, texts in variant["exams"]:
        rule(next(iter(named.values())))
        got, want = (one.score(questions, retrieved, texts) for one in (lab, reference))
        for name, broken in named.items():
            rule(broken)
            mine, right = getattr(got, name), getattr(want, name)
            assert isclose(mine, right, abs_tol=1e-12), f"{name} {right}; it is {mine}"
