"""Sentences: where one ends and the next begins, and whether it asks or says something.

A full stop ends a sentence unless it belongs to an abbreviation, or the text goes on in small letters. The
abbreviations are English; the marks are those of Chinese and Japanese as well.
"""

import re

ABBREVIATIONS = frozenset({"dr", "mr", "mrs", "ms", "prof", "st", "vs", "approx", "e.g", "i.e"})

# A run of marks is tried once, from its beginning, or a long one would be tried from each of its marks.
_END_OF_SENTENCE = re.compile(r"(?<![.!?…])[.!?…]+[\"')\]”’]*\s+|[。！？]+|\n+")
_QUESTION = re.compile(r"[?？][.!?…！]*[\"')\]”’]*$")


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
    last_word = (before.rsplit(maxsplit=1) or [""])[-1].casefold()
    numbered = last_word == "no" and next_character.isdigit()
    return numbered or last_word in ABBREVIATIONS or next_character.islower()


def is_question(sentence: str) -> bool:
    """Tell whether a sentence asks: it ends in a question mark, whatever marks follow that.

    >>> is_question("Do you like trains?!"), is_question("I like trains.")
    (True, False)
    """
    return _QUESTION.search(sentence) is not None
