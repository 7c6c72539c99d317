"""fails: test_all_three_parts

Lets records without an agent through for every agent of the user, as if they were common property.
"""


def in_scope(records, scope):
    return tuple(
        record
        for record in records
        if record.scope.user == scope.user
        and record.scope.agent in ("", scope.agent)
        and record.scope.session in ("", scope.session)
    )
