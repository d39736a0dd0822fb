"""Which items a serial release takes for private."""

from __future__ import annotations

import difflib
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput
from setrisk.pipelines.itemsets import read_names
from setrisk.pipelines.serial.series import others

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SHOWN = 5


def choose(
    con: DuckDBPyConnection, dataset: str, release: str, series: str, arguments: dict[str, Any], draw: random.Random
) -> None:
    """Note the private items of a release: those given, or drawn, and all that earlier releases of the series had.

    Raises:
        BadInput: none is given, an item is none of any data set, an item was private and would be shown now, or was
            shown and would be private now; or no transaction has an item that is not private.
    """
    given, share = arguments["private"], arguments["private_share"]
    if given is not None and share is not None:
        raise BadInput("give private or private_share, not both")
    earlier = _names(con, "SELECT DISTINCT h.item FROM setrisk_internal.private_names(?) AS h", series)
    shown = _names(con, "SELECT DISTINCT n.item FROM setrisk_internal.non_private_names(?) AS n", series)
    if given is not None:
        names = _given(con, given)
        if lost := sorted(earlier - names):
            raise BadInput(f"private: {_some(lost)} was private in an earlier release of the series and has to stay so")
    elif share is not None:
        items = _names(
            con,
            "SELECT DISTINCT i.item FROM setrisk_private.transaction_item AS t "
            "JOIN setrisk_private.item AS i USING (item_id) WHERE t.dataset = ?",
            dataset,
        )
        new = sorted(items - earlier - shown)
        names = earlier | set(draw.sample(new, round(share * len(new))))
    else:
        names = earlier
    if not names:
        there = others(con, series)
        forgotten = f"; or say by series which one this continues: {there}" if there else ""
        raise BadInput(f"say which items are private: private (a list, a file or a table), or private_share{forgotten}")
    if exposed := sorted(names & shown):
        raise BadInput(
            f"private: an earlier release of the series shows {_some(exposed)} with the records that hold it"
        )
    con.execute(
        "INSERT INTO setrisk_private.private_item SELECT $release, i.item_id FROM setrisk_private.item AS i "
        "WHERE list_contains($names, i.item)",
        {"release": release, "names": sorted(names)},
    )
    if not con.execute(
        "SELECT 1 FROM setrisk_internal.non_private_entries(?, ?) AS e LIMIT 1", [dataset, release]
    ).fetchall():
        raise BadInput(f"all items of {dataset!r} are private: nothing is left that tells one record from another")


def absent(con: DuckDBPyConnection, release: str) -> str:
    """The private items of a release that no transaction of its data set has, in words: perhaps a name is misspelt."""
    query = (
        "SELECT i.item FROM setrisk_private.private_item AS p JOIN setrisk_private.item AS i USING (item_id) "
        "JOIN setrisk.release AS r USING (release) WHERE r.release = ? AND NOT EXISTS ("
        "SELECT 1 FROM setrisk_private.transaction_item AS t WHERE t.dataset = r.dataset AND t.item_id = p.item_id)"
    )
    return _some(sorted(_names(con, query, release)))


def _given(con: DuckDBPyConnection, given: object) -> set[str]:
    """The items of a list, a file or a table."""
    names = set(read_names(con, given, "private"))
    known = _names(con, "SELECT i.item FROM setrisk_private.item AS i WHERE true OR i.item = ?", "")
    for name in sorted(names - known):
        alike = difflib.get_close_matches(name, known, n=3)
        hint = f"; there is {' or '.join(map(repr, alike))}" if alike else ""
        raise BadInput(f"private: {name!r} is neither a file, nor a table, nor an item of any data set{hint}")
    return names


def _names(con: DuckDBPyConnection, query: str, name: str) -> set[str]:
    return {item for (item,) in con.execute(query, [name]).fetchall()}


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
    return ", ".join(map(repr, names[:_SHOWN])) + more
