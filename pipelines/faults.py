"""What DuckDB says of a source that it cannot read, in one line that names file and line."""

from __future__ import annotations

import codecs
import csv
import json
import re
import zlib
from pathlib import Path

import duckdb

from setrisk.pipelines.csv_file import CsvFile
from setrisk.pipelines.files import open_binary


def name_of(source: object) -> str:
    """How messages and the catalog name the source."""
    if isinstance(source, duckdb.DuckDBPyRelation):
        return "query"
    return str(source) if isinstance(source, str | Path) else type(source).__name__


def where_and_what(error: duckdb.Error, source: object) -> str:
    """One line that names file and line, out of DuckDB's many."""
    text = str(error)
    first = re.sub(r"^(\w+ )*Error: ", "", text.splitlines()[0])
    name = name_of(source)
    if line := re.search(r"CSV Error on Line: (\d+)", text):
        # What follows the line itself, which may take several lines.
        known = r"^(Error when converting|Expected Number|Value with|Invalid unicode|Maximum line) .*$"
        reason = re.search(known, text, re.M)
        return f"{name}:{line[1]}: {reason[0] if reason else first}"
    if "state machine reached an invalid state" in first:
        first = "its lines do not all end alike (LF, CRLF or CR), or its quotes break the rules of CSV"
    return first if first.startswith(name) else f"{name}: {first}"


def with_line(message: str, source: object, path: object, csv_file: CsvFile | None) -> str:
    """The message with the line of the file, where DuckDB knows the row alone, or miscounts the lines of JSON."""
    if not isinstance(path, str | Path) or not Path(path).is_file():
        return message
    name, line = name_of(source), None
    reason = message.removeprefix(f"{name}: ")
    try:
        if csv_file and (row := re.match(r"row (\d+) ", reason)):
            line = csv_file.line_of(path, row=int(row[1]))
        elif csv_file and (record := re.match(re.escape(name) + r":(\d+): (.*)", message)):
            line, reason = csv_file.line_of(path, record=int(record[1])), record[2]
        elif "Malformed JSON" in reason:
            line, reason = _malformed_json(path) or (None, reason)
    except (OSError, EOFError, zlib.error, csv.Error):
        return message
    return message if line is None else f"{name}:{line}: {reason}"


def _malformed_json(path: str | Path) -> tuple[int, str] | None:
    """The first line of a JSON or JSON lines file that is wrong, and why."""
    with open_binary(path) as file:
        data = file.read().removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode()
        json.loads(text)
    except UnicodeDecodeError as error:
        return data.count(b"\n", 0, error.start) + 1, "not UTF-8"
    except json.JSONDecodeError as error:
        if not error.msg.startswith("Extra data"):
            return error.lineno, f"not JSON: {error.msg}"
    for number, line in enumerate(data.split(b"\n"), 1):
        try:
            json.loads(line or b"null")
        except ValueError as error:
            return number, f"not JSON: {error}"
    return None
