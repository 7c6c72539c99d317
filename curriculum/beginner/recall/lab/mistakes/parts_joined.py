"""fails: test_all_three_parts

Joins the three parts to one text, in which a name can run into the next one.
"""


def in_scope(records, scope):
    wanted = scope.user + scope.agent + scope.session
    return tuple(r for r in records if r.scope.user + r.scope.agent + r.scope.session == wanted)
