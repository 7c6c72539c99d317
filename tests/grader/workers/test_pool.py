"""Worker processes: each job is done once, whatever becomes of the worker that does it."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from grader.workers import pool
from grader.workers.pool import Lost
from tests.grader.leftovers import eventually

# A first process with two workers, to be killed.
FIRST = """
import sys
from grader.workers import pool
from tests.grader.workers.test_pool import slow

if __name__ == "__main__":
    for done in pool.run([sys.argv[1]] * 400, slow, 2):
        pass
"""


# In a process of its own, for the first worker that a process ever starts is started in another way.
INTERRUPTING = """
import os, signal
from grader.workers import pool
from tests.grader.workers.test_pool import squares

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    results = pool.run(["who", 2, 3], squares, 1)
    _, told = next(results)
    os.kill(int(told.split()[1]), signal.SIGINT)
    for job, result in results:
        print(f"{job}: {result}")
"""


def squares(connection: Connection, worker: int) -> None:
    """Square numbers; the larger, the sooner. What is text ends the worker, or asks which one it is."""
    while True:
        match connection.recv():
            case "exit":
                os._exit(3)
            case "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            case "raise":
                raise ValueError("no such job")
            case "leave":
                return
            case "soon":
                connection.send(b"done")
                os._exit(0)
            case "sleep":
                time.sleep(60)
            case "who":
                connection.send(f"{worker} {os.getpid()}".encode())
            case "where":
                connection.send(json.dumps(sorted(os.sched_getaffinity(0))).encode())
            case number:
                time.sleep(0.02 / number)
                connection.send(str(number * number).encode())


def slow(connection: Connection, worker: int) -> None:
    """Leave a file that says which process this is, and work for half a second on each job."""
    while True:
        place = Path(connection.recv())
        (place / str(os.getpid())).touch()
        time.sleep(0.5)
        connection.send(b"done")


def done(jobs: list[int | str], workers: int = 2) -> list[tuple[int | str, bytes | str]]:
    """Each job and what became of it, as text where it was lost."""
    return [
        (job, str(result) if isinstance(result, Lost) else result)
        for job, result in pool.run(jobs, squares, workers)
    ]


def running(process: int) -> bool:
    """Whether a process is there and no mere entry of one that ended."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    except FileNotFoundError:
        return False


@pytest.mark.parametrize(("count", "workers"), [(0, 2), (1, 1), (10, 1), (10, 3)])
def test_every_job_is_done_once(count: int, workers: int) -> None:
    """All jobs are done, each once and with its own result, however many workers there are."""
    results = done(list(range(1, count + 1)), workers)
    assert sorted(results) == [(number, str(number * number).encode()) for number in range(1, count + 1)]


def test_a_worker_that_ends_loses_its_own_job_alone(capfd: pytest.CaptureFixture[str]) -> None:
    """What a worker had when it ended is lost, in words, and another worker does what was still to do."""
    results = done([1, "exit", 2, "kill", 3, "leave", "raise", 4])
    assert {job: result for job, result in results if isinstance(job, str)} == {
        "exit": "the process that judged it ended (exit code 3)",
        "kill": "the process that judged it ended (exit code -9)",
        "leave": "the process that judged it ended (exit code 0)",
        "raise": "ValueError: no such job",
    }
    assert sorted(result for job, result in results if isinstance(job, int)) == [b"1", b"16", b"4", b"9"]
    assert capfd.readouterr() == ("", "")


def test_a_job_that_no_worker_took_up_is_not_lost() -> None:
    """If a worker ends between two jobs, the second is done by another one."""
    assert done(["soon", 2, "soon", "soon", 3], workers=1) == [
        ("soon", b"done"),
        (2, b"4"),
        ("soon", b"done"),
        ("soon", b"done"),
        (3, b"9"),
    ]


def test_another_worker_takes_the_number_of_one_that_ended() -> None:
    """Workers are told apart by small numbers, which are given out anew."""
    results = done(["who", "exit", "who"], workers=1)
    told = [result.decode().split() for job, result in results if isinstance(result, bytes)]
    assert [number for number, _ in told] == ["0", "0"]
    assert len({process for _, process in told}) == 2


def test_jobs_are_taken_as_workers_become_free() -> None:
    """No job is read before a worker is free for it, so that a class of any size fits into memory."""
    asked, workers = 0, 2

    def jobs() -> Iterator[int]:
        nonlocal asked
        for number in range(1, 13):
            asked += 1
            yield number

    for finished, _ in enumerate(pool.run(jobs(), squares, workers), start=1):
        assert asked <= finished + workers
    assert asked == 12


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="this system keeps nobody to a processor")
def test_each_worker_keeps_to_a_processor_where_all_are_needed() -> None:
    """With as many workers as processors each has its own; with fewer, or one alone, they may go anywhere."""
    here = sorted(os.sched_getaffinity(0))
    places = [json.loads(result) for _, result in done(["where"] * len(here), len(here))]
    assert sorted(places) == [[processor] for processor in here]
    if len(here) > 1:
        assert [json.loads(result) for _, result in done(["where"], 1)] == [here]


def test_more_workers_than_jobs_are_not_started() -> None:
    """No process is started for which there is no job."""
    results = dict(done(["who"], workers=8))
    assert results["who"].split()[0] == b"0"


@pytest.mark.parametrize("how", ["to the end", "left early", "an error of the jobs"])
def test_nothing_is_left_running(how: str) -> None:
    """When the results are no longer asked for, all workers are gone at once, whatever they were doing."""

    def jobs() -> Iterator[str]:
        yield from ["who"] * 4
        if how == "an error of the jobs":
            raise LookupError("the folder is gone")
        yield from ["sleep"] * 4 if how == "left early" else ["who"]

    seen: set[int] = set()
    results = pool.run(jobs(), squares, 2)
    begun = time.monotonic()
    try:
        for number, (_, result) in enumerate(results, start=1):
            assert isinstance(result, bytes)
            seen.add(int(result.split()[1]))
            if how == "left early" and number == 4:
                break
    except LookupError:
        assert how == "an error of the jobs"
    results.close()  # type: ignore[attr-defined]
    assert seen
    assert not any(map(running, seen))
    assert time.monotonic() - begun < 30


def test_workers_end_when_the_first_process_is_killed(tmp_path: Path) -> None:
    """Workers whose first process was killed end by themselves, at the latest with the job at hand."""
    first = subprocess.Popen([sys.executable, "-c", FIRST, str(tmp_path)])
    try:
        assert eventually(lambda: len(list(tmp_path.iterdir())) == 2)
    finally:
        first.send_signal(signal.SIGKILL)
        first.wait()
    workers = [int(file.name) for file in tmp_path.iterdir()]
    assert eventually(lambda: not any(map(running, workers)))


def test_the_keyboard_does_not_reach_a_worker() -> None:
    """An interruption from the keyboard goes to all processes, and only the first one takes heed of it."""
    done = subprocess.run([sys.executable, "-c", INTERRUPTING], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("2: b'4'\n3: b'9'\n", "")
