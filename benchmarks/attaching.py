"""The first connection of a new installation and every later one, beside a bare `duckdb.connect()`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.measure import Measured, Row, measured

_FIRST, _LATER = 2.0, 0.3


def bare(path: str) -> Callable[[], Any]:
    """DuckDB alone."""
    import duckdb

    return lambda: duckdb.connect(path).close()


def first(place: str) -> Callable[[], Any]:
    """With no template anywhere, and with one place to keep it."""
    _keep_in(place)
    return _connecting(":memory:")


def later(place: str, path: str) -> Callable[[], Any]:
    """With a template in this place, in a process that has not used it."""
    _keep_in(place)
    return _connecting(path)


def second(place: str, path: str) -> Callable[[], Any]:
    """The second connection of a process."""
    _keep_in(place)
    connect = _connecting(path)
    connect()
    return connect


def _keep_in(place: str) -> None:
    """Keep the template here and nowhere else, and write no bytecode."""
    import setrisk.pipelines.database.template as template

    sys.dont_write_bytecode = True
    template._folders = lambda: iter([(Path(place), True)])


def _connecting(path: str) -> Callable[[], Any]:
    import setrisk

    def job() -> None:
        with closing(setrisk.connect(path)) as con:
            con.execute("SELECT count(*) FROM setrisk.release").fetchall()

    return job


def _fastest(function: Callable[..., Callable[[], Any]], *args: list[str]) -> Measured:
    """The best of several processes, of which each counts its first run."""
    return min((measured(function, *each, runs=1) for each in zip(*args, strict=True)), key=lambda m: m.seconds)


def run() -> Iterator[Row]:
    """All of them."""
    with tempfile.TemporaryDirectory() as folder:
        empty = [f"{folder}/{number}" for number in range(3)]
        memory, kept = [":memory:"] * 3, [empty[0]] * 3
        file = f"{folder}/my.duckdb"
        for title, ours, peer, limit in (
            ("the first connection of an installation", _fastest(first, empty), memory, _FIRST),
            ("the first of a later process", _fastest(later, kept, memory), memory, _LATER),
            ("a later one of a process", _fastest(second, kept, memory), memory, _LATER),
            ("a new file", _fastest(later, kept, [f"{folder}/{n}.duckdb" for n in range(3)]), memory, _LATER),
            ("a file that has setrisk", _fastest(second, kept, [file] * 3), [file] * 3, _LATER),
        ):
            other = _fastest(bare, peer)
            row = Row(title, "`duckdb.connect()`", ours, other, ours.seconds / other.seconds, "", None)
            yield replace(row, target=f"under {limit:g} s", met=ours.seconds < limit)
