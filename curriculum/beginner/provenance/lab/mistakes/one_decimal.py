"""fails: test_sources_of_a_variant

Rounds to one decimal, which is enough for the table and not for what an import brings.
"""


def derived_authority(sources):
    return round(min((source.authority for source in sources), default=0.0), 1)
