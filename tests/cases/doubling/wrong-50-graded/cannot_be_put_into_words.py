"""Raises an error whose text and name raise errors."""


class Wordless(type):
    @property
    def __name__(self):
        raise LookupError("no name")


class Speechless(Exception, metaclass=Wordless):
    def __str__(self):
        raise LookupError("no words")


def double(number):
    return 2 * number


def total(numbers):
    raise Speechless
