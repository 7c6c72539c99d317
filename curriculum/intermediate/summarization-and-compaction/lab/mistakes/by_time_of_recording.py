"""fails: test_claims_by_time_then_id

Orders the claims by when they were written down, which for a thing told later is another order.
"""

from dataclasses import replace

from memlab.evolve.summarize import Summary
from memlab.record import Provenance, make_memory, session_of
from memlab.write import derived_authority


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
        key=lambda memory: (memory.recorded_at, memory.id),
    )
    if len(claims) < 2:
        return None
    record = make_memory(
        f"Summary of {session}: " + "; ".join(claim.content for claim in claims),
        "semantic",
        scope,
        Provenance(f"summary:{session}", "agent", derived_authority([claim.provenance for claim in claims])),
        max(claim.happened_at for claim in claims),
        max(claim.recorded_at for claim in claims),
        min(claim.confidence for claim in claims),
    )
    held = sum(len(memory.content) for memory in members)
    kept = sum(len(claim.content) for claim in claims)
    record = replace(record, derived_from=tuple(sorted(claim.id for claim in claims)))
    return Summary(record, session, len(claims), held - kept, held)
