"""fails: test_orphans_of_a_variant

Reports an orphan once for each source that it misses.
"""


def orphaned_summaries(memories):
    present = {memory.id for memory in memories}
    return tuple(memory for memory in memories for source in memory.derived_from if source not in present)
