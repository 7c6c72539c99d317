# %% [markdown]
# # The write gate
#
# Two functions are yours: one decides whether a sentence becomes a memory, the other measures how well that
# was decided. The page, `lesson.md` one folder up, says why. Helpers of your own and imports of the standard
# library may stand wherever you like.
#
# Run this file. Untouched it shows what is still to be written and what will come out: that is where
# everybody begins.

# %%
from collections import Counter
from collections.abc import Sequence

from memlab.courtesies import is_courtesy
from memlab.record import Decision, Provenance
from memlab.words import words
from memlab.write import Candidate

# %% [markdown]
# ## Task B5.1: decide whether a candidate is worth writing
#
# What you will need:
#
# - a candidate has `content`, the sentence as said; a provenance has `speaker`, which is "user", "assistant",
#   "agent" or "tool";
# - `is_courtesy(sentence)` is True if a sentence is nothing but courtesy: "Thank you so much again!" is, and
#   "Thank you, I am allergic to nuts" is not;
# - `words(text)` is the tuple of the words of a text, without the punctuation around them, and the `folded`
#   of each is what is compared: `[word.folded for word in words("Ada’s TEA, please!")]` is
#   `["ada's", "tea", "please"]`;
# - `Decision(action, kind, reason)` holds three texts.


# %%
def worth_writing(candidate: Candidate, provenance: Provenance, recalled: Sequence[str]) -> Decision:
    """Decide whether a candidate becomes a memory; the first of these rules that holds decides.

    candidate: a sentence that a cue claims, of one word at least. provenance: where it comes from.
    recalled: the texts that were recalled from the store into the prompt of this conversation, each as it
    stood there, in any order; () if there was none.

    1. Echo: the speaker is "assistant".
    2. Greeting: `is_courtesy` says that the content is nothing but courtesy.
    3. Recalled: the speaker is not "user", and all words of the content stand in one of the recalled texts,
       in their order and with no other word between them. Compared by the `folded` of their `words`.

    Returns Decision("refuse", kind, reason), whose kind is "echo", "greeting" or "recalled"; where none of
    the rules holds, Decision("write", "statement", reason). A reason is a sentence for a person: several
    words with a full stop at the end, and for each kind another one.

    >>> from datetime import UTC, datetime
    >>> def decided(speaker, content, *recalled):
    ...     candidate = Candidate(content, "semantic", 4, speaker, datetime(2026, 3, 14, tzinfo=UTC))
    ...     decision = worth_writing(candidate, Provenance("s1/4", speaker, 0.5), recalled)
    ...     return decision.action, decision.kind
    >>> decided("agent", "Ada likes tea", "From memory: ada likes tea, and no coffee")
    ('refuse', 'recalled')
    >>> decided("agent", "Ada likes tea", "Ada never likes tea")
    ('write', 'statement')
    >>> decided("user", "Ada likes tea", "Ada likes tea")
    ('write', 'statement')
    >>> decided("user", "I am fine, thanks"), decided("assistant", "I am fine, thanks")
    (('refuse', 'greeting'), ('refuse', 'echo'))
    """
    if provenance.speaker == "assistant":
        return Decision("refuse", "echo", "The assistant said this, not the user.")
    if is_courtesy(candidate.content):
        return Decision("refuse", "greeting", "This is only a polite sentence.")
    if provenance.speaker != "user":
        mine = [word.folded for word in words(candidate.content)]
        for text in recalled:
            theirs = [word.folded for word in words(text)]
            for start in range(len(theirs) - len(mine) + 1):
                if theirs[start : start + len(mine)] == mine:
                    return Decision("refuse", "recalled", "This was recalled from the memory already.")
    return Decision("write", "statement", "No rule speaks against it.")


# %% [markdown]
# ## Task B5.2: measure what was written
#
# `Counter(texts)` counts how often each text stands in a sequence: `Counter(["tea", "tea", "cat"])["tea"]`
# is 2. It is there if you want it.


# %%
def precision_and_recall(written: Sequence[str], gold: Sequence[str]) -> tuple[float, float]:
    """Measure what was written against what was worth writing.

    written: the contents of the records. gold: the contents that were worth a record. Both in any order.
    Two contents are the same if they are equal as text. What was written twice is right twice only if gold
    holds it twice; else one of the two is right and the other is not.

    Returns precision, the share of what was written that is right, and recall, the share of gold that was
    written, from 0.0 to 1.0 and not rounded. Where nothing was written nothing was written wrongly, and
    precision is 1.0; where gold is empty nothing was missed, and recall is 1.0.
    Source: the measures of information retrieval, over contents that may repeat.

    >>> precision_and_recall(["tea", "never mind", "tea", "a cat"], ["a cat", "tea"])
    (0.5, 1.0)
    >>> precision_and_recall([], ["tea"]), precision_and_recall(["never mind"], [])
    ((1.0, 0.0), (0.0, 1.0))
    """
    right = 0
    left = Counter(gold)
    for text in written:
        if left[text] > 0:
            left[text] -= 1
            right += 1
    precision = right / len(written) if written else 1.0
    recall = right / len(gold) if gold else 1.0
    return precision, recall


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

    run("the-write-gate", globals())
