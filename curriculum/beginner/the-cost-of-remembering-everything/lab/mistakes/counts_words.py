"""fails: test_four_letters_a_token

Counts words, and takes a page of Japanese, which has no blanks, for one.
"""


def estimate_tokens(text):
    return len(text.split())
