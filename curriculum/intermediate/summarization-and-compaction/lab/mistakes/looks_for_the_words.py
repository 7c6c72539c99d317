"""fails: test_one_missing_source_is_enough

Looks for words instead of ids. The words may stand elsewhere, and a claim may hold a separator.
"""


def orphaned_summaries(memories):
    texts = [memory.content for memory in memories if not memory.derived_from]
    found = []
    for memory in memories:
        claims = memory.content.partition(": ")[2].split("; ") if memory.derived_from else []
        if claims and all(claim not in texts for claim in claims):
            found.append(memory)
    return tuple(found)
