"""fails: test_figures_of_beliefs

Believes no agent and everybody else, so that the assistant's own guess comes back to it as a fact.
"""


def is_belief(provenance, threshold=0.5):
    return provenance.speaker != "agent"
