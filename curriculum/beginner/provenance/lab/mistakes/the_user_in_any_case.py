"""fails: test_the_speaker_is_not_asked

Believes the user in any case; what was imported under her name with a low authority is then believed too.
"""


def is_belief(provenance, threshold=0.5):
    return provenance.speaker == "user" or provenance.authority >= threshold
