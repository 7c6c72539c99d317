"""fails: test_of_nothing_nothing

Leaves min to itself, which raises a ValueError where there is no source.
"""


def derived_authority(sources):
    return min(source.authority for source in sources)
