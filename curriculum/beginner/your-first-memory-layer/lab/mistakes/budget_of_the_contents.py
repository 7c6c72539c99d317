"""fails: test_the_budget_of_the_text

Counts the tokens of the contents. The bullets, days, sources and headings that the model gets as
well are not counted.
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
        if estimate_tokens(" ".join(one.content for one in (*kept, record))) <= budget_tokens:
            kept.append(record)
    return render(kept)
