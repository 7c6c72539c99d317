"""Numbers, twice as large."""

from collections.abc import Sequence


def double(number: int) -> int:
    """Return twice the number.

    >>> double(4)
    8
    """
    return 2 * number


def total(numbers: Sequence[int]) -> int:
    """Return the sum of the numbers, each doubled; of none, 0.

    >>> total([1, 2])
    6
    """
    return sum(double(number) for number in numbers)


def totals(rows: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the total of each row. Given, not written by the learner."""
    return tuple(total(row) for row in rows)
