"""fails: test_figures_of_the_measure

Returns percentages where shares were asked for.
"""

from collections import Counter


def precision_and_recall(written, gold):
    right = (Counter(written) & Counter(gold)).total()
    precision = 100 * right / len(written) if written else 100.0
    recall = 100 * right / len(gold) if gold else 100.0
    return precision, recall
