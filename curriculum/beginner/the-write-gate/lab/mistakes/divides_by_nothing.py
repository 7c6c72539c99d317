"""fails: test_nothing_at_all

Divides by the length of an empty list.
"""

from collections import Counter


def precision_and_recall(written, gold):
    right = (Counter(written) & Counter(gold)).total()
    return right / len(written), right / len(gold)
