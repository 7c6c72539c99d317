"""fails: test_written_twice

Counts each copy as right because gold holds the text, though gold holds it once.
"""


def precision_and_recall(written, gold):
    right = sum(content in gold for content in written)
    found = sum(content in written for content in gold)
    return right / len(written) if written else 1.0, found / len(gold) if gold else 1.0
