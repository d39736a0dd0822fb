"""How a CSV file is written, told from its first row, and on which line a record of it starts."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import duckdb

from setrisk.errors import BadInput
from setrisk.pipelines.files import ending, open_binary
from setrisk.pipelines.quoting import literal

_SEPARATORS = (",", ";", "\t", "|")


@dataclass(frozen=True)
class CsvFile:
    """How a CSV file is written: what parts its columns, their names, whether the first row holds them, how many
    lines stand before that row, how many of these are no comments, how comments start, and what ends a line (where
    DuckDB could be wrong about it).
    """

    separator: str
    names: list[str]
    header: bool
    lines_before: int
    skip: int
    comment: str
    line_end: str | None

    def reader(self, path: str | Path) -> str:
        """The call of DuckDB's reader, all columns as text. Nothing is left to guess for DuckDB, which would rather
        change the dialect or pass over lines than say that one is wrong.
        """
        types = ", ".join(f"'c{place}': 'VARCHAR'" for place in range(len(self.names)))
        options: dict[str, str | int | bool | None] = {
            "auto_detect": False,
            "max_line_size": 16777216,
            "header": self.header,
            "delim": self.separator,
            "quote": '"',
            "escape": '"',
            "skip": self.skip,
            "comment": self.comment,
            "new_line": self.line_end and self.line_end.replace("\r", "\\r").replace("\n", "\\n"),
        }
        given = ", ".join(f"{name} = {literal(value)}" for name, value in options.items() if value is not None)
        return f"read_csv({literal(str(path))}, columns = {{{types}}}, {given})"

    def line_of(self, path: str | Path, *, row: int | None = None, record: int | None = None) -> int | None:
        """The line on which a record starts: given as a row, the first after the header being 1, or as DuckDB counts
        when it names a line: a record that takes several lines as one.
        """
        if len(self.separator) > 1:
            return None
        line, comments, rows = self.lines_before, 0, -int(self.header)

        def lines() -> Iterator[str]:
            nonlocal line, comments
            for text_line in islice(text, self.lines_before, None):
                line += 1
                if self.comment and text_line.startswith(self.comment):
                    comments += 1
                else:
                    yield text_line

        with open_binary(path) as file:
            text = io.TextIOWrapper(file, "utf-8-sig", errors="replace", newline="")
            reader, lines_read = csv.reader(lines(), delimiter=self.separator), 0
            for records, cells in enumerate(reader, 1):
                rows += bool(cells) or len(self.names) == 1
                if (cells and rows == row) or self.lines_before + comments + records == record:
                    return line - (reader.line_num - lines_read) + 1
                lines_read = reader.line_num
        return None


def csv_file(
    con: duckdb.DuckDBPyConnection,
    path: str,
    *,
    separator: str | None,
    header: bool | None,
    is_matrix: bool,
    skip: int,
    comment: str,
) -> CsvFile:
    """How the file is written, as its first row tells where the user does not. A file has a header unless it is said to
    have none; a matrix has none where most of its first row is 0s and 1s.

    Raises:
        BadInput: the file is empty, or the comment longer than one character.
    """
    found = con.execute(
        "SELECT h.line, h.text, h.plain FROM setrisk.csv_head($path, skip := $skip, comment := $comment) AS h",
        {"path": path, "skip": skip, "comment": comment},
    ).fetchall()
    if not found:
        raise BadInput(f"{path}: " + (f"has no line after the first {skip}" if skip else "is empty"))
    if len(comment) > 1:
        raise BadInput(f"comment is {comment!r}; in a CSV file it is one character")
    head = [f"{text}\n" for _, text, _ in found]
    if not separator:
        is_tabbed = ending(path) == ".tsv"
        separator = "\t" if is_tabbed else max(_SEPARATORS, key=lambda s: len(_first_row(head, s)))
    cells = _first_row(head, separator)
    if header is None:
        header = not is_matrix or sum(c.strip() in ("0", "1") for c in cells) <= len(cells) / 2
    names = [cell if header and cell else f"column{place}" for place, cell in enumerate(cells)]
    line_end = _line_end(path) if any("\n" in cell for cell in cells) else None
    return CsvFile(separator, names, header, found[0][0] - 1, found[0][2] - 1, comment, line_end)


def _first_row(head: list[str], separator: str) -> list[str]:
    if len(separator) > 1:
        return [cell.strip('"') for cell in head[0].rstrip("\n").split(separator)]
    return next(csv.reader(head, delimiter=separator))


def _line_end(path: str) -> str | None:
    """What ends a line of a CSV file whose first row has a line break in a name: DuckDB takes that for the end."""
    if not Path(path).is_file():
        return None
    with open_binary(path) as file:
        start = file.read(1 << 20).decode(errors="replace")
    ends = (re.search(r"\r\n|\n|\r", outside) for outside in start.split('"')[::2])
    return next((end[0] for end in ends if end), None)


def other_line_end(path: str | Path) -> int | None:
    """The first line that ends otherwise than the first one does."""
    with open_binary(path) as file:
        ends = re.finditer(rb"\r\n|\n|\r", file.read())
    first = next(ends, None)
    return next((line for line, end in enumerate(ends, 2) if first and end[0] != first[0]), None)
