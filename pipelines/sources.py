"""What can be loaded, and how each kind of source becomes a temporary view with known column names.

DuckDB's own readers do all reading; nothing here touches a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb

from setrisk.errors import BadInput
from setrisk.pipelines import csv_file as csv_files
from setrisk.pipelines import json_file
from setrisk.pipelines.attach import is_conflict
from setrisk.pipelines.csv_file import CsvFile
from setrisk.pipelines.faults import JSON, name_of, of_kernel, where_and_what, with_line
from setrisk.pipelines.files import ending, readable
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
# Temporary objects of a load: a frame, the source as it is, its rows where they are read by period, the name of the
# period there, and the source with the columns renamed.
_FRAME, _GIVEN, _ROWS, _PERIOD, _VIEW = (f"_setrisk_{name}" for name in ("frame", "given", "rows", "period", "source"))


@dataclass(frozen=True)
class Layout:
    """How the source is laid out; None means the default that `load` documents.

    id, item: columns of a long table. items, count: columns of lists or of a histogram. text: column of texts.
    exclude: columns of a matrix that are no items. separator: what parts the items of a line or of a cell, or
    the columns of a CSV file. skip, comment: lines of a text file to pass over. header: whether a CSV file has
    one. period: column of what each row belongs to, which is no item.
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
    period: str | None = None


@dataclass(frozen=True)
class _Column:
    """A column of the source: its own name, what the view calls it, and its type."""

    name: str
    alias: str
    type: str


def unescaped(separator: str | None) -> str | None:
    """A tab may be written as a shell leaves it: backslash and t."""
    return separator and separator.replace("\\t", "\t")


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
    ends = ending(source)
    if ends in (*JSON, ".parquet"):
        return "lists"
    if ends in (".txt", ".dat", ".basket", ".baskets"):
        return "baskets"
    raise BadInput(f"{source}: cannot tell the format from the name; say which: {', '.join(FORMATS)}")


@contextmanager
def opened(con: duckdb.DuckDBPyConnection, source: object, format_: str, layout: Layout) -> Iterator[str]:
    """The query that gives (line, items), for `long` (line, items, id), for `documents` (document, position, word),
    for `counts` (item_a, item_b, hits); valid inside the `with`.
    """
    with readable(source) as path:
        if format_ in ("baskets", "fimi", "spmf"):
            if layout.period is not None:
                raise BadInput(f"the format {format_} has no columns, and so none for the period")
            yield _line_reader(path, format_, layout)
            return
        csv_file: CsvFile | None = None
        try:
            columns, csv_file = _open_table(con, path, format_, layout)
            try:
                if layout.period is not None:
                    _keep_rows(con, _column(columns, layout.period, "period"))
                nameless = csv_file is not None and not csv_file.header
                query = _shape(con, columns, format_, layout, nameless=nameless)
            except BadInput as error:
                raise BadInput(with_line(f"{name_of(source)}: {error}", source, path, csv_file)) from None
            yield query
        except duckdb.Error as error:
            if is_conflict(error):
                raise
            if kernel := of_kernel(error):
                raise kernel from None
            raise BadInput(with_line(where_and_what(error, source), source, path, csv_file)) from error
        finally:
            # An error has ended the transaction: then its views are gone, or go with the user's rollback.
            with suppress(duckdb.Error):
                con.execute(f"DROP VIEW IF EXISTS {_VIEW}")
                con.execute(f"DROP VIEW IF EXISTS {_GIVEN}")
                con.execute(f"DROP TABLE IF EXISTS temp.{_ROWS}")
                if not isinstance(path, str | Path):
                    con.unregister(_FRAME)


def periods(con: duckdb.DuckDBPyConnection, others: Sequence[str]) -> list[tuple[str, bool]]:
    """The periods of what is opened and others, in order, numbers by value; true for those of what is opened."""
    return con.execute(
        f"SELECT p.period, bool_or(p.opened) FROM (SELECT r.{_PERIOD} AS period, true AS opened FROM {_ROWS} AS r "
        "UNION ALL SELECT unnest($others), false) AS p GROUP BY p.period "
        "ORDER BY CASE WHEN bool_and(try_cast(p.period AS DOUBLE) IS NOT NULL) OVER () "
        "THEN try_cast(p.period AS DOUBLE) END, p.period",
        {"others": list(others)},
    ).fetchall()


def look_at(con: duckdb.DuckDBPyConnection, period: str) -> None:
    """Let the query that `opened` gave have the rows of one period alone."""
    con.execute(
        f"CREATE OR REPLACE TEMP VIEW {_GIVEN} AS SELECT * FROM {_ROWS} AS r WHERE r.{_PERIOD} = {literal(period)}"
    )


def _keep_rows(con: duckdb.DuckDBPyConnection, column: _Column) -> None:
    """Read the source, once: its rows are asked for again by period."""
    con.execute(
        f"CREATE OR REPLACE TEMP TABLE {_ROWS} AS "
        f"SELECT g.*, CAST({_scalar(column, 'period')} AS VARCHAR) AS {_PERIOD} FROM {_GIVEN} AS g"
    )
    ((without,),) = con.execute(
        f"SELECT min(n.row_no) FROM (SELECT row_number() OVER () AS row_no, r.{_PERIOD} FROM {_ROWS} AS r) AS n "
        f"WHERE coalesce(n.{_PERIOD}, '') = ''"
    ).fetchall()
    if without is not None:
        raise BadInput(f"row {without} has no {column.name!r}, its period (NULL or empty)")
    con.execute(f"CREATE OR REPLACE TEMP VIEW {_GIVEN} AS SELECT * FROM {_ROWS}")


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
) -> tuple[list[_Column], CsvFile | None]:
    """Make the source a temporary view; returns its columns, and how it is written where it is a CSV file."""
    names: list[str] | None = None
    csv_file = None
    ends = ending(source) if isinstance(source, str | Path) else ""
    if (layout.skip or layout.comment) and (not isinstance(source, str | Path) or ends in (*JSON, ".parquet")):
        raise BadInput(f"{name_of(source)}: skip and comment are for lines of text and CSV files; leave them out")
    if isinstance(source, str | Path):
        path = literal(str(source))
        if ends == ".parquet":
            reader = f"read_parquet({path})"
            schema = con.execute(f"SELECT s.name, s.num_children FROM parquet_schema({path}) AS s").fetchall()
            if not any(n_children for _, n_children in schema[1:]):
                names = [name for name, _ in schema[1:]]
        elif ends in JSON:
            reader = _json_reader(con, source, is_lines=ends != ".json")
        elif ends == ".txt" and format_ in ("text", "documents") and layout.text is None:
            comment = literal(layout.comment or "")
            reader = f"setrisk.read_lines({path}, skip := {layout.skip}, comment := {comment})"
        else:
            csv_file = csv_files.csv_file(
                con,
                str(source),
                separator=None if format_ in ("lists", "histogram") else layout.separator,
                header=layout.header,
                is_matrix=format_ == "matrix",
                skip=layout.skip,
                comment=layout.comment or "",
            )
            reader, names = csv_file.reader(source), csv_file.names
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


def _json_reader(con: duckdb.DuckDBPyConnection, source: str | Path, *, is_lines: bool) -> str:
    """Read names as the file writes them: left alone, DuckDB makes dates, times and UUIDs of them."""
    path, is_file = literal(str(source)), Path(source).is_file()
    if is_file and json_file.starts_with_mark(source):
        raise BadInput(f"{source}:1: starts with a byte order mark; save the file without")
    form = ", format = 'newline_delimited'" if is_lines else ""

    def described(options: str) -> list[tuple[str, str]]:
        found = con.execute(f"DESCRIBE SELECT * FROM read_json({path}{form}{options})").fetchall()
        return [(row[0], row[1]) for row in found]

    columns = described("")
    if any(type_ in ("JSON", '"NULL"') for _, type_ in columns):  # the sample tells no type: the whole file may
        columns = described(", sample_size = -1")
    if columns == [("json", "JSON")] and is_file and json_file.line_of(source, 1) is None:
        raise BadInput(f"{source}: holds no record")
    bare = ", records = false"  # lists that stand in no record
    if [name for name, _ in columns] == ["json"] and _is_list(described(bare)[0][1]):
        form += bare
    types = ", ".join(f"{literal(name)}: {literal(_as_json(type_))}" for name, type_ in columns)
    return f"read_json({path}{form}, columns = {{{types}}})"


def _is_list(type_: str) -> bool:
    return re.search(r"\[\d*\]$", type_) is not None


def _is_scalar(type_: str) -> bool:
    return not _is_list(type_) and not type_.startswith(("STRUCT", "MAP", "UNION"))


def _as_json(type_: str) -> str:
    """The type with JSON in place of what DuckDB makes of text, numbers, dates: `json_name` gives the text of it."""
    if _is_list(type_):
        return "JSON[]" if _is_scalar(re.sub(r"\[\d*\]$", "", type_)) else type_
    return "JSON" if _is_scalar(type_) else type_


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
    name = identifier(column.alias)
    return f"setrisk.json_name({name})" if column.type == "JSON" else name


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
        excluded += [_column(columns, layout.period, "period")] if layout.period is not None else []
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
    if column.type == "JSON[]":
        return f"setrisk.json_names({identifier(column.alias)})"
    if _is_list(column.type) and _is_scalar(re.sub(r"\[\d*\]$", "", column.type)):
        return identifier(column.alias)
    separator = layout.separator if layout.separator is not None else separator
    is_text = column.type in ("VARCHAR", "JSON")
    if is_text and separator:
        split = f"string_split({_scalar(column, 'items')}, {literal(separator)})"
        return f"list_transform({split}, lambda name: trim(name))"
    if is_text:
        raise BadInput(f"column {column.name!r} is text, not a list; give separator to split it")
    raise BadInput(f"column {column.name!r} is {column.type}, not a list of single values")
