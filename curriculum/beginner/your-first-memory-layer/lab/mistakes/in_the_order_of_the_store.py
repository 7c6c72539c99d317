"""fails: test_the_best_hit_comes_first

Filters the store by the ids of the hits. The order of the store takes the place of the ranking, and
under a small budget the best hit is left out.
"""

from memlab.budget import pack
from memlab.recall import recall
from memlab.render import render
from memlab.store import load


def context_for(path, question, scope, budget_tokens, limit=6):
    records = load(path, scope)
    ids = {hit.memory_id for hit in recall(question, records, scope, limit)}
    found = [record for record in records if record.id in ids]
    return render(pack(found, budget_tokens).kept)
