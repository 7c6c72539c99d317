"""fails: test_orphans_in_input_order

Looks at active records only; an archived summary goes on holding what was deleted.
"""


def orphaned_summaries(memories):
    present = {memory.id for memory in memories}
    return tuple(m for m in memories if m.status == "active" and not present.issuperset(m.derived_from))
