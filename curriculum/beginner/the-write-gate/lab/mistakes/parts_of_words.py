"""fails: test_compared_word_by_word

Joins the words and looks for the text, which is found in the middle of other words too.
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
        said = " ".join(word.folded for word in words(candidate.content))
        for text in recalled:
            held = " ".join(word.folded for word in words(text))
            if said in held:
                return Decision("refuse", "recalled", "It was recalled.")
    return Decision("write", "statement", "It is news.")
