"""fails: test_a_superseded_source_is_present

Takes a superseded source for an absent one. Its summary is stale, which is another matter, not orphaned.
"""


def orphaned_summaries(memories):
    present = {memory.id for memory in memories if memory.status == "active"}
    return tuple(memory for memory in memories if not present.issuperset(memory.derived_from))
