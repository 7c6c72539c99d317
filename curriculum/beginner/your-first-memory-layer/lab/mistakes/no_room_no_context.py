"""fails: test_a_pinned_hit_has_to_fit

Catches the error of a pinned memory that has no room: what must never be left out is left out,
silently.
"""

from memlab.budget import pack
from memlab.errors import BudgetError
from memlab.recall import recall
from memlab.render import render
from memlab.store import load


def context_for(path, question, scope, budget_tokens, limit=6):
    records = load(path, scope)
    by_id = {record.id: record for record in records}
    found = [by_id[hit.memory_id] for hit in recall(question, records, scope, limit)]
    try:
        return render(pack(found, budget_tokens).kept)
    except BudgetError:
        return ""
