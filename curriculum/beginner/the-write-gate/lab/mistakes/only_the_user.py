"""fails: test_what_was_said_is_written

Writes only what the user says, and loses what other agents and tools know.
"""

from memlab.courtesies import is_courtesy
from memlab.record import Decision


def worth_writing(candidate, provenance, recalled):
    if provenance.speaker != "user":
        return Decision("refuse", "echo", "Somebody else said it.")
    if is_courtesy(candidate.content):
        return Decision("refuse", "greeting", "It is courtesy.")
    return Decision("write", "statement", "The user said it.")
