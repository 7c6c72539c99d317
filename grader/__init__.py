"""Whether a lab is right: checks run in a trusted process, the learner's code elsewhere."""
