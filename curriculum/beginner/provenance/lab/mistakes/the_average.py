"""fails: test_it_never_rises

Takes the average: hearsay rises each time that something of the user's is added to it.
"""


def derived_authority(sources):
    return sum(source.authority for source in sources) / len(sources) if sources else 0.0
