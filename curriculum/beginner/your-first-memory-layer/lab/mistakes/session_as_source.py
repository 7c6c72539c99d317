"""fails: test_provenance_of_each_role

Names the session as the source and not the turn, so that nobody finds the sentence again, and the
same one of two turns is one.
"""

from memlab.cues import CUES
from memlab.pipeline import Refusal, Written
from memlab.record import Provenance, make_memory
from memlab.store import add, create
from memlab.write import attribute, candidates, worth_writing


def remember(path, turns, scope, recalled=()):
    records, refused = [], []
    for turn in turns:
        for said in candidates(turn, CUES):
            told = attribute(said, turn)
            provenance = Provenance(turn.session, told.speaker, told.authority)
            decision = worth_writing(said, provenance, recalled)
            if decision.action == "write":
                records.append(make_memory(said.content, said.type, scope, provenance, turn.time, turn.time))
            else:
                refused.append(Refusal(provenance.source_id, said.content, decision.kind, decision.reason))
    create(path)
    return Written(add(path, records), tuple(refused))
