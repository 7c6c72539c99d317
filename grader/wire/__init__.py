"""How values cross between the judge and the learner's code."""
