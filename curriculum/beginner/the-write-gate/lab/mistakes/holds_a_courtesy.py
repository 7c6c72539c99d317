"""fails: test_courtesy_and_nothing_else

Refuses whatever holds a courtesy, and with the thanks it throws the allergy away.
"""

from memlab.courtesies import COURTESIES
from memlab.cues import fitting
from memlab.record import Decision
from memlab.words import words


def worth_writing(candidate, provenance, recalled):
    if provenance.speaker == "assistant":
        return Decision("refuse", "echo", "The assistant said it.")
    if fitting(COURTESIES, candidate.content):
        return Decision("refuse", "greeting", "It is courtesy.")
    if provenance.speaker != "user":
        said = [word.folded for word in words(candidate.content)]
        for text in recalled:
            held = [word.folded for word in words(text)]
            if any(held[start : start + len(said)] == said for start in range(len(held))):
                return Decision("refuse", "recalled", "It was recalled.")
    return Decision("write", "statement", "It is news.")
