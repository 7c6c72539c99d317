"""fails: test_limit_before_budget

Asks for six hits, whatever limit was given.
"""

from memlab.budget import pack
from memlab.recall import recall
from memlab.render import render
from memlab.store import load


def context_for(path, question, scope, budget_tokens, limit=6):
    records = load(path, scope)
    by_id = {record.id: record for record in records}
    found = [by_id[hit.memory_id] for hit in recall(question, records, scope, 6)]
    return render(pack(found, budget_tokens).kept)
