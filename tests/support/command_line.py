"""Command lines that are run in this process, what they leave, and the data of their examples."""

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

# Sixty baskets: some items are common, and each basket has one that no other has.
BASKETS = [sorted({n % 7, n % 11 + 5, n * n % 40, 3 * n % 23, n + 100}) for n in range(60)]
ITEMS = sorted({item for basket in BASKETS for item in basket})
DOCUMENTS = [f"item {n % 7} and item {n % 5} near word{n % 3}" for n in range(30)]


@dataclass
class CommandResult:
    """What a command left: its exit code, and what it wrote."""

    code: int
    output: bytes
    error: str

    @property
    def text(self) -> str:
        return self.output.decode()


Run = Callable[..., CommandResult]


def succeeded(result: CommandResult) -> CommandResult:
    assert (result.code, result.error) == (0, ""), f"{result.error}\n{result.text}"
    return result


def refusal_of(result: CommandResult) -> str:
    """The message of a command that is refused: one line, and nothing else anywhere."""
    assert result.code == 2
    assert result.output == b""
    assert re.fullmatch(r"setrisk: [^\n]+\n", result.error), result.error
    return result.error.removeprefix("setrisk: ").rstrip("\n")


def read_back(result: CommandResult, form: str, folder: Path) -> list[dict[str, Any]]:
    """The rows of a result, as text where the format has nothing but text."""
    succeeded(result)
    if form == "json":
        return list(json.loads(result.text))
    if form == "csv":
        return list(csv.DictReader(io.StringIO(result.text, newline="")))
    if form == "parquet":
        (folder / "back.parquet").write_bytes(result.output)
        with duckdb.connect() as con:
            relation = con.sql(f"FROM read_parquet('{folder / 'back.parquet'}')")
            return [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]
    read: list[dict[str, Any]] = []
    # Beside a table people read a sentence, which begins with the name of the release.
    told = "".join(line for line in result.text.splitlines(keepends=True) if not line.startswith("r1: "))
    # One table, or several that go on with the same rows.
    for text in told.split("\n\n"):
        head, rule, *lines = text.splitlines()
        assert set(rule) <= set("-| ")
        names, *rows = ([cell.strip() for cell in line.split(" | ")] for line in (head, *lines))
        read = read or [{} for _ in rows]
        for row, more in zip(read, rows, strict=True):
            row.update(zip(names, more, strict=True))
    return read
