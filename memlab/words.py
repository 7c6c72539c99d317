"""The words of a text, and which of them carry meaning that no likeness of texts can outweigh.

The tables hold English and French, the two languages of the course; a word of another language counts as a
plain word. Names are told by a capital, so a script without capitals shows none.
"""

import re
import unicodedata
from typing import NamedTuple

OPENING = ",;:!\"'([{«“„‘…，；：！、"
CLOSING = ".,;:!\"')]}»”“‘’…。，；：！、"
DASHES = frozenset("-–—")
APOSTROPHES = str.maketrans("’‘ʼ＇", "''''")
ID_MARKS = frozenset("@#_/\\=+&%$€£¥°?？.")
# A minus that stands alone before its number.
LONE_MINUS = re.compile(r"(?<!\S)([-−])\s+(?=[\d.,])")

NEGATIONS = frozenset(
    "not no non never none nobody nothing nowhere neither nor without cannot except unless hardly barely "
    "scarcely rarely seldom only almost nearly until stopped former formerly anymore used "
    "ne pas jamais aucun aucune rien ni sans sauf personne plus presque".split()
)
HEDGES = frozenset(
    "if might may maybe perhaps possibly probably could should would supposedly allegedly apparently "
    "si peut-être probablement".split()
)
OPPOSITES = frozenset(
    "before after am pm more less most least above below under over with like likes love loves dislike "
    "dislikes hate hates allow allowed permitted forbid forbidden prohibited required optional accept "
    "accepted approved reject rejected denied start started stop increase increased decrease decreased "
    "enable enabled disable disabled open closed on off yes "
    "avant après moins avec aime déteste autorisé interdit permis ouvert fermé oui non".split()
)
NUMBERS = frozenset(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand "
    "million billion dozen half quarter once twice thrice both first second third fourth fifth sixth seventh "
    "eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth "
    "nineteenth twentieth thirtieth fortieth fiftieth hundredth "
    "un une deux trois quatre cinq sept huit neuf dix onze douze treize quatorze quinze seize vingt trente "
    "quarante cinquante soixante cent mille demi demie premier première second seconde dernier "
    "dernière".split()
)
CALENDAR = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april june july august "
    "september october november december lundi mardi mercredi jeudi vendredi samedi dimanche janvier février "
    "mars avril mai juin juillet août septembre octobre novembre décembre".split()
)
FIXED = NEGATIONS | HEDGES | OPPOSITES | NUMBERS | CALENDAR


class Word(NamedTuple):
    """A word as it stands, and as it is compared."""

    surface: str
    folded: str


def words(text: str) -> tuple[Word, ...]:
    """Split a text into words, in order, without the punctuation around them.

    Compared by NFC and case folding, curly apostrophes as straight ones. A question mark stays, since it
    turns a statement into a question; a lone dash is no word, unless it is the minus of a number.

    >>> [word.folded for word in words("Ada’s train – the 9:15, to Lyon.")]
    ["ada's", 'train', 'the', '9:15', 'to', 'lyon']
    """
    composed = unicodedata.normalize("NFC", text).translate(APOSTROPHES)
    pieces = LONE_MINUS.sub(r"\1", composed).split()
    surfaces = (piece.lstrip(OPENING).rstrip(CLOSING) for piece in pieces)
    return tuple(
        Word(surface, unicodedata.normalize("NFC", surface.casefold()))
        for surface in surfaces
        if surface and not DASHES.issuperset(surface)
    )


def terms(text: str) -> tuple[str, ...]:
    """Return the words of a text in the form in which they are searched for, in their order.

    That is the `folded` form, without question marks at its end: they are the question's, not the word's.

    >>> terms("Which train goes to Lyon?")
    ('which', 'train', 'goes', 'to', 'lyon')
    """
    bare = (word.folded.rstrip("?？") for word in words(text))
    return tuple(term for term in bare if term)


def is_fixed(folded: str) -> bool:
    """Tell whether a word carries meaning of its own, whatever its case.

    It does if it, or a part of it between hyphens, is a number, a negation, a hedge, one of two opposites, or
    a day or month; if it looks like an id; or if it is a sign without a letter, such as an emoji.

    >>> [word for word in ("tea", "9:15", "twenty-two", "isn't", "a@b.example", "if") if not is_fixed(word)]
    ['tea']
    """
    return (
        folded in FIXED
        or not FIXED.isdisjoint(folded.split("-"))
        or folded.endswith(("n't", "ième"))
        or folded.startswith("n'")
        or any(character.isnumeric() or character in ID_MARKS for character in folded)
        or not any(character.isalpha() for character in folded)
    )


def carries_meaning(word: Word) -> bool:
    """Tell whether texts that differ in this word differ in meaning: a fixed word, or a name (a capital).

    >>> [word.surface for word in words("so Ada still takes 2 trains") if carries_meaning(word)]
    ['Ada', '2']
    """
    return is_fixed(word.folded) or any(character.isupper() for character in word.surface)
