"""fails: test_a_context

Packs the whole store and leaves the question out.
"""

from memlab.budget import pack
from memlab.render import render
from memlab.store import load


def context_for(path, question, scope, budget_tokens, limit=6):
    records = load(path, scope)
    return render(pack(records, budget_tokens).kept)
