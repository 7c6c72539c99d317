"""fails: test_nothing_at_all

Gives 0.0 where there is nothing to divide by. A gate that had nothing to write made no mistake.
"""

from collections import Counter


def precision_and_recall(written, gold):
    right = (Counter(written) & Counter(gold)).total()
    return right / len(written) if written else 0.0, right / len(gold) if gold else 0.0
