"""fails: test_compared_by_words

Looks for the word anywhere among the characters: art stands in artichokes, and is in this.
"""

from math import log

from memlab.words import terms


def bm25(query, texts, k1=1.2, b=0.75):
    folded = [" ".join(terms(text)) for text in texts]
    lengths = [len(text.split()) for text in folded]
    scores = [0.0] * len(folded)
    for term in terms(query):
        holding = sum(term in text for text in folded)
        weight = log(1 + (len(folded) - holding + 0.5) / (holding + 0.5))
        for place, text in enumerate(folded):
            if often := text.count(term):
                relative = lengths[place] * len(folded) / sum(lengths)
                scores[place] += weight * often * (k1 + 1) / (often + k1 * (1 - b + b * relative))
    return tuple(scores)
