"""Items from a seed."""

import random


def make(seed):
    draw = random.Random(seed)
    return {"items": tuple("".join(draw.choices("abc", k=2)) for _ in range(12))}
