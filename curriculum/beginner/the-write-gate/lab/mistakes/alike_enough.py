"""fails: test_whole_and_unbroken

Refuses what shares most of its words with a recalled text; the one that differs may be the news.
"""

from memlab.courtesies import is_courtesy
from memlab.record import Decision
from memlab.words import words


def worth_writing(candidate, provenance, recalled):
    if provenance.speaker == "assistant":
        return Decision("refuse", "echo", "The assistant said it.")
    if is_courtesy(candidate.content):
        return Decision("refuse", "greeting", "It is courtesy.")
    if provenance.speaker != "user":
        said = {word.folded for word in words(candidate.content)}
        for text in recalled:
            held = {word.folded for word in words(text)}
            if len(said & held) >= 0.8 * len(said):
                return Decision("refuse", "recalled", "It was recalled.")
    return Decision("write", "statement", "It is news.")
