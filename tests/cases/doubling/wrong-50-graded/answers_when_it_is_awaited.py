"""Is a coroutine, and computes nothing until somebody waits for it."""


def double(number):
    return 2 * number


async def total(numbers):
    return sum(2 * number for number in numbers)
