"""fails: test_the_lowest_counts

Lets the best source speak for all, so that one word of the user's makes everything else in the text hers.
"""


def derived_authority(sources):
    return max((source.authority for source in sources), default=0.0)
