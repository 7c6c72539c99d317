"""fails: test_limit_before_budget

Stops at the first memory that does not fit; a shorter one after it may still have room.
"""

from memlab.budget import estimate_tokens
from memlab.recall import recall
from memlab.render import render
from memlab.store import load


def context_for(path, question, scope, budget_tokens, limit=6):
    records = load(path, scope)
    by_id = {record.id: record for record in records}
    found = [by_id[hit.memory_id] for hit in recall(question, records, scope, limit)]
    kept = []
    for record in found:
        if estimate_tokens(render([*kept, record])) > budget_tokens:
            break
        kept.append(record)
    return render(kept)
