"""fails: test_nothing_else_is_looked_at

Keeps each record once. Whether two are the same is another lesson's question.
"""


def in_scope(records, scope):
    return tuple(dict.fromkeys(record for record in records if record.scope == scope))
