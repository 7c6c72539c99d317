"""A box: what is in it and what is not, what it may use, and that nothing is left of it."""

import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grader import limits
from grader.box import boxes as boxes_module
from grader.box import outfit
from grader.box.box import Box
from grader.box.boxes import PROGRAM, Boxes
from grader.box.outfit import Outfit
from grader.calls import frames
from grader.calls.caller import BoxError
from tests.grader.boxes import boxes as boxes
from tests.grader.leftovers import eventually, open_descriptors, processes_at, processes_in

pytestmark = [pytest.mark.boxed, pytest.mark.usefixtures("boxes")]

CHECKOUT = Path(__file__).resolve().parents[3]
SECONDS = 10.0
# bubblewrap's own, and the one of which boxes are copies.
WARM = 2


@pytest.fixture(scope="module")
def bare(boxes: None, tmp_path_factory: pytest.TempPathFactory) -> Outfit:
    """What is laid into a box for no lesson at all."""
    return outfit.bare(tmp_path_factory.mktemp("bare"))


@pytest.fixture
def alone(bare: Outfit, tmp_path: Path) -> Outfit:
    """The same in a folder of its own, by which the processes of a test's boxes are known."""
    return replace(bare, box=Path(shutil.copytree(bare.box, tmp_path / "alone" / "box")))


@pytest.fixture(scope="module")
def warm(bare: Outfit) -> Iterator[Boxes]:
    """Where boxes come from."""
    with Boxes(bare.box, bare.libraries) as boxes:
        yield boxes


@pytest.fixture(scope="module")
def box(warm: Boxes) -> Iterator[Box]:
    """A box in which tests look around."""
    box = warm.open()
    yield box
    box.close()


@pytest.fixture
def own(warm: Boxes) -> Iterator[Box]:
    """A box of a test's own, which may do with it what it likes."""
    box = warm.open()
    yield box
    box.close()


def asked(box: Box, source: str) -> frames.Answer:
    """What the box says when it loads a source as a submission."""
    loaded = msgspec.json.encode(("probe.py", source))
    return box.ask(frames.Request(1, "", msgspec.Raw(loaded)), SECONDS)


def seen(box: Box, expression: str) -> Any:
    """The value of an expression in the box, which writes it into its scratch folder."""
    source = f"""
import glob, json, os, resource, socket, stat, sys
from pathlib import Path
value = {expression}
Path("/scratch/seen.json").write_text(json.dumps(value))
"""
    answer = asked(box, source)
    assert answer.outcome == "returned", answer
    return json.loads((box.scratch / "seen.json").read_text(encoding="utf-8"))


def test_a_box_answers(box: Box) -> None:
    """A box loads what it is sent, and says so or says what was raised."""
    assert box.alive
    assert asked(box, "x = 1").outcome == "returned"
    answer = asked(box, "x = 1\nraise LookupError('nothing here')")
    assert (answer.outcome, answer.error, answer.message) == ("raised", "LookupError", "nothing here")
    assert [(frame.line, frame.code) for frame in answer.frames] == [(2, "raise LookupError('nothing here')")]


def test_what_lies_in_the_box(box: Box) -> None:
    """There are the interpreter, shared libraries, the folder that was handed in, and scratch; no more."""
    allowed = {"box", "dev", "etc", "lib", "lib64", "libraries", "proc", "py", "scratch", "usr"}
    assert set(seen(box, "os.listdir('/')")) <= allowed
    assert set(seen(box, "os.listdir('/usr')")) <= {"lib", "lib64"}
    assert set(seen(box, "os.listdir('/dev')")) == {"fd", "full", "null", "random", "urandom", "zero"}
    assert seen(box, "os.listdir('/libraries')") == ["msgspec"]
    assert set(seen(box, "os.listdir('/scratch')")) <= {"seen.json"}
    assert set(seen(box, "os.listdir('/box')")) == {"grader", "placed.json"}


ELSEWHERE = {
    "one's own home": Path.home(),
    "other homes": Path("/home"),
    "the home of root": Path("/root"),
    "what others write for a while": Path("/tmp"),
    "what the machine keeps": Path("/var"),
    "the checkout": CHECKOUT,
    "the packages of the course": Path(pytest.__file__),
}


@pytest.mark.parametrize("place", ELSEWHERE.values(), ids=ELSEWHERE)
def test_what_is_not_there(box: Box, place: Path) -> None:
    """Nobody's home, no checkout and no other folder of the machine is there."""
    assert seen(box, f"os.path.lexists({str(place)!r})") is False


def test_the_loader_has_its_cache(box: Box) -> None:
    """Where the machine's libraries lie can be read, and nothing else of /etc is there."""
    there = ["ld.so.cache"] if Path("/etc/ld.so.cache").exists() else []
    assert seen(box, "os.path.isdir('/etc') and os.listdir('/etc')") == there
    assert seen(box, "os.access('/etc/ld.so.cache', os.R_OK)") == bool(there)


def test_no_installed_package_is_there(box: Box) -> None:
    """What is installed beside the interpreter or on the machine, perhaps this course, cannot be read."""
    found = "[glob.glob(place + '/*') for place in glob.glob('/*/lib*/python3*/*-packages')]"
    assert not any(seen(box, found))
    raised = asked(box, "import pytest")
    assert (raised.outcome, raised.error) == ("raised", "ModuleNotFoundError")


def test_no_environment_comes_in(bare: Outfit, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment has the few names that the box gives it, whatever ours holds."""
    monkeypatch.setenv("SECRET", "of the one who grades")
    monkeypatch.setenv("PYTHONSTARTUP", "/elsewhere.py")
    given = {"PYTHONPATH", "PYTHONHASHSEED", "PYTHONDONTWRITEBYTECODE", "PYTHONUTF8", "LD_LIBRARY_PATH"}
    given |= {"HOME", "TMPDIR", "TZ"}
    with Boxes(bare.box, bare.libraries) as boxes:
        box = boxes.open()
        environment = seen(box, "dict(os.environ)")
        assert given <= environment.keys() <= given | {"PWD", "LC_CTYPE"}
        assert environment["HOME"] == environment["TMPDIR"] == environment["PWD"] == "/scratch"
        read = (
            "[Path(p).read_bytes().decode() for p in glob.glob('/proc/*/environ') if os.access(p, os.R_OK)]"
        )
        assert "of the one who grades" not in "".join(seen(box, read))
        box.close()


def test_no_other_process_is_there(box: Box) -> None:
    """In the box's /proc there are itself and the first process of its namespace."""
    assert sorted(seen(box, "[int(n) for n in os.listdir('/proc') if n.isdigit()] + [os.getpid()]")) == [
        1,
        2,
        2,
    ]
    said = seen(box, "[Path(p).read_text() for p in glob.glob('/proc/[0-9]*/cmdline')]")
    assert not [line for line in said if str(CHECKOUT) in line or str(Path.home()) in line]


def test_namespaces_are_its_own(box: Box) -> None:
    """Processes, files, network, names and shared memory are none of the machine's; users where need be."""
    kinds = ["ipc", "mnt", "net", "pid", "uts", *([] if os.geteuid() == 0 else ["user"])]
    inside = seen(box, f"[os.readlink(f'/proc/self/ns/{{kind}}') for kind in {kinds}]")
    outside = [str(Path(f"/proc/self/ns/{kind}").readlink()) for kind in kinds]
    assert not set(inside) & set(outside)


def test_who_it_runs_as(box: Box) -> None:
    """It is nobody that the machine knows: no root, no group, no privilege, and none to be had."""
    status = dict(
        line.split(":\t", 1) for line in seen(box, "Path('/proc/self/status').read_text()").splitlines()
    )
    owner = box.owner if os.geteuid() == 0 else os.geteuid()
    group = box.owner if os.geteuid() == 0 else os.getegid()
    assert status["Uid"].split() == [str(owner)] * 4
    assert status["Gid"].split() == [str(group)] * 4
    assert owner != 0
    assert int(status["CapPrm"], 16) == int(status["CapEff"], 16) == int(status["CapInh"], 16) == 0
    assert status["NoNewPrivs"] == "1"
    if os.geteuid() == 0:
        assert status["Groups"].split() == []
        assert int(status["CapBnd"], 16) == 0


def test_whom_boxes_belong_to(bare: Outfit) -> None:
    """Under root each box that is open at one time has a user of its own; others' boxes are all their own."""
    with Boxes(bare.box, bare.libraries, 0) as some, Boxes(bare.box, bare.libraries, 63) as others:
        two = [some.open(), others.open()]
        owners = {seen(box, "os.getuid()") for box in two}
        if os.geteuid() == 0:
            assert len(owners) == 2
            assert min(owners) >= boxes_module.FIRST_USER, "a user whom no system gives out"
        else:
            assert owners == {os.geteuid()}
        for box in two:
            box.close()


HUNT = """
import os
for process in set(range(1, 5000)) - {os.getpid()}:
    try:
        os.kill(process, 9)
    except OSError:
        pass
"""


def test_boxes_do_not_see_each_other(warm: Boxes) -> None:
    """What one box writes and runs, another that is open at the same time neither sees nor can end."""
    one, other = warm.open(), warm.open()
    try:
        asked(one, "open('/scratch/mine', 'w').write('mine')")
        assert seen(other, "os.listdir('/scratch')") == []
        assert asked(other, HUNT).outcome == "returned"
        assert one.alive
        assert (one.scratch / "mine").is_file()
    finally:
        one.close()
        other.close()


def test_there_is_no_network(box: Box) -> None:
    """A box has an interface of its own to talk to itself, and none to anybody else."""
    read = "[line.split(':')[0].strip() for line in Path('/proc/net/dev').open() if ':' in line]"
    assert seen(box, read) == ["lo"]


@pytest.mark.parametrize("family", ["AF_NETLINK", "AF_PACKET", "AF_VSOCK", "AF_ALG", "AF_TIPC", "AF_CAN"])
def test_other_kinds_of_socket_are_refused(box: Box, family: str) -> None:
    """What talks to the kernel or past the network's namespace, such as to a hypervisor, cannot be opened."""
    for kind in ("SOCK_STREAM", "SOCK_DGRAM", "SOCK_RAW", "SOCK_SEQPACKET"):
        raised = asked(box, f"import socket as s\ns.socket(s.{family}, s.{kind})")
        assert (raised.outcome, raised.error) == ("raised", "OSError")


@pytest.mark.parametrize(
    "call",
    [
        "unshare(0x10000000)",
        "mount(b'x', b'/scratch', b'tmpfs', 0, None)",
        "memfd_create(b'x', 0)",
        "shmget(0, 4096, 0o1600)",
        "msgget(0, 0o1600)",
        "semget(0, 1, 0o1600)",
        "ptrace(0, 0, 0, 0)",
        "syscall(250, 0, -3, 0)" if platform.machine() == "x86_64" else "syscall(219, 0, -3, 0)",
    ],
    ids=["unshare", "mount", "memfd_create", "shmget", "msgget", "semget", "ptrace", "keyctl"],
)
def test_system_calls_that_are_refused(box: Box, call: str) -> None:
    """Neither namespaces of one's own nor memory that no limit counts can be had of the kernel."""
    source = "import ctypes\nsystem = ctypes.CDLL(None, use_errno=True)\n"
    raised = asked(box, f"{source}if system.{call} == -1: raise OSError(ctypes.get_errno(), 'refused')")
    assert (raised.outcome, raised.error) == ("raised", "PermissionError")


def test_descriptors_lead_nowhere(box: Box) -> None:
    """What it reads and writes leads nowhere, but for the two pipes for requests and answers."""
    leads = seen(box, "[os.readlink(path) for path in glob.glob('/proc/self/fd/*') if os.path.lexists(path)]")
    assert {lead.split(":")[0] for lead in leads} == {"/dev/null", "pipe"}
    assert sum(lead.startswith("pipe:") for lead in leads) == 2
    assert seen(box, "[os.readlink(f'/proc/self/fd/{n}') for n in range(3)]") == ["/dev/null"] * 3


def test_only_scratch_can_be_written(box: Box) -> None:
    """Of all places that are mounted, the scratch folder alone takes a file."""
    takes = """[]
for line in Path("/proc/self/mountinfo").read_text().splitlines():
    place = line.split()[4]
    try:
        os.close(os.open(f"{place}/probe", os.O_WRONLY | os.O_CREAT, 0o600))
        value.append(place)
    except OSError:
        pass"""
    assert seen(box, takes) == ["/scratch"]


@pytest.mark.parametrize(
    "place", ["/box/grader/calls/guest.py", "/box/placed.json", "/libraries/msgspec/__init__.py"]
)
def test_what_was_laid_in_stays_as_it_is(box: Box, place: str) -> None:
    """Nobody in the box can change, remove or replace what was laid into it."""
    for act in (
        "open(place, 'w')",
        "os.remove(place)",
        "os.chmod(place, 0o777)",
        "os.rename(place, '/scratch/x')",
    ):
        assert asked(box, f"import os\nplace = {place!r}\n{act}").outcome == "raised", act


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("AS", limits.MEMORY_BYTES),
        ("FSIZE", limits.SCRATCH_BYTES),
        ("NOFILE", limits.OPEN_FILES),
        ("CORE", 0),
    ],
)
def test_limits_are_as_the_table_says(box: Box, name: str, value: int) -> None:
    """Each limit is in force, and can be taken back by nobody in the box."""
    assert seen(box, f"resource.getrlimit(resource.RLIMIT_{name})") == [value, value]
    raised = asked(
        box, f"import resource\nresource.setrlimit(resource.RLIMIT_{name}, ({value + 1}, {value + 1}))"
    )
    assert (raised.outcome, raised.error) in {("raised", "ValueError"), ("raised", "PermissionError")}


def test_scratch_has_its_size(own: Box) -> None:
    """All files of the scratch folder together have at most the size that the table says."""
    fill = """0
for number in range(3):
    with open(f"/scratch/{number}", "wb", buffering=0) as file:
        try:
            while True:
                value += file.write(bytes(1 << 20))
        except OSError:
            pass
for number in range(3):
    os.remove(f"/scratch/{number}")"""
    assert limits.SCRATCH_BYTES * 0.9 <= seen(own, fill) <= limits.SCRATCH_BYTES


def test_processes_are_counted(bare: Outfit) -> None:
    """As many processes run at one time as the table says, whoever grades."""
    fork = """0
import time
try:
    for value in range(100):
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
except OSError:
    pass"""
    with Boxes(bare.box, bare.libraries, 1) as boxes, closing(boxes.open()) as box:
        assert 1 + seen(box, fork) == limits.PROCESSES


def test_scratch_outlives_a_kill(own: Box) -> None:
    """What was written can be read once the box is killed, until it is closed."""
    asked(own, "open('/scratch/kept', 'w').write('still here')")
    own.kill()
    assert not own.alive
    assert (own.scratch / "kept").read_text(encoding="utf-8") == "still here"
    own.close()
    assert not own.scratch.exists()


def test_no_link_leads_out_of_scratch(own: Box) -> None:
    """The folder that is held is the box's own, whatever a submission puts in its place."""
    assert asked(own, "import os\nos.symlink('/', '/scratch/out')\nos.rmdir('/scratch')").outcome == "raised"
    assert (own.scratch / "out").is_symlink()
    assert [path.name for path in own.scratch.iterdir()] == ["out"]


LEFT_BEHIND = """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.closerange(0, 64)
        time.sleep(600)
    os._exit(0)
"""


@pytest.mark.parametrize("end", [Box.stop, Box.kill, Box.close])
def test_nothing_is_left_running(alone: Outfit, end: Callable[[Box], None]) -> None:
    """With the box ends whatever was started in it, wherever that hid."""
    with Boxes(alone.box, alone.libraries) as boxes:
        box = boxes.open()
        before = set(processes_in(alone.box.parent))
        assert asked(box, LEFT_BEHIND).outcome == "returned"
        assert eventually(lambda: bool(set(processes_in(alone.box.parent)) - before)), "one that hides"
        end(box)
        assert eventually(lambda: len(processes_in(alone.box.parent)) == WARM)
        box.close()
    assert eventually(lambda: not processes_in(alone.box.parent))


def test_with_the_place_they_come_from_all_boxes_end(alone: Outfit) -> None:
    """Whoever closes that has closed what was open."""
    with Boxes(alone.box, alone.libraries) as boxes:
        several = [boxes.open(), boxes.open()]
        assert asked(several[0], LEFT_BEHIND).outcome == "returned"
    assert not any(box.alive for box in several)
    assert eventually(lambda: not processes_in(alone.box.parent))
    for box in several:
        box.close()


def test_a_box_ends_with_the_process_that_made_it(alone: Outfit) -> None:
    """Whoever grades may be killed: no box outlives that, whatever is at work in it."""
    program = f"""
import msgspec
from pathlib import Path
from grader.calls import frames
from grader.box.boxes import Boxes
boxes = Boxes(Path({str(alone.box)!r}), {[(name, str(place)) for name, place in alone.libraries]!r})
box = boxes.open()
endless = "import signal; signal.setitimer(signal.ITIMER_REAL, 0); open('begun', 'w'); x = 1\\nwhile x: pass"
request = frames.Request(1, "", msgspec.Raw(msgspec.json.encode(("probe.py", endless))))
frames.send(box._requests, request, 10)
while not (box.scratch / "begun").exists():
    pass
print("at work", flush=True)
box.ask(request, 600)
"""
    with subprocess.Popen([sys.executable, "-c", program], cwd=CHECKOUT, stdout=subprocess.PIPE) as grader:
        assert grader.stdout and grader.stdout.readline() == b"at work\n"
        assert processes_in(alone.box.parent)
        grader.send_signal(signal.SIGKILL)
    assert eventually(lambda: not processes_in(alone.box.parent))


def test_another_thread_may_stop_it(own: Box) -> None:
    """Whoever waits for an answer when the box is stopped is told that it ended, at once."""
    timer = threading.Timer(0.2, own.stop)
    timer.start()
    begun = time.monotonic()
    with pytest.raises(frames.Ended):
        asked(own, "import time\ntime.sleep(60)")
    assert time.monotonic() - begun < limits.CALL_SECONDS, "not by the limit of a call"
    timer.join()
    assert eventually(lambda: not own.alive)


def test_ending_it_again_does_nothing(warm: Boxes) -> None:
    """A box may be stopped, killed and closed in any order and number."""
    box = warm.open()
    for end in (box.stop, box.stop, box.kill, box.stop, box.kill, box.close, box.kill, box.stop, box.close):
        end()
    assert not box.alive


def test_it_says_that_it_ended(own: Box) -> None:
    """A box that ends itself is not alive, and whoever waits for an answer is told."""
    with pytest.raises(frames.Ended):
        asked(own, "import os\nos._exit(0)")
    assert eventually(lambda: not own.alive)


# Where `serve` writes its answers is found by whoever walks the stack.
ANSWERS = """
while "answers" not in frame.f_locals:
    frame = frame.f_back
answers = frame.f_locals["answers"]
"""


def test_it_answers_to_what_it_was_asked(own: Box) -> None:
    """An answer to another request is none."""
    forged = b'\0\0\0\x23{"number":7,"outcome":"returned"}  '
    source = f"import os, sys\nframe = sys._getframe()\n{ANSWERS}os.write(answers, {forged!r})"
    with pytest.raises(frames.FrameError, match="answer 7 to request 1"):
        asked(own, source)


def test_an_answer_has_its_time(own: Box) -> None:
    """Whoever waits for an answer waits so long and no longer."""
    begun = time.monotonic()
    with pytest.raises(frames.Late):
        own.ask(frames.Request(1, "", msgspec.Raw(b'["probe.py", "import time; time.sleep(60)"]')), 0.2)
    assert 0.2 <= time.monotonic() - begun < limits.CALL_SECONDS


def without_program(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (folder / "box").mkdir()
    return PROGRAM


def without_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    return "box"


def program_that_ends(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    return program(folder, "")


def program_that_fails(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    program(folder, "raise LookupError('of two\\nlines')")
    return "LookupError: of two lines"


def program_that_says_something_else(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    return program(folder, "import os, sys\nos.write(int(sys.argv[1]), b'GET / HTTP/1.0')")


def program_that_says_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(boxes_module, "START_SECONDS", 0.5)
    return program(folder, "import time\ntime.sleep(60)")


def program_that_ignores_its_end(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(boxes_module, "START_SECONDS", 0.5)
    ignore = "import signal, time\nfor n in (1, 2, 15): signal.signal(n, signal.SIG_IGN)\n"
    return program(folder, f"{ignore}time.sleep(60)")


def program(folder: Path, source: str) -> str:
    """Lay in this program in place of the guest."""
    (folder / "box" / PROGRAM).parent.mkdir(parents=True)
    (folder / "box" / PROGRAM).write_text(source, encoding="utf-8")
    for path in folder.rglob("*"):
        path.chmod(0o755)
    return ""


@pytest.mark.parametrize(
    "spoil",
    [
        without_program,
        without_folder,
        program_that_ends,
        program_that_fails,
        program_that_says_something_else,
        program_that_says_nothing,
        program_that_ignores_its_end,
    ],
)
def test_a_box_that_does_not_come_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Path, pytest.MonkeyPatch], str]
) -> None:
    """It is said in one sentence, with what bubblewrap or Python said; nothing of the box is left."""
    tmp_path.chmod(0o755)
    said, before = spoil(tmp_path, monkeypatch), open_descriptors()
    with pytest.raises(BoxError) as raised:
        Boxes(tmp_path / "box", ()).open()
    sentence = str(raised.value)
    assert sentence.startswith("the box did not start: ")
    assert said in sentence
    assert sentence.endswith("; uv run grader doctor says what is missing")
    assert "\n" not in sentence and len(sentence) < 5000
    assert open_descriptors() <= before
    assert eventually(lambda: not processes_in(tmp_path))


def test_a_box_that_is_given_up_while_it_starts(
    bare: Outfit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever stops the grader while a box starts leaves nothing of it, however far it had come."""
    monkeypatch.chdir(tmp_path)  # by which a box is known that has no folders yet
    delays = (number / 5000 for number in range(50))

    def give_up(warm: Any) -> None:
        time.sleep(next(delays))
        raise KeyboardInterrupt

    monkeypatch.setattr(boxes_module._Warm, "_wait_until_ready", give_up)
    before = open_descriptors()
    for _ in range(50):
        with pytest.raises(KeyboardInterrupt):
            Boxes(bare.box, bare.libraries).open()
    assert open_descriptors() <= before
    monkeypatch.chdir("/")
    assert eventually(lambda: not processes_at(tmp_path.resolve()), 5)


def test_a_machine_without_bubblewrap(bare: Outfit, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where it is missing that is said, and who says how to install it."""
    before = open_descriptors()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BoxError, match="bwrap is not installed; uv run grader doctor says how"):
        Boxes(bare.box, bare.libraries).open()
    assert open_descriptors() <= before


def test_fifty_boxes_leave_nothing_open(alone: Outfit) -> None:
    """However many boxes are opened and closed, no descriptor stays open and no process stays."""
    with Boxes(alone.box, alone.libraries) as boxes:
        boxes.open().close()
        before = open_descriptors()
        for _ in range(50):
            boxes.open().close()
        assert open_descriptors() <= before
        assert eventually(lambda: len(processes_in(alone.box.parent)) == WARM)
    assert eventually(lambda: not processes_in(alone.box.parent))


def test_a_copy_knows_nothing_of_another(warm: Boxes) -> None:
    """What is imported, patched, kept or registered in one box is unknown to the next."""
    spoil = """
import atexit, builtins, json, msgspec, os, sys, threading
builtins.sorted = lambda values: 0
json.loads = msgspec.json.decode = lambda *arguments, **named: 100
sys.modules["grader.wire.wire"].kept = os.environ["KEPT"] = "here"
sys.path.insert(0, "/scratch")
os.chdir("/")
atexit.register(print)
"""
    with closing(warm.open()) as first:
        assert asked(first, spoil).outcome == "returned"
    with closing(warm.open()) as second:
        asked(second, "x = 1")
        found = seen(second, "[sorted('ba'), json.loads('1'), os.getcwd(), sys.path[0]]")
        assert found == [["a", "b"], 1, "/scratch", "/box"]
        assert (
            seen(second, "'KEPT' in os.environ or hasattr(sys.modules['grader.wire.wire'], 'kept')") is False
        )


def test_names_of_sockets_do_not_outlive_a_box(warm: Boxes) -> None:
    """A port or a name that one box listens on is free in the next, which could else be told something."""
    listen = (
        "import socket\nfor family, name in ((socket.AF_UNIX, '\\0told'), (socket.AF_INET, ('', 4242))):\n"
        "    kept = socket.socket(family, socket.SOCK_STREAM)\n    kept.bind(name)\n    kept.listen()\n"
    )
    with closing(warm.open()) as first, closing(warm.open()) as second:
        assert asked(first, listen).outcome == asked(second, listen).outcome == "returned"


def test_what_boxes_are_copied_from_is_started_again(alone: Outfit) -> None:
    """Where that was ended, whoever asks is told, and whoever asks then gets a box."""
    with Boxes(alone.box, alone.libraries) as boxes:
        boxes.open().close()
        for process in processes_in(alone.box.parent):
            with suppress(ProcessLookupError):  # it has ended with another one
                os.kill(process, signal.SIGKILL)
        with pytest.raises(BoxError, match="the box did not start"):
            boxes.open()
        with closing(boxes.open()) as box:
            assert asked(box, "x = 1").outcome == "returned"


def test_empty_files_are_counted(own: Box) -> None:
    """So many files can be made and no more, since even empty ones take memory."""
    fill = """0
try:
    for value in range(100_000):
        os.close(os.open(f"/scratch/{value}", os.O_CREAT | os.O_WRONLY))
except OSError:
    pass
for number in range(value):
    os.remove(f"/scratch/{number}")"""
    assert limits.SCRATCH_INODES * 0.9 <= seen(own, fill) <= limits.SCRATCH_INODES


def test_the_first_process_cannot_be_looked_into(own: Box) -> None:
    """Neither it nor the submission's own can be reached by what a submission starts."""
    for process in (1, 2):
        for name in ("mem", "maps", "environ", "root", "fd/0"):
            reach = f"import os\nif os.fork() == 0:\n    open('/proc/{process}/{name}', 'rb').read(1)\n"
            wait = "    open('reached', 'w').close()\n    os._exit(0)\nos.wait()"
            asked(own, reach + wait)
            assert not (own.scratch / "reached").exists(), f"{process} {name}"
