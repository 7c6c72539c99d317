"""fails: test_all_three_parts

Compares the user alone: what an agent of hers keeps for itself comes back to everybody who works for her.
"""


def in_scope(records, scope):
    return tuple(record for record in records if record.scope.user == scope.user)
