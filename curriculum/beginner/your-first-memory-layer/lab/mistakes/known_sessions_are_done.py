"""fails: test_killed_and_begun_again

Passes over sessions of which the store holds something. If the process was killed in the middle of
one, the rest of it never comes.
"""

from memlab.cues import CUES
from memlab.pipeline import Refusal, Written
from memlab.record import make_memory, session_of
from memlab.store import add, create, load
from memlab.write import attribute, candidates, worth_writing


def remember(path, turns, scope, recalled=()):
    create(path)
    known = {session_of(record) for record in load(path, scope)}
    records, refused = [], []
    for turn in turns:
        if turn.session in known:
            continue
        for said in candidates(turn, CUES):
            provenance = attribute(said, turn)
            decision = worth_writing(said, provenance, recalled)
            if decision.action == "write":
                records.append(make_memory(said.content, said.type, scope, provenance, turn.time, turn.time))
            else:
                refused.append(Refusal(provenance.source_id, said.content, decision.kind, decision.reason))
    create(path)
    return Written(add(path, records), tuple(refused))
