"""Evaluating a memory: what answers a question, and how a whole exam is scored."""

import unicodedata
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.budget import estimate_tokens
from memlab.evaluate import Question, Scores, answered, holds, score

WORDS = st.sampled_from("tea Tea, tea-time coffee no sugar 14 May? « » café".split())
TEXTS = st.lists(WORDS, min_size=1, max_size=5).map(" ".join)
PHRASES = st.lists(TEXTS, max_size=3).map(tuple)


@st.composite
def exams(draw):
    """Questions, what came back for some of them, and the texts of some memories."""
    texts = draw(st.dictionaries(st.sampled_from("abcdef"), TEXTS, min_size=1))
    ids = draw(st.lists(st.sampled_from("qrst"), unique=True))
    questions = tuple(Question(id, "Which tea?", draw(PHRASES), draw(PHRASES)) for id in ids)
    back = st.lists(st.sampled_from(sorted(texts)), max_size=4).map(tuple)
    return questions, draw(st.dictionaries(st.sampled_from("qrst"), back)), texts


@pytest.mark.parametrize(
    ("text", "phrase", "held"),
    [
        ("I pay 1,180 euros.", "1,180 euros", True),
        ("I pay 11,180 euros", "1,180 euros", False),
        ("Is it on 14 May?", "14 may", True),
        ("It is on 14 June, or May", "14 May", False),
        ("I live in Ghent", "in Ghent", True),
        ("In gentle rain", "in Gent", False),
        ("tea", "", True),
        ("", "tea", False),
    ],
)
def test_a_phrase_stands_in_a_text_by_whole_words(text, phrase, held):
    """All words, in their order, with none between, and no part of a word."""
    assert holds(text, phrase) is held


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_r07_a_phrase_is_found_in_either_spelling(form):
    """R07: an accent that is written as a mark of its own is the same accent."""
    assert holds(unicodedata.normalize(form, "La réunion à Nîmes"), "à NÎMES")


def test_what_is_said_twice_in_a_text_is_found_wherever_it_stands():
    """The whole phrase may come after a beginning of itself."""
    assert holds("It is a a b", "a b")


@given(exams())
def test_scores_keep_their_bounds(exam):
    """Three shares between 0 and 1, and as many tokens as the texts have that came back."""
    questions, retrieved, texts = exam
    scores = score(questions, retrieved, texts)
    assert all(0 <= part <= 1 for part in (scores.recall, scores.precision, scores.contradiction_rate))
    back = [texts[memory] for question in questions for memory in retrieved.get(question.id, ())]
    assert scores.tokens == sum(map(estimate_tokens, back))


@given(exams())
def test_all_is_answered_only_with_full_recall_and_no_contradiction(exam):
    """`answered` and `score` agree about an exam that was passed."""
    questions, retrieved, texts = exam
    scores = score(questions, retrieved, texts)
    passed = [answered(one, [texts[id] for id in retrieved.get(one.id, ())]) for one in questions]
    assert all(passed) is (scores.recall == 1 and scores.contradiction_rate == 0)


@given(exams())
def test_more_coming_back_raises_recall_and_contradictions_or_leaves_them(exam):
    """A memory more for a question takes neither a phrase away nor a contradiction."""
    questions, retrieved, texts = exam
    more = {question.id: (*retrieved.get(question.id, ()), *texts) for question in questions}
    fewer, all_of_it = score(questions, retrieved, texts), score(questions, more, texts)
    assert fewer.recall <= all_of_it.recall
    assert fewer.contradiction_rate <= all_of_it.contradiction_rate
    assert fewer.tokens <= all_of_it.tokens


def test_the_order_of_questions_and_memories_is_no_matter():
    """The same exam in every order has the same scores."""
    tea = Question("tea", "Which tea?", ("green", "no sugar"), ("black",))
    cat = Question("cat", "What is the cat called?", ("Miso",))
    texts = {"a": "Green tea, no sugar", "b": "I like black coffee", "c": "Miso is a cat"}
    found = {
        score(questions, {"tea": memories, "cat": memories}, texts)
        for questions in permutations((tea, cat))
        for memories in permutations(texts)
    }
    assert len(found) == 1


def test_r70_an_empty_memory_and_an_empty_exam_divide_by_nothing():
    """R70: where there is nothing, nothing is divided by it."""
    tea = Question("tea", "Which tea?", ("green",))
    assert score([], {}, {}) == score([], {"tea": ("a",)}, {"a": "Green tea"}) == Scores(1.0, 1.0, 0.0, 0)
    assert score([tea], {}, {}) == Scores(0.0, 1.0, 0.0, 0)
