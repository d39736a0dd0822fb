"""What a folder of a release says of itself to those who get it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.common.quantities import quantity
from setrisk.pipelines.common.quoting import call
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.methods.description import METHODS
from setrisk.pipelines.methods.families import FAMILIES, gaps_of
from setrisk.pipelines.methods.promises import promise_text
from setrisk.sql import statement

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

README = "README.md"
# What the pages of setrisk call papers, which says nothing to those who get a release.
_OUR_NAMES = re.compile(r",? ?(as read by |as )?(THESIS|CONTEXT|DISASSOC|SANONY|APL|our own)\b.*$")
# The table of one random reconstruction.
FLAT = "reconstruction"


def read_me(con: DuckDBPyConnection, release: str, format: str, n_rows: Mapping[str, int], *, is_checked: bool) -> str:
    """A text with the method, the promise and what it leaves out, and all columns of all files.

    Args:
        con: a DuckDB connection.
        release: the release.
        format: that of the files.
        n_rows: how many rows each file has, by the name of its table.
        is_checked: whether the gate was asked, and said yes.
    """
    ((family, name, given, day, marks, _),) = run(
        con, "exchange/exported_release", release=release, n_rows=""
    ).fetchall()
    lines = [
        "# A release of set-valued data",
        "",
        f"{_records(family, marks.split())} Do not try to find people in it.",
        "",
        f"* **Made**: on {day}, in the family {family}.",
        *_method_lines(family, name, json.loads(given), marks.split()),
    ]
    if not is_checked:
        reasons = [reason for _, reason in refusals_by_itself(con, release)]
        said = "; ".join(["whether it may be published was not asked", *reasons])
        lines += [f"* **It was exported to be examined, not to be published**: {said}."]
    lines += ["", "## Files", "", f"* `release.{format}`: the facts above, for programs."]
    for table, n in n_rows.items():
        header = statement(f"exchange/exported_{table}").header
        lines += ["", f"### {table}.{format}", "", f"{header.meaning} {quantity(n, 'row')}.", ""]
        lines += ["| column | type | meaning |", "| --- | --- | --- |"]
        lines += [
            f"| {column.name} | {column.type} | {_meaning(column.meaning, column.range)} |" for column in header.columns
        ]
    return "\n".join([*lines, ""])


def refusals_by_itself(con: DuckDBPyConnection, release: str) -> list[tuple[str, str]]:
    """Why a release may not be published by itself, each refusal with its reason: only published tables are read."""
    query = f"SELECT r.refusal, r.reason FROM {call('setrisk_internal.refusals_by_itself', release)} AS r ORDER BY ALL"
    return con.execute(query).fetchall()


def _records(family: str, marks: Sequence[str]) -> str:
    """What the records are."""
    if "unprotected" in marks:
        return "Each record stands for one person's set of items. Nothing was changed: it shows the data as they are."
    return FAMILIES[family].records


def _method_lines(family: str, name: str, parameters: Mapping[str, Any], marks: Sequence[str]) -> list[str]:
    """What is known of the method; of an imported release that is what its folder claimed."""
    described = next((m for m in METHODS if (m.task, m.name) == ("protect", name)), None)
    if described is None:
        return ["* **Method**: one that this version of setrisk does not know."]
    paper = _OUR_NAMES.sub("", described.paper)
    whole = f"{name} ({described.long_name})" if described.long_name else name
    listed = [f"{key} = {json.dumps(value)}" for key, value in parameters.items()]
    lines = [
        f"* **Method**: {whole}. {described.meaning}.{f' Source: {paper}.' if paper else ''}",
        f"* **Parameters**: {', '.join(listed) or 'none'}.",
    ]
    if described.promise:
        verb = "is said to promise" if "imported" in marks else "promises"
        lines += [f"* **What it {verb}**: {promise_text(described.promise, parameters)}"]
    if described.accuracy:
        lines += [f"* **How far it is off**: {promise_text(described.accuracy, parameters)}"]
    if FAMILIES[family].constraints and "m" not in parameters:
        lines += ["* **Of what**: only of the itemsets that its owner chose. Whoever knows others may find people."]
    return [*lines, f"* **What it says nothing of**: {' '.join(gaps_of(family, parameters))}"]


def _meaning(meaning: str | None, range_: str | None) -> str:
    return ", ".join(part for part in (meaning or "its name", range_) if part).replace("|", "\\|")
