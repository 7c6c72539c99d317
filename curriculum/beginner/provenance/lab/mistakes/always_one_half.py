"""fails: test_another_threshold

Compares with 0.5, whatever threshold was asked for.
"""


def is_belief(provenance, threshold=0.5):
    return provenance.authority >= 0.5
