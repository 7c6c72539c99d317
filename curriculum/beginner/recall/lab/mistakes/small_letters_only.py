"""fails: test_compared_by_words

Makes small letters and splits: marks, question marks and other spellings of an accent stay.
"""

from collections import Counter
from math import log


def bm25(query, texts, k1=1.2, b=0.75):
    held = [Counter(text.casefold().split()) for text in texts]
    lengths = [counts.total() for counts in held]
    total = sum(lengths)
    scores = [0.0] * len(held)
    for term in query.casefold().split():
        holding = sum(term in counts for counts in held)
        weight = log(1 + (len(held) - holding + 0.5) / (holding + 0.5))
        for place, counts in enumerate(held):
            if often := counts[term]:
                relative = lengths[place] * len(held) / total
                scores[place] += weight * often * (k1 + 1) / (often + k1 * (1 - b + b * relative))
    return tuple(scores)
