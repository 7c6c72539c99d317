"""Takes all the memory that there is."""


def double(number):
    return 2 * number


def total(numbers):
    taken = []
    while True:
        taken.append(bytes(10_000_000))
