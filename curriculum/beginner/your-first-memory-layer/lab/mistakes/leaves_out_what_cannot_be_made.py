"""fails: test_all_turns_or_none

Passes over a turn of which no record can be made, and says nothing.
"""

from memlab.cues import CUES
from memlab.errors import RecordError
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
                try:
                    records.append(
                        make_memory(said.content, said.type, scope, provenance, turn.time, turn.time)
                    )
                except RecordError:
                    continue
            else:
                refused.append(Refusal(provenance.source_id, said.content, decision.kind, decision.reason))
    create(path)
    return Written(add(path, records), tuple(refused))
