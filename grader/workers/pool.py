"""Worker processes that are handed one job after another, and may die without taking a job's result along.

Whatever ends a worker, another takes its place and is handed the job once more; if that one ends too, the job
is reported as lost. No other job notices.
"""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

Job = Any
# What a worker runs: receives jobs from the connection until it is closed, and sends bytes for each.
Work = Callable[[Connection, int], None]


class Lost(Exception):
    """A worker ended before it had sent what became of its job; says how it ended."""


class Ended(Lost):
    """Its process ended, perhaps before it had taken the job up."""


class _Worker:
    def __init__(self, number: int, work: Work, processor: int | None) -> None:
        # Started anew rather than copied: a copy would hold whatever this process has open.
        context = multiprocessing.get_context("spawn")
        self.number = number
        self.jobs: deque[tuple[Job, bool]] = deque()
        self.processor = processor
        self.connection, theirs = context.Pipe()
        given = (work, theirs, number, processor)
        self.process: BaseProcess = context.Process(target=_run, args=given, daemon=True)
        with _deaf():
            self.process.start()
        theirs.close()

    def hand(self, job: Job, *, again: bool = False) -> None:
        """again: whether a worker has ended over it before."""
        self.jobs.append((job, again))
        with suppress(OSError):  # one that is gone is noticed when it is listened to
            self.connection.send(job)

    def result(self) -> bytes | Lost:
        try:
            result: bytes | Lost = self.connection.recv()
            return result
        except (EOFError, OSError):
            self.process.join()
            return Ended(f"the process that judged it ended (exit code {self.process.exitcode})")

    def end(self) -> None:
        self.connection.close()
        self.process.terminate()
        self.process.join()


def run(jobs: Iterable[Job], work: Work, workers: int) -> Iterator[tuple[Job, bytes | Lost]]:
    """Yield each job with what a worker sent for it, in the order in which they are done.

    jobs: taken one at a time, as workers become free.  work: a function of a module, for it runs in a
    process of its own.
    """
    coming = iter(jobs)
    team: list[_Worker] = []
    try:
        for job in coming:
            team.append(_Worker(len(team), work, _processor_of(len(team), workers)))
            team[-1].hand(job)
            if len(team) == workers:
                break
        while busy := [worker for worker in team if worker.jobs]:
            ready = wait([worker.connection for worker in busy])
            for worker in [worker for worker in busy if worker.connection in ready]:
                result = worker.result()
                done, again = worker.jobs.popleft()
                if isinstance(result, Lost):
                    worker.end()
                    team[worker.number] = worker = _Worker(worker.number, work, worker.processor)
                if isinstance(result, Ended) and not again:
                    worker.hand(done, again=True)  # another submission may have been what ended it
                    continue
                if (following := next(coming, None)) is not None:
                    worker.hand(following)
                yield done, result
    finally:
        for worker in team:
            worker.end()


@contextmanager
def _deaf() -> Iterator[None]:
    """Start a process that does not hear the keyboard, which reaches all at a terminal: the first decides."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # which would let the signal through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _processor_of(number: int, workers: int) -> int | None:
    """The processor that a worker keeps to, where there is work for all of them; None for any.

    A worker and what it waits for never work at the same time, and whoever is woken on another processor is
    woken late, and finds nothing in its cache.
    """
    if not hasattr(os, "sched_getaffinity"):
        return None
    processors = sorted(os.sched_getaffinity(0))
    return processors[number % len(processors)] if workers >= len(processors) else None


def _run(work: Work, connection: Connection, number: int, processor: int | None) -> None:
    if processor is not None:
        os.sched_setaffinity(0, {processor})
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Whoever is ended by the first process leaves as by the keyboard, and kills a box that is still starting.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        with suppress(EOFError, OSError, KeyboardInterrupt):  # the first process is gone, or wants no more
            try:
                work(connection, number)
            except (EOFError, OSError):
                raise
            except Exception as error:
                connection.send(Lost(f"{type(error).__name__}: {error}"))
        if hasattr(signal, "pthread_sigmask"):  # it leaves by itself, without a word
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
