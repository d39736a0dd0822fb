"""`load` against the barest DuckDB statement that reads, splits and unnests the same file into a table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.measure import Row, at_most_times, data_file, measured

DATA = {
    "retail": (("retail", "retail.dat"), 0),
    "MSNBC": (("msnbc", "msnbc990928.seq.gz"), 7),
}


def ours(path: Path, skip: int) -> Callable[[], Any]:
    """The load, dictionary and counts included, into a database in memory that has setrisk."""
    import setrisk

    con = setrisk.connect()
    return lambda: setrisk.load(con, "d", path, format="fimi", skip=skip, comment="%").n_transactions


def bare(path: Path, skip: int) -> Callable[[], Any]:
    """A row per line and item, repeats and all, as text."""
    import duckdb

    con = duckdb.connect()

    def job() -> int:
        con.execute(
            "CREATE OR REPLACE TABLE bare AS SELECT f.tid, unnest(string_split(trim(f.line), ' ')) AS item FROM ("
            "SELECT row_number() OVER () AS tid, r.line FROM read_csv($path, columns = {'line': 'VARCHAR'}, "
            "header = false, auto_detect = false, delim = chr(1), quote = '', escape = '', strict_mode = false, "
            "null_padding = true) AS r) AS f WHERE f.tid > $skip AND f.line IS NOT NULL",
            {"path": str(path), "skip": skip},
        )
        return con.execute("SELECT count(DISTINCT b.tid) FROM bare AS b").fetchall()[0][0]

    return job


def run() -> list[Row]:
    """Both files."""
    rows = []
    for name, (parts, skip) in DATA.items():
        path = data_file(*parts)
        loaded, barest = measured(ours, path, skip, runs=6, anew=True), measured(bare, path, skip, runs=6, anew=True)
        if loaded.result != barest.result:
            raise RuntimeError(f"{name}: {loaded.result} transactions loaded, {barest.result} lines read")
        rows.append(at_most_times(f"load {name}", "bare read, split, unnest", loaded, barest, 4))
    return rows
