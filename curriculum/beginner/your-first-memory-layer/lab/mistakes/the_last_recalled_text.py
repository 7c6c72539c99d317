"""fails: test_recalled_is_handed_on

Hands only the last recalled text to the gate; what stood in the others is written down once more.
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
            source = attribute(said, turn)
            decision = worth_writing(said, source, recalled[-1:])
            if decision.action == "write":
                records.append(make_memory(said.content, said.type, scope, source, turn.time, turn.time))
            else:
                refused.append(Refusal(source.source_id, said.content, decision.kind, decision.reason))
    create(path)
    return Written(add(path, records), tuple(refused))
