"""The command `memlab`: talk to a memory, look into it, examine it. Only here does memlab read the clock."""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from memlab.chat import converse
from memlab.errors import MemlabError
from memlab.exam import read_exam, sit
from memlab.record import Scope
from memlab.render import render
from memlab.store import create, load, verify


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
        command.add_argument("--user", default="me", help="whose memory it is (me)")

    exam = commands.add_parser("exam", help="ask the questions of an exam, and print what came back")
    exam.add_argument("file", help="such as data/priya/exam.yaml")
    exam.add_argument("--json", action="store_true", help="print what was asked and answered as JSON")
    exam.set_defaults(work=_exam)

    given = parser.parse_args(arguments)
    try:
        given.work(given)
    except MemlabError as error:
        print(error, file=sys.stderr)
        return 2
    except (KeyboardInterrupt, BrokenPipeError):
        print()
    return 0


def _chat(given: argparse.Namespace) -> None:
    create(given.store)
    verify(given.store)
    scope = Scope(given.user)
    known = len(load(given.store, scope))
    print(f"{known} {'memory' if known == 1 else 'memories'} of {given.user} in {given.store}.")
    print("Say something, or ask. An empty line ends the chat.")
    session = f"chat-{_now():%Y%m%dT%H%M%S%f}"
    said = converse(_messages(), given.store, scope, session, _now, budget_tokens=given.budget)
    for reply in said:
        print(f"{reply}\n", flush=True)


def _messages() -> Iterator[str]:
    prompt = "> " if sys.stdin.isatty() else ""
    while True:
        try:
            message = input(prompt)
        except EOFError:
            return
        if not message.strip():
            return
        yield message


def _show(given: argparse.Namespace) -> None:
    print(render(load(given.store, Scope(given.user))) or f"Nothing of {given.user}.")


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


def _now() -> datetime:
    return datetime.now().astimezone()


if __name__ == "__main__":
    sys.exit(main())
