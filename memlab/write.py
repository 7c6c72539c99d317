"""From what was said to what is kept: turns become candidates, candidates become records.

Writing is done by tables, not by a model: a sentence that holds one of the cues of a type becomes a
candidate of that type, word for word.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from memlab.cues import CUES, Cues, fitting, specificity
from memlab.record import Memory, MemoryType, Provenance, Role, Scope, Turn, make_memory
from memlab.sentences import is_question, sentences

AUTHORITY: dict[Role, float] = {"user": 1.0, "tool": 0.6, "agent": 0.4, "assistant": 0.2}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence that may become a memory: its words, its type, and the turn that said it."""

    content: str
    type: MemoryType
    turn: int
    role: Role
    time: datetime


def type_of(sentence: str, cues: Cues) -> MemoryType | None:
    """Tell what type of memory a sentence would be, by the cues that fit it; None if it claims nothing.

    The cue with the highest specificity decides ("i no longer" asks for more than "i *ed"); between equals
    procedural goes before episodic, and episodic before semantic. A question claims nothing, whatever cues it
    holds.

    >>> type_of("I prefer trains.", CUES), type_of("Yesterday I missed one.", CUES)
    ('semantic', 'episodic')
    >>> type_of("Do you prefer trains?", CUES) is None
    True
    """
    if is_question(sentence):
        return None
    tables: tuple[tuple[MemoryType, tuple[str, ...]], ...] = (
        ("procedural", cues.procedural),
        ("episodic", cues.episodic),
        ("semantic", cues.semantic),
    )
    fit = [(specificity(cue), type) for type, table in tables for cue in fitting(table, sentence)]
    # Of several that are as specific, max takes the first.
    return max(fit, key=lambda pair: pair[0])[1] if fit else None


def candidates(turn: Turn, cues: Cues) -> tuple[Candidate, ...]:
    """Take from a turn every sentence that a cue claims, in the order said.

    The content is the sentence as said, without the stops (`.` or `。`) and blanks at its end; nothing else
    is changed. The turn's number, role and time are noted with it. A turn that claims nothing gives ().

    >>> from datetime import UTC, datetime
    >>> said = Turn("s1", 4, "user", "Hello! I prefer trains. Do you?", datetime(2026, 3, 14, tzinfo=UTC))
    >>> [(candidate.type, candidate.content) for candidate in candidates(said, CUES)]
    [('semantic', 'I prefer trains')]
    """
    found = []
    for sentence in sentences(turn.text):
        type = type_of(sentence, cues)
        if type is not None:
            content = sentence.rstrip(" .。")
            found.append(Candidate(content, type, turn.turn, turn.role, turn.time))
    return tuple(found)


def attribute(candidate: Candidate, turn: Turn) -> Provenance:
    """Say where a candidate comes from: `{session}/{turn}`, who spoke, and that role's authority.

    >>> said = Turn("s1", 4, "agent", "Ada likes trains.", datetime.fromisoformat("2026-03-14T09:30:00Z"))
    >>> attribute(candidates(said, CUES)[0], said)
    Provenance(source_id='s1/4', speaker='agent', authority=0.4)
    """
    return Provenance(f"{turn.session}/{turn.turn}", candidate.role, AUTHORITY[candidate.role])


def derived_authority(sources: Sequence[Provenance]) -> float:
    """Return the authority of what was made from these sources: the lowest of theirs; of none, 0.0.

    >>> derived_authority([Provenance("s1/4", "user", 1.0), Provenance("s1/5", "agent", 0.4)])
    0.4
    """
    return min((source.authority for source in sources), default=0.0)


def write(turns: Sequence[Turn], scope: Scope, cues: Cues = CUES) -> tuple[Memory, ...]:
    """Write down everything a cue claims in what the user and other agents said, in the order said.

    The assistant's own turns and what tools return are no candidates. Nothing is compared with anything:
    what was said twice is written twice, and deduplication comes next. Both times are the turn's.

    >>> at = datetime.fromisoformat("2026-03-14T09:30:00Z")
    >>> said, echo = Turn("s1", 1, "user", "I like trains.", at), Turn("s1", 2, "assistant", "I am glad.", at)
    >>> [memory.content for memory in write([said, echo], Scope("ada"))]
    ['I like trains']
    """
    return tuple(_records(turns, scope, cues))


def _records(turns: Sequence[Turn], scope: Scope, cues: Cues) -> Iterator[Memory]:
    for turn in turns:
        if turn.role in ("user", "agent"):
            for said in candidates(turn, cues):
                yield make_memory(said.content, said.type, scope, attribute(said, turn), turn.time, turn.time)
