"""fails: test_compared_word_by_word

Looks for the characters as they are. Another case, a comma or another apostrophe hides the repetition.
"""

from memlab.courtesies import is_courtesy
from memlab.record import Decision


def worth_writing(candidate, provenance, recalled):
    if provenance.speaker == "assistant":
        return Decision("refuse", "echo", "The assistant said it.")
    if is_courtesy(candidate.content):
        return Decision("refuse", "greeting", "It is courtesy.")
    if provenance.speaker != "user":
        said = candidate.content
        for text in recalled:
            held = text
            if said in held:
                return Decision("refuse", "recalled", "It was recalled.")
    return Decision("write", "statement", "It is news.")
