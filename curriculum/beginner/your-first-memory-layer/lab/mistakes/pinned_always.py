"""fails: test_a_pinned_hit_has_to_fit

Adds what is pinned to every context. A pin keeps a hit from being left out, and makes nothing a
hit.
"""

from memlab.budget import pack
from memlab.recall import recall
from memlab.render import render
from memlab.store import load


def context_for(path, question, scope, budget_tokens, limit=6):
    records = load(path, scope)
    by_id = {record.id: record for record in records}
    found = [by_id[hit.memory_id] for hit in recall(question, records, scope, limit)]
    found += [record for record in records if record.pinned and record not in found]
    return render(pack(found, budget_tokens).kept)
