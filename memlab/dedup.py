"""Deduplication: what was said twice is kept once, and the record says where else it was said.

Two records are duplicates if they are equal after `normalise_text`, or share nearly all their words in the
same order and differ in nothing that carries meaning of its own. The rule is cautious on purpose: a record
too many costs a few tokens, two statements merged into one cost the truth.

All pairs are never compared: `memlab.neighbours` hands over the few earlier records that could match, and
`near_duplicate` decides.

Source: Jaccard's share of common members (1901). The guards answer faults that memory systems have shown.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from memlab.neighbours import Neighbours
from memlab.record import Memory, Provenance, Scope, make_memory
from memlab.words import Word, carries_meaning, words

THRESHOLD = 0.85


@dataclass(frozen=True, slots=True)
class Deduplicated:
    """What is left, by `happened_at`, then `id`; and for each survivor the ids of what joined it."""

    records: tuple[Memory, ...]
    merged: dict[str, tuple[str, ...]]


def normalise_text(text: str) -> str:
    """Bring a text into the form in which texts are compared; what is stored keeps its own bytes.

    Composed characters (NFC), case folded, white space as single blanks, no final stop. Twice is once.

    >>> normalise_text("  I prefer\\tTea. ")
    'i prefer tea'
    """
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    return " ".join(folded.split()).rstrip(" .。")


def near_duplicate(a: Memory, b: Memory, threshold: float = THRESHOLD) -> bool:
    """Tell whether two records say the same thing.

    Scope and type must be equal. Then the texts are equal after `normalise_text`, or all of this holds: the
    words in common are strictly more than `threshold` of the words in either (a repeated word counts each
    time); the common words stand in the same order; no word that only one has carries meaning of its own (a
    name, number, id, negation, hedge or opposite); and neither text is an unbroken run of the other's words.

    >>> from datetime import UTC, datetime
    >>> from memlab.record import Provenance, Scope, make_memory
    >>> def said(content):
    ...     at = datetime(2026, 3, 1, tzinfo=UTC)
    ...     return make_memory(content, "semantic", Scope("ada"), Provenance("s1/1", "user", 1.0), at, at)
    >>> near_duplicate(said("I take the early train to work"), said("I take the very early train to work"))
    True
    >>> near_duplicate(said("I take the early train to work"), said("I never take the early train to work"))
    False
    """
    if a.scope != b.scope or a.type != b.type:
        return False
    if normalise_text(a.content) == normalise_text(b.content):
        return True
    of_a, of_b = words(a.content), words(b.content)
    folded_a, folded_b = [word.folded for word in of_a], [word.folded for word in of_b]
    common = Counter(folded_a) & Counter(folded_b)
    in_common = common.total()
    in_either = len(of_a) + len(of_b) - in_common
    return (
        in_either > 0
        and in_common / in_either > threshold
        and not any(carries_meaning(word) for word in (*_without(of_a, common), *_without(of_b, common)))
        and not _contained(folded_a, folded_b)
        and _in_same_order(folded_a, folded_b) == in_common
    )


def _without(text: Iterable[Word], common: Counter[str]) -> Iterator[Word]:
    """Yield the words of a text that are left when each common word is taken out as often as it is common."""
    left = common.copy()
    for word in text:
        if left[word.folded] > 0:
            left[word.folded] -= 1
        else:
            yield word


def _contained(a: list[str], b: list[str]) -> bool:
    short, long = sorted((a, b), key=len)
    starts = range(len(long) - len(short) + 1) if len(short) < len(long) else ()
    return any(long[start : start + len(short)] == short for start in starts)


def _in_same_order(a: list[str], b: list[str]) -> int:
    """Count the words of the longest sequence that both hold in order (longest common subsequence)."""
    row = [0] * (len(b) + 1)
    for word in a:
        diagonal = 0
        for column, other in enumerate(b, start=1):
            above = row[column]
            row[column] = diagonal + 1 if word == other else max(above, row[column - 1])
            diagonal = above
    return row[-1]


def deduplicate(records: Sequence[Memory]) -> Deduplicated:
    """Keep one record of everything that was said more than once.

    Records are visited by `happened_at`, then `id`, and each joins the earliest survivor that it matches
    itself; a match is never passed on from one duplicate to the next. A survivor stays as it was written and
    gathers in `corroborated_by`, sorted, the source_ids of those that joined it and what these had gathered,
    its own apart. The same id twice is one writing and corroborates nothing; if one of the two is retired, it
    stays retired. Records that are not active, or are derived from others, neither join nor are joined. Any
    order of the input gives the same result.

    >>> from datetime import UTC, datetime
    >>> from memlab.record import Provenance, Scope, make_memory
    >>> def said(content, source_id, day):
    ...     at = datetime(2026, 3, day, tzinfo=UTC)
    ...     return make_memory(content, "semantic", Scope("ada"), Provenance(source_id, "user", 1.0), at, at)
    >>> left = deduplicate([said("I prefer tea.", "s2/1", 9), said("I prefer tea", "s1/4", 2)])
    >>> [(memory.provenance.source_id, memory.corroborated_by) for memory in left.records]
    [('s1/4', ('s2/1',))]
    """
    visited = sorted(_one_writing_each(records), key=lambda memory: (memory.happened_at, memory.id))
    texts = {memory.id: tuple(word.folded for word in words(memory.content)) for memory in visited}
    neighbours = Neighbours(texts.values(), THRESHOLD)
    first_with: dict[tuple[object, ...], int] = {}
    joined: dict[str, list[Memory]] = {}
    for number, memory in enumerate(visited):
        if memory.status != "active" or memory.derived_from:
            continue
        exact = (memory.scope, memory.type, normalise_text(memory.content))
        could_match = neighbours.near(texts[memory.id])
        if exact in first_with:
            could_match = sorted({first_with[exact], *could_match})
        for earlier in could_match:
            if near_duplicate(visited[earlier], memory):
                joined.setdefault(visited[earlier].id, []).append(memory)
                break
        else:
            first_with[exact] = number
            neighbours.file(number, texts[memory.id])
    dropped = {memory.id for others in joined.values() for memory in others}
    return Deduplicated(
        records=tuple(
            _corroborated(memory, joined.get(memory.id, ())) for memory in visited if memory.id not in dropped
        ),
        merged={survivor: tuple(memory.id for memory in others) for survivor, others in joined.items()},
    )


def _one_writing_each(records: Iterable[Memory]) -> Iterator[Memory]:
    """Of each id keep one writing, the earliest, with everything that any of them had gathered."""
    writings: dict[str, list[Memory]] = {}
    for memory in records:
        writings.setdefault(memory.id, []).append(memory)
    for same in writings.values():
        if len(same) > 1:
            # Writing it again revives nothing. Between equals repr makes the choice the same in any order.
            same.sort(key=lambda m: (m.status == "active", m.happened_at, m.recorded_at, repr(m)))
            gathered = {source for memory in same for source in memory.corroborated_by}
            yield replace(same[0], corroborated_by=tuple(sorted(gathered)))
        else:
            yield same[0]


def _corroborated(survivor: Memory, others: Sequence[Memory]) -> Memory:
    if not others:
        return survivor
    gathered = {source for memory in (survivor, *others) for source in memory.corroborated_by}
    gathered |= {memory.provenance.source_id for memory in others}
    return replace(survivor, corroborated_by=tuple(sorted(gathered - {survivor.provenance.source_id})))


def example() -> str:
    """Return a worked example: five sentences of five sessions, and what is left of them."""
    said = (
        "I take the early train to work",
        "I take the early train to work.",
        "I take the very early train to work",
        "I never take the early train to work",
        "I take the early train to work in winter",
    )
    start = datetime(2026, 3, 2, 8, tzinfo=UTC)
    store = [
        make_memory(text, "semantic", Scope("ada"), Provenance(f"s{n}/1", "user", 1.0), at, at)
        for n, text in enumerate(said, start=1)
        for at in (start + timedelta(days=n),)
    ]
    lines = ["Said, one sentence a session:"]
    lines += [f"  {memory.provenance.source_id}  {memory.content}" for memory in store]
    lines.append("Kept:")
    for memory in deduplicate(store).records:
        also = f"   (also said in {', '.join(memory.corroborated_by)})" if memory.corroborated_by else ""
        lines.append(f"  {memory.provenance.source_id}  {memory.content}{also}")
    return "\n".join(lines)


if __name__ == "__main__":
    print(example())
