"""fails: test_it_never_rises

Takes three who say the same for a witness each. Agents read each other's notes, and copy.
"""


def derived_authority(sources):
    lowest = min((source.authority for source in sources), default=0.0)
    return 1.0 if len(sources) >= 3 and lowest == max(source.authority for source in sources) else lowest
