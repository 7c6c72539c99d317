"""fails: test_letter_by_letter

Compares without case. Ada and ada may be two people, and whoever may decide that, it is not recall.
"""


def in_scope(records, scope):
    def key(one):
        return [part.strip().casefold() for part in (one.user, one.agent, one.session)]

    return tuple(record for record in records if key(record.scope) == key(scope))
