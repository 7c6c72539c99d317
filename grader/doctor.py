"""Whether this machine can grade: each finding in a sentence, with the command that mends it."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from grader.box import outfit
from grader.box.boxes import Boxes
from grader.calls import frames
from grader.calls.caller import BoxError
from grader.limits import MEMORY_BYTES, PROCESSES, SCRATCH_BYTES

OLDEST = (0, 8)
PROBE_SECONDS = 10.0
INSTALL = {
    "debian": "sudo apt-get install {}",
    "ubuntu": "sudo apt-get install {}",
    "fedora": "sudo dnf install {}",
    "rhel": "sudo dnf install {}",
    "arch": "sudo pacman -S {}",
    "alpine": "sudo apk add {}",
    "suse": "sudo zypper install {}",
}
# What a kernel says about namespaces of ordinary users: the value that forbids them, and how to allow them.
SETTINGS = (
    ("kernel/apparmor_restrict_unprivileged_userns", "1", "kernel.apparmor_restrict_unprivileged_userns=0"),
    ("kernel/unprivileged_userns_clone", "0", "kernel.unprivileged_userns_clone=1"),
    ("user/max_user_namespaces", "0", "user.max_user_namespaces=10000"),
)
# Run in a box as a submission is; each must fail there.
PROBES = {
    "the network cannot be reached": "import socket\nsocket.create_connection(('192.0.2.1', 9), timeout=1)",
    "sockets that know no network namespace cannot be made": "import socket\nsocket.socket(socket.AF_VSOCK)",
    "namespaces cannot be made inside": (
        "import ctypes\nif ctypes.CDLL(None).unshare(0x10000000):\n    raise PermissionError"
    ),
    "nothing but the scratch folder can be written": "open('/box/probe', 'w')",
    "other people's files cannot be read": "import os\nos.listdir('/home')",
    f"memory is limited to {MEMORY_BYTES // 1024**2} MB": f"bytearray({MEMORY_BYTES})",
    f"the scratch folder is limited to {SCRATCH_BYTES // 1024**2} MB": (
        f"for n in range(3):\n    open(f'/scratch/{{n}}', 'wb').write(bytes({SCRATCH_BYTES // 2 + 1}))"
    ),
    f"processes are limited to {PROCESSES}": (
        "import os, time\n"
        f"for n in range({PROCESSES + 1}):\n"
        "    if os.fork() == 0:\n"
        "        time.sleep(5)\n"
        "        os._exit(0)"
    ),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found, whether it is well, and the command or the sentence that mends it if not."""

    well: bool
    what: str
    mend: str = ""


def examine() -> Iterator[Finding]:
    """Yield findings, the most basic first; after one that is not well, what builds on it is left out."""
    for needed in (_system, _python, _bubblewrap, _namespaces):
        for finding in needed():
            yield finding
            if not finding.well:
                return
    yield from _box()


def _system() -> Iterator[Finding]:
    linux = sys.platform == "linux"
    yield Finding(
        linux, f"the system is {sys.platform}", "" if linux else "grade on Linux, where a box can be had"
    )


def _python() -> Iterator[Finding]:
    version = ".".join(map(str, sys.version_info[:3]))
    yield Finding(sys.version_info >= (3, 11), f"Python is {version}", "use Python 3.11 or newer")


def _bubblewrap() -> Iterator[Finding]:
    program = shutil.which("bwrap")
    if program is None:
        yield Finding(False, "bubblewrap is not installed", _install("bubblewrap"))
        return
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    found = tuple(map(int, re.findall(r"\d+", said)[:2]))
    oldest = ".".join(map(str, OLDEST))
    yield Finding(found >= OLDEST, said.strip() or "bubblewrap says no version", f"install {oldest} or newer")


def _namespaces() -> Iterator[Finding]:
    if os.geteuid() == 0:
        return
    bwrap = shutil.which("bwrap") or "bwrap"
    tried = subprocess.run(
        [bwrap, "--unshare-all", "--ro-bind", "/", "/", "true"], capture_output=True, text=True, check=False
    )
    if tried.returncode == 0:
        yield Finding(True, "an ordinary user may make namespaces")
        return
    for name, forbidding, allowing in SETTINGS:
        path = Path("/proc/sys", name)
        if path.is_file() and path.read_text(encoding="ascii").strip() == forbidding:
            yield Finding(False, "an ordinary user may not make namespaces", f"sudo sysctl -w {allowing}")
            return
    said = " ".join(tried.stderr.split())
    yield Finding(
        False, f"bubblewrap cannot make namespaces here: {said}", "grade on another machine, or as root"
    )


def _box() -> Iterator[Finding]:
    with tempfile.TemporaryDirectory(prefix="grader-") as folder:
        fitted = outfit.bare(Path(folder))
        with Boxes(fitted.box, fitted.libraries) as boxes:
            yield from _walls(boxes)


def _walls(boxes: Boxes) -> Iterator[Finding]:
    try:
        boxes.open().close()
    except BoxError as error:
        yield Finding(False, str(error), "see what bubblewrap says in this sentence")
        return
    yield Finding(True, "a box starts")
    for what, source in PROBES.items():
        yield Finding(_is_refused(boxes, source), what, "do not grade on this machine, and report this")


def _is_refused(boxes: Boxes, source: str) -> bool:
    """Whether what a submission tries while it is loaded ends with an error."""
    box = boxes.open()
    try:
        arguments = msgspec.Raw(msgspec.json.encode(("probe.py", source)))
        return box.ask(frames.Request(1, "", arguments), PROBE_SECONDS).outcome in ("raised", "over limit")
    except (frames.Ended, frames.Late, frames.FrameError):
        return False
    finally:
        box.close()


def _install(package: str) -> str:
    """The command that installs a package here."""
    try:
        text = Path("/etc/os-release").read_text(encoding="utf-8")
    except OSError:
        text = ""
    known = re.findall(r"""^ID(?:_LIKE)?=["']?([^"'\n]*)""", text, re.MULTILINE)
    for name in " ".join(known).split():
        for family, command in INSTALL.items():
            if name.startswith(family) or name.endswith(family):
                return command.format(package)
    return f"install the package {package}"
