"""fails: test_a_small_store

Compares by place, although the two do not stand in one order.
"""


def precision_and_recall(written, gold):
    right = sum(a == b for a, b in zip(written, gold, strict=False))
    return right / len(written) if written else 1.0, right / len(gold) if gold else 1.0
