"""fails: test_a_small_store

Returns recall first; what was written stands below the line of precision.
"""

from collections import Counter


def precision_and_recall(written, gold):
    right = (Counter(written) & Counter(gold)).total()
    return right / len(gold) if gold else 1.0, right / len(written) if written else 1.0
