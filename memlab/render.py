"""Memories as text for a prompt: what is believed, what is only heard, who said it, and when.

The text goes to a model, which believes what stands in it. So hearsay stands under a heading of its own, and
a memory of several lines cannot look like two memories or like a heading.
"""

from collections.abc import Sequence

from memlab.record import Memory
from memlab.write import is_belief

KNOWN = "What is known of the user:"
HEARD = "What others say of the user, and nobody confirmed:"


def line_of(memory: Memory) -> str:
    """Render one memory: a bullet, the day it happened, its speaker and source, and its content.

    The day is that of `happened_at` where it happened. Lines of the content after the first are indented.

    >>> from datetime import datetime
    >>> from memlab.record import Provenance, Scope, make_memory
    >>> at, said = datetime.fromisoformat("2026-03-14T23:30:00-05:00"), Provenance("s1/3", "user", 1.0)
    >>> line_of(make_memory("I like tea", "semantic", Scope("ada"), said, at, at))
    '- 2026-03-14, user, s1/3: I like tea'
    """
    content = "\n  ".join(memory.content.splitlines())
    day = memory.happened_at.date().isoformat()
    return f"- {day}, {memory.provenance.speaker}, {memory.provenance.source_id}: {content}"


def render(records: Sequence[Memory]) -> str:
    """Render memories for a prompt: beliefs under a heading, then hearsay under another, each in their order.

    A heading stands there only where something stands under it; no records give "".

    >>> from datetime import datetime
    >>> from memlab.record import Provenance, Scope, make_memory
    >>> at = datetime.fromisoformat("2026-03-14T09:30:00+01:00")
    >>> def memory(content, speaker, authority):
    ...     said = Provenance("s1/3", speaker, authority)
    ...     return make_memory(content, "semantic", Scope("ada"), said, at, at)
    >>> print(render([memory("Ada hates tea", "agent", 0.4), memory("I like tea", "user", 1.0)]))
    What is known of the user:
    - 2026-03-14, user, s1/3: I like tea
    What others say of the user, and nobody confirmed:
    - 2026-03-14, agent, s1/3: Ada hates tea
    """
    known = [line_of(record) for record in records if is_belief(record.provenance)]
    heard = [line_of(record) for record in records if not is_belief(record.provenance)]
    lines = [KNOWN, *known] if known else []
    lines += [HEARD, *heard] if heard else []
    return "\n".join(lines)
