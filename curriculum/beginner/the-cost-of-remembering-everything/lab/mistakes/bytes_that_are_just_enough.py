"""fails: test_other_alphabets

Draws the line one character too far: the first with two bytes is already none with one.
"""

from math import ceil


def estimate_tokens(text):
    quarters = 0
    for character in text:
        if character <= "\u0080":
            quarters += 1
        elif character <= "\u0800":
            quarters += 2
        elif character <= "\U00010000":
            quarters += 4
        else:
            quarters += 16
    return ceil(quarters / 4)
