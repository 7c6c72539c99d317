"""fails: test_of_the_scope_and_active

Reads the scope of the user alone, whichever agent asks.
"""

from memlab.budget import pack
from memlab.recall import recall
from memlab.record import Scope
from memlab.render import render
from memlab.store import load


def context_for(path, question, scope, budget_tokens, limit=6):
    records = load(path, Scope(scope.user))
    by_id = {record.id: record for record in records}
    found = [by_id[hit.memory_id] for hit in recall(question, records, Scope(scope.user), limit)]
    return render(pack(found, budget_tokens).kept)
