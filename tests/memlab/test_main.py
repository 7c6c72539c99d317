"""The command `memlab` in a process of its own, as somebody at a terminal or a pipe meets it."""

import os
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memlab.__main__ import main
from memlab.record import Scope
from memlab.store import load


def memlab(folder: Path, *arguments: str, given: bytes = b"", **environment: str) -> tuple[int, str, str]:
    """Run the command in that folder; returns exit code, and what it printed as text."""
    done = subprocess.run(
        [sys.executable, "-m", main.__module__, *arguments],
        input=given,
        capture_output=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), **environment},
        check=False,
        timeout=60,
    )
    return done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


def test_two_runs_with_a_restart_in_between(tmp_path):
    """The second run knows what the first was told; empty lines are passed over, and /quit ends it."""
    code, first, errors = memlab(
        tmp_path, "chat", given=b"I like green tea.\n\n/help\n/quit\nI have a cat.\n"
    )
    assert (code, errors) == (0, "")
    assert first.splitlines()[0] == "0 memories of me in memories.db."
    assert "(1 memory more)" in first
    assert "/help is no command" in first
    code, second, errors = memlab(tmp_path, "chat", given=b"Which tea do I like?")
    assert (code, errors) == (0, "")
    assert second.startswith("1 memory of me in memories.db.")
    assert "I like green tea" in second
    assert [memory.content for memory in load(str(tmp_path / "memories.db"), Scope("me"))] == [
        "I like green tea"
    ]


def test_bytes_of_another_encoding_and_characters_that_a_locale_lacks(tmp_path):
    """What cannot be read is marked, what cannot be printed is written out, and the chat goes on."""
    given = "I live in Zürich. I like \x1b[31mtea".encode("latin-1") + "\nDo I live in 茶?\n".encode()
    code, printed, errors = memlab(
        tmp_path, "chat", given=given, PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C"
    )
    assert (code, errors) == (0, "")
    assert "\x1b" not in printed
    assert "I live in Z" in printed


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no such signal")
def test_a_chat_that_is_killed_has_kept_what_it_answered(tmp_path):
    """Whoever kills it in the middle of a message finds everything before that."""
    command = [sys.executable, "-m", main.__module__, "chat", "--user", "ada"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as chat:
        assert chat.stdin is not None
        assert chat.stdout is not None
        chat.stdin.write("I like green tea.\n")
        chat.stdin.flush()
        while "1 memory more" not in (line := chat.stdout.readline()):
            assert line, "the chat has ended"
        chat.stdin.write("I have a cat. " * 5000 + "\n")
        chat.stdin.flush()
        chat.kill()
    code, printed, errors = memlab(tmp_path, "show", "--user", "ada")
    assert (code, errors) == (0, "")
    assert "I like green tea" in printed


def test_ctrl_c_ends_a_chat_without_a_traceback(tmp_path, monkeypatch, capsys):
    """Nothing is printed but the end of the line, and the exit code is that of a chat that ended."""

    def interrupted(prompt: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    assert main(["chat", "--store", str(tmp_path / "a.db")]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("command", ["chat", "show"])
def test_what_cannot_be_done_is_said_in_one_sentence(tmp_path, capsys, command):
    """A damaged store, a file that is none and a folder that is not there: exit code 2, no traceback."""
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(b"SQLite format 3\x00" + b"\xff" * 4000)
    other = tmp_path / "notes.txt"
    other.write_text("no store, and long enough to be read as one\n" * 40, encoding="utf-8")
    for path in (damaged, other, tmp_path / "no" / "memories.db"):
        before = path.read_bytes() if path.exists() else None
        assert main([command, "--store", str(path)]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err.startswith(str(path))
        assert len(printed.err.splitlines()) == 1
        assert (path.read_bytes() if path.exists() else None) == before


def test_a_user_without_a_name_is_refused(capsys):
    """A scope of nobody would be found by nobody."""
    with pytest.raises(SystemExit) as ended:
        main(["chat", "--user", " "])
    assert ended.value.code == 2
    assert "the name of a user was expected" in capsys.readouterr().err


def test_two_chats_of_one_second_are_two_sessions(tmp_path, monkeypatch):
    """The same words in two chats are two memories, also where nobody could tell their times apart."""
    now = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
    monkeypatch.setattr("memlab.__main__._now", lambda: now)
    store = str(tmp_path / "a.db")
    for _ in range(3):
        typed = iter(["I like tea.", "/quit"])
        monkeypatch.setattr("builtins.input", lambda prompt="", typed=typed: next(typed))
        assert main(["chat", "--store", store]) == 0
    assert len({memory.provenance.source_id for memory in load(store, Scope("me"))}) == 3


def test_show_prints_a_memory_unharmed(tmp_path, monkeypatch, capsys):
    """What could steer a terminal is not printed, and the store keeps it as it was said."""
    store = str(tmp_path / "a.db")
    typed = iter(["I like \x1b]0;title\x07 tea.", "/quit"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(typed))
    assert main(["chat", "--store", store]) == main(["show", "--store", store]) == 0
    printed = capsys.readouterr().out
    assert "\x1b" not in printed
    assert "\x07" not in printed
    assert "I like ]0;title tea" in printed
    assert load(store, Scope("me"))[0].content == "I like \x1b]0;title\x07 tea"
