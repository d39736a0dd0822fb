"""Which items a serial release treats as sensitive."""

from __future__ import annotations

import difflib
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.serial.series import other_series
from setrisk.pipelines.transactions.itemsets import read_names

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SHOWN = 5


def choose(
    con: DuckDBPyConnection, dataset: str, release: str, series: str, arguments: dict[str, Any], draw: random.Random
) -> None:
    """Keep which items of a release are sensitive: given or drawn, and all that earlier releases of the series had.

    Raises:
        BadInput: no sensitive items are given; one is not an item of any data set; one was sensitive and would be shown
            now, or was shown and would be sensitive now; or no transaction has an item that is not sensitive.
    """
    given, share = arguments["sensitive"], arguments["sensitive_share"]
    if given is not None and share is not None:
        raise BadInput("give sensitive or sensitive_share, not both")
    earlier = _names(run(con, "serial/sensitive_names", series=series))
    shown = _names(run(con, "serial/non_sensitive_names", series=series))
    if given is not None:
        names = _read_private(con, given)
        if lost := sorted(earlier - names):
            raise BadInput(
                f"sensitive: {_few_names(lost)} was sensitive in an earlier release of the series and has to stay so"
            )
    elif share is not None:
        items = _names(run(con, "transactions/items_of_dataset", dataset=dataset))
        new = sorted(items - earlier - shown)
        names = earlier | set(draw.sample(new, round(share * len(new))))
    else:
        names = earlier
    if not names:
        there = other_series(con, series)
        forgotten = f"; or say by series which one this continues: {there}" if there else ""
        raise BadInput(
            f"say which items are sensitive: sensitive (a list, a file or a table), or sensitive_share{forgotten}"
        )
    if exposed := sorted(names & shown):
        raise BadInput(
            f"sensitive: an earlier release of the series shows {_few_names(exposed)} with the records that hold it"
        )
    run(con, "serial/keep_sensitive_items", release=release, names=sorted(names))
    if not con.execute("FROM setrisk_internal.non_sensitive_entries(?, ?)", [dataset, release]).fetchone():
        raise BadInput(
            f"all items of {dataset!r} are sensitive: nothing is left that distinguishes one record from another"
        )


def absent_items(con: DuckDBPyConnection, release: str) -> str:
    """The sensitive items of a release that no transaction of its data set has, in words: perhaps one is misspelt."""
    return _few_names(sorted(_names(run(con, "serial/absent_sensitive_items", release=release))))


def _read_private(con: DuckDBPyConnection, given: object) -> set[str]:
    """The items of a list, a file or a table."""
    names = set(read_names(con, given, "sensitive"))
    items = _names(run(con, "transactions/all_items"))
    for name in sorted(names - items):
        similar = difflib.get_close_matches(name, items, n=3)
        hint = f"; there is {' or '.join(map(repr, similar))}" if similar else ""
        raise BadInput(f"sensitive: {name!r} is neither a file, nor a table, nor an item of any data set{hint}")
    return names


def _names(rows: DuckDBPyConnection) -> set[str]:
    return {item for (item,) in rows.fetchall()}


def _few_names(names: Sequence[str]) -> str:
    more = f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
    return ", ".join(map(repr, names[:_SHOWN])) + more
