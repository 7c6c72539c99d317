"""fails: test_nothing_at_all

Divides by one at least. Then a gate that wrote nothing has no precision, as if it had written junk.
"""

from collections import Counter


def precision_and_recall(written, gold):
    right = (Counter(written) & Counter(gold)).total()
    return right / max(1, len(written)), right / max(1, len(gold))
