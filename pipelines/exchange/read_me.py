"""What a folder of a release says of itself to those who get it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from setrisk.pipelines.common.quantities import quantity
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.methods.description import METHODS
from setrisk.pipelines.methods.families import FAMILIES
from setrisk.pipelines.methods.promises import promise_text
from setrisk.sql import statement

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

NAME = "README.md"
FLAT = "reconstruction"
"""The table of one random reconstruction."""


def read_me(
    con: DuckDBPyConnection, release: str, format: str, n_rows: Mapping[str, int], refusals: Sequence[str]
) -> str:
    """A text with the method, the promise and what it leaves out, and all columns of all files.

    Args:
        con: a DuckDB connection.
        release: the release.
        format: that of the files.
        n_rows: how many rows each file has, by the name of its table.
        refusals: why the gate refuses the release whatever the limits are.
    """
    ((family, name, given, day, _, _),) = run(con, "exchange/exported_release", release=release, n_rows="").fetchall()
    parameters = json.loads(given)
    described = next((m for m in METHODS if (m.task, m.name) == ("protect", name)), None)
    method = f"{name} ({described.long_name})" if described and described.long_name else name
    lines = [
        "# A release of set-valued data",
        "",
        "Each record was one person's set of items. It was changed, so that people are harder to find in it.",
        "",
        f"* **Method**: {method}, of the family {family}, on {day}.",
    ]
    if described:
        lines += [f"* **How**: {described.meaning}. Source: {described.paper}."]
    listed = [f"{key} = {json.dumps(value)}" for key, value in parameters.items()]
    lines += [f"* **Parameters**: {', '.join(listed) or 'none'}."]
    if described and described.promise:
        lines += [f"* **What it promises**: {promise_text(described.promise, parameters)}"]
    if family in FAMILIES:
        lines += [f"* **What it says nothing of**: {' '.join(FAMILIES[family].not_covered)}"]
    if refusals:
        lines += [
            f"* **It was exported although its own checks refuse it**: {'; '.join(refusals)}. It is to be "
            "examined, not published."
        ]
    lines += ["", "No file has original records. Do not try to find people in them.", "", "## Files", ""]
    lines += [f"* `release.{format}`: the facts above, for programs."]
    for table, n in n_rows.items():
        header = statement(f"exchange/exported_{table}").header
        lines += ["", f"### {table}.{format}", "", f"{header.meaning} {quantity(n, 'row')}.", ""]
        lines += ["| column | type | meaning |", "| --- | --- | --- |"]
        lines += [
            f"| {column.name} | {column.type} | {_meaning(column.meaning, column.range)} |" for column in header.columns
        ]
    return "\n".join([*lines, ""])


def _meaning(meaning: str | None, range_: str | None) -> str:
    return ", ".join(part for part in (meaning or "its name", range_) if part).replace("|", "\\|")
