"""fails: test_recalled_and_handed_on

Ends the range one too early, so that what stands last in a text is never found.
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
        for text in recalled:
            held = [word.folded for word in words(text)]
            if any(held[start : start + len(said)] == said for start in range(len(held) - len(said))):
                return Decision("refuse", "recalled", "It was recalled.")
    return Decision("write", "statement", "It is news.")
