"""The words of a text, and which of them carry meaning that no likeness of texts can outweigh.

The tables hold English and French, the two languages of the course; a word of another language counts as a
plain word. Names are told by a capital, so a script without capitals shows none.
"""

import unicodedata
from typing import NamedTuple

EDGES = ".,;:!\"'()[]{}«»“”„‘…。，；：！、"
DASHES = frozenset("-–—")
ID_MARKS = frozenset("@#_/\\=+&%$€£¥°?？")

NEGATIONS = frozenset(
    "not no never none nobody nothing nowhere neither nor without cannot except unless hardly barely "
    "scarcely rarely seldom only almost nearly until stopped former formerly anymore used ne n pas "
    "jamais aucun aucune rien ni sans sauf personne plus presque".split()
)
HEDGES = frozenset(
    "if might may maybe perhaps possibly probably could should would supposedly allegedly apparently "
    "si peut-être probablement".split()
)
NUMBERS = frozenset(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety "
    "hundred thousand million billion dozen half quarter once twice thrice first second third fourth "
    "fifth sixth seventh eighth ninth tenth both un une deux trois quatre cinq six sept huit neuf dix "
    "onze douze vingt trente quarante cinquante soixante cent mille demi premier première deuxième".split()
)


class Word(NamedTuple):
    """A word as it stands, and as it is compared."""

    surface: str
    folded: str


def words(text: str) -> tuple[Word, ...]:
    """Split a text into words, in order, without the punctuation around them.

    Compared by NFC and case folding, curly apostrophes as straight ones. A question mark stays, since it
    turns a statement into a question; a lone dash is no word.

    >>> [word.folded for word in words("Ada’s train – the 9:15, to Lyon.")]
    ["ada's", 'train', 'the', '9:15', 'to', 'lyon']
    """
    composed = unicodedata.normalize("NFC", text).replace("’", "'")
    surfaces = (piece.strip(EDGES) for piece in composed.split())
    return tuple(
        Word(surface, unicodedata.normalize("NFC", surface.casefold()))
        for surface in surfaces
        if surface and not DASHES.issuperset(surface)
    )


def is_fixed(folded: str) -> bool:
    """Tell whether a word is a number, an id, a negation or a hedge, whatever its case.

    >>> [word for word in ("tea", "9:15", "two", "isn't", "a@b.example", "perhaps") if not is_fixed(word)]
    ['tea']
    """
    return (
        folded in NEGATIONS
        or folded in HEDGES
        or folded in NUMBERS
        or folded.endswith("n't")
        or folded.startswith("n'")
        or any(character.isdigit() or character in ID_MARKS for character in folded)
        or "." in folded
    )


def carries_meaning(word: Word) -> bool:
    """Tell whether texts that differ in this word differ in meaning: a fixed word, or a name (a capital).

    >>> [word.surface for word in words("so Ada still takes 2 trains") if carries_meaning(word)]
    ['Ada', '2']
    """
    return is_fixed(word.folded) or any(character.isupper() for character in word.surface)
