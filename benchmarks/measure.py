"""Time and peak memory of one function, each in a process of its own."""

from __future__ import annotations

import multiprocessing
import os
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Measured:
    """Best time of the runs in seconds, and what the process took at its peak beyond what it had before, in MB."""

    seconds: float
    peak_mb: float
    result: Any


@dataclass(frozen=True)
class Row:
    """One line of the report: ours against a peer, as a ratio of times, and the target that it was set."""

    benchmark: str
    peer: str
    ours: Measured
    peer_measured: Measured | None
    ratio: float | None
    target: str
    met: bool | None


def measured(function: Callable[..., Callable[[], Any]], *args: Any, runs: int = 3, anew: bool = False) -> Measured:
    """Run `function(*args)` in a fresh process to prepare a job, then the job `runs` times; the best time counts. With
    `anew` each run has a job of its own.
    """
    context = multiprocessing.get_context("spawn")
    parent, child = context.Pipe(duplex=False)
    process = context.Process(target=_job, args=(child, function, args, runs, anew))
    process.start()
    child.close()
    try:
        outcome = parent.recv()
    except EOFError:
        raise RuntimeError(f"{function.__name__} ended without a result") from None
    finally:
        process.join()
    if isinstance(outcome, BaseException):
        raise outcome
    return Measured(*outcome)


def _job(pipe: Any, function: Callable[..., Callable[[], Any]], args: tuple[Any, ...], runs: int, anew: bool) -> None:
    try:
        job = function(*args)
        before = _peak_mb()
        times = []
        result = None
        for run in range(runs):
            if anew and run:
                job = function(*args)
            start = time.perf_counter()
            result = job()
            times.append(time.perf_counter() - start)
        pipe.send((min(times), _peak_mb() - before, result))
    except BaseException as error:
        pipe.send(error if isinstance(error, ImportError) else RuntimeError(f"{type(error).__name__}: {error}"))


def _peak_mb() -> float:
    # Linux counts in kB, macOS in bytes.
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)


def times_faster(benchmark: str, peer: str, ours: Measured, other: Measured, at_least: float) -> Row:
    """A row whose target is to be `at_least` times faster than the peer."""
    ratio = other.seconds / ours.seconds
    return Row(benchmark, peer, ours, other, ratio, f"at least {at_least:g} times faster", ratio >= at_least)


def at_most_times(benchmark: str, peer: str, ours: Measured, other: Measured, at_most: float) -> Row:
    """A row whose target is to take `at_most` times as long as the peer."""
    ratio = ours.seconds / other.seconds
    return Row(benchmark, peer, ours, other, ratio, f"at most {at_most:g} times its time", ratio <= at_most)


def seconds_at_most(benchmark: str, ours: Measured, at_most: float | None) -> Row:
    """A row without a peer, whose target, where there is one, is a time."""
    target = "" if at_most is None else f"under {at_most:g} s"
    return Row(benchmark, "", ours, None, None, target, None if at_most is None else ours.seconds < at_most)


def data_file(*parts: str) -> Path:
    """A file of the real data sets.

    Raises:
        LookupError: SETRISK_DATA is not set, or the file is not there.
    """
    folder = os.environ.get("SETRISK_DATA")
    if not folder:
        raise LookupError("SETRISK_DATA is not set: real data are not here")
    path = Path(folder, *parts)
    if not path.exists():
        raise LookupError(f"{path} is not there")
    return path
