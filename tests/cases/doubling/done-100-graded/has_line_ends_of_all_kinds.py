"""Was written on three systems."""

def double(number):    return 2 * number

def total(numbers):    return sum(2 * number for number in numbers)
