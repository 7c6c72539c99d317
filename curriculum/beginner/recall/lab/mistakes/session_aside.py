"""fails: test_all_three_parts

Compares user and agent, and forgets the session.
"""


def in_scope(records, scope):
    wanted = scope.user, scope.agent
    return tuple(record for record in records if (record.scope.user, record.scope.agent) == wanted)
