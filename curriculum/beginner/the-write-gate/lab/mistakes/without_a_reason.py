"""fails: test_a_reason_for_each_kind

Leaves the reason empty. Whoever looks for a lost memory later cannot see why it was refused.
"""

from memlab.courtesies import is_courtesy
from memlab.record import Decision
from memlab.words import words


def worth_writing(candidate, provenance, recalled):
    if provenance.speaker == "assistant":
        return Decision("refuse", "echo", "")
    if is_courtesy(candidate.content):
        return Decision("refuse", "greeting", "")
    if provenance.speaker != "user":
        said = [word.folded for word in words(candidate.content)]
        for text in recalled:
            held = [word.folded for word in words(text)]
            if any(held[start : start + len(said)] == said for start in range(len(held))):
                return Decision("refuse", "recalled", "")
    return Decision("write", "statement", "")
