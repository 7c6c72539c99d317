"""fails: test_nothing_found_is_an_empty_text

Writes the heading also where nothing stands under it.
"""

from memlab.budget import pack
from memlab.recall import recall
from memlab.render import KNOWN, render
from memlab.store import load


def context_for(path, question, scope, budget_tokens, limit=6):
    records = load(path, scope)
    by_id = {record.id: record for record in records}
    found = [by_id[hit.memory_id] for hit in recall(question, records, scope, limit)]
    return render(pack(found, budget_tokens).kept) or KNOWN
