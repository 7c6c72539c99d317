"""fails: test_asking_writes_nothing

Writes the message down while it makes the context. That is the task of `remember`, which knows what
was recalled.
"""

from datetime import UTC, datetime

from memlab.budget import pack
from memlab.recall import recall
from memlab.record import Turn
from memlab.render import render
from memlab.store import load


def context_for(path, question, scope, budget_tokens, limit=6):
    records = load(path, scope)
    by_id = {record.id: record for record in records}
    found = [by_id[hit.memory_id] for hit in recall(question, records, scope, limit)]
    asked = Turn("asked", 1, "user", question, datetime(2026, 1, 1, tzinfo=UTC))
    remember(path, [asked], scope)
    return render(pack(found, budget_tokens).kept)
