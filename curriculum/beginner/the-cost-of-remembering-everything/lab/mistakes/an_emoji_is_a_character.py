"""fails: test_emoji

Stops at three bytes, and charges an emoji like a Chinese character.
"""

from math import ceil


def estimate_tokens(text):
    quarters = 0
    for character in text:
        if character < "\u0080":
            quarters += 1
        elif character < "\u0800":
            quarters += 2
        else:
            quarters += 4
    return ceil(quarters / 4)
