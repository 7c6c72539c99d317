"""fails: test_in_the_order_said

Leaves a turn at the first sentence that is refused; what follows in that turn is lost.
"""

from memlab.cues import CUES
from memlab.pipeline import Refusal, Written
from memlab.record import make_memory
from memlab.store import add, create
from memlab.write import attribute, candidates, worth_writing


def remember(path, turns, scope, recalled=()):
    records, refused = [], []
    for turn in turns:
        for said in candidates(turn, CUES):
            provenance = attribute(said, turn)
            decision = worth_writing(said, provenance, recalled)
            if decision.action == "write":
                records.append(make_memory(said.content, said.type, scope, provenance, turn.time, turn.time))
            else:
                refused.append(Refusal(provenance.source_id, said.content, decision.kind, decision.reason))
                break
    create(path)
    return Written(add(path, records), tuple(refused))
