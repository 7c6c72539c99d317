"""fails: test_courtesy_and_nothing_else

Knows courtesy only from the user. Agents and tools are polite as well.
"""

from memlab.courtesies import is_courtesy
from memlab.record import Decision
from memlab.words import words


def worth_writing(candidate, provenance, recalled):
    if provenance.speaker == "assistant":
        return Decision("refuse", "echo", "The assistant said it.")
    if provenance.speaker == "user" and is_courtesy(candidate.content):
        return Decision("refuse", "greeting", "It is courtesy.")
    if provenance.speaker != "user":
        said = [word.folded for word in words(candidate.content)]
        for text in recalled:
            held = [word.folded for word in words(text)]
            if any(held[start : start + len(said)] == said for start in range(len(held))):
                return Decision("refuse", "recalled", "It was recalled.")
    return Decision("write", "statement", "It is news.")
