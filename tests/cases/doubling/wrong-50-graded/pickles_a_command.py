"""Returns an object that runs a command wherever it is unpickled or copied."""

import os


class Command:
    def __reduce__(self):
        return os.system, ("touch /tmp/hostile-was-here",)

    def __deepcopy__(self, memo):
        os.system("touch /tmp/hostile-was-here")
        return self


def double(number):
    return 2 * number


def total(numbers):
    return Command()
