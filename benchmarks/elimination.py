"""GBA and RBA against their literal transcription, on one random table; alone on a larger one, and on 2,000 small ones.

The transcription is the oracle of the tests: nested loops over the whole table, all groups rebuilt at every step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.measure import Row, measured, seconds_at_most, times_faster
from tests.support import elimination_oracle as oracle


def kernel(method: str, rows: int, threshold: float | None) -> Callable[[], Any]:
    """One random table of `rows` x 16; the threshold 0 is the worst case: until no further cell may go."""
    from setrisk.udf.generalisation.elimination import eliminate

    table = _random_table(rows)
    return lambda: int(eliminate(method, table, threshold=threshold).max())


def transcription(method: str, rows: int) -> Callable[[], Any]:
    """The same table, cell by cell."""
    table = _random_table(rows).tolist()
    return lambda: len(oracle.cells_in_order(method, table))


def in_sql(method: str) -> Callable[[], Any]:
    """2,000 tables of 20 x 8 in one query."""
    import setrisk

    con = setrisk.connect()
    con.execute(
        "CREATE TEMP TABLE tables AS SELECT list_transform(range(20), lambda i: list_transform(range(8), "
        "lambda j: hash(i, j, t.n) % 1000003 / 1000003)) AS distances FROM range(2000) AS t(n)"
    )
    return lambda: con.execute(
        f"SELECT count(*) FROM (SELECT setrisk.eliminate('{method}', t.distances) AS steps FROM tables AS t) AS e "
        "WHERE len(e.steps) = 20"
    ).fetchall()[0][0]


def run() -> list[Row]:
    """All comparisons."""
    rows = []
    for method in ("gba", "rba"):
        # A disturbance of the machine weighs more in a run of milliseconds than in one of seconds.
        ours, literal = measured(kernel, method, 200, None, runs=40), measured(transcription, method, 200, runs=1)
        if ours.result != literal.result:
            raise RuntimeError(f"{method}: {ours.result} eliminations, the transcription has {literal.result}")
        rows.append(times_faster(f"{method} on 200 x 16", "literal transcription in Python", ours, literal, 100))
    for method in ("gba", "rba"):
        largest = measured(kernel, method, 2000, 0.0, runs=1)
        rows.append(seconds_at_most(f"{method} on 2,000 x 16 to the end", largest, 30))
        rows.append(
            seconds_at_most(f"{method} on 2,000 tables of 20 x 8, one query", measured(in_sql, method, runs=1), None)
        )
    return rows


def _random_table(rows: int) -> Any:
    import numpy as np

    return np.random.default_rng(1).random((rows, 16))
