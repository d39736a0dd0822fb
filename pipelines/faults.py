"""What DuckDB says of a source that it cannot read, in one line that names file and line."""

from __future__ import annotations

import csv
import json
import re
import zlib
from pathlib import Path

import duckdb

from setrisk import errors
from setrisk.errors import BadInput, SetriskError
from setrisk.pipelines import json_file
from setrisk.pipelines.csv_file import CsvFile, other_line_end
from setrisk.pipelines.files import ending

JSON = (".json", ".jsonl", ".ndjson")
# Of a JSON file that reads well, and has something else in some record.
_ODD = ("JSON transform error", "not a list", "is no name", "say which column")
_BROKEN_LINES = "its lines do not all end alike (LF, CRLF or CR), or its quotes break the rules of CSV"


def name_of(source: object) -> str:
    """How messages and the catalog name the source."""
    if isinstance(source, duckdb.DuckDBPyRelation):
        return "query"
    return str(source) if isinstance(source, str | Path) else type(source).__name__


def of_kernel(error: duckdb.Error) -> SetriskError | None:
    """The error that a kernel has raised through DuckDB, as it was."""
    found = re.search(r"executing the UDF: (\w+): (.*)", str(error))
    kind = found and getattr(errors, found[1], None)
    return kind(found[2]) if found and kind else None


def in_one_line(error: duckdb.Error) -> str:
    """DuckDB's message without the line of carets that points into the query, or what a kernel has said through it."""
    text = str(error)
    if inner := re.search(r'"exception_message":("(?:[^"\\]|\\.)*")', text):  # of a write at another time
        text = f"IO Error: {json.loads(inner[1])}"
    return str(of_kernel(error) or " ".join(line.strip() for line in text.splitlines() if line.strip(" ^")))


def of_writing(error: duckdb.Error) -> BadInput | None:
    """The clear error where the database could not be written, such as on a full disk."""
    said = in_one_line(error)
    unwritten = isinstance(error, duckdb.TransactionException) and "Failed to commit" in said
    full = isinstance(error, duckdb.IOException) and re.search(
        r"(?i)could not write|no space left|file too large", said
    )
    if unwritten or full:
        return BadInput(f"the database cannot be written, and nothing was changed: {said}")
    return None


def where_and_what(error: duckdb.Error, source: object) -> str:
    """One line that names file and line, out of DuckDB's many."""
    text = str(error)
    first = re.sub(r"^(\w+ )*Error: ", "", text.splitlines()[0])
    name = name_of(source)
    if line := re.search(r"CSV Error on Line: (\d+)", text):
        # What follows the line itself, which may take several lines.
        known = r"^(Error when converting|Expected Number|Value with|Invalid unicode|Maximum line) .*$"
        reason = re.search(known, text, re.M)
        # Where lines are read whole, there is no separator.
        if "Expected Number of Columns: 1 Found" in text and re.search(r"delimiter = \0? \(Set", text):
            return f"{name}:{line[1]}: holds a NUL character, which is no text: remove it"
        return f"{name}:{line[1]}: {reason[0] if reason else first}"
    if "state machine reached an invalid state" in first:
        first = _BROKEN_LINES
    return first if first.startswith(name) else f"{name}: {first}"


def with_line(message: str, source: object, path: object, csv_file: CsvFile | None) -> str:
    """The message with the line of the file, where DuckDB knows the row alone, or miscounts the lines of JSON."""
    if not isinstance(path, str | Path) or not Path(path).is_file():
        return message
    name, line = name_of(source), None
    reason = message.removeprefix(f"{name}: ")
    row = re.match(r"row (\d+) ", reason)
    try:
        if csv_file and row:
            line = csv_file.line_of(path, row=int(row[1]))
        elif csv_file and (record := re.match(re.escape(name) + r":(\d+): (.*)", message)):
            line, reason = csv_file.line_of(path, record=int(record[1])), record[2]
        elif reason == _BROKEN_LINES:
            line = other_line_end(path)
        elif ending(path) in JSON and row:
            line = json_file.line_of(path, int(row[1]))
        elif ending(path) in JSON and "Malformed JSON" in reason:
            line, reason = json_file.malformed(path) or (None, reason)
        elif ending(path) in JSON and any(sign in reason for sign in _ODD):
            line, reason = json_file.odd(path) or (None, reason)
    except (OSError, EOFError, zlib.error, csv.Error, ValueError):
        return message
    return message if line is None else f"{name}:{line}: {reason}"
