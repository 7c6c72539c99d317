"""Has lost the line that keeps it from judging itself while it is loaded."""


def double(number):
    return 2 * number


def total(numbers):
    return sum(2 * number for number in numbers)


from tutor.lab import run

run("doubling", globals())
