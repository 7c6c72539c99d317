"""fails: test_no_word_in_common

Asks for the best score without asking whether anything was found.
"""

from memlab.recall import Hit


def recall(query, records, scope, limit):
    own = [record for record in in_scope(records, scope) if record.status == "active"]
    scores = bm25(query, [record.content for record in own])
    found = [(score, record) for score, record in zip(scores, own, strict=True) if score > 0]
    best = max(score for score, _ in found)
    found.sort(key=lambda pair: (-pair[0], pair[1].happened_at, pair[1].id))
    return tuple(Hit(record.id, score) for score, record in found[:limit] if score <= best)
