"""Processes that work at the same time, on one job each."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Thread, Timer
from typing import Any

Job = dict[str, Any]
Outcome = dict[str, Any]

# The module that a process runs.
WORKER = "setrisk.pipelines.whatif.worker"

OUT_OF_MEMORY = 17
"""The exit code of a process that took more memory than it may."""

# How long to wait for an outcome before checking for Ctrl-C, in seconds: on Windows a longer wait would hide it.
_PATIENCE = 0.5


@contextmanager
def start_workers(folder: str, n: int) -> Iterator[Workers]:
    """Start processes, and end them on exit even if they are busy.

    They are started before anything private is in the folder, so that they can remove it if this process is killed.
    multiprocessing is not used because it would run the user's script again in each of them.

    Args:
        folder: the folder that they work in, and remove at the end.
        n: the number of processes.
    """
    workers = Workers(folder, n)
    try:
        yield workers
    finally:
        workers.end()


class Workers:
    """A fixed number of processes; one that dies in the middle of a job is replaced."""

    def __init__(self, folder: str, n: int) -> None:
        """Start them."""
        self._folder = folder
        self._all = [_Worker(folder) for _ in range(n)]
        self._todo: deque[Job] = deque()
        self._threads: list[Thread] = []
        # The jobs that were sent to a process, finished or not.
        self.begun: list[Job] = []

    def run_jobs(self, settings: dict[str, Any], jobs: Sequence[Job]) -> Iterator[tuple[Job, Outcome]]:
        """Each job with its outcome, in the order in which they finish. A job whose process dies has failed.

        Args:
            settings: what all jobs have in common.
            jobs: the jobs.
        """
        self._todo.extend(jobs)
        done: queue.SimpleQueue[tuple[Job, Outcome | BaseException]] = queue.SimpleQueue()

        def serve(worker: _Worker) -> None:
            while True:
                try:
                    job = self._todo.popleft()
                except IndexError:
                    return
                self.begun.append(job)
                try:
                    if worker.has_ended:
                        worker = _Worker(self._folder)
                        self._all.append(worker)
                    done.put((job, worker.run_job({**settings, **job})))
                except BaseException as error:
                    done.put((job, error))

        self._threads = [Thread(target=serve, args=(worker,), daemon=True) for worker in list(self._all)]
        for thread in self._threads:
            thread.start()
        for _ in jobs:
            job, outcome = _wait_for_next(done)
            if isinstance(outcome, BaseException):
                raise outcome
            yield job, outcome

    def end(self) -> None:
        """End them, even if they are busy."""
        self._todo.clear()
        for worker in self._all:
            worker.end()
        for thread in self._threads:
            thread.join()
        # A replacement may have been started while the others were ended.
        for worker in self._all:
            worker.end()


def _wait_for_next(done: queue.SimpleQueue[Any]) -> Any:
    while True:
        with suppress(queue.Empty):
            return done.get(timeout=_PATIENCE)


class _Worker:
    """A process that reads jobs and writes outcomes."""

    def __init__(self, folder: str) -> None:
        # In another process group: only this process is to receive Ctrl-C.
        apart: dict[str, Any] = (
            {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}  # type: ignore[attr-defined, unused-ignore]
            if os.name == "nt"
            else {"start_new_session": True}
        )
        self._process = subprocess.Popen(
            [sys.executable, "-m", WORKER, folder, str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            # It can import what this process can, and nothing from the current folder.
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path),
                "PYTHONSAFEPATH": "1",
            },
            **apart,
        )

    @property
    def has_ended(self) -> bool:
        """Whether the process has ended."""
        return self._process.poll() is not None

    def run_job(self, job: Job) -> Outcome:
        """Run a job and return its outcome; a job that takes longer than its time limit has failed."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        line = ""
        with suppress(OSError), self._kill_after(job["time_limit"]) as is_late:  # OSError: a pipe without a reader
            self._process.stdin.write(json.dumps(job) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        if not line:
            return {"failure": self._reason_of_its_end(job, is_late.is_set())}
        found: Outcome = json.loads(line)
        return found

    @contextmanager
    def _kill_after(self, seconds: float | None) -> Iterator[Event]:
        """Kill it if this lasts longer; the event says whether it did."""
        is_late = Event()

        def kill() -> None:
            is_late.set()
            self._process.kill()

        if seconds is None:
            yield is_late
            return
        timer = Timer(seconds, kill)
        timer.daemon = True
        timer.start()
        try:
            yield is_late
        finally:
            timer.cancel()

    def _reason_of_its_end(self, job: Job, is_late: bool) -> str:
        code = self._process.wait()
        if is_late:
            return f"making, attacking and assessing it took longer than the time limit of {job['time_limit']:g} s"
        if code == OUT_OF_MEMORY:
            return f"it took more than the memory limit of {job['memory_limit']:g} GB"
        return f"the process that tried it ended with {code}: was there enough memory, and room in TMPDIR?"

    def end(self) -> None:
        """End it, even if it is busy."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
