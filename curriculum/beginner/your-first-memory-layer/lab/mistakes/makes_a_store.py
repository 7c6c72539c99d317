"""fails: test_where_no_store_is

Makes a store where there is none: a misspelt path gives an empty memory, and nobody is told.
"""

from memlab.budget import pack
from memlab.recall import recall
from memlab.render import render
from memlab.store import create, load


def context_for(path, question, scope, budget_tokens, limit=6):
    create(path)
    records = load(path, scope)
    by_id = {record.id: record for record in records}
    found = [by_id[hit.memory_id] for hit in recall(question, records, scope, limit)]
    return render(pack(found, budget_tokens).kept)
