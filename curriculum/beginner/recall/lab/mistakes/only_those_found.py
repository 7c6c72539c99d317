"""fails: test_weight_of_a_word

Returns scores for the texts that were found alone: the others need their 0.0, or the places do not fit.
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
                scores[place] += weight * often * (k1 + 1) / (often + k1 * (1 - b + b * relative))
    return tuple(score for score in scores if score)
