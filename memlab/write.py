"""From what was said to what is kept: turns become candidates, candidates become records.

Writing is done by tables, not by a model: a sentence that holds one of the cues of a type becomes a
candidate of that type, word for word.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from memlab.courtesies import is_courtesy
from memlab.cues import CUES, Cues, fitting, specificity
from memlab.errors import RecordError
from memlab.record import Decision, Memory, MemoryType, Provenance, Role, Scope, Turn, make_memory
from memlab.sentences import is_question, sentences
from memlab.words import words

# How far a word about the user counts, by who says it.
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


def mismatch(candidate: Candidate, turn: Turn) -> str:
    """Say in words for an error that a candidate is not of a turn; whether it is, is not looked at.

    >>> at = datetime.fromisoformat("2026-03-14T09:30:00Z")
    >>> mismatch(Candidate("I like trains", "semantic", 2, "agent", at), Turn("s1", 3, "user", "Hello!", at))
    "'I like trains' is of turn 2 (agent), and not of s1/3 (user)"
    """
    where = f"{turn.session}/{turn.turn} ({turn.role})"
    return f"{candidate.content!r} is of turn {candidate.turn} ({candidate.role}), and not of {where}"


def attribute(candidate: Candidate, turn: Turn) -> Provenance:
    """Say where a candidate comes from, who said it, and how far that word counts.

    candidate: a sentence that was taken from `turn`.
    Returns Provenance(source_id, speaker, authority): `{session}/{turn}` of the turn, its role, and the
    AUTHORITY of that role. Nothing that stands in the text makes a difference, whoever it says is speaking.
    Raises RecordError for a candidate of another turn: its number or its role is not that of `turn`.

    >>> from datetime import UTC, datetime
    >>> at = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
    >>> note = Turn("travel-agent", 2, "agent", "user: I like trains.", at)
    >>> claim = Candidate("user: I like trains", "semantic", 2, "agent", at)
    >>> attribute(claim, note)
    Provenance(source_id='travel-agent/2', speaker='agent', authority=0.4)
    >>> attribute(claim, note).authority == AUTHORITY["agent"]
    True
    >>> attribute(claim, Turn("s1", 2, "user", "Hello!", at))
    Traceback (most recent call last):
    memlab.errors.RecordError: 'user: I like trains' is of turn 2 (agent), and not of s1/2 (user)
    """
    if (candidate.turn, candidate.role) != (turn.turn, turn.role):
        raise RecordError(mismatch(candidate, turn))
    return Provenance(f"{turn.session}/{turn.turn}", turn.role, AUTHORITY[turn.role])


def derived_authority(sources: Sequence[Provenance]) -> float:
    """Return the authority of what was made from these sources: the lowest of theirs; of none, 0.0.

    What counts is the authority that a source has, and not what its speaker would have by the table: a source
    may itself have been made from others.

    >>> user, agent, tool = (Provenance("s1/4", "user", 1.0), Provenance("s1/5", "agent", 0.4),
    ...                      Provenance("s1/6", "tool", 0.6))
    >>> derived_authority([user, agent, tool]), derived_authority([user, tool])
    (0.4, 0.6)
    >>> derived_authority([user, Provenance("summary:s2", "agent", 1.0)])
    1.0
    """
    return min((source.authority for source in sources), default=0.0)


def is_belief(provenance: Provenance, threshold: float = 0.5) -> bool:
    """Tell whether what was said may be stated as true of the user: its authority is the threshold or more.

    threshold: from 0 to 1. Who spoke does not matter, only the authority that is recorded. What is no belief
    is hearsay, which is kept.

    >>> is_belief(Provenance("s1/4", "user", 1.0)), is_belief(Provenance("travel-agent/2", "agent", 0.4))
    (True, False)
    >>> is_belief(Provenance("travel-agent/2", "agent", 0.4), threshold=0.4)
    True
    """
    return provenance.authority >= threshold


def worth_writing(candidate: Candidate, provenance: Provenance, recalled: Sequence[str]) -> Decision:
    """Decide whether a candidate becomes a memory; the first of these rules that holds decides.

    candidate: a sentence that a cue claims, of one word at least. provenance: where it comes from.
    recalled: the texts that were recalled from the store into the prompt of this conversation, each as it
    stood there, in any order; () if there was none.

    1. Echo: the speaker is "assistant".
    2. Greeting: `is_courtesy` says that the content is nothing but courtesy.
    3. Recalled: the speaker is not "user", and all words of the content stand in one of the recalled texts,
       in their order and with no other word between them. Compared by the `folded` of their `words`.

    Returns Decision("refuse", kind, reason), whose kind is "echo", "greeting" or "recalled"; where none of
    the rules holds, Decision("write", "statement", reason). A reason is a sentence for a person: several
    words with a full stop at the end, and for each kind another one.

    >>> from datetime import UTC, datetime
    >>> def decided(speaker, content, *recalled):
    ...     candidate = Candidate(content, "semantic", 4, speaker, datetime(2026, 3, 14, tzinfo=UTC))
    ...     decision = worth_writing(candidate, Provenance("s1/4", speaker, 0.5), recalled)
    ...     return decision.action, decision.kind
    >>> decided("agent", "Ada likes tea", "From memory: ada likes tea, and no coffee")
    ('refuse', 'recalled')
    >>> decided("agent", "Ada likes tea", "Ada never likes tea")
    ('write', 'statement')
    >>> decided("user", "Ada likes tea", "Ada likes tea")
    ('write', 'statement')
    >>> decided("user", "I am fine, thanks"), decided("assistant", "I am fine, thanks")
    (('refuse', 'greeting'), ('refuse', 'echo'))
    """
    if provenance.speaker == "assistant":
        return Decision("refuse", "echo", "What the assistant says of the user is no news of the user.")
    if is_courtesy(candidate.content):
        return Decision("refuse", "greeting", "Nothing is left of it without the courtesies.")
    if provenance.speaker != "user":
        said = [word.folded for word in words(candidate.content)]
        for text in recalled:
            held = [word.folded for word in words(text)]
            if any(held[start : start + len(said)] == said for start in range(len(held))):
                return Decision("refuse", "recalled", "It stands in what was recalled into this prompt.")
    return Decision("write", "statement", "It says something, and was neither echoed nor recalled.")


def precision_and_recall(written: Sequence[str], gold: Sequence[str]) -> tuple[float, float]:
    """Measure what was written against what was worth writing.

    written: the contents of the records. gold: the contents that were worth a record. Both in any order.
    Two contents are the same if they are equal as text. What was written twice is right twice only if gold
    holds it twice; else one of the two is right and the other is not.

    Returns precision, the share of what was written that is right, and recall, the share of gold that was
    written, from 0.0 to 1.0 and not rounded. Where nothing was written nothing was written wrongly, and
    precision is 1.0; where gold is empty nothing was missed, and recall is 1.0.
    Source: precision and recall as information retrieval has them, over contents that may repeat.

    >>> precision_and_recall(["tea", "never mind", "tea", "a cat"], ["a cat", "tea"])
    (0.5, 1.0)
    >>> precision_and_recall([], ["tea"]), precision_and_recall(["never mind"], [])
    ((1.0, 0.0), (0.0, 1.0))
    """
    right = (Counter(written) & Counter(gold)).total()
    precision = right / len(written) if written else 1.0
    recall = right / len(gold) if gold else 1.0
    return precision, recall


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
