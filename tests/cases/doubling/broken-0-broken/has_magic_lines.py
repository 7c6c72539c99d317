"""Was a notebook, and still has lines that only a notebook knows."""

%matplotlib inline
!pip install nothing


def double(number):
    return 2 * number


def total(numbers):
    return sum(2 * number for number in numbers)
