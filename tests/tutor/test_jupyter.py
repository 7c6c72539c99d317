"""JupyterLab, headless: `learn notebook` serves the lab's notebook, and what is saved there is in lab.py."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from curriculum.course import load_course
from tutor import jupyter
from tutor.cli import app

# Whoever runs these tests may ignore the keyboard, and what they start would do so too.
LEARN = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);from tutor.cli import app; app()"
)
SECONDS = 60
NOTEBOOK = "toy/beginner/doubling/lab/lab.ipynb"


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@pytest.fixture
def served(toy: Path, port: int) -> Iterator[subprocess.Popen]:
    """`learn notebook B1`, without a browser."""
    pytest.importorskip("jupyterlab")
    options = ["--no-browser", f"--port={port}", "--IdentityProvider.token=secret", "--allow-root"]
    process = subprocess.Popen(
        [sys.executable, "-c", LEARN, "notebook", "B1", "--", *options],
        cwd=toy,
        env={**os.environ, "PYTHONPATH": str(toy), "JUPYTER_CONFIG_DIR": str(toy.parent / "config")},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    yield process
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)  # JupyterLab too, where a test ends before it
    process.wait()
    process.stdout.close()


def asked(port: int, path: str, **request) -> bytes:
    """What the server answers, as soon as it does."""
    end = time.monotonic() + SECONDS
    url = f"http://127.0.0.1:{port}/{path}?token=secret"
    while True:
        try:
            with urllib.request.urlopen(urllib.request.Request(url, **request), timeout=5) as answer:
                return answer.read()
        except urllib.error.HTTPError:
            raise
        except OSError:
            assert time.monotonic() < end, "JupyterLab did not answer"
            time.sleep(0.2)


def test_what_is_saved_in_jupyterlab_is_in_the_script(served, port: int, toy: Path) -> None:
    """The page opens, a save of the notebook brings lab.py in step, and the keyboard ends all of it."""
    assert b"JupyterLab" in asked(port, f"lab/tree/{NOTEBOOK}")
    content = json.loads(asked(port, f"api/contents/{NOTEBOOK}"))["content"]
    for cell in content["cells"]:
        cell["source"] = cell["source"].replace(
            'raise NotImplementedError("Task B1.1: double a number")', "return 2 * number"
        )
    body = json.dumps({"type": "notebook", "format": "json", "content": content}).encode()
    asked(port, f"api/contents/{NOTEBOOK}", data=body, method="PUT")
    lab = (toy.parent / NOTEBOOK).with_name("lab.py")
    end = time.monotonic() + SECONDS
    while "return 2 * number" not in lab.read_text(encoding="utf-8"):
        assert time.monotonic() < end, "lab.py was not brought in step"
        time.sleep(0.1)
    assert served.stdout.readline().startswith("lab.py was brought in step with lab.ipynb")
    served.send_signal(signal.SIGINT)
    assert served.wait(SECONDS) == 0
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.1", port), timeout=1).close()


def test_without_jupyterlab_the_command_that_installs_it_is_named(toy, monkeypatch) -> None:
    """Exit code 2 and one sentence; the pair was brought in step all the same."""
    monkeypatch.chdir(toy)
    monkeypatch.setattr(jupyter.importlib.util, "find_spec", lambda name: None)
    refused = CliRunner().invoke(app, ["notebook", "B1"])
    assert refused.exit_code == 2
    assert refused.stderr == (
        "JupyterLab is not installed; uv run --extra notebook learn notebook B1 installs it\n"
    )
    assert load_course(toy).lesson("B1").notebook.is_file()
