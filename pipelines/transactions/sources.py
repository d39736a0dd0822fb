"""The sources that can be loaded, and the query that makes rows with known columns from each."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import duckdb

from setrisk.errors import BadInput, UnknownFormat
from setrisk.pipelines.common.files import ending, exists
from setrisk.pipelines.common.quoting import call, drop, identifier, literal, view
from setrisk.pipelines.common.quoting import table as keep
from setrisk.pipelines.database.duckdb_errors import is_source_error, name_of
from setrisk.pipelines.database.statements import run, text
from setrisk.pipelines.database.tables import table
from setrisk.pipelines.transactions import separators
from setrisk.pipelines.transactions.error_locations import OpenedFile, Place, UnfitColumn, UnfitRow
from setrisk.pipelines.transactions.input_files import Scratch, check_exists, check_files
from setrisk.pipelines.transactions.layout import FORMATS, LINES, WITH_ID, Format, Layout, unescape
from setrisk.pipelines.transactions.options_read import refuse_unread_options
from setrisk.pipelines.transactions.proposal import (
    are_baskets,
    are_surely_baskets,
    is_in_another_encoding,
    likely_columns,
    likely_options,
)
from setrisk.pipelines.transactions.separate_reader import read_separately
from setrisk.pipelines.transactions.source_views import (
    FRAME,
    JSON,
    Column,
    Given,
    common_columns,
    is_list,
    is_scalar,
    kind_of,
    listed_names,
    open_file,
    open_frame,
    register,
)

__all__ = [
    "Layout",
    "Reading",
    "find_source",
    "guess_format",
    "open_source",
    "periods",
    "restrict_to_period",
    "unescape",
]

# The statement that reads each format.
_STATEMENTS = {
    "baskets": "transactions/basket_transactions",
    "fimi": "transactions/fimi_transactions",
    "spmf": "transactions/spmf_transactions",
    "long": "transactions/long_transactions",
    "lists": "transactions/list_transactions",
    "matrix": "transactions/matrix_transactions",
    "histogram": "transactions/histogram_transactions",
    "text": "transactions/text_transactions",
    "queries": "transactions/query_transactions",
    "documents": "semantics/read_words",
    "counts": "semantics/read_counts",
    "vectors": "semantics/word_vectors",
}
# Temporary objects of a load: the source as it is; its rows, if it is loaded by period; the column of these rows with
# the period; and the source with its columns renamed.
_GIVEN, _ROWS, _PERIOD, _VIEW = (f"_setrisk_{name}" for name in ("given", "rows", "period", "source"))


@dataclass(frozen=True)
class Reading:
    """A source that is open.

    Attributes:
        query: reads the rows; it can be run once.
        separator: what separates the items of its lines, if they are baskets.
        histogram: options of `load` for a histogram, if a column next to the lists looks like counts of them.
    """

    query: str
    separator: str | None = None
    histogram: dict[str, str] | None = None


def guess_format(source: object, layout: Layout, *, name: str) -> Format:
    """The format that the ending of a file and the named columns suggest.

    Raises:
        UnknownFormat: they suggest none; with the options that the first lines of the file suggest.
    """
    if layout.id and layout.text:
        return "queries"
    if layout.id or layout.item:
        return "long"
    if layout.text:
        return "text"
    if layout.count:
        return "histogram"
    if layout.items:
        return "lists"
    if layout.exclude:
        return "matrix"
    if not isinstance(source, str | Path):
        likely = likely_columns(source, layout)
        if likely == {"format": "long", "id": "id", "item": "item"}:
            return "long"  # with the names that this format reads by default
        if likely:
            raise unknown_format(name, likely)
        return "lists"
    ends = ending(source)
    if ends in (*JSON, ".parquet"):
        return "lists"
    # These endings say so little that only a file whose first lines all look like baskets is taken for one.
    is_text = ends in (".txt", ".dat", ".basket", ".baskets")
    likely = likely_options(source, layout, too_few=10 if is_text else 2) or {}
    if is_text and are_baskets(likely):
        return "baskets"
    if ends == ".csv" and likely == {"format": "baskets"} and are_surely_baskets(source, layout):
        return "baskets"
    if not likely:
        check_exists(source)
        if is_in_another_encoding(source, layout):
            raise BadInput(f"{name}: is not UTF-8: save the file as UTF-8")
    raise unknown_format(name, likely)


def unknown_format(name: str, likely: dict[str, str]) -> UnknownFormat:
    """The error for a format that cannot be inferred, with the options that most likely fit."""
    said = ", ".join(f"{option} = {value!r}" for option, value in likely.items())
    what = f"judging by its contents, most likely {said}" if likely else f"name one of {', '.join(FORMATS)}"
    return UnknownFormat(f"{name}: its format is not clear; {what}", likely)


def find_source(con: duckdb.DuckDBPyConnection, source: object) -> object:
    """The source itself, or the table of the database that it names.

    Raises:
        BadInput: there is also a file of that name.
    """
    if not isinstance(source, str) or not source or "/" in source or os.sep in source:
        return source
    found = table(con, source)
    if found is None:
        return source
    if exists(source):
        raise BadInput(
            f"{source}: there is a file and a table of that name; write ./{source} for the file, or put the schema "
            f"before the name of the table, such as main.{source}"
        )
    return found


@contextmanager
def open_source(
    con: duckdb.DuckDBPyConnection, source: object, format_: str, layout: Layout, *, find_separator: bool = False
) -> Iterator[Reading]:
    """Open a source; the result is valid inside the `with`. Its query gives the columns (line, items), for `long`
    (line, items, id), for `documents` (document, position, word), for `counts` (item_a, item_b, hits), for `vectors`
    (line, word, vector).

    Args:
        con: the user's connection.
        source: a path, a relation, or a frame.
        format_: one of `FORMATS`, or `documents`, `counts`, `vectors`.
        layout: how it is laid out.
        find_separator: for baskets, find out what separates the items if the layout does not say so, and check that
            lines contain it if it does.

    Raises:
        BadInput: it cannot be read as asked. Errors inside the `with`, while the query is read, become this one, too.
    """
    place = Place(source)
    found = find_source(con, source)
    with ExitStack() as stack:
        try:
            if isinstance(found, str | Path):
                reader, scratch = stack.enter_context(read_separately(con)), Scratch(stack)
                files = check_files(con, reader, found, scratch, lambda name: kind_of(name, format_, layout))
                place = Place(source, [OpenedFile(file, "") for file in files], reader)
                read = [open_file(reader, file, scratch, format_, layout) for file in files]
                place = Place(source, [file for file, _ in read], reader)
                if find_separator and format_ == "baskets":
                    layout = replace(layout, separator=separators.find_separator(con, place, layout))
                given = common_columns(read)
            elif format_ in LINES:
                is_relation = isinstance(found, duckdb.DuckDBPyRelation)
                what = "table or query" if is_relation else type(found).__name__
                raise BadInput(f"the format {format_} reads text files, not a {what}")
            else:
                refuse_unread_options(name_of(source), format_, "table", layout)
                given = open_frame(con, found)
            try:
                shape = _find_shape(given, format_, layout)
                if isinstance(found, str | Path):
                    register(con, reader, read, shape.used)
                query = _query(con, given, shape, format_, layout)
            except BadInput as error:
                raise place.fault(error) from None
            histogram = _histogram_options(given, shape) if format_ == "lists" else None
            yield Reading(query, layout.separator if format_ == "baskets" else None, histogram)
        except duckdb.Error as error:
            if is_source_error(error):
                raise place.fault(error) from error
            raise
        except UnicodeDecodeError as error:
            raise place.fault(error) from error
        finally:
            # After an error the transaction has ended: its views are gone, or go with the user's rollback.
            with suppress(duckdb.Error):
                con.execute(drop("VIEW", _VIEW))
                con.execute(drop("VIEW", _GIVEN))
                con.execute(drop("TABLE", _ROWS))
            with suppress(duckdb.Error):
                con.unregister(FRAME)


def _query(con: duckdb.DuckDBPyConnection, given: Given, shape: _Shape, format_: str, layout: Layout) -> str:
    """The query that reads the registered source with the statement of the format."""
    if format_ in LINES:
        return _line_query(format_, layout)
    rows = f"FROM {identifier(FRAME)}"
    if given.is_lines:
        comment = layout.comment or ""
        rows = f"FROM {call('setrisk_internal.given_lines', FRAME, skip=layout.skip, comment=comment)}"
    con.execute(view(_GIVEN, rows))
    if layout.period is not None:
        _keep_rows(con, _find_column(given.columns, layout.period, "period"))
    # The columns of the source, renamed to those that the statement of the format reads.
    con.execute(view(_VIEW, f"SELECT {shape.selected} FROM {_GIVEN} AS rows"))
    names = {} if shape.names is None else {"names": shape.names}
    return text(_STATEMENTS[format_], source=_VIEW, **names)


def _line_query(format_: str, layout: Layout) -> str:
    arguments: dict[str, int | str] = {}
    if format_ != "vectors":
        arguments["skip"] = layout.skip
        # SPMF has a sign for what is not data.
        usual = "@" if format_ == "spmf" else ""
        arguments["comment"] = usual if layout.comment is None else layout.comment
    if format_ == "baskets":
        arguments["separator"] = layout.separator or ""
    return text(_STATEMENTS[format_], source=FRAME, **arguments)


def periods(con: duckdb.DuckDBPyConnection, others: Sequence[str]) -> list[tuple[str, bool]]:
    """The periods of the open source and some others, in their order, and whether the source has each."""
    return run(con, "transactions/ordered_periods", others=list(others)).fetchall()


def restrict_to_period(con: duckdb.DuckDBPyConnection, period: str) -> None:
    """Restrict the query of the open source to the rows of one period."""
    con.execute(view(_GIVEN, text("transactions/rows_of_period", period=period)))


def _keep_rows(con: duckdb.DuckDBPyConnection, column: Column) -> None:
    """Read the source into a temporary table, since its rows are read once per period."""
    period = f"CAST({_scalar_expression(column, 'period')} AS VARCHAR)"
    con.execute(keep(_ROWS, f"SELECT g.*, {period} AS {_PERIOD} FROM {_GIVEN} AS g"))
    ((without,),) = run(con, "transactions/row_without_period").fetchall()
    if without is not None:
        raise UnfitRow(without, f"has no {column.name!r}, its period (NULL or empty)")
    con.execute(view(_GIVEN, f"FROM {identifier(_ROWS)}"))


def _find_column(columns: list[Column], wanted: str | None, role: str, *defaults: str) -> Column:
    """The column for a role: the wanted one, or else the first of the defaults that exists."""
    for name in defaults if wanted is None else (wanted,):
        found = [column for column in columns if column.name == name]
        if len(found) > 1:
            raise BadInput(f"{len(found)} columns are called {name!r}")
        if found:
            return found[0]
    if wanted is not None:
        raise BadInput(f"there is no column {wanted!r} for {role}; the columns are {listed_names(columns)}")
    raise UnfitColumn(f"say which column holds the {role}; the columns are {listed_names(columns)}")


def _scalar_expression(column: Column, role: str) -> str:
    """The expression for a column of single values.

    Raises:
        BadInput: it has lists or other nested values.
    """
    if not is_scalar(column.type):
        raise BadInput(f"column {column.name!r} is {column.type}; the {role} must be a single value")
    name = identifier(column.alias)
    return f"setrisk_internal.json_name({name})" if column.type == "JSON" else name


@dataclass(frozen=True)
class _Shape:
    """What the statement of a format reads: the expressions, the columns in them, and the item names of a matrix."""

    selected: str
    used: list[Column]
    names: list[str] | None = None


def _find_shape(given: Given, format_: str, layout: Layout) -> _Shape:
    """Find the columns for the roles of the format."""
    columns, names = given.columns, None
    if format_ in LINES:
        return _Shape("*", columns)
    period = [_find_column(columns, layout.period, "period")] if layout.period is not None else []
    if format_ in WITH_ID:
        role, named, usual = (
            ("item", layout.item, ("item",)) if format_ == "long" else ("text", layout.text, ("text", "query"))
        )
        id_, item = (
            _find_column(columns, layout.id, "transaction id", "id", "tid"),
            _find_column(columns, named, role, *usual),
        )
        used = [id_, item]
        selected = f"{_scalar_expression(id_, 'transaction id')} AS id, {_scalar_expression(item, role)} AS item"
    elif format_ == "lists":
        used = [_find_list_column(columns, layout)]
        selected = f"{_list_expression(used[0], layout)} AS items"
    elif format_ == "histogram":
        count = _find_column(columns, layout.count, "count", "occurrences", "count", "n")
        used = [_find_list_column(columns, layout), count]
        selected = (
            f"{_list_expression(used[0], layout, ' ')} AS items, {_scalar_expression(count, 'count')} AS occurrences"
        )
    elif format_ == "counts":
        used = [_find_column(columns, name, name) for name in ("item_a", "item_b", "hits")]
        selected = ", ".join(f"{_scalar_expression(column, column.name)} AS {column.name}" for column in used)
    elif format_ in ("text", "documents"):
        used = [_find_column(columns, layout.text, "text", "text")]
        selected = f"{_scalar_expression(used[0], 'text')} AS text"
    else:
        excluded = [_find_column(columns, name, "exclude") for name in layout.exclude] + period
        used = [column for column in columns if column not in excluded]
        if not used:
            raise BadInput("the matrix has no column left to be an item")
        cells = ", ".join(f"CAST({_scalar_expression(column, 'cell')} AS VARCHAR)" for column in used)
        selected = f"[{cells}] AS cells"
        names = _item_names(used, nameless=given.nameless)
    return _Shape(selected, list(dict.fromkeys(used + period)), names)


def _histogram_options(given: Given, shape: _Shape) -> dict[str, str] | None:
    # Without `n`, which is more often the number of the row.
    beside = [column.name for column in given.columns if column not in shape.used]
    counts = next((name for name in beside if name.strip().lower() in ("count", "counts", "occurrences")), None)
    return None if counts is None else {"format": "histogram", "items": shape.used[0].name, "count": counts}


def _item_names(items: list[Column], *, nameless: bool) -> list[str]:
    """The items of a matrix: the names of its columns, or 1, 2, ... if it has no header (column0, column1, ...)."""
    names = [column.name for column in items]
    if nameless:
        return [str(int(name.removeprefix("column")) + 1) for name in names]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise BadInput(f"two columns of the matrix are called {twice!r}")
    return names


def _find_list_column(columns: list[Column], layout: Layout) -> Column:
    """The column of itemsets."""
    lists = [column.name for column in columns if is_list(column.type)]
    defaults = ("items", "itemset", *(lists if len(lists) == 1 else ()))
    return _find_column(columns, layout.items, "items", *defaults)


def _list_expression(column: Column, layout: Layout, separator: str | None = None) -> str:
    """The expression for a list: a list column, or a text column that is split."""
    if is_list(column.type) and layout.separator is not None:
        raise BadInput(
            f"column {column.name!r} holds lists, which have no separator: leave separator (--separator) out"
        )
    if column.type == "JSON[]":
        return f"list_transform({identifier(column.alias)}, lambda member: setrisk_internal.json_name(member))"
    if is_list(column.type) and is_scalar(re.sub(r"\[\d*\]$", "", column.type)):
        return identifier(column.alias)
    separator = layout.separator if layout.separator is not None else separator
    is_text = column.type in ("VARCHAR", "JSON")
    if is_text and separator:
        split = f"string_split({_scalar_expression(column, 'items')}, {literal(separator)})"
        return f"list_transform({split}, lambda name: trim(name))"
    if is_text:
        raise UnfitColumn(f"column {column.name!r} is text, not a list; give separator to split it")
    raise UnfitColumn(f"column {column.name!r} is {column.type}, not a list of single values")
