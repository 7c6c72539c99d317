"""fails: test_thresholds_of_a_variant

Answers whether something is hearsay, where it was asked whether it is a belief.
"""


def is_belief(provenance, threshold=0.5):
    return provenance.authority < threshold
