"""fails: test_nothing_to_find

Counts only texts that have words, although an empty one is a text that does not hold the word.
"""

from collections import Counter
from math import log

from memlab.words import terms


def bm25(query, texts, k1=1.2, b=0.75):
    held = [Counter(terms(text)) for text in texts]
    lengths = [counts.total() for counts in held]
    total = sum(lengths)
    scores = [0.0] * len(held)
    number = sum(length > 0 for length in lengths)
    for term in terms(query):
        holding = sum(term in counts for counts in held)
        weight = log(1 + (number - holding + 0.5) / (holding + 0.5))
        for place, counts in enumerate(held):
            if often := counts[term]:
                relative = lengths[place] * number / total
                scores[place] += weight * often * (k1 + 1) / (often + k1 * (1 - b + b * relative))
    return tuple(scores)
