"""fails: test_best_first

Divides each score by the best one. Scores of two questions can then no longer be told from each other, and
the contract wants bm25's.
"""

from memlab.recall import Hit


def recall(query, records, scope, limit):
    own = [record for record in in_scope(records, scope) if record.status == "active"]
    scores = bm25(query, [record.content for record in own])
    found = [(score, record) for score, record in zip(scores, own, strict=True) if score > 0]
    found.sort(key=lambda pair: (-pair[0], pair[1].happened_at, pair[1].id))
    return tuple(Hit(record.id, score / found[0][0]) for score, record in found[:limit])
