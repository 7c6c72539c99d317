"""fails: test_rounded_up_once

Charges a token for nothing: every text, however short, gets one.
"""

from math import ceil


def estimate_tokens(text):
    quarters = sum({1: 1, 2: 2, 3: 4, 4: 16}[len(character.encode())] for character in text)
    return max(1, ceil(quarters / 4))
