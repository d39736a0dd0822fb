"""Examples and warnings that show, after a load, whether the source was split into the right items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from setrisk.pipelines.database.statements import run
from setrisk.pipelines.transactions.separators import separator_name

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_USUAL = (",", ";", "\t", "|")
_DELIMITERS = (*_USUAL, ":", "/", "&", "+", "#", "~", "->", "\\")
# From these shares of items with a delimiter on, the items look like lines that were not split. The lower one is for
# text that was split and for the usual delimiters, which names rarely contain; the higher one for names that were given
# as such, and for delimiters that names and codes often contain.
_SPLIT, _OFTEN = 0.2, 0.5
# If this share of transactions has the same punctuation as an item, it looks like a separator.
_SIGN = 0.2
# If this share of transactions consists of one item that no other has, they do not look like transactions. With fewer
# transactions or items than the second number, that may well happen.
_ALONE, _FEW = 0.9, 10


@dataclass(frozen=True)
class LoadSummary:
    """Examples of items, the sizes of the largest transactions, and what looks wrong."""

    examples: tuple[str, ...]
    longest: tuple[int, ...]
    warnings: tuple[str, ...]


def summarise_load(
    con: DuckDBPyConnection, datasets: Sequence[str], *, n_transactions: int, n_items: int, separator: str | None
) -> LoadSummary:
    """Examples of the items of data sets, and warnings if they look wrong.

    Args:
        con: a DuckDB connection.
        datasets: their names.
        n_transactions: number of their transactions.
        n_items: number of their distinct items.
        separator: what their lines or texts were split at; None if their items were given as such.
    """
    ((examples, longest, n_alone, holding, n_alike, sign, n_sign),) = run(
        con, "transactions/loaded_facts", datasets=list(datasets), delimiters=list(_DELIMITERS)
    ).fetchall()
    warnings = [
        f"{n:,} of {n_items:,} items contain {separator_name(delimiter)}: they look like lines that were not split; "
        f"separator {delimiter!r} splits there"
        for delimiter, n in zip(_DELIMITERS, holding or (), strict=False)
        if delimiter != separator
        and n_items >= _FEW
        and n >= n_items * (_OFTEN if separator is None or delimiter not in _USUAL else _SPLIT)
    ]
    if sign and n_transactions >= _FEW and n_sign >= n_transactions * _SIGN:
        warnings.append(
            f"{n_sign:,} of {n_transactions:,} transactions have the item {sign!r}, which looks like what separates "
            f"the others; separator {f' {sign} '!r} splits there"
        )
    if n_transactions >= _FEW and n_alone >= n_transactions * _ALONE:
        warnings.append(
            f"{n_alone:,} of {n_transactions:,} transactions have one item, which no other has: they look like lines "
            "that were not split, or like rows of a table with another column for the transaction"
        )
    elif n_transactions >= _FEW and (longest or [0])[0] == 1:
        warnings.append(
            f"each of the {n_transactions:,} transactions has one item: they look like lines that were not split"
        )
    if n_alike:
        warnings.append(
            f"{n_alike:,} of {n_items:,} items have names that differ from others only in blanks or case: each "
            "counts as an item of its own"
        )
    return LoadSummary(tuple(examples or ()), tuple(longest or ()), tuple(warnings))
