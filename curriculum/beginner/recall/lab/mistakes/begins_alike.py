"""fails: test_letter_by_letter

Asks whether the name begins alike, so that adam's records are ada's.
"""


def in_scope(records, scope):
    return tuple(
        record
        for record in records
        if record.scope.user.startswith(scope.user)
        and (record.scope.agent, record.scope.session) == (scope.agent, scope.session)
    )
