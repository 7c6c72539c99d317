"""fails: test_nothing_to_find

Works the formula out for texts without the word too; with b at 1 an empty text has nothing to divide by.
"""

from collections import Counter
from math import log

from memlab.words import terms


def bm25(query, texts, k1=1.2, b=0.75):
    held = [Counter(terms(text)) for text in texts]
    lengths = [counts.total() for counts in held]
    total = sum(lengths)
    scores = [0.0] * len(held)
    for term in terms(query):
        holding = sum(term in counts for counts in held)
        if not holding:
            continue
        weight = log(1 + (len(held) - holding + 0.5) / (holding + 0.5))
        for place, counts in enumerate(held):
            often = counts[term]
            if often or k1:
                relative = lengths[place] * len(held) / total
                scores[place] += weight * often * (k1 + 1) / (often + k1 * (1 - b + b * relative))
    return tuple(scores)
