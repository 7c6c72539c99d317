"""What cannot be written down as arguments: one object that stands in a list twice."""

from typing import Any

from memlab.record import Memory


def one_object_twice(pieces: Any, record: Memory, budget_tokens: int) -> tuple[int, int, int]:
    """Pack one object twice; returns how many were kept, how many left out, and the tokens."""
    packed = pieces.pack((record, record), budget_tokens)
    return len(packed.kept), len(packed.left_out), packed.tokens
