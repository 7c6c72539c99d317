"""fails: test_where_no_store_is

Takes a store that is not there for one that is empty.
"""

from memlab.budget import pack
from memlab.errors import StoreError
from memlab.recall import recall
from memlab.render import render
from memlab.store import load


def context_for(path, question, scope, budget_tokens, limit=6):
    try:
        records = load(path, scope)
    except StoreError:
        return ""
    by_id = {record.id: record for record in records}
    found = [by_id[hit.memory_id] for hit in recall(question, records, scope, limit)]
    return render(pack(found, budget_tokens).kept)
