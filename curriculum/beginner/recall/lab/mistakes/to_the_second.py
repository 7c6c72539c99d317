"""fails: test_ties

Compares times to the second, and takes what happened within one for equal.
"""

from memlab.recall import Hit


def recall(query, records, scope, limit):
    own = [record for record in in_scope(records, scope) if record.status == "active"]
    scores = bm25(query, [record.content for record in own])
    found = [(score, record) for score, record in zip(scores, own, strict=True) if score > 0]
    found.sort(key=lambda pair: (-pair[0], pair[1].happened_at.replace(microsecond=0), pair[1].id))
    return tuple(Hit(record.id, score) for score, record in found[:limit])
