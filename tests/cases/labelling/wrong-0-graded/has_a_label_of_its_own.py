"""Returns a label of a class that it wrote itself, with the name and the fields of the right one."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Label:
    word: str
    count: int
    seen_at: datetime


def label(words, seen_at):
    if not words:
        return None
    word = max(words, key=words.count)
    return Label(word, words.count(word), seen_at)
