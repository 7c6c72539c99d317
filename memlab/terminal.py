"""Texts on a terminal: lines that fit it, and nothing in a text that could steer it.

A memory is what somebody said, and it may hold any character. Some of them move the cursor, colour what
follows, or let a text be read from the other end; here they are written out, so that a person sees them.
"""

import textwrap
import unicodedata

from memlab.render import TURNING

# What is no text by its Unicode category: controls, halves of characters, separators of lines.
UNSEEN = frozenset({"Cc", "Cs", "Zl", "Zp"})


def printable(text: str, width: int | None = None) -> str:
    r"""Return the text as a terminal may show it: characters that could steer it are written out.

    A line feed stays, and a tab is a blank. width: where lines are wrapped, between words and within a word
    that is longer than a line; None where they stay as they are. Lines that go on are indented by two.

    >>> printable("I like\ttea\x1b[2J")
    'I like tea\\x1b[2J'
    >>> print(printable("- I like green tea", width=12))
    - I like
      green tea
    """
    plain = "".join(map(_written_out, text.replace("\t", " ")))
    if width is None:
        return plain
    wrapper = textwrap.TextWrapper(width, subsequent_indent="  ", break_on_hyphens=False)
    return "\n".join("\n".join(wrapper.wrap(line)) for line in plain.split("\n"))


def _written_out(character: str) -> str:
    steers = unicodedata.category(character) in UNSEEN and character != "\n"
    if steers or ord(character) in TURNING:
        return character.encode("unicode_escape").decode("ascii")
    return character
