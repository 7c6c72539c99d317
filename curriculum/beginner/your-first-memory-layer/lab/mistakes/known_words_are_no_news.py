"""fails: test_once_however_often

Leaves out what stands in the store in the same words. The user has said it again, and that is lost.
"""

from memlab.cues import CUES
from memlab.pipeline import Refusal, Written
from memlab.record import make_memory
from memlab.store import add, create, load
from memlab.write import attribute, candidates, worth_writing


def remember(path, turns, scope, recalled=()):
    create(path)
    known = {record.content for record in load(path, scope)}
    records, refused = [], []
    for turn in turns:
        for said in candidates(turn, CUES):
            provenance = attribute(said, turn)
            decision = worth_writing(said, provenance, recalled)
            if decision.action == "write" and said.content in known:
                continue
            elif decision.action == "write":
                records.append(make_memory(said.content, said.type, scope, provenance, turn.time, turn.time))
            else:
                refused.append(Refusal(provenance.source_id, said.content, decision.kind, decision.reason))
    create(path)
    return Written(add(path, records), tuple(refused))
