"""Reading conversations: one JSON object a line, one turn an object.

The reader is strict, because what it lets pass silently is lost for good: a line it cannot read stops it
with `file:line:` and what to write instead. It reads from the path it is handed and never looks for one.
"""

import codecs
import json
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import get_args

from memlab.errors import CorpusError
from memlab.record import Role, Turn

FIELDS = {"session": str, "turn": int, "role": str, "text": str, "time": str}
KINDS = {str: "a text that is not empty", int: "a whole number"}


def read_turns(path: str | Path) -> tuple[Turn, ...]:
    """Read the turns of a JSON Lines file, in file order; empty lines are skipped.

    Each line is an object with exactly `session`, `turn` (from 1), `role`, `text` and `time` (ISO 8601 with
    offset). Raises CorpusError, with file and line, for a file that cannot be read, a line that is no such
    object, and a turn number that a session uses twice.
    """
    path = Path(path)
    try:
        data = path.read_bytes().removeprefix(codecs.BOM_UTF8)
    except (OSError, ValueError) as error:  # ValueError: a path that no file can have
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise CorpusError(f"{path}: {reason}; a file of turns was expected there") from error
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise CorpusError(f"{path}:{line}: this line is not UTF-8; save the file as UTF-8") from error
    # Not splitlines(): that also splits at U+2028 and friends, which are ordinary text inside JSON.
    return tuple(_read_lines(path, text.split("\n")))


def _read_lines(path: Path, lines: list[str]) -> Iterable[Turn]:
    first_use: dict[tuple[str, int], int] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            turn = turn_of(json.loads(line, object_pairs_hook=_each_name_once))
            first = first_use.setdefault((turn.session, turn.turn), number)
            if first != number:
                raise ValueError(f"turn {turn.turn} of {turn.session} stands on line {first} already")
        except json.JSONDecodeError as error:
            raise CorpusError(
                f"{path}:{number}: not one JSON object ({error.msg} at column {error.colno})"
            ) from error
        except (ValueError, RecursionError) as error:
            raise CorpusError(f"{path}:{number}: {error}") from error
        yield turn


def _each_name_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names = [name for name, _ in pairs]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ValueError(f"{twice} stands in it twice")
    return dict(pairs)


def turn_of(fields: object) -> Turn:
    """Make a turn of one decoded line, or raise ValueError with what is wrong with it.

    >>> said = {"session": "s1", "turn": 1, "role": "user", "text": "Hi", "time": "2026-03-14T09:30:00Z"}
    >>> turn_of(said).text
    'Hi'
    >>> turn_of(said | {"time": "2026-03-14T09:30:00"})
    Traceback (most recent call last):
    ValueError: time '2026-03-14T09:30:00' is not a time with an offset, such as 2026-03-14T09:30:00+01:00
    """
    if not isinstance(fields, dict) or fields.keys() != FIELDS.keys():
        raise ValueError(f"an object with exactly {', '.join(FIELDS)} was expected")
    for name, kind in FIELDS.items():
        value = fields[name]
        if type(value) is not kind or not str(value).strip():
            raise ValueError(f"{name} is {value!r}; {KINDS[kind]} was expected")
        if not _is_writable(str(value)):
            raise ValueError(f"{name} holds half a character (a lone surrogate)")
    if "/" in fields["session"]:
        raise ValueError(f"session is {fields['session']!r}; a name without / was expected")
    if fields["turn"] < 1:
        raise ValueError(f"turn is {fields['turn']}; turns count from 1")
    if fields["role"] not in get_args(Role):
        raise ValueError(f"role is {fields['role']!r}; one of {', '.join(get_args(Role))} was expected")
    try:
        time = datetime.fromisoformat(fields["time"])
    except ValueError:
        time = None
    if time is None or time.utcoffset() is None:
        raise ValueError(
            f"time {fields['time']!r} is not a time with an offset, such as 2026-03-14T09:30:00+01:00"
        )
    return Turn(fields["session"], fields["turn"], fields["role"], fields["text"], time)


def _is_writable(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
