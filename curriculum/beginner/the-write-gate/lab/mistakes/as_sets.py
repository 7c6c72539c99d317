"""fails: test_written_twice

Makes sets of both, so that a junk loop of a thousand copies has a precision of one.
"""


def precision_and_recall(written, gold):
    right = len(set(written) & set(gold))
    precision = right / len(set(written)) if written else 1.0
    recall = right / len(set(gold)) if gold else 1.0
    return precision, recall
