# %% [markdown]
# # Writing memories down
#
# Two functions are yours: one tells from a sentence and three tables of cues what type of memory it would be,
# the other takes a turn apart and keeps what is claimed. The page, `lesson.md` one folder up, says why.
# Helpers of your own and imports of the standard library may stand wherever you like.
#
# Run this file. Untouched it shows what is still to be written and what will come out: that is where
# everybody begins.

# %%
from memlab.cues import CUES, Cues, fitting, specificity
from memlab.record import MemoryType, Turn
from memlab.sentences import is_question, sentences
from memlab.write import Candidate

# %% [markdown]
# ## Task B3.1: tell the type of a sentence
#
# What you will need:
#
# - `cues.semantic`, `cues.episodic` and `cues.procedural` are tables: tuples of cues;
# - `fitting(table, sentence)` returns the cues of a table that the sentence holds, `()` if there are none;
# - `specificity(cue)` is the number of characters that a cue asks for, without its marks `*` and `^`;
# - `is_question(sentence)` says whether it asks.


# %%
def type_of(sentence: str, cues: Cues) -> MemoryType | None:
    """Tell what type of memory a sentence would be, by the cues that fit it; None if it claims nothing.

    The cue with the highest specificity decides ("i no longer" says more than "i *ed"); between equals
    procedural goes before episodic, and episodic before semantic. A question claims nothing, whatever cues it
    holds.

    >>> type_of("I prefer trains.", CUES), type_of("Yesterday I missed one.", CUES)
    ('semantic', 'episodic')
    >>> type_of("Do you prefer trains?", CUES) is None
    True
    """
    if is_question(sentence):
        return None
    best_type = None
    best = 0
    for name, table in [
        ("procedural", cues.procedural),
        ("episodic", cues.episodic),
        ("semantic", cues.semantic),
    ]:
        for cue in fitting(table, sentence):
            if specificity(cue) > best:
                best = specificity(cue)
                best_type = name
    return best_type


# %% [markdown]
# ## Task B3.2: take the candidates from a turn
#
# What you will need:
#
# - `sentences(text)` splits a text into its sentences, in order, each with its final mark and without blanks
#   around it;
# - a turn has `session`, `turn` (its number), `role`, `text` and `time`;
# - `Candidate(content, type, turn, role, time)` is what you return, one for each sentence that has a type.


# %%
def candidates(turn: Turn, cues: Cues) -> tuple[Candidate, ...]:
    """Take from a turn every sentence that a cue claims, in the order said.

    The content is the sentence as said: trimmed, without its final stops, person and tense unchanged. Turn,
    role and time are those of the turn.

    >>> at = datetime.fromisoformat("2026-03-14T09:30:00Z")
    >>> said = Turn("s1", 4, "user", "Hello! I prefer trains. Do you?", at)
    >>> [(candidate.type, candidate.content) for candidate in candidates(said, CUES)]
    [('semantic', 'I prefer trains')]
    """
    found = []
    for sentence in sentences(turn.text):
        kind = type_of(sentence, cues)
        if kind is not None:
            content = sentence.rstrip(".。").strip()
            found.append(Candidate(content, kind, turn.turn, turn.role, turn.time))
    return tuple(found)


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

    run("writing-memories-down", globals())
