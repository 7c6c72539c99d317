"""The learner's companion: the runner that labs call, and the command `learn`."""
