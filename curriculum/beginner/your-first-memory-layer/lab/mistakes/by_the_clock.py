"""fails: test_times_of_the_turn

Takes the time from the clock. A conversation that is imported has all happened today, and what is
old cannot be told from what is new.
"""

from datetime import UTC, datetime

from memlab.cues import CUES
from memlab.pipeline import Refusal, Written
from memlab.record import make_memory
from memlab.store import add, create
from memlab.write import attribute, candidates, worth_writing


def remember(path, turns, scope, recalled=()):
    records, refused = [], []
    now = datetime.now(UTC)
    for turn in turns:
        for said in candidates(turn, CUES):
            provenance = attribute(said, turn)
            decision = worth_writing(said, provenance, recalled)
            if decision.action == "write":
                records.append(make_memory(said.content, said.type, scope, provenance, now, now))
            else:
                refused.append(Refusal(provenance.source_id, said.content, decision.kind, decision.reason))
    create(path)
    return Written(add(path, records), tuple(refused))
