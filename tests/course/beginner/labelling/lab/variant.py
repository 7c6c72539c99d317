"""Words from a seed."""

import random


def make(seed):
    return {"words": tuple(random.Random(seed).choices("abc", k=12))}
