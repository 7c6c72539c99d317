"""Returns a list that holds itself."""


def double(number):
    return 2 * number


def total(numbers):
    circle = []
    circle.append(circle)
    return circle
