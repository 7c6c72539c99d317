"""fails: test_own_records

Sorts by time, though the order was to stay.
"""


def in_scope(records, scope):
    own = [record for record in records if record.scope == scope]
    return tuple(sorted(own, key=lambda record: record.happened_at))
