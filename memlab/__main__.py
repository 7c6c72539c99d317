"""The command `memlab`: talk to a memory, look into it, examine it. Only here does memlab read the clock."""

import argparse
import contextlib
import io
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain, count
from pathlib import Path

from memlab.chat import converse
from memlab.errors import MemlabError
from memlab.exam import read_exam, sit
from memlab.record import Memory, Scope, session_of
from memlab.render import render
from memlab.store import create, load, verify
from memlab.terminal import printable


def main(arguments: list[str] | None = None) -> int:
    """Do what the arguments say; returns 0, or 2 with a sentence where that cannot be done."""
    parser = argparse.ArgumentParser(prog="memlab", description="A memory for an agent that talks to people.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    chat = commands.add_parser("chat", help="talk to a memory that survives a restart")
    chat.add_argument("--budget", type=int, default=300, metavar="TOKENS", help="of a context (300)")
    chat.set_defaults(work=_chat)
    show = commands.add_parser("show", help="print what a store holds")
    show.set_defaults(work=_show)
    for command in (chat, show):
        command.add_argument("--store", default="memories.db", metavar="FILE", help="(memories.db)")
        command.add_argument("--user", type=_name, default="me", help="whose memory it is (me)")

    exam = commands.add_parser("exam", help="ask the questions of an exam, and print what came back")
    exam.add_argument("file", help="such as data/priya/exam.yaml")
    exam.add_argument("--json", action="store_true", help="print what was asked and answered as JSON")
    exam.set_defaults(work=_exam)

    given = parser.parse_args(arguments)
    _take_any_character()
    try:
        given.work(given)
    except MemlabError as error:
        print(printable(str(error)), file=sys.stderr)
        return 2
    except RuntimeError as error:
        if "this edition holds" not in str(error):  # as a piece says that somebody is still to write
            raise
        print(f"{error}; uv run learn build makes one that holds yours", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print()
    except BrokenPipeError:
        sys.stdout = None  # nobody reads it, and closing it at the end would fail once more
    return 0


def _name(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError("the name of a user was expected")
    return text


def _take_any_character() -> None:
    """No byte that comes in and no character that goes out ends the program, whatever the locale says."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _chat(given: argparse.Namespace) -> None:
    create(given.store)
    verify(given.store)
    scope = Scope(given.user)
    known = load(given.store, scope)
    _print(f"{_counted(len(known))} of {given.user} in {given.store}.")
    _print("Say something, or ask. /quit ends the chat.")
    said = converse(_messages(), given.store, scope, _session(known), _now, budget_tokens=given.budget)
    for reply in said:
        _print(f"{reply}\n")


def _messages() -> Iterator[str]:
    """The lines that are typed or piped in; one that begins with / is meant for the program."""
    with contextlib.suppress(ImportError):  # which gives a terminal's line its arrow keys, where there is one
        import readline  # noqa: F401
    prompt = "> " if sys.stdin.isatty() else ""
    while True:
        try:
            message = input(prompt).strip()
        except EOFError:
            return
        if message == "/quit":
            return
        if message.startswith("/"):
            _print(f"{message.split()[0][:40]} is no command, and was not remembered. /quit ends the chat.\n")
        else:
            yield message


def _session(known: Sequence[Memory]) -> str:
    """A name for this chat that no source of these memories has."""
    name, sources = f"chat-{_now():%Y%m%d-%H%M%S}", {session_of(memory) for memory in known}
    return next(free for free in chain([name], (f"{name}-{n}" for n in count(2))) if free not in sources)


def _show(given: argparse.Namespace) -> None:
    _print(render(load(given.store, Scope(given.user))) or f"Nothing of {given.user}.")


def _exam(given: argparse.Namespace) -> None:
    exam = read_exam(given.file)
    with tempfile.TemporaryDirectory(prefix="exam-") as folder:
        sitting = sit(str(Path(folder, "memories.db")), exam)
    passed, scores = sitting.passed(exam.questions), sitting.scores(exam.questions)
    if given.json:
        asked = [question.id for question in exam.questions]
        print(json.dumps({"asked": asked, "answered": passed}))
        return
    for question in exam.questions:
        print(f"{'yes' if question.id in passed else 'no ':<3}  {question.text}")
    print(
        f"\nrecall {scores.recall:.2f}, precision {scores.precision:.2f}, "
        f"contradiction rate {scores.contradiction_rate:.2f}, tokens {scores.tokens:,}"
    )
    print(f"{len(passed)} of {len(exam.questions)} answered")


def _print(text: str) -> None:
    """Print what may hold anything; a terminal gets lines that fit it, a pipe whole ones."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    print(printable(text, width), flush=True)


def _counted(memories: int) -> str:
    return f"{memories} {'memory' if memories == 1 else 'memories'}"


def _now() -> datetime:
    return datetime.now().astimezone()


if __name__ == "__main__":
    sys.exit(main())
