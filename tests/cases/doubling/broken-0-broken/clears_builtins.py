"""Takes all the names away that Python gives to everybody."""

__builtins__.clear()


def double(number):
    return 2 * number
