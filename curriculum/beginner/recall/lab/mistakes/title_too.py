"""fails: test_only_active_records

Compares the title as well, and finds what the content does not say.
"""

from memlab.recall import Hit


def recall(query, records, scope, limit):
    own = [record for record in in_scope(records, scope) if record.status == "active"]
    scores = bm25(query, [f"{record.title} {record.content}" for record in own])
    found = [(score, record) for score, record in zip(scores, own, strict=True) if score > 0]
    found.sort(key=lambda pair: (-pair[0], pair[1].happened_at, pair[1].id))
    return tuple(Hit(record.id, score) for score, record in found[:limit])
