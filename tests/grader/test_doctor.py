"""The doctor: whether this machine can grade, and the command that mends it where it cannot."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from grader import doctor
from grader.box import outfit
from grader.box.boxes import Boxes
from grader.calls import frames
from grader.cli import app
from tests.grader.boxes import boxes as boxes
from tests.grader.boxes import on_boxes

NEW = "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'bubblewrap 0.9.0'; exit 0; fi\n"
REFUSING = f"{NEW}echo 'bwrap: No permissions to create new namespace' >&2; exit 1\n"
ALLOWING = f"{NEW}exit 0\n"
Programs = Callable[..., None]


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Programs:
    """A machine on which there are these programs and no others, for root or for an ordinary user."""

    def install(*, user: int = 0, **scripts: str) -> None:
        for name, script in scripts.items():
            (tmp_path / name).write_text(script, encoding="utf-8")
            (tmp_path / name).chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path))
        monkeypatch.setattr(os, "geteuid", lambda: user)

    return install


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str | None], None]:
    """A machine of the distribution that says so of itself, or that says nothing."""

    def write(text: str | None) -> None:
        told = tmp_path / "os-release"
        if text is not None:
            told.write_text(text, encoding="utf-8")
        elsewhere = {Path("/etc/os-release"): told}
        monkeypatch.setattr(doctor, "Path", lambda *parts: elsewhere.get(Path(*parts), Path(*parts)))

    return write


def found(seen: Iterator[doctor.Finding] | None = None) -> tuple[list[str], str, str]:
    """What is well, and the first thing that is not, with its mend."""
    well = []
    for finding in seen or doctor.examine():
        if not finding.well:
            return well, finding.what, finding.mend
        well.append(finding.what)
    return well, "", ""


def test_another_system_cannot_grade(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a system without boxes that is all there is to say."""
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(sys, "platform", "darwin")
        findings = list(doctor.examine())
    assert findings == [
        doctor.Finding(False, "the system is darwin", "grade on Linux, where a box can be had")
    ]


def test_an_old_python_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Python for which the course is not made is named with its version."""
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(sys, "version_info", (3, 10, 4, "final", 0))
        well, what, mend = found()
    assert (len(well), what, mend) == (1, "Python is 3.10.4", "use Python 3.11 or newer")


@pytest.mark.parametrize(
    ("text", "mend"),
    [
        ("ID=debian\n", "sudo apt-get install bubblewrap"),
        ('NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian\n', "sudo apt-get install bubblewrap"),
        ('ID=linuxmint\nID_LIKE="ubuntu debian"\n', "sudo apt-get install bubblewrap"),
        ("ID=fedora\nVARIANT_ID=workstation\n", "sudo dnf install bubblewrap"),
        ('ID="rocky"\nID_LIKE="rhel centos fedora"\n', "sudo dnf install bubblewrap"),
        ("ID=manjaro\nID_LIKE=arch\n", "sudo pacman -S bubblewrap"),
        ("ID=archarm\n", "sudo pacman -S bubblewrap"),
        ("ID=opensuse\n", "sudo zypper install bubblewrap"),
        ("ID=alpine\nVERSION_ID=3.20\n", "sudo apk add bubblewrap"),
        ('ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"\n', "sudo zypper install bubblewrap"),
        ("ID='fedora'\n", "sudo dnf install bubblewrap"),
        ("VARIANT_ID=debian\nID=plan9\n", "install the package bubblewrap"),
        ("", "install the package bubblewrap"),
        (None, "install the package bubblewrap"),
    ],
)
def test_bubblewrap_is_installed_by_the_command_of_the_distribution(
    programs: Programs, release: Callable[[str | None], None], text: str | None, mend: str
) -> None:
    """Where bubblewrap is missing, the command that installs it here is named."""
    programs()
    release(text)
    assert found()[1:] == ("bubblewrap is not installed", mend)


@pytest.mark.parametrize(
    ("says", "what"),
    [
        ("bubblewrap 0.7.0", "bubblewrap 0.7.0"),
        ("bubblewrap 0.4.1-rc1", "bubblewrap 0.4.1-rc1"),
        ("", "bubblewrap says no version"),
    ],
)
def test_an_old_bubblewrap_is_named(programs: Programs, says: str, what: str) -> None:
    """A bubblewrap that lacks what we ask of it is named with its version."""
    programs(bwrap=f"#!/bin/sh\necho '{says}'\n")
    assert found()[1:] == (what, "install 0.8 or newer")


@pytest.mark.parametrize("version", ["0.8.0", "0.11.0", "1.0"])
def test_a_new_bubblewrap_is_well(programs: Programs, version: str) -> None:
    """Versions are compared as numbers."""
    programs(bwrap=f"#!/bin/sh\necho 'bubblewrap {version}'\n")
    assert f"bubblewrap {version}" in found()[0]


@pytest.mark.parametrize(
    ("setting", "forbidding", "mend"),
    [(name, forbidding, f"sudo sysctl -w {allowing}") for name, forbidding, allowing in doctor.SETTINGS],
)
def test_a_forbidding_kernel_is_told_apart(
    programs: Programs,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    setting: str,
    forbidding: str,
    mend: str,
) -> None:
    """Where an ordinary user may make no namespaces, the setting that forbids it is named with its cure."""
    programs(user=1000, bwrap=REFUSING)
    settings = [(str(tmp_path / name), value, cure) for name, value, cure in doctor.SETTINGS]
    for name, value, _ in settings:
        Path(name).parent.mkdir(exist_ok=True)
        other = {"0": "1", "1": "0"}[value]
        Path(name).write_text(f"{forbidding if name.endswith(setting) else other}\n", encoding="ascii")
    monkeypatch.setattr(doctor, "SETTINGS", settings)
    assert found()[1:] == ("an ordinary user may not make namespaces", mend)


def test_another_reason_is_told_in_the_words_of_bubblewrap(
    programs: Programs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no known setting forbids it, bubblewrap has its say."""
    programs(user=1000, bwrap=REFUSING)
    monkeypatch.setattr(doctor, "SETTINGS", [(str(tmp_path / "nowhere"), "1", "")])
    assert found()[1:] == (
        "bubblewrap cannot make namespaces here: bwrap: No permissions to create new namespace",
        "grade on another machine, or as root",
    )


def test_a_box_that_does_not_start_is_told_in_the_words_of_bubblewrap(programs: Programs) -> None:
    """Where everything is there and a box does not start all the same, bubblewrap has its say."""
    programs(bwrap=REFUSING, user=os.geteuid())
    _, what, _ = found()
    assert "No permissions to create new namespace" in what


def test_the_command_says_what_mends_it(programs: Programs, release: Callable[..., None]) -> None:
    """`grader doctor` ends with exit code 2 and the mend where this machine cannot grade."""
    programs()
    release("ID=debian\n")
    done = CliRunner().invoke(app, ["doctor"])
    assert done.exit_code == 2
    assert done.stdout.splitlines()[-3:] == [
        "no  bubblewrap is not installed",
        "    mend: sudo apt-get install bubblewrap",
        "This machine cannot grade yet.",
    ]


def test_a_long_finding_fits_the_terminal(programs: Programs, monkeypatch: pytest.MonkeyPatch) -> None:
    """What bubblewrap says is wrapped at 80 columns."""
    programs(user=1000, bwrap=f"{NEW}echo 'bwrap: no' {'permissions ' * 30} >&2; exit 1\n")
    monkeypatch.setattr(doctor, "SETTINGS", [])
    lines = CliRunner().invoke(app, ["doctor"]).stdout.splitlines()
    assert max(map(len, lines)) <= 80


# On this machine


@on_boxes
def test_this_machine_can_grade() -> None:
    """Where the tests of boxes run, the doctor finds nothing to mend."""
    done = CliRunner().invoke(app, ["doctor"])
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[-1] == "This machine can grade."
    assert all(line.startswith("ok  ") and len(line) <= 80 for line in lines[:-1])
    assert len(lines) >= 4 + len(doctor.PROBES)


@on_boxes
def test_a_wall_with_a_hole_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """If something can be done in a box that must not be, the machine must not grade."""
    monkeypatch.setattr(doctor, "PROBES", {"nothing can be added": "1 + 1"})
    well, what, mend = found()
    assert "a box starts" in well
    assert (what, mend) == ("nothing can be added", "do not grade on this machine, and report this")


@on_boxes
def test_each_probe_meets_its_wall(tmp_path: Path) -> None:
    """A probe fails at the wall that it tries, and not for a mistake of its own."""
    fitted = outfit.bare(tmp_path)
    for what, source in doctor.PROBES.items():
        with Boxes(fitted.box, fitted.libraries) as boxes, closing(boxes.open()) as box:
            arguments = msgspec.Raw(msgspec.json.encode(("probe.py", source)))
            answer = box.ask(frames.Request(1, "", arguments), 10)
        walls = ("OSError", "PermissionError", "FileNotFoundError", "BlockingIOError")
        assert answer.outcome == "over limit" or answer.error in walls, f"{what}: {answer}"
