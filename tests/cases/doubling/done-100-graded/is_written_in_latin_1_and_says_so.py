# -*- coding: latin-1 -*-
"""Gibt die doppelte Zahl zurück, in einer Schrift von früher."""


def double(number):
    return 2 * number


def total(numbers):
    return sum(2 * number for number in numbers)
