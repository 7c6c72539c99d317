"""fails: test_one_missing_source_is_enough

Asks whether any source is left, where it should ask whether all are.
"""


def orphaned_summaries(memories):
    present = {memory.id for memory in memories}
    return tuple(m for m in memories if m.derived_from and not present.intersection(m.derived_from))
