"""fails: test_a_context

Joins the contents. Who said it and when is lost, and hearsay looks like all the rest.
"""

from memlab.budget import pack
from memlab.recall import recall
from memlab.store import load


def context_for(path, question, scope, budget_tokens, limit=6):
    records = load(path, scope)
    by_id = {record.id: record for record in records}
    found = [by_id[hit.memory_id] for hit in recall(question, records, scope, limit)]
    return "\n".join(record.content for record in pack(found, budget_tokens).kept)
