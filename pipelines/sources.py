"""What can be loaded, and how each kind of source becomes a temporary view with known column names.

DuckDB's own readers do all reading; nothing here touches a row.
"""

from __future__ import annotations

import codecs
import csv
import gzip
import io
import json
import os
import re
import shutil
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, cast

import duckdb

from setrisk import errors
from setrisk.errors import BadInput
from setrisk.pipelines.quoting import identifier, literal

FORMATS = ("baskets", "fimi", "spmf", "long", "lists", "matrix", "histogram", "text")
_RELATIONS = {
    "long": "long_transactions",
    "lists": "list_transactions",
    "matrix": "matrix_transactions",
    "histogram": "histogram_transactions",
    "text": "text_transactions",
    "documents": "read_words",
    "counts": "read_counts",
}
# Temporary objects of a load: a frame, the source as it is, and the source with the columns renamed.
_SEPARATORS = (",", ";", "\t", "|")
_FRAME, _GIVEN, _VIEW = "_setrisk_frame", "_setrisk_given", "_setrisk_source"


@dataclass(frozen=True)
class Layout:
    """How the source is laid out; None means the default that `load` documents.

    id, item: columns of a long table. items, count: columns of lists or of a histogram. text: column of texts.
    exclude: columns of a matrix that are no items. separator: what parts the items of a line or of a cell, or
    the columns of a CSV file. skip, comment: lines of a text file to pass over. header: whether a CSV file has
    one.
    """

    id: str | None = None
    item: str | None = None
    items: str | None = None
    count: str | None = None
    text: str | None = None
    exclude: Sequence[str] = field(default=())
    separator: str | None = None
    skip: int = 0
    comment: str | None = None
    header: bool | None = None


@dataclass(frozen=True)
class _Column:
    """A column of the source: its own name, what the view calls it, and its type."""

    name: str
    alias: str
    type: str


@dataclass(frozen=True)
class _CsvFile:
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


def guess_format(source: object, layout: Layout) -> str:
    """The format that a file's ending and the named columns suggest."""
    if layout.id or layout.item:
        return "long"
    if layout.text:
        return "text"
    if layout.count:
        return "histogram"
    if layout.items or not isinstance(source, str | Path):
        return "lists"
    ending = _ending(Path(source))
    if ending in (".json", ".jsonl", ".ndjson", ".parquet"):
        return "lists"
    if ending in (".txt", ".dat", ".basket", ".baskets"):
        return "baskets"
    raise BadInput(f"{source}: cannot tell the format from the name; say which: {', '.join(FORMATS)}")


@contextmanager
def opened(con: duckdb.DuckDBPyConnection, source: object, format_: str, layout: Layout) -> Iterator[str]:
    """The query that gives (line, items), for `long` (line, items, id), for `documents` (document, position, word),
    for `counts` (item_a, item_b, hits); valid inside the `with`.
    """
    with readable(source) as path:
        if format_ in ("baskets", "fimi", "spmf"):
            yield _line_reader(path, format_, layout)
            return
        csv_file: _CsvFile | None = None
        try:
            columns, csv_file = _open_table(con, path, format_, layout)
            try:
                nameless = csv_file is not None and not csv_file.header
                query = _shape(con, columns, format_, layout, nameless=nameless)
            except BadInput as error:
                raise BadInput(f"{name_of(source)}: {error}") from None
            yield query
        except duckdb.Error as error:
            if (kernel := re.search(r"executing the UDF: (\w+): (.*)", str(error))) and hasattr(errors, kernel[1]):
                raise getattr(errors, kernel[1])(kernel[2]) from None
            raise BadInput(_with_line(where_and_what(error, source), source, path, csv_file)) from error
        finally:
            # An error has ended the transaction: then its views are gone, or go with the user's rollback.
            with suppress(duckdb.Error):
                con.execute(f"DROP VIEW IF EXISTS {_VIEW}")
                con.execute(f"DROP VIEW IF EXISTS {_GIVEN}")
                if not isinstance(path, str | Path):
                    con.unregister(_FRAME)


def name_of(source: object) -> str:
    """How messages and the catalog name the source."""
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


def _with_line(message: str, source: object, path: object, csv_file: _CsvFile | None) -> str:
    """The message with the line of the file, where DuckDB knows the row alone, or miscounts the lines of JSON."""
    if not isinstance(path, str | Path) or not Path(path).is_file():
        return message
    name, line = name_of(source), None
    reason = message.removeprefix(f"{name}: ")
    try:
        if csv_file and (row := re.match(r"row (\d+) ", reason)):
            line = _line_of(path, csv_file, row=int(row[1]))
        elif csv_file and (record := re.match(re.escape(name) + r":(\d+): (.*)", message)):
            line, reason = _line_of(path, csv_file, record=int(record[1])), record[2]
        elif "Malformed JSON" in reason:
            line, reason = _malformed_json(path) or (None, reason)
    except (OSError, EOFError, zlib.error, csv.Error):
        return message
    return message if line is None else f"{name}:{line}: {reason}"


def _binary(path: str | Path) -> BinaryIO:
    return cast(BinaryIO, gzip.open(path)) if str(path).endswith(".gz") else open(path, "rb")


def _line_of(path: str | Path, csv_file: _CsvFile, *, row: int | None = None, record: int | None = None) -> int | None:
    """The line on which a record of a CSV file starts: given as a row, the first after the header being 1, or as DuckDB
    counts when it names a line: a record that takes several lines as one.
    """
    if len(csv_file.separator) > 1:
        return None
    line, comments, rows = csv_file.lines_before, 0, -int(csv_file.header)

    def lines() -> Iterator[str]:
        nonlocal line, comments
        for text_line in islice(text, csv_file.lines_before, None):
            line += 1
            if csv_file.comment and text_line.startswith(csv_file.comment):
                comments += 1
            else:
                yield text_line

    with _binary(path) as file:
        text = io.TextIOWrapper(file, "utf-8-sig", errors="replace", newline="")
        reader, lines_read = csv.reader(lines(), delimiter=csv_file.separator), 0
        for records, cells in enumerate(reader, 1):
            rows += bool(cells) or len(csv_file.names) == 1
            if (cells and rows == row) or csv_file.lines_before + comments + records == record:
                return line - (reader.line_num - lines_read) + 1
            lines_read = reader.line_num
    return None


def _malformed_json(path: str | Path) -> tuple[int, str] | None:
    """The first line of a JSON or JSON lines file that is wrong, and why."""
    with _binary(path) as file:
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


def _ending(path: Path) -> str:
    return Path(path.name.removesuffix(".gz")).suffix.lower()


@contextmanager
def readable(source: object) -> Iterator[Any]:
    """The source itself; a gzipped Parquet file, which DuckDB cannot read, is unpacked into a temporary file.

    Raises:
        BadInput: there is no such file, or it is cut off.
    """
    if not isinstance(source, str | Path):
        yield source
        return
    path = Path(source)
    is_pattern = "://" in str(source) or (any(c in str(source) for c in "*?[") and not path.exists())
    if not is_pattern and not path.exists():
        raise BadInput(f"{source}: no such file")
    if not is_pattern and path.is_dir():
        raise BadInput(f"{source}: is a folder; name a file")
    if path.name.endswith(".gz") and not is_pattern and duckdb.__version__.startswith("1."):
        # DuckDB 1.5 reads a file that is cut off as far as it goes, and says nothing.
        _unpack(path, Path(os.devnull))
    if path.name.endswith(".parquet.gz"):
        with tempfile.TemporaryDirectory() as folder:
            unpacked = Path(folder) / "unpacked.parquet"
            _unpack(path, unpacked)
            yield unpacked
    elif not is_pattern and any(c in str(source) for c in "*?["):
        # DuckDB would take the name for a pattern, and read other files.
        with tempfile.TemporaryDirectory() as folder:
            yield shutil.copyfile(path, Path(folder) / f"copy{_ending(path)}{'.gz' if path.suffix == '.gz' else ''}")
    else:
        yield source


def _unpack(packed: Path, into: Path) -> None:
    try:
        with gzip.open(packed) as source, into.open("wb") as out:
            shutil.copyfileobj(source, out)
    except (OSError, EOFError, zlib.error) as error:
        raise BadInput(f"{packed}: cannot be unpacked: {error}") from error


def _line_reader(path: object, format_: str, layout: Layout) -> str:
    if not isinstance(path, str | Path):
        raise BadInput(f"the format {format_} reads text files, not a {type(path).__name__}")
    arguments: dict[str, int | str] = {"skip": layout.skip}
    if layout.comment is not None:
        arguments["comment"] = layout.comment
    if layout.separator is not None:
        if format_ != "baskets":
            raise BadInput(f"the format {format_} has its own separator; leave out separator")
        arguments["separator"] = layout.separator
    given = "".join(f", {name} := {literal(value)}" for name, value in arguments.items())
    return f"SELECT * FROM setrisk.read_{format_}({literal(str(path))}{given})"


def _open_table(
    con: duckdb.DuckDBPyConnection, source: Any, format_: str, layout: Layout
) -> tuple[list[_Column], _CsvFile | None]:
    """Make the source a temporary view; returns its columns, and how it is written where it is a CSV file."""
    names: list[str] | None = None
    csv_file = None
    if isinstance(source, str | Path):
        ending, path = _ending(Path(source)), literal(str(source))
        if ending == ".parquet":
            reader = f"read_parquet({path})"
            schema = con.execute(f"SELECT s.name, s.num_children FROM parquet_schema({path}) AS s").fetchall()
            if not any(n_children for _, n_children in schema[1:]):
                names = [name for name, _ in schema[1:]]
        elif ending in (".json", ".jsonl", ".ndjson"):
            reader = _json_reader(con, path, is_lines=ending != ".json")
        elif ending == ".txt" and format_ in ("text", "documents") and layout.text is None:
            comment = literal(layout.comment or "")
            reader = f"setrisk.read_lines({path}, skip := {layout.skip}, comment := {comment})"
        else:
            csv_file = _csv_file(con, str(source), format_, layout)
            reader, names = _csv_reader(path, csv_file), csv_file.names
        query = f"SELECT * FROM {reader}"
    else:
        try:
            if type(source).__module__ == "numpy":
                raise TypeError("DuckDB takes the rows of an array for columns")
            con.register(_FRAME, source)
        except (duckdb.Error, TypeError, ValueError) as error:
            raise BadInput(
                f"a {type(source).__name__} cannot be loaded; give a path, a relation of this connection, or a pandas "
                "or Arrow frame"
            ) from error
        query = f"SELECT * FROM {_FRAME}"
        names = _frame_names(source)
    con.execute(f"CREATE OR REPLACE TEMP VIEW {_GIVEN} AS {query}")
    described = [(row[0], row[1]) for row in con.execute(f"DESCRIBE {_GIVEN}").fetchall()]
    if names is None or len(names) != len(described):
        names = [alias for alias, _ in described]
    columns = [_Column(name, alias, type_) for name, (alias, type_) in zip(names, described, strict=True)]
    return columns, csv_file


def _frame_names(frame: Any) -> list[str] | None:
    """The names of a frame's columns; DuckDB would rename one that differs from another by case alone."""
    if type(frame).__module__.split(".")[0] == "pandas":
        return [str(name) for name in frame.columns]
    names = getattr(getattr(frame, "schema", None), "names", None)
    return names if isinstance(names, list) else None


def _json_reader(con: duckdb.DuckDBPyConnection, path: str, *, is_lines: bool) -> str:
    """Read names as the file writes them: left alone, DuckDB makes dates, times and UUIDs of them."""
    form = ", format = 'newline_delimited'" if is_lines else ""

    def described(options: str) -> list[tuple[str, str]]:
        found = con.execute(f"DESCRIBE SELECT * FROM read_json({path}{form}{options})").fetchall()
        return [(row[0], row[1]) for row in found]

    columns = described("")
    bare = ", records = false"  # lists that stand in no record
    if [name for name, _ in columns] == ["json"] and _is_list(described(bare)[0][1]):
        form += bare
    types = ", ".join(f"{literal(name)}: {literal(_as_text(type_))}" for name, type_ in columns)
    return f"read_json({path}{form}, columns = {{{types}}})"


def _is_list(type_: str) -> bool:
    return re.search(r"\[\d*\]$", type_) is not None


def _is_scalar(type_: str) -> bool:
    return not _is_list(type_) and not type_.startswith(("STRUCT", "MAP", "UNION"))


def _as_text(type_: str) -> str:
    """The type with text in place of numbers, dates, ..."""
    if _is_list(type_):
        return "VARCHAR[]" if _is_scalar(re.sub(r"\[\d*\]$", "", type_)) else type_
    return "VARCHAR" if _is_scalar(type_) else type_


def _csv_file(con: duckdb.DuckDBPyConnection, path: str, format_: str, layout: Layout) -> _CsvFile:
    """What the first row tells of a CSV file. Nothing is left to guess for DuckDB, which would rather change
    the dialect or pass over lines than say that one is wrong.
    """
    comment = layout.comment or ""
    found = con.execute(
        "SELECT h.line, h.text, h.plain FROM setrisk.csv_head($path, skip := $skip, comment := $comment) AS h",
        {"path": path, "skip": layout.skip, "comment": comment},
    ).fetchall()
    if not found:
        raise BadInput(f"{path}: is empty")
    head = [f"{text}\n" for _, text, _ in found]
    if format_ not in ("lists", "histogram") and layout.separator:
        separator = layout.separator.replace("\\t", "\t")
    else:
        is_tabbed = _ending(Path(path)) == ".tsv"
        separator = "\t" if is_tabbed else max(_SEPARATORS, key=lambda s: len(_first_row(head, s)))
    cells = _first_row(head, separator)
    header = layout.header
    if header is None:
        header = format_ != "matrix" or sum(c.strip() in ("0", "1") for c in cells) <= len(cells) / 2
    names = [cell if header and cell else f"column{place}" for place, cell in enumerate(cells)]
    line_end = _line_end(path) if any("\n" in cell for cell in cells) else None
    return _CsvFile(separator, names, header, found[0][0] - 1, found[0][2] - 1, comment, line_end)


def _first_row(head: list[str], separator: str) -> list[str]:
    if len(separator) > 1:
        return [cell.strip('"') for cell in head[0].rstrip("\n").split(separator)]
    return next(csv.reader(head, delimiter=separator))


def _line_end(path: str) -> str | None:
    """What ends a line of a CSV file whose first row has a line break in a name: DuckDB takes that for the end."""
    if not Path(path).is_file():
        return None
    with _binary(path) as file:
        start = file.read(1 << 20).decode(errors="replace")
    ends = (re.search(r"\r\n|\n|\r", outside) for outside in start.split('"')[::2])
    return next((end[0] for end in ends if end), None)


def _csv_reader(path: str, csv_file: _CsvFile) -> str:
    types = ", ".join(f"'c{place}': 'VARCHAR'" for place in range(len(csv_file.names)))
    options: dict[str, str | int | bool | None] = {
        "header": csv_file.header,
        "delim": csv_file.separator,
        "quote": '"',
        "escape": '"',
        "skip": csv_file.skip,
        "comment": csv_file.comment,
        "new_line": csv_file.line_end and csv_file.line_end.replace("\r", "\\r").replace("\n", "\\n"),
    }
    given = ", ".join(f"{name} = {literal(value)}" for name, value in options.items() if value is not None)
    return f"read_csv({path}, auto_detect = false, columns = {{{types}}}, {given}, max_line_size = 16777216)"


def _column(columns: list[_Column], wanted: str | None, role: str, *defaults: str) -> _Column:
    """The column that plays a role: the one asked for, or the first default that exists."""
    for name in defaults if wanted is None else (wanted,):
        found = [column for column in columns if column.name == name]
        if len(found) > 1:
            raise BadInput(f"{len(found)} columns are called {name!r}")
        if found:
            return found[0]
    if wanted is not None:
        raise BadInput(f"there is no column {wanted!r} for {role}; the columns are {_listed(columns)}")
    raise BadInput(f"say which column holds the {role}; the columns are {_listed(columns)}")


def _scalar(column: _Column, role: str) -> str:
    """A column of single values, as an expression."""
    if not _is_scalar(column.type):
        raise BadInput(f"column {column.name!r} is {column.type}; the {role} must be a single value")
    return identifier(column.alias)


def _listed(columns: list[_Column]) -> str:
    names = [column.name for column in columns]
    return ", ".join(names if len(names) <= 12 else [*names[:10], "...", names[-1]])


def _shape(
    con: duckdb.DuckDBPyConnection, columns: list[_Column], format_: str, layout: Layout, *, nameless: bool
) -> str:
    """Rename the source's columns to those that the relation of the format reads, and call that relation."""
    names = ""
    if format_ == "long":
        id_ = _scalar(_column(columns, layout.id, "transaction id", "id", "tid"), "transaction id")
        item = _scalar(_column(columns, layout.item, "item", "item"), "item")
        selected = f"{id_} AS id, {item} AS item"
    elif format_ == "lists":
        selected = f"{_list(columns, layout)} AS items"
    elif format_ == "histogram":
        count = _scalar(_column(columns, layout.count, "count", "occurrences", "count", "n"), "count")
        selected = f"{_list(columns, layout, ' ')} AS items, {count} AS occurrences"
    elif format_ == "counts":
        wanted = ("item_a", "item_b", "hits")
        selected = ", ".join(f"{_scalar(_column(columns, name, name), name)} AS {name}" for name in wanted)
    elif format_ in ("text", "documents"):
        selected = f"{_scalar(_column(columns, layout.text, 'text', 'text'), 'text')} AS text"
    else:
        excluded = [_column(columns, name, "exclude") for name in layout.exclude]
        items = [column for column in columns if column not in excluded]
        if not items:
            raise BadInput("the matrix has no column left to be an item")
        cells = ", ".join(f"CAST({_scalar(column, 'cell')} AS VARCHAR)" for column in items)
        selected = f"[{cells}] AS cells"
        names = f", {literal(_item_names(items, nameless=nameless))}"
    con.execute(f"CREATE OR REPLACE TEMP VIEW {_VIEW} AS SELECT {selected} FROM {_GIVEN} AS given")
    return f"SELECT * FROM setrisk.{_RELATIONS[format_]}('{_VIEW}'{names})"


def _item_names(items: list[_Column], *, nameless: bool) -> list[str]:
    """Nameless columns, which are called column0, column1, ..., become the items 1, 2, ..."""
    names = [column.name for column in items]
    if nameless:
        return [str(int(name.removeprefix("column")) + 1) for name in names]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise BadInput(f"two columns of the matrix are called {twice!r}")
    return names


def _list(columns: list[_Column], layout: Layout, separator: str | None = None) -> str:
    """The expression that gives a list, from a list column or from text to be split."""
    lists = [column.name for column in columns if _is_list(column.type)]
    defaults = ("items", "itemset", *(lists if len(lists) == 1 else ()))
    column = _column(columns, layout.items, "items", *defaults)
    if _is_list(column.type) and _as_text(column.type) == "VARCHAR[]":
        return identifier(column.alias)
    separator = layout.separator if layout.separator is not None else separator
    if column.type == "VARCHAR" and separator:
        split = f"string_split({identifier(column.alias)}, {literal(separator)})"
        return f"list_transform({split}, lambda name: trim(name))"
    if column.type == "VARCHAR":
        raise BadInput(f"column {column.name!r} is text, not a list; give separator to split it")
    raise BadInput(f"column {column.name!r} is {column.type}, not a list of single values")
