"""Is indented with tabs in one line and with spaces in the next."""


def double(number):
	number = 2 * number
        return number


def total(numbers):
    return sum(2 * number for number in numbers)
