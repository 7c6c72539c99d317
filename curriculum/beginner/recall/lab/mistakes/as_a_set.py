"""fails: test_all_three_parts

Compares the parts as a set, so that an agent and a session may change places.
"""


def in_scope(records, scope):
    wanted = {scope.user, scope.agent, scope.session}
    return tuple(r for r in records if {r.scope.user, r.scope.agent, r.scope.session} == wanted)
