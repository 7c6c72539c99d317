"""fails: test_provenance_of_each_role

Makes a provenance by hand, in which everybody is the user: an agent's guess counts like her own
word.
"""

from memlab.cues import CUES
from memlab.pipeline import Refusal, Written
from memlab.record import Provenance, make_memory
from memlab.store import add, create
from memlab.write import candidates, worth_writing


def remember(path, turns, scope, recalled=()):
    records, refused = [], []
    for turn in turns:
        for said in candidates(turn, CUES):
            provenance = Provenance(f"{turn.session}/{turn.turn}", "user", 1.0)
            decision = worth_writing(said, provenance, recalled)
            if decision.action == "write":
                records.append(make_memory(said.content, said.type, scope, provenance, turn.time, turn.time))
            else:
                refused.append(Refusal(provenance.source_id, said.content, decision.kind, decision.reason))
    create(path)
    return Written(add(path, records), tuple(refused))
