"""Cues: the phrases by which a sentence is told to be a belief, an event or a procedure.

They are plain data, so that everyone can see why a sentence was written down, and change it. These are
English; another language brings a `Cues` of its own.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Cues:
    """Phrases that tell what a sentence is, by the type that they tell.

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


def fits(cue: str, sentence: str) -> bool:
    """Tell whether a sentence holds a cue, as whole words and whatever its case, accents or apostrophes.

    Between two words of a cue there may be blanks and commas.

    >>> fits("i live", "Since May I live in Ghent"), fits("i live", "I lived in York")
    (True, False)
    >>> fits("my * is", "My sister is a vet"), fits("i *ed", "I moved"), fits("^when", "Tell me when")
    (True, True, False)
    """
    return _pattern(cue).search(_folded(sentence)) is not None


def specificity(cue: str) -> int:
    """Count the characters of a cue that a sentence has to hold: all but `*` and `^`.

    >>> specificity("i live"), specificity("^when"), specificity("my * is")
    (6, 4, 6)
    """
    return len(cue.replace("^", "").replace("*", ""))


# A sentence is asked about every cue of a table, and then about none.
@lru_cache(maxsize=4)
def _folded(sentence: str) -> str:
    return unicodedata.normalize("NFC", sentence).casefold().replace("’", "'")


@lru_cache(maxsize=4096)
def _pattern(cue: str) -> re.Pattern[str]:
    words = (re.escape(word).replace(r"\*", r"[\w'-]+") for word in cue.removeprefix("^").split())
    start = r"^\W*" if cue.startswith("^") else r"(?<![\w'-])"
    return re.compile(start + r"[\s,]+".join(words) + r"(?![\w'-])")
