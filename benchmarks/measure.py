"""Time and peak memory of one function, each in a process of its own."""

from __future__ import annotations

import math
import multiprocessing
import os
import resource
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Measured:
    """Best time of the runs in seconds, what the process took at its peak beyond what it had before, and all that it
    had then, in MB.
    """

    seconds: float
    peak_mb: float
    process_mb: float
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
    return _in_a_process(_job, function, args, runs, anew)


def in_turn(function: Callable[..., Sequence[Callable[[], Any]]], *args: Any, runs: int = 1) -> list[Measured]:
    """Run `function(*args)` in a fresh process to prepare jobs, of which each needs what the last has made, then the
    jobs in turn, and all of this `runs` times; the best time of each counts, and the largest peak.
    """
    return _in_a_process(_jobs, function, args, runs)


def _in_a_process(target: Callable[..., Any], function: Callable[..., Any], *args: Any) -> Any:
    """What `target(function, *args)` returns in a process of its own."""
    context = multiprocessing.get_context("spawn")
    parent, child = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(child, target, function, *args))
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
    return outcome


def _send(pipe: Any, target: Callable[..., Any], *args: Any) -> None:
    try:
        pipe.send(target(*args))
    except BaseException as error:
        pipe.send(error if isinstance(error, ImportError) else RuntimeError(f"{type(error).__name__}: {error}"))


def _job(function: Callable[..., Callable[[], Any]], args: tuple[Any, ...], runs: int, anew: bool) -> Measured:
    job = function(*args)
    _forget_peak()
    before = _peak_mb()
    times = []
    result = None
    for run in range(runs):
        if anew and run:
            job = function(*args)
        start = time.perf_counter()
        result = job()
        times.append(time.perf_counter() - start)
    return Measured(min(times), _peak_mb() - before, _peak_mb(), result)


def _jobs(function: Callable[..., Sequence[Callable[[], Any]]], args: tuple[Any, ...], runs: int) -> list[Measured]:
    best: list[Measured] = []
    for _ in range(runs):
        found = []
        for job in function(*args):
            _forget_peak()
            before = _peak_mb()
            start = time.perf_counter()
            result = job()
            seconds = time.perf_counter() - start
            found.append(Measured(seconds, _peak_mb() - before, _peak_mb(), result))
        best = [_better(one, other) for one, other in zip(best, found, strict=True)] if best else found
    return best


def _better(one: Measured, other: Measured) -> Measured:
    return replace(
        one if one.seconds <= other.seconds else other,
        peak_mb=max(one.peak_mb, other.peak_mb),
        process_mb=max(one.process_mb, other.process_mb),
    )


def _forget_peak() -> None:
    """Let the peak count from now on. Only Linux can; elsewhere it is that of all jobs so far."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def _peak_mb() -> float:
    # What Linux says by `getrusage` is at least what the parent process had.
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
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


def at_most_exponent(benchmark: str, peer: str, ours: Measured, other: Measured, times: float, at_most: float) -> Row:
    """A row whose target is how time grows with size: by at most this exponent, at `times` the size of the peer."""
    ratio = ours.seconds / other.seconds
    exponent = math.log(ratio, times)
    title = f"{benchmark}, exponent {exponent:.2f}"
    return Row(title, peer, ours, other, ratio, f"exponent at most {at_most:g}", exponent <= at_most)


def seconds_at_most(benchmark: str, ours: Measured, at_most: float | None) -> Row:
    """A row without a peer, whose target, if there is one, is a time."""
    target = "" if at_most is None else f"under {at_most:g} s"
    return Row(benchmark, "", ours, None, None, target, None if at_most is None else ours.seconds < at_most)


def memory_at_most(benchmark: str, ours: Measured, at_most_mb: float) -> Row:
    """A row whose target is the memory of the whole process, and which shows it."""
    whole = replace(ours, peak_mb=ours.process_mb)
    return Row(benchmark, "", whole, None, None, f"under {at_most_mb:,.0f} MB", ours.process_mb < at_most_mb)


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
