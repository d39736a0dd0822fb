"""An option that a format does not read from a source is refused, and one that it reads is not."""

import re
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import setrisk
from setrisk.errors import BadInput
from setrisk.pipelines.transactions.layout import FORMATS
from tests.support.loading import row_counts, temporary_tables

# Columns for all formats but matrices.
ROW = {"id": "1", "item": "a", "items": "a;b", "count": "2", "text": "good wine", "month": "1"}
OPTIONS: dict[str, Any] = {
    "id": "id", "item": "item", "items": "items", "count": "count", "text": "text", "exclude": ["id"],
    "separator": ";", "comment": "#", "header": True, "period": "month",
}  # fmt: skip
# Of a source in which lists are texts: what each format reads of the columns.
COLUMNS = {
    "long": {"id", "item", "period"},
    "lists": {"items", "separator", "period"},
    "matrix": {"exclude", "period"},
    "histogram": {"items", "count", "separator", "period"},
    "text": {"text", "period"},
    "queries": {"id", "text", "period"},
}
LINES = {"baskets": {"separator", "comment"}, "fimi": {"comment"}, "spmf": {"comment"}}


def source(kind: str, format_: str, folder: Path) -> Any:
    """A source of this kind that the format reads."""
    row = {"id": "1", "month": "1", "a": "1", "b": "0"} if format_ == "matrix" else ROW
    if kind == "lines":
        (folder / "lines.txt").write_text({"spmf": "1 -1 -2\n", "fimi": "1 2\n"}.get(format_, "a;b\n"))
        return folder / "lines.txt"
    if kind == "frame":
        return pd.DataFrame([row])
    path = folder / f"table.{kind}"
    if kind == "csv":
        path.write_text(f"{','.join(row)}\n{','.join(row.values())}\n")
    elif kind == "json":
        pd.DataFrame([row]).to_json(path, orient="records")
    else:
        pq.write_table(pa.table({name: [value] for name, value in row.items()}), path)
    return path


def is_read(kind: str, format_: str, option: str) -> bool:
    if kind == "lines":
        return option in LINES[format_]
    return option in COLUMNS[format_] or (kind == "csv" and option in ("separator", "comment", "header"))


def needed(format_: str) -> dict[str, Any]:
    """What a format needs to be given to read the source at all."""
    return {
        "lists": {"separator": ";"},
        "histogram": {"separator": ";"},
        "matrix": {"exclude": ["id", "month"]},
    }.get(format_, {})


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize(
    ("kind", "format_"),
    [("lines", each) for each in LINES]
    + [(kind, each) for kind in ("csv", "json", "parquet", "frame") for each in COLUMNS if each != "text"],
)
def test_each_option_is_read_or_refused(con, tmp_path, kind, format_, option):
    # Of a table without texts of lists, the separator is that of the columns.
    separator = {"separator": ","} if kind == "csv" else {}
    given = OPTIONS | separator | needed(format_)
    given = {name: given[name] for name in {option, *needed(format_)}}
    before = row_counts(con)
    if is_read(kind, format_, option):
        assert setrisk.load(con, "d", source(kind, format_, tmp_path), format=format_, **given).n_transactions
    else:
        said = re.escape(f"the format {format_} does not read {option} (--{option}) from ")
        with pytest.raises(BadInput, match=f"{said}.*: leave it out"):
            setrisk.load(con, "d", source(kind, format_, tmp_path), format=format_, **given)
        assert row_counts(con) == before
        assert not temporary_tables(con)


def test_every_format_is_tried_but_texts_which_need_a_model():
    assert {*LINES, *COLUMNS} == {*FORMATS}


@pytest.mark.parametrize(
    ("file", "given", "message"),
    [
        (
            "g.csv",
            {"format": "baskets", "id": "x"},
            "from lines of text: leave it out, or choose the format long or queries$",
        ),
        ("g.csv", {"format": "baskets", "items": "x"}, "leave it out, or choose the format lists or histogram$"),
        (
            "g.csv",
            {"format": "baskets", "header": False},
            r"leave it out; skip \(--skip\) leaves out lines at the top$",
        ),
        ("g.csv", {"item": "x", "text": "y"}, r"the format long does not read text \(--text\) from a CSV file"),
        ("t.txt", {"format": "text", "header": True}, "the format text does not read header .* from lines of text"),
        ("l.jsonl", {"separator": ";"}, r"column 'items' holds lists, .*: leave separator \(--separator\) out$"),
        ("l.jsonl", {"header": True}, r"the format lists does not read header \(--header\) from a JSON file"),
        ("l.jsonl", {"skip": 1}, r"the format lists does not read skip \(--skip\) from a JSON file: leave it out$"),
    ],
)
def test_the_refusal_says_what_to_do(con, tmp_path, file, given, message):
    path = tmp_path / file
    path.write_text('{"items": ["a;b"]}\n' if file == "l.jsonl" else "x,y\na,b\n")
    with pytest.raises(BadInput, match=rf"{file}: .*{message}"):
        setrisk.load(con, "d", path, **given)


@pytest.mark.parametrize(
    ("query", "given", "message"),
    [
        ("SELECT 'a b' AS text", {"header": True}, "a corpus of texts does not read header .* a table, a query or a"),
        ("SELECT 'a' AS item_a, NULL AS item_b, 1 AS hits", {"counts_of": 9, "text": "x"}, "counts does not read text"),
    ],
)
def test_a_corpus_is_held_to_the_same(con: duckdb.DuckDBPyConnection, query, given, message):
    with pytest.raises(BadInput, match=message):
        setrisk.load_corpus(con, "c", con.sql(query), **given)
