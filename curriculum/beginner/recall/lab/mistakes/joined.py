"""fails: test_all_three_parts

Joins the three parts to one text, in which nobody can tell where a part ended.
"""


def in_scope(records, scope):
    def key(one):
        return "/".join(part for part in (one.user, one.agent, one.session) if part)

    return tuple(record for record in records if key(record.scope) == key(scope))
