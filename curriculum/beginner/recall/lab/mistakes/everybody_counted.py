"""fails: test_others_do_not_count

Scores all records and leaves out the others' afterwards: how rare a word is then depends on what strangers
say.
"""

from memlab.recall import Hit


def recall(query, records, scope, limit):
    active = [record for record in records if record.status == "active"]
    own = active
    scores = bm25(query, [record.content for record in own])
    found = [(score, record) for score, record in zip(scores, own, strict=True) if score > 0]
    kept = set(in_scope(records, scope))
    found = [(score, record) for score, record in found if record in kept]
    found.sort(key=lambda pair: (-pair[0], pair[1].happened_at, pair[1].id))
    return tuple(Hit(record.id, score) for score, record in found[:limit])
