"""fails: test_orphans_in_input_order

Looks for sources among the memories that were said, so that a summary of a summary is always an orphan.
"""


def orphaned_summaries(memories):
    present = {memory.id for memory in memories if not memory.derived_from}
    return tuple(memory for memory in memories if not present.issuperset(memory.derived_from))
