"""fails: test_the_lowest_counts

Takes the authority of the first source, as if they came in order.
"""


def derived_authority(sources):
    return sources[0].authority if sources else 0.0
