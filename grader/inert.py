"""Text of a submission's making as text that nothing obeys: no terminal, no page, no table."""

import re

_UNPRINTABLE = re.compile(
    r"[^\S ]|[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


def plain(text: str) -> str:
    """On one line, and without what a terminal or a page would obey."""
    return _UNPRINTABLE.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)
