"""Processes that work at a time, a job each."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from threading import Thread
from typing import Any

Job = dict[str, Any]
Outcome = dict[str, Any]

# How long to wait for an outcome before looking whether someone pressed Ctrl-C, which Windows does not tell before.
_PATIENCE = 0.5


def outcomes(arguments: Sequence[str], jobs: Sequence[Job], n: int) -> Iterator[tuple[Job, Outcome]]:
    """Each job with what has come of it, as they are done; where a process ends in the middle of a job, its failure.

    Not multiprocessing: that would run the user's script again in each process.

    Args:
        arguments: of each process.
        jobs: what there is to do.
        n: how many processes.
    """
    todo = deque(jobs)
    done: queue.SimpleQueue[tuple[Job, Outcome | BaseException]] = queue.SimpleQueue()
    workers: list[_Worker] = []

    def serve() -> None:
        worker: _Worker | None = None
        while True:
            try:
                job = todo.popleft()
            except IndexError:
                return
            try:
                if worker is None or worker.has_ended:
                    worker = _Worker(arguments)
                    workers.append(worker)
                done.put((job, worker.outcome(job)))
            except BaseException as error:
                done.put((job, error))

    threads = [Thread(target=serve, daemon=True) for _ in range(min(n, len(jobs)))]
    for thread in threads:
        thread.start()
    try:
        for _ in jobs:
            job, outcome = _next(done)
            if isinstance(outcome, BaseException):
                raise outcome
            yield job, outcome
    finally:
        todo.clear()
        for worker in workers:
            worker.end()
        for thread in threads:
            thread.join()
        # One that was started while the others were ended.
        for worker in workers:
            worker.end()


def _next(done: queue.SimpleQueue[Any]) -> Any:
    while True:
        with suppress(queue.Empty):
            return done.get(timeout=_PATIENCE)


class _Worker:
    """A process that reads jobs and writes outcomes."""

    def __init__(self, arguments: Sequence[str]) -> None:
        # Not in the group of this one: Ctrl-C is for this one to hear.
        apart: dict[str, Any] = (
            {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}  # type: ignore[attr-defined, unused-ignore]
            if os.name == "nt"
            else {"start_new_session": True}
        )
        self._process = subprocess.Popen(
            [sys.executable, "-m", "setrisk.pipelines.whatif.worker", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            # What can be imported here can be there.
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)},
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
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(job) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        if not line:
            code = self._process.wait()
            return {"failure": f"the process that tried it ended with {code}: was there enough memory?"}
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
