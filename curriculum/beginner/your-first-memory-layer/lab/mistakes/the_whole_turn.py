"""fails: test_a_claim_becomes_a_memory

Writes the whole turn, greeting and question included, and not the sentence that was claimed.
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
                records.append(make_memory(turn.text, said.type, scope, provenance, turn.time, turn.time))
            else:
                refused.append(Refusal(provenance.source_id, said.content, decision.kind, decision.reason))
    create(path)
    return Written(add(path, records), tuple(refused))
