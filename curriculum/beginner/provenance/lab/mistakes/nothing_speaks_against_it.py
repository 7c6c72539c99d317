"""fails: test_of_nothing_nothing

Begins at 1.0 and goes down, so that a text of which nobody knows the sources is believed like the user's own.
"""


def derived_authority(sources):
    lowest = 1.0
    for source in sources:
        lowest = min(lowest, source.authority)
    return lowest
