"""fails: test_of_the_scope_and_active

Ranks with `bm25` and not with `recall`, and brings back what was archived.
"""

from memlab.budget import pack
from memlab.recall import bm25
from memlab.render import render
from memlab.store import load


def context_for(path, question, scope, budget_tokens, limit=6):
    records = load(path, scope)
    scores = bm25(question, [record.content for record in records])
    pairs = sorted(zip(scores, records, strict=True), key=lambda pair: -pair[0])
    found = [record for score, record in pairs if score > 0][:limit]
    return render(pack(found, budget_tokens).kept)
