"""Computes with names and words in other scripts: 倍, διπλό, ضعف."""


def double(число):
    return 2 * число


def total(数):
    return sum(2 * число for число in 数)
