"""fails: test_other_alphabets

Takes a token for every character beyond English: a Greek letter twice too many, an emoji four times too few.
"""

from math import ceil


def estimate_tokens(text):
    plain = sum(character.isascii() for character in text)
    return ceil(plain / 4) + len(text) - plain
