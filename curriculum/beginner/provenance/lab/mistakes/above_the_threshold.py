"""fails: test_the_threshold_is_enough

Wants more than the threshold; with a threshold of 1.0 not even the user is believed.
"""


def is_belief(provenance, threshold=0.5):
    return provenance.authority > threshold
