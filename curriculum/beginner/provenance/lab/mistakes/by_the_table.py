"""fails: test_what_a_source_was_made_from

Looks the speakers up in the table, and forgets that a summary's speaker is an agent, whoever said what it
holds.
"""

from memlab.write import AUTHORITY


def derived_authority(sources):
    return min((AUTHORITY[source.speaker] for source in sources), default=0.0)
