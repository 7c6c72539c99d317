"""The command `learn`, in a process that gives the same words for the same file, and is looked after.

The order of a set of texts comes from a number that Python draws anew for each process, so one is fixed
before it starts. And a lab that ends the process that judges it leaves somebody who says so.
"""

import os
import signal
import subprocess
import sys

from tutor.ending import CHILD, SETTINGS, VERDICT, code_of

USAGE = 2


def main() -> None:
    """Run the command in a process of its own, and end with its exit code."""
    if os.environ.get(CHILD):
        signal.signal(signal.SIGINT, signal.default_int_handler)
        from tutor.cli import app

        app(prog_name="learn")
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the keyboard is for the process that does the work
    command = [sys.executable, "-P", "-m", "tutor", *sys.argv[1:]]
    returned = subprocess.run(command, env={**os.environ, **SETTINGS}, check=False).returncode
    judged = returned >= VERDICT or (sys.argv[1:2] == ["check"] and "--help" not in sys.argv)
    sys.exit(code_of(returned) if judged and returned != USAGE else returned)


if __name__ == "__main__":
    main()
