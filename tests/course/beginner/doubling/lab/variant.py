"""Numbers from a seed."""

import random


def make(seed):
    draw = random.Random(seed)
    return {"numbers": tuple(draw.choices(range(10, 99), k=5))}
