"""fails: test_courtesy_and_nothing_else

Has a short list of greetings of its own, and people have many more.
"""

from memlab.record import Decision
from memlab.words import words


def worth_writing(candidate, provenance, recalled):
    if provenance.speaker == "assistant":
        return Decision("refuse", "echo", "The assistant said it.")
    if candidate.content.casefold().strip("!. ") in (
        "hello",
        "hi",
        "thanks",
        "thank you",
        "bye",
        "i am glad",
    ):
        return Decision("refuse", "greeting", "It is courtesy.")
    if provenance.speaker != "user":
        said = [word.folded for word in words(candidate.content)]
        for text in recalled:
            held = [word.folded for word in words(text)]
            if any(held[start : start + len(said)] == said for start in range(len(held))):
                return Decision("refuse", "recalled", "It was recalled.")
    return Decision("write", "statement", "It is news.")
