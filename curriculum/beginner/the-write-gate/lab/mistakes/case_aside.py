"""fails: test_a_small_store

Compares without case. Gold holds contents as they were said, and so must the store.
"""

from collections import Counter


def precision_and_recall(written, gold):
    written, gold = [[content.casefold().rstrip(".") for content in side] for side in (written, gold)]
    right = (Counter(written) & Counter(gold)).total()
    return right / len(written) if written else 1.0, right / len(gold) if gold else 1.0
