"""Who is held out of a data set, against a slow transcription."""

from __future__ import annotations

from hashlib import md5

import pytest

import setrisk
from setrisk.pipelines.database.statements import run

# More than one block of numbers.
N, SEED = 70_000, 3


@pytest.mark.parametrize("n_outsiders", [None, 100])
def test_those_with_the_smallest_hashes_are_drawn_and_both_sides_are_numbered_anew(n_outsiders: int | None) -> None:
    with setrisk.connect() as con:
        people = con.sql(
            "SELECT CASE WHEN n % 1000 <> 0 THEN ['item ' || n % 7, 'item ' || n % 11] ELSE [] END AS items "
            f"FROM range({N}) AS numbers(n) ORDER BY n"
        )
        setrisk.load(con, "all", people, items="items", empty="keep")
        given = {"members": "members", "outsiders": "outsiders", "n_outsiders": n_outsiders, "seed": SEED}
        run(con, "assessment/hold_out", dataset="all", **given)
        found = con.sql("SELECT e.dataset, e.tid, e.item_id FROM setrisk_private.transaction_item AS e").fetchall()
        sizes = dict(con.sql("SELECT d.dataset, d.n_transactions FROM setrisk_private.dataset AS d").fetchall())
    by_lot = sorted(range(1, N + 1), key=lambda tid: md5(f"{SEED}/{tid}".encode()).hexdigest())
    n_drawn = N // 5 if n_outsiders is None else n_outsiders
    sides = {"outsiders": sorted(by_lot[:n_drawn]), "members": sorted(by_lot[n_drawn:])}
    expected = {(side, tid): (side, place) for side in sides for place, tid in enumerate(sides[side], 1)}
    whose = {tid: (side, tid) for side, tids in sides.items() for tid in tids}
    whole = [(expected[whose[tid]], item) for dataset, tid, item in found if dataset == "all"]
    assert sorted(whole) == sorted(((side, tid), item) for side, tid, item in found if side != "all")
    assert sizes == {"all": N, "outsiders": n_drawn, "members": N - n_drawn}
