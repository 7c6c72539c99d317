"""fails: test_only_active_records

Scores all records of the scope and leaves out the retired ones afterwards: they still say how rare a word
is.
"""

from memlab.recall import Hit


def recall(query, records, scope, limit):
    own = in_scope(records, scope)
    scores = bm25(query, [record.content for record in own])
    found = [
        (score, record)
        for score, record in zip(scores, own, strict=True)
        if score > 0 and record.status == "active"
    ]
    found.sort(key=lambda pair: (-pair[0], pair[1].happened_at, pair[1].id))
    return tuple(Hit(record.id, score) for score, record in found[:limit])
