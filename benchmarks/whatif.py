"""A grid of releases with all cores against one process, and a new database against its statements."""

from __future__ import annotations

import itertools
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.measure import Row, data_file, measured, times_faster

_BASKETS = 4_000


def grid(path: Path, workers: int) -> Callable[[], Any]:
    """Eight generalised releases of the first baskets, attacked and measured."""
    import setrisk

    con = setrisk.connect()
    with path.open() as lines:
        baskets = [line.split() for line in itertools.islice(lines, _BASKETS)]
    con.execute("CREATE TABLE baskets AS SELECT unnest($1) AS items", [baskets])
    setrisk.load(con, "baskets", con.table("baskets"))

    def job() -> int:
        found = setrisk.whatif(
            con,
            "baskets",
            method="coat",
            k=list(range(3, 11)),
            random_constraints=0.05,
            workers=workers,
            pairs=20,
            assess=False,
        )
        return len(found.filter("failure IS NULL").fetchall())

    return job


def copied() -> Callable[[], Any]:
    """A new database from the template."""
    import setrisk

    sys.dont_write_bytecode = False
    setrisk.connect().close()
    return lambda: setrisk.connect().close()


def stated() -> Callable[[], Any]:
    """A new database by its statements, which are read already."""
    import duckdb

    import setrisk
    from setrisk.pipelines.database import install
    from setrisk.udf import registration

    setrisk.connect().close()

    def job() -> None:
        with duckdb.connect() as con:
            registration.register(con)
            install.install(con)

    return job


def run() -> list[Row]:
    """Both."""
    path = data_file("retail", "retail.dat")
    cores = os.cpu_count() or 1
    shared, alone = (measured(grid, path, workers, runs=2) for workers in (cores, 1))
    if shared.result != alone.result:
        raise RuntimeError(f"{shared.result} releases with {cores} processes, {alone.result} with one")
    return [
        times_faster(
            f"whatif, 8 releases of {_BASKETS:,} baskets, {cores} processes", "one process", shared, alone, 1.2
        ),
        times_faster("a new database", "by statements", measured(copied), measured(stated), 5),
    ]
