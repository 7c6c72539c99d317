"""How a process that judges a lab ends, so that a verdict is told from an end that the lab brought about."""

import os
import sys
from typing import NoReturn

CHILD = "LEARN_CHILD"
VERDICT = 64  # added to the exit code where a verdict was given
# A process that is looked after, and in which sets of texts have the same order every time.
SETTINGS = {CHILD: "1", "PYTHONHASHSEED": "0"}
NO_VERDICT = """
The lab has ended the process that judged it, so there is no verdict. Look for os._exit,
or for something that crashes Python.
"""


def end(code: int) -> NoReturn:
    """End with the exit code of a verdict, and whatever the lab has left running."""
    sys.stdout.flush()
    sys.stderr.flush()
    if os.environ.get(CHILD):
        os._exit(VERDICT + code)
    import typer  # slow, and whoever looks after such a process needs none of it

    raise typer.Exit(code)


def code_of(returned: int) -> int:
    """The exit code of a lab whose process has ended; where it gave no verdict that is said, and 1."""
    if returned >= VERDICT:
        return returned - VERDICT
    print(NO_VERDICT, flush=True)
    return 1
