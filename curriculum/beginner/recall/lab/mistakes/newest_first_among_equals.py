"""fails: test_ties

Puts the newest of equal scores first. It may be the one to believe, but that is no matter of likeness.
"""

from memlab.recall import Hit


def recall(query, records, scope, limit):
    own = [record for record in in_scope(records, scope) if record.status == "active"]
    scores = bm25(query, [record.content for record in own])
    found = [(score, record) for score, record in zip(scores, own, strict=True) if score > 0]
    found.sort(key=lambda pair: (-pair[0], -pair[1].happened_at.timestamp(), pair[1].id))
    return tuple(Hit(record.id, score) for score, record in found[:limit])
