"""fails: test_how_long_the_text_is

Takes the average over the texts that hold the word, where it is over all.
"""

from collections import Counter
from math import log

from memlab.words import terms


def bm25(query, texts, k1=1.2, b=0.75):
    held = [Counter(terms(text)) for text in texts]
    lengths = [counts.total() for counts in held]
    scores = [0.0] * len(held)
    for term in terms(query):
        holding = sum(term in counts for counts in held)
        weight = log(1 + (len(held) - holding + 0.5) / (holding + 0.5))
        for place, counts in enumerate(held):
            if often := counts[term]:
                around = [length for length, each in zip(lengths, held, strict=True) if each[term]]
                relative = lengths[place] * len(around) / sum(around)
                scores[place] += weight * often * (k1 + 1) / (often + k1 * (1 - b + b * relative))
    return tuple(scores)
