"""Labels: a word and how often it stands in a text."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Label:
    """A word, how often it was seen, and when last."""

    word: str
    count: int
    seen_at: datetime


def label(words: Sequence[str], seen_at: datetime) -> Label | None:
    """Return the label of the word that stands most often, the first of equals; of no words, None.

    >>> from datetime import UTC
    >>> label(["a", "b", "a"], datetime(2026, 1, 1, tzinfo=UTC)).count
    2
    """
    if not words:
        return None
    most = max(words, key=list(words).count)
    return Label(most, list(words).count(most), seen_at)
