"""fails: test_figures_of_the_summaries

Caps what is derived at the authority of an agent; everything of the user's that is summarised becomes
hearsay.
"""


def derived_authority(sources):
    return min([0.4, *(source.authority for source in sources)]) if sources else 0.0
