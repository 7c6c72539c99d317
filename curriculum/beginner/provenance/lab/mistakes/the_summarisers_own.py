"""fails: test_what_a_source_was_made_from

Gives every derived text the authority of an agent, for an agent made it. Then the user's own words, once
summarised, are hearsay, and an assistant's guess rises.
"""


def derived_authority(sources):
    return 0.4 if sources else 0.0
