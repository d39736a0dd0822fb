"""The format that a source most likely has, if the user does not name one, as options of `load`."""

from __future__ import annotations

import csv
import gzip
import re
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import duckdb

from setrisk.pipelines.common.files import ending, exists
from setrisk.pipelines.transactions.csv_file import SEPARATORS, lines_of
from setrisk.pipelines.transactions.layout import Layout

# Lines at the top that are looked at; and how many rows it takes to conclude something from a column whose values all
# differ.
_LOOKED_AT, _FEW = 200, 10
# The share of the rows of a damaged table that have all of their cells, at least.
_MOST = 0.8
# What no text has, and what stands for bytes that are not UTF-8.
_CONTROL, _HALF = re.compile("[\x00-\x08\x0e-\x1f]"), re.compile("[\udc80-\udcff]")
# Usual names of columns, in any case; the first that exists is taken.
_IDS = (
    "id", "tid", "transaction", "transaction_id", "basket", "basket_id", "order", "order_id", "invoice", "invoice_id",
    "invoiceno", "visit", "visit_id", "session", "session_id", "patient", "patient_id", "customer", "customer_id",
    "user", "user_id", "person", "person_id",
)  # fmt: skip
_ITEMS = (
    "item", "product", "item_id", "product_id", "item_name", "product_name", "article", "stockcode", "diagnosis",
    "symptom", "drug", "code", "page", "url", "name",
)  # fmt: skip
_TEXTS = ("text", "abstract", "medical_abstract", "document", "body")
_LISTS = ("items", "itemset", "basket")
_COUNTS = ("count", "occurrences", "n")


def likely_options(source: object, layout: Layout, *, too_few: int = 2) -> dict[str, Any] | None:
    """Options of `load` that fit the first lines of a text file; None if these suggest nothing.

    Args:
        source: the source; a pattern, a stream, and anything that is not a file give None.
        layout: the options that the user gave.
        too_few: up to this number of rows of two columns, nothing is concluded from them: they may be baskets that
            happen to have two items each.
    """
    lines = _first_lines(source, layout)
    if not lines or any(_CONTROL.search(line) or _HALF.search(line) or "\ufffd" in line for line in lines):
        return None
    if re.match(r"\s*[\[{]", lines[0]) and not ending(str(source)):
        return {"format": "lists"}
    if all(re.fullmatch(r"\s*(([0-9]+\s+)*-1\s+)*-2\s*", line) for line in lines if line[0] != "@"):
        return {"format": "spmf"}
    if matrix := _matrix_options(lines, " "):
        return matrix
    if all(re.fullmatch(r"[0-9\s]+", line) for line in lines):
        return {"format": "fimi"}
    likely = _table_options(lines, layout, too_few) or _numbered_options(lines, layout, too_few)
    is_held = layout.separator is None or any(layout.separator in line for line in lines)
    return likely or {"format": "baskets"} | ({} if is_held else {"separator": None})


def is_in_another_encoding(source: object, layout: Layout) -> bool:
    """Whether the first lines of a file are text, but not in UTF-8."""
    lines = _first_lines(source, layout)
    return any(map(_HALF.search, lines)) and not any(map(_CONTROL.search, lines))


def are_surely_baskets(source: object, layout: Layout) -> bool:
    """Whether the first lines of a text file, which may be baskets, can be no table: they are many, and no number of
    cells is that of most, as it is in a table that lacks some.
    """
    lines = _first_lines(source, layout)
    for separator in [layout.separator] if layout.separator else SEPARATORS:
        lengths = Counter(line.count(separator) for line in lines)
        if len(lines) > _FEW and max(lengths.values()) < _MOST * len(lines):
            return True
    return False


def _first_lines(source: object, layout: Layout) -> list[str]:
    """The first lines of a text file that have something in them; none of anything but a file."""
    if (
        not isinstance(source, str | Path)
        or not exists(source)
        or not Path(source).is_file()
        or Path(source).parts[:2] == ("/", "dev")
    ):
        return []
    try:
        lines = list(islice(lines_of(source), layout.skip + _LOOKED_AT))[layout.skip :]
    except (OSError, EOFError, zlib.error, gzip.BadGzipFile):
        return []
    return [line for line in lines if line.strip() and not (layout.comment and line.startswith(layout.comment))]


def command_options(likely: Mapping[str, Any]) -> list[str]:
    """Options of `load` as the command line writes them, flags first."""
    flags = {name: value for name, value in likely.items() if isinstance(value, bool)}
    values = {name: value for name, value in likely.items() if name not in flags and value is not None}
    return [
        *(f"--{name}" if value else f"--no-{name}" for name, value in flags.items() if value or name == "header"),
        *(
            f"--{name}={each}"
            for name, value in values.items()
            for each in (value if isinstance(value, list) else [value])
        ),
    ]


def are_baskets(likely: dict[str, Any]) -> bool:
    """Whether the lines of a text file may be baskets, according to what `likely_options` returned for it."""
    return likely.get("format") in (None, "baskets", "fimi")


def likely_columns(source: object, layout: Layout) -> dict[str, Any] | None:
    """Options of `load` that fit the names of the columns of a relation without lists; None for anything else."""
    if not isinstance(source, duckdb.DuckDBPyRelation) or layout.separator:
        return None
    if any(str(type_).endswith("]") or str(type_) == "JSON" for type_ in source.types):
        return None
    return _options_of_names(source.columns)


def _options_of_names(names: Sequence[str]) -> dict[str, Any] | None:
    """The options that the names of columns suggest."""
    header = [name.strip().lower() for name in names]

    def find_name(wanted: Sequence[str]) -> str | None:
        return next((names[header.index(name)] for name in wanted if name in header), None)

    id_, item, items, count, text = map(find_name, (_IDS, _ITEMS, _LISTS, _COUNTS, _TEXTS))
    if items and count:
        return {"format": "histogram", "items": items, "count": count}
    if id_ and item and id_ != item:
        return {"format": "long", "id": id_, "item": item}
    return {"format": "text", "text": text} if text else None


def _table_options(lines: Sequence[str], layout: Layout, too_few: int) -> dict[str, Any] | None:
    """Options for a table: every row has as many cells as the first one."""
    for separator in [layout.separator] if layout.separator else SEPARATORS:
        if len(separator) != 1:
            continue
        try:
            rows = list(csv.reader(lines, delimiter=separator, strict=True))
        except csv.Error:
            continue
        if any(len(row) != len(rows[0]) for row in rows[:-1]):
            continue
        if lists := _list_options(rows, lines):
            return lists
        if len(rows[0]) < 2:
            continue
        if matrix := _matrix_options(lines, separator):
            return matrix
        if likely := _options_of_names(rows[0]):
            return likely
        if matrix := _named_matrix_options(rows):
            return matrix
        if long := _long_options(rows, too_few):
            return long
    return None


def _numbered_options(lines: Sequence[str], layout: Layout, too_few: int) -> dict[str, Any] | None:
    """Options for two columns with a blank between them, of which only the first has numbers."""
    rows = [line.split(" ") for line in (line.rstrip("\r\n") for line in lines)]
    is_numbered = all(len(row) == 2 and row[0].isdigit() and not row[1].isdigit() for row in rows)
    likely = _long_options(rows, too_few) if is_numbered and layout.separator in (None, " ") else None
    return likely and likely | {"separator": " "}


def _long_options(rows: Sequence[Sequence[str]], too_few: int) -> dict[str, Any] | None:
    """Options for a table of transactions and items: values of the first column occur again, and none of them occurs in
    the second column, as they would in baskets.
    """
    ids, items = ([row[place] for row in rows if len(row) > 1] for place in (0, 1))
    if len(rows) <= max(too_few, 2 if len(rows[0]) == 2 else 10):
        return None
    if len(set(ids[1:])) >= len(rows) - 1 or set(ids) & set(items):
        return None
    if ids[0] in ids[1:]:  # the first row is not a header
        return {"format": "long", "header": False, "id": "column0", "item": "column1"}
    return {"format": "long", "id": ids[0], "item": items[0]}


def _list_options(rows: Sequence[Sequence[str]], lines: Sequence[str]) -> dict[str, Any] | None:
    """Options for a table with a column of lists, and perhaps one of counts. The column of lists is the only one, in
    quotes; or has a usual name; or is the second of two, if the first has another value in each row.
    """
    names = [name.strip().lower() for name in rows[0]]
    called = [place for place, name in enumerate(names) if name in _LISTS]
    n_quoted = sum(line.strip()[0] + line.strip()[-1] == '""' for line in lines[1:])
    if not called and len(names) == 2 and len(rows) > _FEW and len({row[0] for row in rows}) == len(rows):
        called = [1]
    if len(rows) < 3 or (2 * n_quoted < len(lines) - 1 if len(names) == 1 else not called):
        return None
    place = called[0] if called else 0
    cells = [row[place] for row in rows[1:] if len(row) > place]
    separator = next(
        (text for text in (", ", ",", "; ", ";", "|", " ") if _separates(text, rows[0][place], cells)), None
    )
    if separator is None:
        return None
    lists = {"format": "lists", "items": rows[0][place], "separator": separator}
    counts = [rows[0][n] for n, name in enumerate(names) if name in _COUNTS and n != place]
    return lists | ({"format": "histogram", "count": counts[0]} if counts else {})


def _separates(separator: str, name: str, cells: Sequence[str]) -> bool:
    """Whether most cells of a column are lists with this separator. Blanks, which names contain too, count only if they
    split the cells into words that occur again.
    """
    if separator in name or 2 * sum(separator in cell for cell in cells) < len(cells):
        return False
    words = [word for cell in cells for word in cell.split(separator)]
    return separator != " " or 2 * len(set(words)) <= len(words)


def _matrix_options(lines: Sequence[str], separator: str) -> dict[str, Any] | None:
    """Options for a matrix: all cells below the first row are 0 or 1."""
    rows = [line.split(separator) for line in lines]
    is_matrix = len(rows) > 1 and len(rows[0]) > 1 and all(
        len(row) == len(rows[0]) and {cell.strip() for cell in row} <= {"0", "1"} for row in rows[1:]
    )  # fmt: skip
    options = {"format": "matrix"} | ({"separator": separator} if separator == " " else {})
    return options if is_matrix else None


def _named_matrix_options(rows: Sequence[Sequence[str]]) -> dict[str, Any] | None:
    """Options for a matrix with one column that is not of items, such as the names of people: all other cells below
    the header are 0 or 1, in two columns at least.
    """
    cells = [[cell.strip() for cell in row] for row in rows]
    if len(rows) < 3 or any(len(row) != len(cells[0]) for row in cells):
        return None
    others = [place for place, column in enumerate(zip(*cells[1:], strict=True)) if not {*column} <= {"0", "1"}]
    if len(others) != 1 or len(cells[0]) < 3 or {*cells[0]} & {"0", "1"}:
        return None
    return {"format": "matrix", "exclude": [rows[0][others[0]]]}
