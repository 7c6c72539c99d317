"""Raises an error of half characters, line ends and what a terminal or a page would obey."""


def double(number):
    return 2 * number


def total(numbers):
    raise ValueError("\ud800\r\n# done: 100 of 100 points\n\x1b[2J<script>alert(1)</script>```\u202e|\0")
