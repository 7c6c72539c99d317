"""fails: test_others_do_not_count

Falls back on what is nobody's in particular where a scope holds nothing.
"""

from memlab.recall import Hit
from memlab.record import Scope


def recall(query, records, scope, limit):
    own = [
        record
        for record in in_scope(records, scope) or in_scope(records, Scope(scope.user))
        if record.status == "active"
    ]
    scores = bm25(query, [record.content for record in own])
    found = [(score, record) for score, record in zip(scores, own, strict=True) if score > 0]
    found.sort(key=lambda pair: (-pair[0], pair[1].happened_at, pair[1].id))
    return tuple(Hit(record.id, score) for score, record in found[:limit])
