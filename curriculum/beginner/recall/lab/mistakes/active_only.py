"""fails: test_nothing_else_is_looked_at

Leaves out what is not active. That is for recall to do; whoever deletes a user's records needs all of them.
"""


def in_scope(records, scope):
    return tuple(record for record in records if record.scope == scope and record.status == "active")
