"""What the order of entries tells somebody who knows that the data are in the order of names."""

from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from duckdb import DuckDBPyConnection

import setrisk

GROCERIES = Path(__file__).parents[2] / "docs" / "groceries.csv"


def candidates(con: DuckDBPyConnection, *, are_in_order: bool) -> list[set[str]]:
    """The items that each record may hold: of a generalised item all members or, if entries are in the order of names,
    those that lie between the items beside it, if any do.
    """
    records: dict[int, list[Any]] = {}
    entries = con.execute(
        "SELECT e.record, n.item, (SELECT list(o.item) FROM setrisk.generalised_item AS m "
        "JOIN setrisk.published_item AS o USING (release, item_id) "
        "WHERE m.release = 'r' AND m.generalised_item = e.generalised_item) "
        "FROM setrisk.generalised_record AS e LEFT JOIN setrisk.published_item AS n USING (release, item_id) "
        "WHERE e.release = 'r' ORDER BY e.record, e.position"
    ).fetchall()
    for record, item, members in entries:
        records.setdefault(record, []).append((item, members))
    found = []
    for shown in records.values():
        possible: set[str] = set()
        for place, (item, members) in enumerate(shown):
            before = max((one for one, _ in shown[:place] if one), default="")
            after = min((one for one, _ in shown[place + 1 :] if one), default="\U0010ffff")
            between = {one for one in members or () if before < one < after} if are_in_order else set()
            possible |= {item} if item else between or set(members)
        found.append(possible)
    return found


@pytest.mark.parametrize(("keep_order", "narrowed"), [(True, 142), (False, 0)])
def test_a_fixed_order_tells_what_was_merged(con: DuckDBPyConnection, keep_order: bool, narrowed: int) -> None:
    """As the page says: 497 baskets in the order of names, of which one is out of order. Nothing is told by an order
    that follows from what a record shows.
    """
    baskets = [sorted(line.split(",")) for line in GROCERIES.read_text(encoding="utf-8").splitlines()]
    baskets[0].reverse()
    setrisk.load(con, "d", pd.DataFrame({"items": baskets}))
    setrisk.protect(con, "d", "r", keep_order=keep_order)
    held = Counter(
        part
        for record in candidates(con, are_in_order=keep_order)
        for n in (1, 2)
        for part in combinations(sorted(record), n)
    )
    people = sum(any(held[part] < 5 for n in (1, 2) for part in combinations(sorted(basket), n)) for basket in baskets)
    assert people == narrowed
