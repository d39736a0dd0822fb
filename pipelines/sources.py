"""What can be loaded, and how each kind of source becomes a temporary view with known column names.

DuckDB's own readers do all reading; nothing here touches a row.
"""

from __future__ import annotations

import gzip
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb

from setrisk.errors import BadInput, SetriskError
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
_FRAME, _GIVEN, _VIEW = "_setrisk_frame", "_setrisk_given", "_setrisk_source"


@dataclass(frozen=True)
class Layout:
    """How the source is laid out; None means the default that `load` documents.

    id, item: columns of a long table. items, count: columns of lists or of a histogram. text: column of texts.
    exclude: columns of a matrix that are no items. separator: what parts the items of a line or of a cell, or
    the columns of a CSV file. skip, comment: lines of a text file to pass over.
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
    with _readable(source) as readable:
        if format_ in ("baskets", "fimi", "spmf"):
            yield _line_reader(readable, format_, layout)
            return
        columns = _open_table(con, readable, format_, layout)
        yield _shape(con, columns, format_, layout)
        con.execute(f"DROP VIEW {_VIEW}")
        con.execute(f"DROP VIEW {_GIVEN}")
        if not isinstance(readable, str | Path | duckdb.DuckDBPyRelation):
            con.unregister(_FRAME)


def name_of(source: object) -> str:
    """How messages and the catalog name the source."""
    return str(source) if isinstance(source, str | Path) else type(source).__name__


def where_and_what(error: duckdb.Error, source: object) -> str:
    """One line that names file and line, out of DuckDB's many."""
    inner = error.__cause__
    if isinstance(inner, SetriskError):
        return str(inner)
    text = str(error)
    first = re.sub(r"^(\w+ )*Error: ", "", text.splitlines()[0])
    name = name_of(source)
    if line := re.search(r"CSV Error on Line: (\d+)", text):
        reason = next((part for part in text.splitlines()[2:] if part.strip()), first)
        return f"{name}:{line[1]}: {reason.strip()}"
    return first if first.startswith(name) else f"{name}: {first}"


def _ending(path: Path) -> str:
    return Path(path.name.removesuffix(".gz")).suffix.lower()


@contextmanager
def _readable(source: object) -> Iterator[Any]:
    """The source itself; a gzipped Parquet file, which DuckDB cannot read, is unpacked beside it in a temporary file."""
    if not isinstance(source, str | Path):
        yield source
        return
    path = Path(source)
    is_pattern = any(c in str(source) for c in "*?[") or "://" in str(source)
    if not is_pattern and not path.exists():
        raise BadInput(f"{source}: no such file")
    if not is_pattern and path.is_dir():
        raise BadInput(f"{source}: is a folder; name a file")
    if path.name.endswith(".parquet.gz"):
        with tempfile.TemporaryDirectory() as folder:
            unpacked = Path(folder) / "unpacked.parquet"
            try:
                with gzip.open(path) as packed, unpacked.open("wb") as out:
                    shutil.copyfileobj(packed, out)
            except (OSError, EOFError) as error:
                raise BadInput(f"{source}: cannot be unpacked: {error}") from error
            yield unpacked
    else:
        yield source


def _line_reader(path: object, format_: str, layout: Layout) -> str:
    if not isinstance(path, str | Path):
        raise BadInput(f"the format {format_} reads text files, not a {type(path).__name__}")
    arguments = {"skip": layout.skip}
    if layout.comment is not None:
        arguments["comment"] = layout.comment
    if layout.separator is not None:
        if format_ != "baskets":
            raise BadInput(f"the format {format_} has its own separator; leave out separator")
        arguments["separator"] = layout.separator
    given = "".join(f", {name} := {literal(value)}" for name, value in arguments.items())
    return f"SELECT * FROM setrisk.read_{format_}({literal(str(path))}{given})"


def _open_table(con: duckdb.DuckDBPyConnection, source: Any, format_: str, layout: Layout) -> dict[str, str]:
    """Make the source a temporary view; returns its columns and their types."""
    if isinstance(source, str | Path):
        query = f"SELECT * FROM {_file_reader(con, source, format_, layout)}"
    elif isinstance(source, duckdb.DuckDBPyRelation):
        query = source.sql_query()
    else:
        try:
            con.register(_FRAME, source)
        except (duckdb.Error, TypeError, ValueError) as error:
            raise BadInput(f"a {type(source).__name__} cannot be loaded: {error}") from error
        query = f"SELECT * FROM {_FRAME}"
    con.execute(f"CREATE OR REPLACE TEMP VIEW {_GIVEN} AS {query}")
    return {row[0]: row[1] for row in con.execute(f"DESCRIBE {_GIVEN}").fetchall()}


def _file_reader(con: duckdb.DuckDBPyConnection, path: str | Path, format_: str, layout: Layout) -> str:
    ending, quoted = _ending(Path(path)), literal(str(path))
    if ending == ".parquet":
        return f"read_parquet({quoted})"
    if ending in (".json", ".jsonl", ".ndjson"):
        return f"read_json({quoted})"
    if ending == ".txt" and format_ in ("text", "documents") and layout.text is None:
        return f"setrisk.read_lines({quoted}, skip := {layout.skip})"
    header = layout.header
    if header is None:
        header = not _first_row_is_binary(con, quoted) if format_ == "matrix" else None
    options = {"all_varchar": True, "skip": layout.skip or None, "header": header, "comment": layout.comment}
    if format_ in ("long", "matrix", "text", "documents") and layout.separator:
        options["delim"] = layout.separator.replace("\\t", "\t")
    given = "".join(f", {name} = {literal(value)}" for name, value in options.items() if value is not None)
    return f"read_csv({quoted}{given})"


def _first_row_is_binary(con: duckdb.DuckDBPyConnection, path: str) -> bool:
    row = con.execute(f"SELECT * FROM read_csv({path}, all_varchar = true, header = false) LIMIT 1").fetchall()
    cells = [str(cell).strip() for cell in (row[0] if row else ())]
    return sum(cell in ("0", "1") for cell in cells) > len(cells) / 2


def _column(columns: dict[str, str], wanted: str | None, role: str, *defaults: str) -> str:
    """The column that plays a role: the one asked for, or the first default that exists."""
    if wanted is not None:
        if wanted not in columns:
            raise BadInput(f"there is no column {wanted!r} for {role}; the columns are {_listed(columns)}")
        return wanted
    for default in defaults:
        if default in columns:
            return default
    raise BadInput(f"say which column holds the {role}; the columns are {_listed(columns)}")


def _listed(columns: dict[str, str]) -> str:
    names = list(columns)
    return ", ".join(names if len(names) <= 12 else [*names[:10], "...", names[-1]])


def _shape(
    con: duckdb.DuckDBPyConnection, columns: dict[str, str], format_: str, layout: Layout
) -> str:
    """Rename the source's columns to those that the relation of the format reads, and call that relation."""
    names = ""
    if format_ == "long":
        id_ = _column(columns, layout.id, "transaction id", "id", "tid")
        item = _column(columns, layout.item, "item", "item")
        selected = f"{identifier(id_)} AS id, {identifier(item)} AS item"
    elif format_ == "lists":
        selected = f"{_list(columns, layout)} AS items"
    elif format_ == "histogram":
        count = _column(columns, layout.count, "count", "occurrences", "count", "n")
        selected = f"{_list(columns, layout, ' ')} AS items, {identifier(count)} AS occurrences"
    elif format_ == "counts":
        selected = ", ".join(f"{identifier(_column(columns, c, c))} AS {c}" for c in ("item_a", "item_b", "hits"))
    elif format_ in ("text", "documents"):
        selected = f"{identifier(_column(columns, layout.text, 'text', 'text'))} AS text"
    else:
        items = [c for c in columns if c not in layout.exclude]
        for name in layout.exclude:
            _column(columns, name, "exclude")
        if not items:
            raise BadInput("the matrix has no column left to be an item")
        cells = ", ".join(f"CAST({identifier(c)} AS VARCHAR)" for c in items)
        selected = f"[{cells}] AS cells"
        names = f", {literal(_item_names(items))}"
    con.execute(f"CREATE OR REPLACE TEMP VIEW {_VIEW} AS SELECT {selected} FROM {_GIVEN} AS given")
    return f"SELECT * FROM setrisk.{_RELATIONS[format_]}('{_VIEW}'{names})"


def _item_names(columns: list[str]) -> list[str]:
    """Nameless columns, which DuckDB calls column0, column1, ..., become the items 1, 2, ..."""
    if all(re.fullmatch(r"column\d+", c) for c in columns):
        return [str(int(c.removeprefix("column")) + 1) for c in columns]
    return columns


def _list(columns: dict[str, str], layout: Layout, separator: str | None = None) -> str:
    """The expression that gives a list, from a list column or from text to be split."""
    lists = [name for name, type_ in columns.items() if type_.endswith("[]")]
    defaults = ("items", "itemset", *(lists if len(lists) == 1 else ()))
    name = _column(columns, layout.items, "items", *defaults)
    if columns[name].endswith("[]"):
        return identifier(name)
    separator = layout.separator if layout.separator is not None else separator
    if columns[name] == "VARCHAR" and separator:
        split = f"string_split({identifier(name)}, {literal(separator)})"
        return f"list_transform({split}, lambda name: trim(name))"
    raise BadInput(f"column {name!r} is {columns[name]}, not a list; give separator to split text")
