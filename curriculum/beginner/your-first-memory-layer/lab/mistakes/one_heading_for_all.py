"""fails: test_hearsay_stands_apart

Puts all under one heading, so that a model takes an agent's guess for what is known.
"""

from memlab.budget import pack
from memlab.recall import recall
from memlab.render import KNOWN, line_of
from memlab.store import load


def context_for(path, question, scope, budget_tokens, limit=6):
    records = load(path, scope)
    by_id = {record.id: record for record in records}
    found = [by_id[hit.memory_id] for hit in recall(question, records, scope, limit)]
    kept = pack(found, budget_tokens).kept
    return "\n".join([KNOWN, *map(line_of, kept)]) if kept else ""
