"""fails: test_the_parts_are_added

Keeps the best word of each text instead of adding all.
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
        weight = log(1 + (len(held) - holding + 0.5) / (holding + 0.5))
        for place, counts in enumerate(held):
            if often := counts[term]:
                relative = lengths[place] * len(held) / total
                part = weight * often * (k1 + 1) / (often + k1 * (1 - b + b * relative))
                scores[place] = max(scores[place], part)
    return tuple(scores)
