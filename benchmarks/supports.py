"""Supports of all pairs of items: setrisk's SQL against pyfim, mlxtend, and scipy's sparse product as the floor."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.measure import Row, at_most_times, data_file, measured, times_faster

if TYPE_CHECKING:
    from setrisk import Format

DATA: dict[str, tuple[Format, str, str]] = {
    "retail": ("fimi", "retail", "retail.dat"),
    "BMS-WebView-2": ("spmf", "bms-webview", "BMS2_spmf.txt"),
}


def counting(path: Path, format_: Format) -> Callable[[], Any]:
    """Pairs of item numbers with their supports, as a table in DuckDB."""
    con = _loaded(path, format_)

    def job() -> int:
        con.execute("CREATE OR REPLACE TEMP TABLE counted AS SELECT p.* FROM setrisk_internal.pair_supports('d') AS p")
        return con.execute("SELECT count(*) FROM counted").fetchall()[0][0]

    return job


def named(path: Path, format_: Format) -> Callable[[], Any]:
    """Pairs as lists of item names with their supports, as a table in DuckDB."""
    con = _loaded(path, format_)

    def job() -> int:
        con.execute("CREATE OR REPLACE TEMP TABLE named AS SELECT s.* FROM setrisk.supports('d', size := 2) AS s")
        return con.execute("SELECT count(*) FROM named").fetchall()[0][0]

    return job


def pyfim(path: Path, format_: Format) -> Callable[[], Any]:
    """pyfim's eclat over lists of numbers, the fastest of its miners here."""
    import fim

    transactions = _transactions(path, format_)
    return lambda: len(fim.eclat(transactions, target="s", supp=-1, zmin=2, zmax=2))


def floor(path: Path, format_: Format) -> Callable[[], Any]:
    """scipy's A^T A, upper half, on a matrix that is ready: what counting costs without reading, names or tables."""
    import scipy.sparse

    matrix = _matrix(path, format_)
    return lambda: int(scipy.sparse.triu(matrix.T @ matrix, k=1).nnz)


def mlxtend(path: Path, format_: Format) -> Callable[[], Any]:
    """mlxtend's fpgrowth on a sparse frame, all pairs."""
    import pandas as pd
    from mlxtend.frequent_patterns import fpgrowth

    matrix = _matrix(path, format_).astype(bool)
    # The stubs of pandas do not know the constructor of the accessor.
    frame = pd.DataFrame.sparse.from_spmatrix(matrix)  # type: ignore[attr-defined]
    frame.columns = [str(column) for column in frame.columns]
    return lambda: len(fpgrowth(frame, min_support=1 / matrix.shape[0], max_len=2))


def run() -> list[Row]:
    """All comparisons."""
    rows = []
    for name, (format_, *parts) in DATA.items():
        path = data_file(*parts)
        ours, with_names = (measured(f, path, format_) for f in (counting, named))
        other, lowest = (measured(f, path, format_) for f in (pyfim, floor))
        if not ours.result == with_names.result == other.result == lowest.result:
            raise RuntimeError(f"{name}: the peers count different pairs: {ours.result}, {other.result}")
        rows += [
            times_faster(f"all pairs of {name}", "pyfim eclat", ours, other, 2),
            at_most_times(f"all pairs of {name}", "scipy A^T A (the floor)", ours, lowest, 2.5),
            at_most_times(f"all pairs of {name}, names in lists", "pyfim eclat", with_names, other, 1),
        ]
    # mlxtend builds every pair of 16,470 items before it counts; only the smaller data set is feasible.
    path = data_file("bms-webview", "BMS1_spmf.txt")
    ours, other = measured(counting, path, "spmf"), measured(mlxtend, path, "spmf", runs=1)
    rows.append(times_faster("all pairs of BMS-WebView-1", "mlxtend fpgrowth", ours, other, 1))
    return rows


def _loaded(path: Path, format_: Format) -> Any:
    import setrisk

    con = setrisk.connect()
    setrisk.load(con, "d", path, format=format_)
    return con


def _transactions(path: Path, format_: Format) -> list[list[int]]:
    lines = path.read_text().splitlines()
    return [[int(item) for item in line.split() if int(item) >= 0] for line in lines]


def _matrix(path: Path, format_: Format) -> Any:
    import numpy as np
    import scipy.sparse

    transactions = _transactions(path, format_)
    rows = np.repeat(np.arange(len(transactions)), [len(t) for t in transactions])
    _, columns = np.unique(np.concatenate([np.array(t, dtype=np.int64) for t in transactions]), return_inverse=True)
    return scipy.sparse.csr_array((np.ones(len(rows), dtype=np.int32), (rows, columns)))
