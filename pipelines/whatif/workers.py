"""Processes that work at a time, a job each."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Any

Job = dict[str, Any]
Outcome = dict[str, Any]

# How long to wait for an outcome before looking whether someone pressed Ctrl-C, which Windows does not tell before.
_PATIENCE = 0.5


@contextmanager
def started(folder: str, n: int) -> Iterator[Workers]:
    """Start processes and end them, whatever they do.

    They are there before anything private is in the folder: where this process is killed, they remove it. Not
    multiprocessing, which would run the user's script again in each of them.

    Args:
        folder: where they work, and what they remove.
        n: how many.
    """
    workers = Workers(folder, n)
    try:
        yield workers
    finally:
        workers.end()


class Workers:
    """So many processes, each replaced by another where it ends in the middle of a job."""

    def __init__(self, folder: str, n: int) -> None:
        """Start them."""
        self._folder = folder
        self._all = [_Worker(folder) for _ in range(n)]
        self._todo: deque[Job] = deque()
        self._threads: list[Thread] = []
        # The jobs that a process was given, whatever came of them.
        self.begun: list[Job] = []

    def outcomes(self, settings: dict[str, Any], jobs: Sequence[Job]) -> Iterator[tuple[Job, Outcome]]:
        """Each job with what has come of it, as they are done; where its process ends, that is its failure.

        Args:
            settings: what all jobs have in common.
            jobs: what there is to do.
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
                    done.put((job, worker.outcome({**settings, **job})))
                except BaseException as error:
                    done.put((job, error))

        self._threads = [Thread(target=serve, args=(worker,), daemon=True) for worker in list(self._all)]
        for thread in self._threads:
            thread.start()
        for _ in jobs:
            job, outcome = _next(done)
            if isinstance(outcome, BaseException):
                raise outcome
            yield job, outcome

    def end(self) -> None:
        """End them, whatever they do."""
        self._todo.clear()
        for worker in self._all:
            worker.end()
        for thread in self._threads:
            thread.join()
        # One that was started while the others were ended.
        for worker in self._all:
            worker.end()


def _next(done: queue.SimpleQueue[Any]) -> Any:
    while True:
        with suppress(queue.Empty):
            return done.get(timeout=_PATIENCE)


class _Worker:
    """A process that reads jobs and writes outcomes."""

    def __init__(self, folder: str) -> None:
        # Not in the group of this one: Ctrl-C is for this one to hear.
        apart: dict[str, Any] = (
            {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}  # type: ignore[attr-defined, unused-ignore]
            if os.name == "nt"
            else {"start_new_session": True}
        )
        self._process = subprocess.Popen(
            [sys.executable, "-m", "setrisk.pipelines.whatif.worker", folder, str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            # What can be imported here can be there, and nothing else: not what lies in the folder where one stands.
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path),
                "PYTHONSAFEPATH": "1",
            },
            **apart,
        )

    @property
    def has_ended(self) -> bool:
        """Whether it does no more jobs."""
        return self._process.poll() is not None

    def outcome(self, job: Job) -> Outcome:
        """What comes of a job."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        line = ""
        with suppress(OSError):  # a pipe without a reader
            self._process.stdin.write(json.dumps(job) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        if not line:
            code = self._process.wait()
            return {
                "failure": f"the process that tried it ended with {code}: was there enough memory, and room in TMPDIR?"
            }
        found: Outcome = json.loads(line)
        return found

    def end(self) -> None:
        """End it, whatever it does."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
