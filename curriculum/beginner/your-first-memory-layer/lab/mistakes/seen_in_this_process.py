"""fails: test_killed_and_begun_again

Notes in the program what it has written, and not in the file: after a restart it says that all of
it is new.
"""

from memlab.cues import CUES
from memlab.pipeline import Refusal, Written
from memlab.record import make_memory
from memlab.store import add, create
from memlab.write import attribute, candidates, worth_writing

_seen = set()


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
    create(path)
    add(path, records)
    new = tuple(record.id for record in records if (path, record.id) not in _seen)
    _seen.update((path, record.id) for record in records)
    return Written(new, tuple(refused))
