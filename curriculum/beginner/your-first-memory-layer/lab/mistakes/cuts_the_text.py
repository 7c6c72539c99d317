"""fails: test_the_budget_of_the_text

Cuts the text at the budget, and with it a memory in two.
"""

from memlab.recall import recall
from memlab.render import render
from memlab.store import load


def context_for(path, question, scope, budget_tokens, limit=6):
    records = load(path, scope)
    by_id = {record.id: record for record in records}
    found = [by_id[hit.memory_id] for hit in recall(question, records, scope, limit)]
    return render(found)[: 4 * budget_tokens]
