"""fails: test_all_turns_or_none

Adds turn by turn. Where a later turn fails, half a conversation is in the store, and the caller
does not know which half.
"""

from memlab.cues import CUES
from memlab.pipeline import Refusal, Written
from memlab.record import make_memory
from memlab.store import add, create
from memlab.write import attribute, candidates, worth_writing


def remember(path, turns, scope, recalled=()):
    added, refused = (), []
    create(path)
    for turn in turns:
        records = []
        for said in candidates(turn, CUES):
            provenance = attribute(said, turn)
            decision = worth_writing(said, provenance, recalled)
            if decision.action == "write":
                records.append(make_memory(said.content, said.type, scope, provenance, turn.time, turn.time))
            else:
                refused.append(Refusal(provenance.source_id, said.content, decision.kind, decision.reason))
        added += add(path, records)
    return Written(added, tuple(refused))
