"""fails: test_variant

Knows the table of the page by heart: right for Priya's store, and wrong for every other.
"""

from dataclasses import replace

from memlab.evolve.summarize import Summary
from memlab.record import Provenance, make_memory

TABLE = {
    "s1": (4, 30, 169, 160), "s2": (2, 0, 78, 95), "s3": (2, 0, 82, 99), "s4": (2, 0, 42, 59),
    "s5": (3, 42, 141, 118), "calendar-agent": (2, 0, 96, 125), "s6": (3, 195, 307, 131),
    "s7": (2, 0, 61, 78), "s8": (3, 97, 214, 136), "s10": (3, 0, 154, 174),
}  # fmt: skip


def summarise_session(memories, session, scope):
    if session not in TABLE:
        return None
    kept, dropped, held, length = TABLE[session]
    first = memories[0]
    text = f"Summary of {session}: ".ljust(length, "x")
    record = make_memory(
        text,
        "semantic",
        scope,
        Provenance(f"summary:{session}", "agent", 1.0),
        first.happened_at,
        first.recorded_at,
    )
    ids = tuple(sorted(memory.id for memory in memories)[:kept])
    return Summary(replace(record, derived_from=ids), session, kept, dropped, held)
