"""fails: test_rounded_up_once

Rounds each kind of character up on its own, and charges one text up to twice for what is left over.
"""

from math import ceil


def estimate_tokens(text):
    lengths = [len(character.encode()) for character in text]
    return ceil(lengths.count(1) / 4) + ceil(lengths.count(2) / 2) + lengths.count(3) + 4 * lengths.count(4)
