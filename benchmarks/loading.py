"""`load` against the barest DuckDB statement that reads, splits and unnests the same file into a table; and
what a small load spends on the question whether setrisk is attached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
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


def asking() -> Callable[[], Any]:
    """What every task asks first: whether setrisk is attached."""
    import setrisk

    con = setrisk.connect()
    return lambda: setrisk.attach(con) is con


def small() -> Callable[[], Any]:
    """The load of two baskets, nearly all of which is the cost of its queries."""
    import setrisk

    con = setrisk.connect()
    baskets = con.sql("SELECT unnest([['bread', 'milk'], ['milk']]) AS items")
    return lambda: setrisk.load(con, "d", baskets, replace=True).n_transactions


def run() -> Iterator[Row]:
    """The share of a small load that asking whether setrisk is attached takes; and both files."""
    asked, whole = measured(asking, runs=99), measured(small, runs=99)
    yield at_most_times("is setrisk attached?", "`load` of 2 baskets", asked, whole, 0.1)
    for name, (parts, skip) in DATA.items():
        path = data_file(*parts)
        loaded, barest = measured(ours, path, skip, runs=6, anew=True), measured(bare, path, skip, runs=6, anew=True)
        if loaded.result != barest.result:
            raise RuntimeError(f"{name}: {loaded.result} transactions loaded, {barest.result} lines read")
        yield at_most_times(f"load {name}", "bare read, split, unnest", loaded, barest, 4)
