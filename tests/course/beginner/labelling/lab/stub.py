# %% [markdown]
# # Labelling

# %%
from collections.abc import Sequence
from datetime import datetime

from toybox.labels import Label


# %%
def label(words: Sequence[str], seen_at: datetime) -> Label | None:
    """Return the label of the word that stands most often, the first of equals; of no words, None.

    >>> from datetime import UTC
    >>> label(["a", "b", "a"], datetime(2026, 1, 1, tzinfo=UTC)).count
    2
    """
    raise NotImplementedError("Task B2.1: label the words")


# %%
if __name__ == "__main__":
    pass

# %%
if __name__ == "__main__":
    from tutor.lab import run

    run("labelling", globals())
