"""Rows beside what a header says of them: what columns may hold, and how many rows there are."""

from collections.abc import Sequence
from typing import Any

from duckdb import DuckDBPyConnection

import setrisk.sql as relations


def disallowed(columns: Sequence[relations.Column], rows: list[tuple[Any, ...]]) -> list[tuple[str, Any]]:
    """The first value of each column that its header does not allow."""
    by_column = zip(columns, zip(*rows, strict=True), strict=bool(rows))
    refused = [(column.name, [v for v in values if not column.allows(v)]) for column, values in by_column]
    return [(name, values[0]) for name, values in refused if values]


def is_count_allowed(row: str, n_rows: int) -> bool:
    """Whether there may be so many rows: `row` says `one`, `one, or none ...`, or what there is one of."""
    first, _, rest = row.partition(",")
    counts = {"one": 1, "two": 2}
    if first not in counts:
        return True
    return n_rows == counts[first] or (n_rows == 0 and " or none" in rest)


# Statements whose header some row of theirs was held against, in this process, and how often.
HELD: dict[str, int] = {}
# The rows of later runs are alike, and to look at all of them would take long.
RUNS, ROWS = 20, 200


def hold_statement(name: str, rows: list[tuple[Any, ...]], n_rows: int | None = None) -> None:
    """Hold the rows of a statement, or the first of them, against its header."""
    header = relations.statement(name).header
    n_rows = len(rows) if n_rows is None else n_rows
    assert is_count_allowed(header.row, n_rows), f"{name} has {n_rows} rows, and not {header.row}"
    if rows and HELD.get(name, 0) < RUNS:
        HELD[name] = HELD.get(name, 0) + 1
        wrong = disallowed(header.columns, rows[:ROWS])
        assert not wrong, f"{name} has what its header does not allow: {wrong}"


class HeldRows:
    """The connection that a statement returns, with the rows that are fetched of it held against its header."""

    def __init__(self, con: DuckDBPyConnection, name: str) -> None:
        self._con = con
        self._name = name

    def fetchall(self) -> list[Any]:
        rows = self._con.fetchall()
        hold_statement(self._name, rows)
        return rows

    def fetchone(self) -> Any:
        """Of statements of which there is one row, or none."""
        rows = self.fetchall()
        assert len(rows) < 2, self._name
        return rows[0] if rows else None

    def fetchnumpy(self) -> dict[str, Any]:
        columns: dict[str, Any] = self._con.fetchnumpy()
        first = zip(*(values[:ROWS].tolist() for values in columns.values()), strict=True)
        hold_statement(self._name, list(first), len(next(iter(columns.values()))))
        return columns

    def __getattr__(self, name: str) -> Any:
        return getattr(self._con, name)


# Statements without a row that a test could fetch.
WITHOUT_ROWS: dict[str, str] = {}


def never_held(held: set[str]) -> list[str]:
    """Statements that give rows, and of which no row was held against its header."""
    giving = {
        f"{statement.path.parents[1].name}/{statement.header.name}"
        for statement in relations.statements()
        if statement.header.columns
    }
    assert giving >= WITHOUT_ROWS.keys()
    return sorted(giving - held - WITHOUT_ROWS.keys())
