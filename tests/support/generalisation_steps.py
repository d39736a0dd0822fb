"""Steps of the attacks on generalised releases, for tests of them by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def view(options: str = "") -> str:
    """What an attacker looks at, in SQL, with these options and the defaults of others."""
    return f"setrisk_internal.as_view({options})"


def context(con: DuckDBPyConnection, release: str) -> list[tuple[int, int, str]]:
    """Record, generalised item, and an item that it is compared with, the nearest ones first."""
    return con.execute(
        f"SELECT c.record, c.generalised_item, n.item FROM setrisk_internal.context_items(?, {view()}) AS c "
        "JOIN setrisk.published_item AS n USING (item_id) ORDER BY c.record, c.generalised_item, c.nearness",
        [release],
    ).fetchall()


def leave_unknown(con: DuckDBPyConnection, knowledge: str, release: str) -> None:
    """Knowledge that has scored all pairs that an attack compares, and knows nothing of those that it has not yet."""
    con.execute(
        "INSERT INTO setrisk.similarity SELECT $knowledge, p.item_a, p.item_b, NULL "
        f"FROM setrisk_internal.context_pairs($release, {view()}) AS p "
        "ANTI JOIN (SELECT s.* FROM setrisk.similarity AS s WHERE s.knowledge = $knowledge) AS s "
        "ON s.item_a = p.item_a AND s.item_b = p.item_b",
        {"knowledge": knowledge, "release": release},
    )


def cell_truth(con: DuckDBPyConnection, release: str) -> dict[tuple[int, str], bool]:
    """Whether the original holds the item of a cell, by record and item."""
    rows = con.execute(
        "SELECT t.record, n.item, t.original FROM setrisk_internal.cell_truth($release) AS t "
        "JOIN setrisk.published_item AS n USING (item_id) WHERE n.release = $release",
        {"release": release},
    ).fetchall()
    return {(record, item): original for record, item, original in rows}
