"""fails: test_authority_never_rises

Averages authority, so that hearsay gains from the company it keeps.
"""

from dataclasses import replace
from statistics import mean

from memlab.evolve.summarize import Summary
from memlab.record import Provenance, make_memory, session_of


def summarise_session(memories, session, scope):
    members = [
        memory
        for memory in memories
        if session_of(memory) == session
        and memory.scope == scope
        and memory.status == "active"
        and not memory.derived_from
    ]
    claims = sorted(
        (memory for memory in members if memory.type != "episodic"),
        key=lambda memory: (memory.happened_at, memory.id),
    )
    if len(claims) < 2:
        return None
    record = make_memory(
        f"Summary of {session}: " + "; ".join(claim.content for claim in claims),
        "semantic",
        scope,
        Provenance(f"summary:{session}", "agent", mean(claim.provenance.authority for claim in claims)),
        max(claim.happened_at for claim in claims),
        max(claim.recorded_at for claim in claims),
        min(claim.confidence for claim in claims),
    )
    held = sum(len(memory.content) for memory in members)
    kept = sum(len(claim.content) for claim in claims)
    record = replace(record, derived_from=tuple(sorted(claim.id for claim in claims)))
    return Summary(record, session, len(claims), held - kept, held)
