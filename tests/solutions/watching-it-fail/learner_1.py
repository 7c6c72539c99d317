# %% [markdown]
# # Watching it fail
#
# Two functions are yours: one says whether a question is answered by what came back for it, the other scores
# a whole exam. The page, `lesson.md` one folder up, says why. Helpers of your own and imports of the standard
# library may stand wherever you like.
#
# Run this file. Untouched it shows what is still to be written and what will come out: that is where
# everybody begins.

# %%
from collections.abc import Sequence

from memlab.budget import estimate_tokens
from memlab.evaluate import Question, Scores, holds

# %% [markdown]
# ## Task B10.1: tell whether a question is answered
#
# What you will need:
#
# - a question has `id` and `text`, and two tuples of phrases, either of which may be empty: `needs`, what
#   every answer needs, and `contradicted_by`, what must not be there;
# - `holds(text, phrase)` is True if all words of the phrase stand in the text, in their order and with no
#   other between them. It sees to case, accents and punctuation: `holds("I like GREEN tea.", "green tea")` is
#   True, and `holds("I like artichokes", "art")` is False.


# %%
def answered(question: Question, texts: Sequence[str]) -> bool:
    """Tell whether texts answer a question: each phrase it needs stands in one, and none contradicts it.

    texts: what came back for the question, in any order. A phrase stands in a text if the text `holds` it;
    different texts may hold different phrases. A question that needs nothing is answered by no texts.

    >>> tea = Question("tea", "Which tea?", needs=("green", "no sugar"), contradicted_by=("black tea",))
    >>> answered(tea, ["I like green tea", "No sugar, please"]), answered(tea, ["I like green tea"])
    (True, False)
    >>> answered(tea, ["Green", "No sugar", "I like black tea"])
    False
    """
    found = all(any(holds(text, phrase) for text in texts) for phrase in question.needs)
    spoiled = any(holds(text, phrase) for text in texts for phrase in question.contradicted_by)
    return found and not spoiled


# %% [markdown]
# ## Task B10.2: score a whole exam
#
# `estimate_tokens(text)` is the estimate from the lesson on cost. `Scores(recall, precision,
# contradiction_rate, tokens)` holds three shares and a whole number.
#
# `retrieved` and `texts` are dicts. Of the exam by hand on the page, `retrieved` is
# `{"pet": ("a", "b"), "tea": ("c", "a"), "job": ("d", "e")}`, and `texts["a"]` is `"I have a cat"`.


# %%
def score(
    questions: Sequence[Question], retrieved: dict[str, tuple[str, ...]], texts: dict[str, str]
) -> Scores:
    """Score what came back for the questions of an exam.

    retrieved: for the id of a question the ids of the memories that came back for it, each as often as it
    came. For a question that is not in it nothing came back; ids of other questions are passed over.
    texts: the text of each memory, by its id, as a model was handed it.
    A text is asked for the phrases of the question that it came back for, by `holds`.

    recall: of all phrases that the questions need, the share that stands in a text of its question.
    precision: of all texts that came back, the share that holds at least one phrase its question needs.
    contradiction_rate: of all questions, the share that has a text which holds a phrase that contradicts it.
    tokens: the estimates of all texts that came back, added up; one counts each time it comes back.
    Each share is one of all questions together, not a mean of theirs. Of nothing needed the recall is 1.0, of
    nothing that came back the precision is 1.0, and of no questions the contradiction rate is 0.0.
    Source: precision and recall as information retrieval has them, over phrases in the place of documents.

    >>> tea = Question("tea", "Which tea?", needs=("green", "no sugar"))
    >>> work = Question("work", "Where do I work?", needs=("Halden",), contradicted_by=("Brim",))
    >>> texts = {"a": "I work at Brim", "b": "I joined Halden in May", "c": "Green tea, please"}
    >>> score([tea, work], {"tea": ("c",), "work": ("a", "b")}, texts)
    Scores(recall=0.6666666666666666, precision=0.6666666666666666, contradiction_rate=0.5, tokens=15)
    """
    needed = found = returned = right = contradicted = tokens = 0
    for question in questions:
        back = [texts[key] for key in retrieved.get(question.id, ())]
        needed += len(question.needs)
        found += sum(any(holds(text, phrase) for text in back) for phrase in question.needs)
        returned += len(back)
        right += sum(any(holds(text, phrase) for phrase in question.needs) for text in back)
        contradicted += any(holds(text, phrase) for text in back for phrase in question.contradicted_by)
        tokens += sum(estimate_tokens(text) for text in back)
    return Scores(
        found / needed if needed else 1.0,
        right / returned if returned else 1.0,
        contradicted / len(questions) if questions else 0.0,
        tokens,
    )


# %% [markdown]
# ## To play with
#
# Whatever you try here is yours; nothing grades it.

# %%
if __name__ == "__main__":
    pass

# %%
if __name__ == "__main__":
    from tutor.lab import run

    run("watching-it-fail", globals())
