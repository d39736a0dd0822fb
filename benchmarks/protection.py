"""`protect` without options, and by km, which both protect every pair, on wide data; and the same promise by
constraints.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.disassociation import REAL, load_first, load_generated
from benchmarks.measure import Row, data_file, in_turn, measured, memory_at_most, seconds_at_most, times_faster

TRANSACTIONS, VISITS = 100_000, 5_000


def retail(method: str = "coat") -> Callable[[], Any]:
    """All baskets of retail, 16,470 items."""
    import setrisk

    con = setrisk.connect()
    format_, *parts = REAL["retail"]
    setrisk.load(con, "d", data_file(*parts), format=format_)
    return lambda: setrisk.protect(con, "d", "r", method=method, replace=True)


def along_groups() -> Callable[[], Any]:
    """The same, by km."""
    return retail(method="km")


def generated() -> Callable[[], Any]:
    """Of 5,000 items some 708,000 pairs are rare."""
    import setrisk

    con = setrisk.connect()
    load_generated(con, TRANSACTIONS)
    return lambda: setrisk.protect(con, "d", "r", replace=True)


def without_confident_rules() -> Callable[[], Any]:
    """No sensitive page, each twentieth, is inferred with more than one half."""
    import setrisk

    con = _visits()
    items = con.execute("SELECT i.item FROM setrisk_private.item AS i ORDER BY i.item_id").fetchall()
    sensitive = [item for (item,) in items[::20]]
    return lambda: setrisk.protect(con, "d", "r", method="rho", rho=0.5, sensitive=sensitive, replace=True)


def in_chunks() -> Callable[[], Any]:
    """In chunks that tell nothing for certain."""
    import setrisk

    con = _visits()
    return lambda: setrisk.protect(con, "d", "r", method="disassociation", safe=True, replace=True)


def _visits() -> Any:
    """All visits of BMS-WebView-1, 497 pages."""
    import setrisk

    con = setrisk.connect()
    setrisk.load(con, "d", data_file("bms-webview", "BMS1_spmf.txt"), format="spmf")
    return con


def by_constraints() -> list[Callable[[], Any]]:
    """Every pair, and every rare item and pair as a privacy constraint."""
    import setrisk

    con = setrisk.connect()
    load_first(con, "BMS-WebView-2", VISITS)
    con.execute("CREATE TABLE rare AS SELECT items FROM setrisk.rare_itemsets('d', k := 5)")
    return [
        lambda: setrisk.protect(con, "d", "r", replace=True),
        lambda: setrisk.protect(con, "d", "r", privacy_constraints="rare", replace=True),
    ]


def run() -> list[Row]:
    """All comparisons."""
    rows = []
    for title, job in (
        ("`protect` without options, 88,162 baskets of retail", retail),
        (f"`protect` without options, {TRANSACTIONS:,} generated transactions, 708,000 rare pairs", generated),
        ("`protect` by `km`, 88,162 baskets of retail", along_groups),
        ("`protect` by `rho`, 59,601 visits of BMS-WebView-1", without_confident_rules),
        ("`protect` by `disassociation --safe`, 59,601 visits of BMS-WebView-1", in_chunks),
    ):
        ours = measured(job, runs=1)
        rows += [seconds_at_most(title, ours, 60), memory_at_most(title, ours, 4_000)]
    every, constrained = in_turn(by_constraints)
    title = f"every pair of {VISITS:,} visits of BMS-WebView-2"
    return [*rows, times_faster(title, "rare ones as privacy constraints", every, constrained, 3)]
