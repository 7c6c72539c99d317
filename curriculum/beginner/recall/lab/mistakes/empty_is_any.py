"""fails: test_all_three_parts

Takes an empty agent or session for any: whoever asks without an agent gets the records of all agents.
"""


def in_scope(records, scope):
    return tuple(
        record
        for record in records
        if record.scope.user == scope.user
        and scope.agent in ("", record.scope.agent)
        and scope.session in ("", record.scope.session)
    )
