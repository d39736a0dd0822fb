"""Make files, frames and relations available as one temporary view with known columns.

DuckDB's own readers do all the reading; nothing here touches a row.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import duckdb

from setrisk.errors import BadInput
from setrisk.pipelines.common.files import ending
from setrisk.pipelines.common.quoting import describe, identifier, literal, union
from setrisk.pipelines.transactions import json_file
from setrisk.pipelines.transactions.csv_file import MAX_LINE, find_dialect
from setrisk.pipelines.transactions.error_locations import OpenedFile
from setrisk.pipelines.transactions.input_files import InputFile, Scratch
from setrisk.pipelines.transactions.layout import LINES, Layout
from setrisk.pipelines.transactions.options_read import refuse_unread_options
from setrisk.pipelines.transactions.separate_reader import stream

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

JSON = (".json", ".jsonl", ".ndjson")
# The temporary view of the user's connection through which a source is read.
FRAME = "_setrisk_frame"


@dataclass(frozen=True)
class Column:
    """A column of the source.

    Attributes:
        name: its name in the source.
        alias: its name in the view.
        type: its type in DuckDB.
    """

    name: str
    alias: str
    type: str


@dataclass(frozen=True)
class Given:
    """The columns of a source.

    Attributes:
        columns: the columns.
        nameless: whether they have no names of their own, as in a file without a header.
        is_lines: whether they are file, line and text.
    """

    columns: list[Column]
    nameless: bool = False
    is_lines: bool = False


def kind_of(name: str, format_: str, layout: Layout) -> str:
    """The kind of file that a format expects, given the file's name: `lines`, `csv`, `json` or `parquet`."""
    ends = ending(name)
    if format_ in LINES or (ends == ".txt" and format_ in ("text", "documents") and layout.text is None):
        return "lines"
    return "parquet" if ends == ".parquet" else "json" if ends in JSON else "csv"


def open_file(
    reader: DuckDBPyConnection, file: InputFile, scratch: Scratch, format_: str, layout: Layout
) -> tuple[OpenedFile, Given]:
    """A file with the call of DuckDB's reader, and the columns that this returns."""
    refuse_unread_options(file.name, format_, file.kind, layout)
    names: list[str] | None = None
    csv = None
    if file.kind == "lines":
        call = (
            f"read_csv({literal(file.path)}, columns = {{'text': 'VARCHAR'}}, header = false, auto_detect = false, "
            f"delim = '', quote = '', escape = '', max_line_size = {MAX_LINE})"
        )
    elif file.kind == "csv":
        csv = find_dialect(
            file,
            scratch,
            separator=None if format_ in ("lists", "histogram") else layout.separator,
            header=layout.header,
            is_matrix=format_ == "matrix",
            skip=layout.skip,
            comment=layout.comment or "",
        )
        call, names = csv.reader_call(), csv.names
    elif file.kind == "parquet":
        call = f"read_parquet({literal(file.path)})"
        schema = reader.execute(
            f"SELECT s.name, s.num_children FROM parquet_schema({literal(file.path)}) AS s"
        ).fetchall()
        if not any(n_children for _, n_children in schema[1:]):
            names = [name for name, _ in schema[1:]]
    else:
        call = _json_reader(reader, file)
    found = reader.execute(describe(call)).fetchall()
    if names is None or len(names) != len(found):
        names = [row[0] for row in found]
    columns = [Column(name, row[0], row[1]) for name, row in zip(names, found, strict=True)]
    given = Given(columns, nameless=csv is not None and not csv.header, is_lines=file.kind == "lines")
    return OpenedFile(file, call, csv), given


def register(
    con: DuckDBPyConnection,
    reader: DuckDBPyConnection,
    opened: list[tuple[OpenedFile, Given]],
    columns: list[Column],
) -> None:
    """Register some columns of the files, one file after the other, as a stream."""
    parts = []
    for number, (file, given) in enumerate(opened, 1):
        if file.file.kind == "lines":
            parts.append(f"SELECT {number} AS file, row_number() OVER () AS line, f.text FROM {file.reader} AS f")
        elif len(opened) == 1:
            parts.append(
                f"SELECT {', '.join(f'f.{identifier(column.alias)}' for column in columns)} FROM {file.reader} AS f"
            )
        else:
            parts.append(f"SELECT {', '.join(_cast_columns(columns, given))} FROM {file.reader} AS f")
    con.register(FRAME, stream(reader, union(parts)))


def common_columns(opened: list[tuple[OpenedFile, Given]]) -> Given:
    """The columns that all files have; for JSON files, where records may lack a column, those that any file has.

    Raises:
        BadInput: the files do not have the same columns.
    """
    (first, given), *others = opened
    columns = list(given.columns)
    for file, own in others:
        names = [column.name for column in own.columns]
        if first.file.kind == file.file.kind == "json":
            columns += [column for column in own.columns if column.name not in {known.name for known in columns}]
        elif sorted(names) != sorted(column.name for column in columns) or (own.nameless, own.is_lines) != (
            given.nameless,
            given.is_lines,
        ):
            raise BadInput(
                f"{file.file.name}: has the columns {listed_names(own.columns)}, and {first.file.name} has "
                f"{listed_names(given.columns)}; all files of a pattern must have the same"
            )
    if others:
        # With types to which those of all files can be cast.
        columns = [Column(column.name, f"c{place}", _type(column.name, opened)) for place, column in enumerate(columns)]
    return replace(given, columns=columns)


def _type(name: str, opened: list[tuple[OpenedFile, Given]]) -> str:
    types = {column.type for _, own in opened for column in own.columns if column.name == name}
    if len(types) > 1 and any(map(is_list, types)) != all(map(is_list, types)):
        raise BadInput(f"column {name!r} is {' and '.join(sorted(types))} in the files of the pattern")
    return types.pop() if len(types) == 1 else "VARCHAR[]" if all(map(is_list, types)) else "VARCHAR"


def _cast_columns(columns: list[Column], own: Given) -> list[str]:
    """The columns of one file, cast to the common types. Of several with one name, they are matched in their order."""
    left = list(own.columns)
    selected = []
    for column in columns:
        mine = next((candidate for candidate in left if candidate.name == column.name), None)
        if mine is not None:
            left.remove(mine)
        value = "NULL" if mine is None else f"f.{identifier(mine.alias)}"
        selected.append(f"CAST({value} AS {column.type}) AS {column.alias}")
    return selected


def open_frame(con: DuckDBPyConnection, source: Any) -> Given:
    """Register a relation of this connection, or a pandas or Arrow frame; returns its columns.

    Raises:
        BadInput: it is none of these.
    """
    try:
        if type(source).__module__ == "numpy":
            raise TypeError("DuckDB reads the rows of an array as columns")
        if _is_of_pandas(source) and not hasattr(source, "columns"):
            raise TypeError("a column alone has no name to go by")
        con.register(FRAME, source)
    except (duckdb.Error, TypeError, ValueError) as error:
        raise BadInput(
            f"{_named_type(type(source).__name__)} cannot be loaded; give a path, a relation of this connection, or a "
            "pandas or Arrow frame (of a Series: series.to_frame())"
        ) from error
    names = _frame_names(source)
    found = con.execute(describe(FRAME)).fetchall()
    if names is None or len(names) != len(found):
        names = [row[0] for row in found]
    return Given([Column(name, row[0], row[1]) for name, row in zip(names, found, strict=True)])


def _named_type(name: str) -> str:
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def _is_of_pandas(frame: Any) -> bool:
    return type(frame).__module__.split(".")[0] == "pandas"


def _frame_names(frame: Any) -> list[str] | None:
    """The names of the columns of a frame: DuckDB renames columns whose names differ only in case."""
    if _is_of_pandas(frame):
        return [str(name) for name in frame.columns]
    names = getattr(getattr(frame, "schema", None), "names", None)
    return names if isinstance(names, list) else None


def _json_reader(reader: DuckDBPyConnection, file: InputFile) -> str:
    """The call that reads names as the file has them: by default, DuckDB makes dates, times and UUIDs of them."""
    path = literal(file.path)
    if json_file.starts_with_mark(file.path):
        raise BadInput(f"{file.name}:1: starts with a byte order mark; save the file without")
    form = ", format = 'newline_delimited'" if ending(file.name) in (".jsonl", ".ndjson") else ""

    def columns_with(options: str) -> list[tuple[str, str]]:
        found = reader.execute(describe(f"read_json({path}{form}{options})")).fetchall()
        return [(row[0], row[1]) for row in found]

    columns = columns_with("")
    if any(type_ in ("JSON", '"NULL"') for _, type_ in columns):  # not clear from the sample; perhaps from all of it
        columns = columns_with(", sample_size = -1")
    if columns == [("json", "JSON")] and json_file.has_no_record(file.path):
        raise BadInput(f"{file.name}: holds no record")
    bare = ", records = false"  # lists that are not in a record
    if [name for name, _ in columns] == ["json"] and is_list(columns_with(bare)[0][1]):
        form += bare
    types = ", ".join(f"{literal(name)}: {literal(_as_json(type_))}" for name, type_ in columns)
    return f"read_json({path}{form}, columns = {{{types}}})"


def is_list(type_: str) -> bool:
    """Whether a type of DuckDB is a list or an array."""
    return re.search(r"\[\d*\]$", type_) is not None


def is_scalar(type_: str) -> bool:
    """Whether the values of a type of DuckDB are not nested."""
    return not is_list(type_) and not type_.startswith(("STRUCT", "MAP", "UNION"))


def _as_json(type_: str) -> str:
    """The type with JSON in place of text, numbers and dates: `json_name` returns these as the file has them."""
    if is_list(type_):
        return "JSON[]" if is_scalar(re.sub(r"\[\d*\]$", "", type_)) else type_
    return "JSON" if is_scalar(type_) else type_


def listed_names(columns: list[Column]) -> str:
    """The names of columns, or as many of them as fit into a message."""
    names = [name if len(name) <= 30 else f"{name[:27]}..." for name in (column.name for column in columns)]
    shown = 1
    while shown < len(names) and len(", ".join(names[: shown + 1])) <= 60:
        shown += 1
    left = len(names) - shown
    return ", ".join(names[:shown]) + (f" and {left:,} more" if left else "")
