"""Who is at risk in a release in chunks: computed once, with each attack, and then asked by the gate and by reports."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.disassociation import load_first, load_generated
from benchmarks.measure import Measured, Row, at_most_times, in_turn, memory_at_most, seconds_at_most

BASKETS, TRANSACTIONS = 9_835, 100_000
# The share of what asking took when each question computed the risk again. Of the baskets, whose risk is computed in a
# second, there is no target: a seventh of that is what DuckDB takes to plan the query of a check, of data of any size.
_A_TENTH = 0.1


def asked(n_records: int, is_real: bool) -> list[Callable[[], Any]]:
    """The floor, an attack with its risk, that risk once more, the gate with a limit, and of real data a report."""
    import setrisk

    con = setrisk.connect()
    if is_real:
        load_first(con, "retail", n_records)
    else:
        load_generated(con, n_records)
    setrisk.protect(con, "d", "r", method="disassociation", k=5, seed=1)
    setrisk.attack(con, "r", method="random", draws=1)

    def scanned() -> None:
        con.execute("SELECT count(*), sum(r.score) FROM setrisk_private.record_risk AS r").fetchall()

    def attacked() -> None:
        setrisk.attack(con, "r", method="aba")

    def computed() -> None:
        con.execute(
            "SELECT count(*), sum(r.score) FROM setrisk_internal.disassociation_risk('r', attacks := ['aba:self']) AS r"
        ).fetchall()

    def checked() -> None:
        setrisk.check(con, "r", max_at_risk=0.5, attacks=["aba", "random"]).fetchall()

    def reported() -> None:
        with tempfile.TemporaryDirectory() as folder:
            setrisk.report(con, "r", Path(folder) / "report.html")

    return [scanned, attacked, computed, checked, *([reported] if is_real else [])]


def run() -> list[Row]:
    """All comparisons."""
    rows = []
    for n_records, title, is_real in (
        (BASKETS, f"{BASKETS:,} baskets of retail in chunks", True),
        (TRANSACTIONS, f"{TRANSACTIONS:,} generated transactions in chunks", False),
    ):
        scanned, attacked, computed, checked, *reported = in_turn(asked, n_records, is_real)
        check, peer = f"check with a limit, {title}", "its risk, computed"
        rows += [
            seconds_at_most(f"rows of the risk of {title}, read (the floor)", scanned, None),
            seconds_at_most(f"aba with its risk, {title}", attacked, None),
            Row(check, peer, checked, computed, checked.seconds / computed.seconds, "", None)
            if is_real
            else at_most_times(check, peer, checked, computed, _A_TENTH),
            memory_at_most(check, _beyond_the_data(checked), 380),
            *(seconds_at_most(f"report, {title}", each, 30) for each in reported),
        ]
    return rows


def _beyond_the_data(measured: Measured) -> Measured:
    """With what a job takes itself as the memory of its process."""
    return replace(measured, process_mb=measured.peak_mb)
