"""From what was said to what is kept: turns become candidates, candidates become records.

Writing is done by tables, not by a model: a sentence that holds one of the cues of a type becomes a
candidate of that type, word for word. The tables are plain data, so that everyone can see why a sentence
was written down, and change it. They are English; another language brings a `Cues` of its own.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from memlab.record import Memory, MemoryType, Provenance, Role, Scope, Turn, make_memory


@dataclass(frozen=True, slots=True)
class Cues:
    """Phrases that tell what a sentence is.

    A `*` stands for the rest of a word, or alone for one word; a `^` in front binds a phrase to the start.
    """

    semantic: tuple[str, ...]
    episodic: tuple[str, ...]
    procedural: tuple[str, ...]


CUES = Cues(
    semantic=(
        *("i am", "i'm", "i have", "i've got", "i've been", "i have been", "i've never"),
        *("i have never", "i've always", "i own", "i live", "i work", "i prefer", "i like", "i love"),
        *("i hate", "i dislike", "i enjoy", "i can't", "i cannot", "i can only", "i don't", "i do not"),
        *("i never", "i always", "i usually", "i often", "i tend to", "i speak", "i use", "i drink"),
        *("i eat", "i play", "i teach", "i study", "i sing", "i cook", "i grow", "i write", "i run"),
        *("i train", "i wear", "i sleep", "i wake", "i get up", "i grew up", "i come from"),
        *("i was born", "i believe", "i trust", "i know", "i want", "i need", "i keep", "i report to"),
        *("i lead", "i share", "i follow", "i belong to", "i rely on", "i'd rather", "i would rather"),
        *("i hope to", "i plan to", "i no longer", "we live", "we have", "we use", "we own", "we keep"),
        *("we don't", "we never", "we always", "our * is", "our * are", "our * has", "my name"),
        *("my favourite", "my * is", "my * are", "my * has", "my * * is", "my * * are", "my * lives"),
        *("my * works", "my * likes", "my * plays", "my * speaks", "my * runs", "my * teaches"),
        *("my * studies", "my * needs", "my * prefers", "my * loves", "my * hates", "my * doesn't"),
        *("my * can't", "is my", "are my", "he is", "she is", "they are", "he has", "she has"),
        *("birthday is", "number is", "call me", "allergic", "allergy", "intolerant", "vegetarian"),
        *("vegan", "likes", "dislikes", "prefers", "plays", "speaks", "keeps", "owns", "knows"),
        *("hates", "loves", "enjoys", "sees her", "sees his", "works at", "works for", "works as"),
        *("works in", "lives in", "lives with", "wants", "belongs to", "reports to", "goes by"),
        *("is short for", "is called", "also called", "stands for", "makes me", "gives me", "never"),
        *("must not", "must never", "may not", "not allowed", "is allowed", "do not", "don't ever"),
        *("isn't", "aren't", "doesn't", "won't", "you may", "is fine with me", "has my approval"),
        *("i approve", "no longer", "for years", "most days", "at weekends", "on weekends"),
        *("on weekdays", "twice a week", "once a week", "every day", "every week", "every month"),
        *("every year", "every other", "every monday", "every tuesday", "every wednesday"),
        *("every thursday", "every friday", "every saturday", "every sunday", "on mondays"),
        *("on tuesdays", "on wednesdays", "on thursdays", "on fridays", "on saturdays", "on sundays"),
    ),
    episodic=(
        *("yesterday", "today", "tonight", "tomorrow", "this morning", "this afternoon"),
        *("this evening", "last night", "last week", "last weekend", "last month", "last year"),
        *("last spring", "last summer", "last autumn", "last winter", "last monday", "last tuesday"),
        *("last wednesday", "last thursday", "last friday", "last saturday", "last sunday"),
        *("on monday", "on tuesday", "on wednesday", "on thursday", "on friday", "on saturday"),
        *("on sunday", "next week", "next month", "this week", "days ago", "weeks ago", "months ago"),
        *("years ago", "an hour ago", "a week ago", "a month ago", "a year ago", "the other day"),
        *("just now", "when i was", "has just", "have just", "i've just", "back in", "i *ed", "he *ed"),
        *("she *ed", "they *ed", "we *ed", "it *ed", "my * *ed", "was *ed", "were *ed", "got *ed"),
        *("has *ed", "have *ed", "was", "were", "went", "came", "took", "had", "got", "gave", "told"),
        *("said", "broke", "fell", "lost", "won", "found", "left", "met", "saw", "began", "bought"),
        *("sold", "spent", "caught", "brought", "sent", "flew", "drove", "wrote", "spoke", "ate"),
        *("chose", "quit", "forgot", "paid", "heard", "fell through", "was cancelled", "was delayed"),
        *("it took", "i made", "we made", "i ran", "we ran", "i read"),
    ),
    procedural=(
        *("^when", "^whenever", "^if", "^before", "^after", "^once", "^always", "^each time"),
        *("^every time", "whenever", "every time", "each time", "when you *", "when i ask"),
        *("when i say", "before you *", "before *ing", "after *ing", "once you *", "if you *"),
        *("start by", "start with", "begin with", "begin by", "end with", "finish with", "and then"),
        *("make sure", "remember to", "from now on", "by default", "always put", "always use"),
        *("always write", "always ask", "always check", "the steps", "in that order", "step by step"),
        *("the way to",),
    ),
)

AUTHORITY: dict[Role, float] = {"user": 1.0, "tool": 0.6, "agent": 0.4, "assistant": 0.2}

ABBREVIATIONS = frozenset({"dr", "mr", "mrs", "ms", "prof", "st", "vs", "approx", "e.g", "i.e"})

# A run of marks is tried once, from its beginning, or a long one would be tried from each of its marks.
_END_OF_SENTENCE = re.compile(r"(?<![.!?…])[.!?…]+[\"')\]”’]*\s+|[。！？]+|\n+")
_QUESTION = re.compile(r"[?？][.!?…！]*[\"')\]”’]*$")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence that may become a memory: its words, its type, and the turn that said it."""

    content: str
    type: MemoryType
    turn: int
    role: Role
    time: datetime


def sentences(text: str) -> tuple[str, ...]:
    """Split a text into its sentences, in order, each with its final mark.

    >>> sentences("I saw Dr. Moss at 4.30. All well? Yes!")
    ('I saw Dr. Moss at 4.30.', 'All well?', 'Yes!')
    """
    found, start = [], 0
    for mark in _END_OF_SENTENCE.finditer(text):
        if mark[0].strip() == "." and _goes_on(text[start : mark.start()], text[mark.end() :][:1]):
            continue
        found.append(text[start : mark.end()].strip())
        start = mark.end()
    found.append(text[start:].strip())
    return tuple(sentence for sentence in found if sentence)


def _goes_on(before: str, next_character: str) -> bool:
    """Tell whether a stop is that of an abbreviation."""
    last_word = (before.split() or [""])[-1].casefold()
    numbered = last_word == "no" and next_character.isdigit()
    return numbered or last_word in ABBREVIATIONS or next_character.islower()


def candidates(turn: Turn, cues: Cues) -> tuple[Candidate, ...]:
    """Take from a turn every sentence that a cue claims, in the order said; a question claims nothing.

    The longest cue decides the type, being the most specific one ("i moved" is shorter than "i no longer");
    between equals procedural goes before episodic and episodic before semantic. The content is the sentence
    as said: trimmed, without its final stop, person and tense unchanged.

    >>> at = datetime.fromisoformat("2026-03-14T09:30:00Z")
    >>> said = Turn("s1", 4, "user", "Hello! I prefer trains.", at)
    >>> [(candidate.type, candidate.content) for candidate in candidates(said, CUES)]
    [('semantic', 'I prefer trains')]
    """
    found = []
    for sentence in sentences(turn.text):
        type = _type_of(sentence, cues)
        if type is not None:
            found.append(Candidate(_without_stop(sentence), type, turn.turn, turn.role, turn.time))
    return tuple(found)


def _type_of(sentence: str, cues: Cues) -> MemoryType | None:
    if _QUESTION.search(sentence):
        return None
    said = unicodedata.normalize("NFC", sentence).casefold().replace("’", "'")
    for type, pattern in _patterns(cues):
        if pattern.search(said):
            return type
    return None


@lru_cache(maxsize=8)
def _patterns(cues: Cues) -> tuple[tuple[MemoryType, re.Pattern[str]], ...]:
    """Order the cues by specificity, so that the first that fits decides."""
    by_type: tuple[tuple[MemoryType, tuple[str, ...]], ...] = (
        ("procedural", cues.procedural),
        ("episodic", cues.episodic),
        ("semantic", cues.semantic),
    )
    ranked = sorted(
        ((type, cue) for type, table in by_type for cue in table),
        key=lambda pair: -len(pair[1].strip("^").replace("*", "")),
    )
    return tuple((type, _pattern(cue)) for type, cue in ranked)


def _pattern(cue: str) -> re.Pattern[str]:
    words = (re.escape(word).replace(r"\*", r"[\w'-]+") for word in cue.removeprefix("^").split())
    start = r"^\W*" if cue.startswith("^") else r"(?<![\w'-])"
    return re.compile(start + r"[\s,]+".join(words) + r"(?![\w'-])")


def _without_stop(sentence: str) -> str:
    return sentence.rstrip(" .。")


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
