"""fails: test_nothing_found_is_an_empty_text

Says in words that nothing was found. The model would read that as something that is known.
"""

from memlab.budget import pack
from memlab.recall import recall
from memlab.render import render
from memlab.store import load


def context_for(path, question, scope, budget_tokens, limit=6):
    records = load(path, scope)
    by_id = {record.id: record for record in records}
    found = [by_id[hit.memory_id] for hit in recall(question, records, scope, limit)]
    return render(pack(found, budget_tokens).kept) or "Nothing is known."
