"""fails: test_it_never_rises

Multiplies, as with chances. Authority is no chance: the same note three times would count less than once.
"""

from math import prod


def derived_authority(sources):
    return prod(source.authority for source in sources) if sources else 0.0
