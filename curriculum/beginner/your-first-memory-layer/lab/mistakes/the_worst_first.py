"""fails: test_the_best_hit_comes_first

Sorts the hits by score, the lowest first.
"""

from memlab.budget import pack
from memlab.recall import recall
from memlab.render import render
from memlab.store import load


def context_for(path, question, scope, budget_tokens, limit=6):
    records = load(path, scope)
    by_id = {record.id: record for record in records}
    found = [by_id[hit.memory_id] for hit in reversed(recall(question, records, scope, limit))]
    return render(pack(found, budget_tokens).kept)
