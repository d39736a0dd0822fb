"""What tells the user whether data were split into the right items, after they were loaded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from setrisk.pipelines.separators import in_words
from setrisk.pipelines.statements import run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_USUAL = (",", ";", "\t", "|")
_DELIMITERS = (*_USUAL, ":", "/", "&", "+", "#", "~", "->", "\\")
# Shares from which items look like lines that were not split: of text that was split, where names rarely hold a usual
# delimiter; of names that came as such, and of delimiters that names and codes often hold.
_SPLIT, _OFTEN = 0.2, 0.5
# Share of transactions that hold punctuation as an item, from which it looks like what separates the others.
_SIGN = 0.2
# Share of transactions with an item of their own from which they look like no transactions; and below how many
# transactions or items that is no wonder.
_ALONE, _FEW = 0.9, 10


@dataclass(frozen=True)
class Looks:
    """Examples of items, the sizes of the largest transactions, and what looks wrong."""

    examples: tuple[str, ...]
    longest: tuple[int, ...]
    warnings: tuple[str, ...]


def looks_of(
    con: DuckDBPyConnection, datasets: Sequence[str], *, n_transactions: int, n_items: int, separator: str | None
) -> Looks:
    """How data sets look.

    Args:
        con: a DuckDB connection.
        datasets: their names.
        n_transactions: how many they have together.
        n_items: and how many items.
        separator: what their lines or texts were split at; None where items came as such.
    """
    ((examples, longest, n_alone, holding, sign, n_sign),) = run(
        con, "transactions/loaded_facts", datasets=list(datasets), delimiters=list(_DELIMITERS)
    ).fetchall()
    warnings = [
        f"{n:,} of {n_items:,} items hold {in_words(delimiter)}: they look like lines that were not split; "
        f"separator {delimiter!r} splits there"
        for delimiter, n in zip(_DELIMITERS, holding or (), strict=False)
        if delimiter != separator
        and n_items >= _FEW
        and n >= n_items * (_OFTEN if separator is None or delimiter not in _USUAL else _SPLIT)
    ]
    if sign and n_transactions >= _FEW and n_sign >= n_transactions * _SIGN:
        warnings.append(
            f"{n_sign:,} of {n_transactions:,} transactions hold the item {sign!r}, which looks like what separates "
            f"the others; separator {f' {sign} '!r} splits there"
        )
    if n_transactions >= _FEW and n_alone >= n_transactions * _ALONE:
        warnings.append(
            f"{n_alone:,} of {n_transactions:,} transactions have one item, which no other has: they look like lines "
            "that were not split, or like rows of a table whose transactions another column names"
        )
    elif n_transactions >= _FEW and (longest or [0])[0] == 1:
        warnings.append(
            f"each of the {n_transactions:,} transactions has one item: they look like lines that were not split"
        )
    return Looks(tuple(examples or ()), tuple(longest or ()), tuple(warnings))
