"""Returns an object that is made only when somebody looks at it, and then loops."""


class Lazy:
    def __getattribute__(self, name):
        while True:
            pass

    __int__ = __index__ = __str__ = __repr__ = __len__ = __iter__ = __eq__ = __getattribute__
    __hash__ = None


def double(number):
    return 2 * number


def total(numbers):
    return Lazy()
