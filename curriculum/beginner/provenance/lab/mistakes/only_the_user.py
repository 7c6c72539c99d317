"""fails: test_the_speaker_is_not_asked

Asks for the speaker. A summary of the user's words has an agent for its speaker, and would never be believed.
"""


def is_belief(provenance, threshold=0.5):
    return provenance.speaker == "user"
