"""fails: test_orphans_in_input_order

Collects into a set and sorts, so that the order given is lost.
"""


def orphaned_summaries(memories):
    present = {memory.id for memory in memories}
    found = {memory.id: memory for memory in memories if not present.issuperset(memory.derived_from)}
    return tuple(found[id] for id in sorted(found, reverse=True))
