"""fails: test_weight_of_a_word

Takes ln(N / n) for the weight, which is of TF-IDF: a word that stands in all texts is worth nothing, and a
store of one record finds nothing.
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
        weight = log(len(held) / holding) if holding else 0.0
        for place, counts in enumerate(held):
            if often := counts[term]:
                relative = lengths[place] * len(held) / total
                scores[place] += weight * often * (k1 + 1) / (often + k1 * (1 - b + b * relative))
    return tuple(scores)
