"""Unicity of real data beside a bare scan and literal Python, and assessing releases of them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.disassociation import REAL, load_generated
from benchmarks.measure import Row, data_file, measured, memory_at_most, seconds_at_most, times_faster

BASKETS, TRANSACTIONS = 9_835, 100_000
# The literal count is as long for each person; a tenth of the people is enough to compare with.
_PEOPLE, _FEW_PEOPLE = 2_000, 200


def _retail(n_records: int | None = None) -> Any:
    import setrisk

    con = setrisk.connect()
    format_, *parts = REAL["retail"]
    setrisk.load(con, "d", data_file(*parts), format=format_)
    if n_records is not None:
        first = con.sql(
            "SELECT t.tid, i.item FROM setrisk_private.transaction_item AS t "
            "JOIN setrisk_private.item AS i USING (item_id) WHERE t.dataset = 'd' AND t.tid <= $n",
            params={"n": n_records},
        )
        setrisk.load(con, "first", first, id="tid", item="item")
    return con


def curve(people: int) -> Callable[[], Any]:
    """Unicity of retail with 1 to 10 known items."""
    con = _retail()
    return lambda: con.sql(f"FROM setrisk.unicity_curve('d', people := {people})").fetchall()


def scanned() -> Callable[[], Any]:
    """The floor: a bare count of the items of each transaction."""
    con = _retail()
    return lambda: con.execute(
        "SELECT count(*) FROM (SELECT t.tid, count(*) AS n FROM setrisk_private.transaction_item AS t "
        "WHERE t.dataset = 'd' GROUP BY t.tid) AS sizes"
    ).fetchall()


def literal_curve(people: int) -> Callable[[], Any]:
    """The same in Python: sets of items, compared with all transactions."""
    _, *parts = REAL["retail"]
    with data_file(*parts).open() as lines:
        baskets = [frozenset(line.split()) for line in lines]

    def job() -> int:
        alone = 0
        for known in range(1, 11):
            asked = sorted(
                (n for n, basket in enumerate(baskets) if len(basket) >= known),
                key=lambda n: hashlib.md5(str(n).encode()).hexdigest(),
            )[:people]
            for n in asked:
                items = set(sorted(baskets[n])[:known])
                alone += sum(items <= basket for basket in baskets) == 1
        return alone

    return job


def assessed(n_records: int, is_real: bool) -> Callable[[], Any]:
    """Assess a release in chunks: copy, make again without a fifth, attack."""
    import setrisk

    if is_real:
        con, dataset = _retail(n_records), "first"
    else:
        con, dataset = setrisk.connect(), "d"
        load_generated(con, n_records)
    setrisk.protect(con, dataset, "r", method="disassociation", k=5, seed=1)
    return lambda: setrisk.assess(con, "r", people=_PEOPLE).fetchall()


def run() -> Iterator[Row]:
    """All of them."""
    few = measured(curve, _FEW_PEOPLE)
    literal = measured(literal_curve, _FEW_PEOPLE, runs=1)
    yield times_faster(f"unicity of retail, 1 to 10 known items, {_FEW_PEOPLE} people", "Python sets", few, literal, 10)
    whole, floor = measured(curve, _PEOPLE), measured(scanned)
    yield Row(f"the same, {_PEOPLE:,} people", "a bare scan", whole, floor, whole.seconds / floor.seconds, "", None)
    for title, n_records, is_real, most in (
        (f"`assess` of {BASKETS:,} baskets in chunks", BASKETS, True, 30),
        (f"`assess` of {TRANSACTIONS:,} generated records in chunks", TRANSACTIONS, False, 120),
    ):
        ours = measured(assessed, n_records, is_real, runs=1)
        yield seconds_at_most(title, ours, most)
        yield memory_at_most(title, ours, 4_000)
