"""fails: test_whole_and_unbroken

Joins the recalled texts, so that the end of one and the start of another make a sentence that nobody wrote.
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
        said = [word.folded for word in words(candidate.content)]
        held = [word.folded for word in words(" ".join(recalled))]
        if any(held[start : start + len(said)] == said for start in range(len(held))):
            return Decision("refuse", "recalled", "It was recalled.")
    return Decision("write", "statement", "It is news.")
