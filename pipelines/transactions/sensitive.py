"""Sensitive items, as users give them, and as sentences name them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from setrisk.errors import BadInput
from setrisk.pipelines.common.spelling import suggestion
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.database.tables import is_table
from setrisk.pipelines.transactions.itemsets import read_names

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SHOWN = 5


def read_sensitive(con: DuckDBPyConnection, given: object) -> set[str]:
    """The sensitive items of a list, a file or a table. They may be items of another data set.

    Raises:
        BadInput: there is no such file or table, or one is not an item of any data set.
    """
    items = {item for (item,) in run(con, "transactions/all_items").fetchall()}
    if isinstance(given, str) and given in items and (is_table(con, given) or Path(given).is_file()):
        raise BadInput(
            f"sensitive: {given!r} is an item, and there is a table or a file of that name, too; give a list of items, "
            "or the file by its whole path"
        )
    names = set(read_names(con, given, "sensitive"))
    for name in sorted(names - items):
        raise BadInput(
            f"sensitive: {name!r} is neither a file, nor a table, nor an item of any data set"
            f"{suggestion(name, sorted(items))}"
        )
    return names


def keep_sensitive(con: DuckDBPyConnection, release: str, names: set[str]) -> None:
    """Keep for the owner which items a release treats as sensitive."""
    run(con, "transactions/keep_sensitive_items", release=release, names=sorted(names))


def absent_items(con: DuckDBPyConnection, release: str) -> str:
    """The sensitive items of a release that no transaction of its data set has, in words: perhaps one is misspelt."""
    rows = run(con, "transactions/absent_sensitive_items", release=release).fetchall()
    return few_names(sorted(item for (item,) in rows))


def few_names(names: Sequence[str]) -> str:
    """The first of some names, and how many more there are."""
    more = f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
    return ", ".join(map(repr, names[:_SHOWN])) + more
