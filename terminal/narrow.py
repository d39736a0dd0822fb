"""Tables of many columns, as narrow as a page."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation

WIDTH = 100
_BETWEEN = len(" | ")

# A name, its cells, and whether they are numbers.
Column = tuple[str, list[str], bool]


def columns_of(relation: DuckDBPyRelation, numeric: re.Pattern[str], cell: Callable[[object], str]) -> list[Column]:
    """The columns of a result. A quantity that the two ends of its interval follow, by the names of these, is one
    column with them: `recall, recall_low, recall_high`.

    Args:
        relation: the result.
        numeric: what the types are called that are numbers.
        cell: how a value is written.
    """
    names, types = relation.columns, [str(type_) for type_ in relation.types]
    values = list(zip(*relation.fetchall(), strict=True)) or [()] * len(names)
    found: list[Column] = []
    at = 0
    while at < len(names):
        if [name.rpartition("_")[2] for name in names[at + 1 : at + 3]] == ["low", "high"]:
            three = zip(*values[at : at + 3], strict=True)
            found.append((names[at], [_interval_text(*map(cell, one)) for one in three], True))
            at += 3
        else:
            found.append((names[at], [cell(value) for value in values[at]], numeric.fullmatch(types[at]) is not None))
            at += 1
    return found


def blocks(columns: list[Column]) -> list[list[Column]]:
    """The columns in as many tables as it takes, one below the other; each has the first columns, which are texts and
    say whose row it is.
    """
    room = _width()
    n_keys = next((n for n, (_, _, is_number) in enumerate(columns) if is_number), len(columns)) or 1
    keys = columns[:n_keys]
    found: list[list[Column]] = [list(keys)]
    for column in columns[n_keys:]:
        if len(found[-1]) > n_keys and _total([*found[-1], column]) > room:
            found.append(list(keys))
        found[-1].append(column)
    return found


def _width() -> int:
    """What a page has, or a terminal that is narrower."""
    return min(WIDTH, shutil.get_terminal_size().columns) if sys.stdout.isatty() else WIDTH


def _total(columns: list[Column]) -> int:
    return sum(max(map(len, [name, *cells])) + _BETWEEN for name, cells, _ in columns) - _BETWEEN


def _interval_text(value: str, low: str, high: str) -> str:
    return f"{value} ({low} to {high})" if low and high else value
