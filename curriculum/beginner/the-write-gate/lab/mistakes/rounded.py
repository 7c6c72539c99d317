"""fails: test_a_small_store

Rounds to two decimals, so that shares no longer add up or compare.
"""

from collections import Counter


def precision_and_recall(written, gold):
    right = (Counter(written) & Counter(gold)).total()
    precision = right / len(written) if written else 1.0
    recall = right / len(gold) if gold else 1.0
    return round(precision, 2), round(recall, 2)
