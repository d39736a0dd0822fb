"""Disassociation: its kernels against their literal transcription, the anonymiser on real and generated data, and the
attacks on the releases that it makes.

Generated records have 1 + Poisson(7) draws of 5,000 items with shares as 1/rank; repeats are dropped.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.measure import (
    Measured,
    Row,
    at_most_times,
    data_file,
    in_turn,
    measured,
    memory_at_most,
    seconds_at_most,
    times_faster,
)
from tests.support import disassociation_oracle as oracle

if TYPE_CHECKING:
    from setrisk import Format

K, M = 5, 2
REAL: dict[str, tuple[Format, str, str]] = {
    "retail": ("fimi", "retail", "retail.dat"),
    "BMS-WebView-2": ("spmf", "bms-webview", "BMS2_spmf.txt"),
}
N_ITEMS = 5000
SMALL, LARGE = 100_000, 1_000_000
N_LITERAL = 20_000


def kernels(n_records: int) -> Callable[[], Any]:
    """Horizontal and vertical partitioning, on arrays that are ready."""
    import numpy as np

    from setrisk.udf.disassociation.cluster_terms import cluster_terms
    from setrisk.udf.disassociation.horizontal_partitioning import partition_horizontally
    from setrisk.udf.disassociation.vertical_partitioning import partition_vertically

    record_of, items = _generated(n_records)
    starts = np.searchsorted(record_of, np.arange(n_records + 1))

    def job() -> Any:
        clusters = partition_horizontally(starts, items, k=K, max_cluster_size=K**3)
        rows = cluster_terms(clusters, starts, items)
        return clusters, rows, partition_vertically(rows, k=K, m=M)[0]

    return job


def _same(ours: Any, literal: Any) -> bool:
    """Whether the kernels and their transcription have the same clusters and the same chunks."""
    clusters, rows, chunk = ours
    chunks: list[list[set[int]]] = [[set()] for _ in clusters]
    for cluster, term, number in zip(rows.cluster.tolist(), rows.term.tolist(), chunk.tolist(), strict=True):
        while len(chunks[cluster]) <= number:
            chunks[cluster].append(set())
        chunks[cluster][number].add(term)
    wanted = [(cluster, [term_chunk, *map(set, chunks)]) for cluster, chunks, term_chunk in literal]
    return [(cluster.tolist(), held) for cluster, held in zip(clusters, chunks, strict=True)] == wanted


def transcription(n_records: int) -> Callable[[], Any]:
    """The same on sets."""
    record_of, items = _generated(n_records)
    records: list[set[int]] = [set() for _ in range(n_records)]
    for record, item in zip(record_of.tolist(), items.tolist(), strict=True):
        records[record].add(item)
    # The recursion goes one deeper with each term that a part is split by. Calls of Python functions take no room on
    # the stack of the process since 3.11, so that the limit is all there is to raise.
    sys.setrecursionlimit(n_records)

    def job() -> Any:
        clusters = oracle.horpart(records, K, K**3)
        return [(cluster, *oracle.verpart([records[r] for r in cluster], K, M)) for cluster in clusters]

    return job


def release(name: str, attacks: tuple[str, ...]) -> list[Callable[[], Any]]:
    """The floor, the anonymiser, its release handed over, and attacks by who was handed it, on real data or so many
    generated records. For its owner an attack computes who is at risk, too: that is measured in `risk`.
    """
    import setrisk

    con = setrisk.connect()
    if name in REAL:
        format_, *parts = REAL[name]
        setrisk.load(con, "d", data_file(*parts), format=format_)
    else:
        load_generated(con, int(name))

    def grouped() -> int:
        return con.execute(
            "SELECT count(*) FROM (SELECT t.tid, count(*) AS items FROM setrisk_private.transaction_item AS t "
            "WHERE t.dataset = 'd' GROUP BY t.tid) AS records"
        ).fetchall()[0][0]

    def protected() -> int:
        return setrisk.protect(con, "d", "r", method="disassociation", k=K, m=M, seed=1).n_transactions

    def handed_over() -> None:
        with tempfile.TemporaryDirectory() as folder:
            setrisk.export(con, "r", Path(folder) / "r", anyway=True)
            setrisk.import_release(con, "theirs", Path(folder) / "r")

    def attacked(method: str) -> Callable[[], None]:
        def job() -> None:
            setrisk.attack(con, "theirs", method=method, knowledge="self")

        return job

    return [grouped, protected, handed_over, *(attacked(method) for method in attacks)]


def growth() -> list[Callable[[], Any]]:
    """Many releases of few records, and one release with as many records as these have together. Both take long, so
    that other work of the machine slows them alike.
    """
    import setrisk

    few, many = setrisk.connect(), setrisk.connect()
    load_generated(few, SMALL)
    load_generated(many, LARGE)

    def protected(con: Any, n_releases: int) -> Callable[[], None]:
        def job() -> None:
            for number in range(n_releases):
                setrisk.protect(con, "d", f"r{number}", method="disassociation", k=K, m=M, seed=1)

        return job

    return [protected(few, LARGE // SMALL), protected(many, 1)]


def run() -> list[Row]:
    """All comparisons."""
    ours, literal = measured(kernels, N_LITERAL, runs=5), measured(transcription, N_LITERAL, runs=1)
    if not _same(ours.result, literal.result):
        raise RuntimeError("HORPART and VERPART: the kernels and their transcription differ")
    title = f"HORPART and VERPART of {N_LITERAL:,} records"
    rows = [times_faster(title, "literal transcription in Python", ours, literal, 20)]
    for name, others, runs in (
        ("retail", (), 2),
        ("BMS-WebView-2", ("random", "rga", "mra", "assignment"), 2),
        (str(SMALL), (), 2),
        (str(LARGE), (), 1),
    ):
        grouped, protected, _, attacked, *rest = in_turn(release, name, ("aba", *others), runs=runs)
        title = name if name in REAL else f"{int(name):,} records"
        rows.append(seconds_at_most(f"disassociate {title}, {_per_second(protected)}", protected, None))
        if name == str(LARGE):
            ten_times, once = in_turn(growth, runs=3)
            rows += [
                at_most_times(f"disassociate {title}", f"{LARGE // SMALL} times {SMALL:,}", once, ten_times, 1.3),
                memory_at_most(f"disassociate {title}, the whole process", protected, 6000),
                seconds_at_most(f"items of each of {title}, grouped (the floor)", grouped, None),
            ]
        rows.append(at_most_times(f"aba on {title}", "the anonymiser", attacked, protected, 5))
        for method, other in zip(others, rest, strict=True):
            rows.append(seconds_at_most(f"{method} on {title}", other, None))
    return rows


def _per_second(protected: Measured) -> str:
    return f"{protected.result / protected.seconds:,.0f} records/s"


def _generated(n_records: int) -> tuple[Any, Any]:
    """Record and item of each entry, in their order; records and items are numbered from 0."""
    import numpy as np

    draw = np.random.default_rng(1)
    lengths = 1 + draw.poisson(7, n_records)
    shares = 1 / np.arange(1, N_ITEMS + 1)
    items = np.searchsorted(np.cumsum(shares) / shares.sum(), draw.random(lengths.sum()), side="right")
    # The last of the sums may fall short of 1 by the last digit.
    items = np.minimum(items, N_ITEMS - 1)
    entries = np.unique(np.repeat(np.arange(n_records), lengths) * N_ITEMS + items)
    return entries // N_ITEMS, entries % N_ITEMS


def load_generated(con: Any, n_records: int, name: str = "d") -> None:
    """Load a generated data set of `n_records` records."""
    import pandas as pd

    import setrisk

    record_of, items = _generated(n_records)
    setrisk.load(con, name, pd.DataFrame({"id": record_of, "item": items}), format="long", id="id", item="item")


def load_first(con: Any, name: str, n_records: int) -> None:
    """Load the first `n_records` transactions of a real data set as `d`."""
    import setrisk

    format_, *parts = REAL[name]
    setrisk.load(con, "all", data_file(*parts), format=format_)
    first = con.sql(
        "SELECT t.tid, i.item FROM setrisk_private.transaction_item AS t "
        "JOIN setrisk_private.item AS i USING (item_id) WHERE t.dataset = 'all' AND t.tid <= $n",
        params={"n": n_records},
    )
    setrisk.load(con, "d", first, id="tid", item="item")
