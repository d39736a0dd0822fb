"""A writer for each format that is loaded: it writes lists of names, and says how they are loaded."""

import csv
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from tests.support.loading import expected_transactions

Lists = Sequence[Sequence[str]]
Written = tuple[Any, dict[str, Any]]


def table(path: Path, header: Sequence[str], rows: Sequence[Sequence[object]], **dialect: Any) -> str:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, **{"lineterminator": "\n", **dialect})
        writer.writerows([header, *rows] if header else rows)
    return str(path)


def longs(lists: Lists) -> list[tuple[str, str | None]]:
    """Rows (id, item); an empty list is an id without an item."""
    return [(f"t{n}", item) for n, items in enumerate(lists) for item in (items or [None])]


def cells(lists: Lists) -> tuple[list[str], list[list[int]]]:
    """Columns in the order of first occurrence, and 0 or 1 in each."""
    names = list(dict.fromkeys(item for items in lists for item in items))
    return names, [[int(name in items) for name in names] for items in lists]


def parquet(path: Path, columns: dict[str, Any]) -> str:
    pq.write_table(pa.table(columns), path)
    return str(path)


def baskets(folder: Path, lists: Lists) -> Written:
    quoted = [[f'"{i.replace(chr(34), chr(34) * 2)}"' if i.startswith('"') else i for i in items] for items in lists]
    (folder / "b.txt").write_text("".join("\x1f".join(items) + "\n" for items in quoted), "utf-8", newline="")
    return str(folder / "b.txt"), {"separator": "\x1f"}


def blanks(folder: Path, lists: Lists) -> Written:
    (folder / "b.basket").write_text("".join(" ".join(items) + "\n" for items in lists), "utf-8", newline="")
    return str(folder / "b.basket"), {}


def fimi(folder: Path, lists: Lists) -> Written:
    path, _ = blanks(folder, lists)
    return path, {"format": "fimi"}


def spmf(folder: Path, lists: Lists) -> Written:
    text = "".join("".join(f"{item} -1 " for item in items) + "-2\n" for items in lists)
    (folder / "s.txt").write_text(text, "utf-8")
    return str(folder / "s.txt"), {"format": "spmf"}


def long_csv(folder: Path, lists: Lists) -> Written:
    path = table(folder / "l.csv", ("what", "who"), [(item, id_) for id_, item in longs(lists)], quoting=csv.QUOTE_ALL)
    return path, {"id": "who", "item": "what"}


def long_tsv(folder: Path, lists: Lists) -> Written:
    rows = longs(lists)
    return table(folder / "l.tsv", ("id", "item"), rows, delimiter="\t", lineterminator="\r\n"), {"format": "long"}


def long_parquet(folder: Path, lists: Lists) -> Written:
    ids, items = zip(*longs(lists), strict=True) if lists else ((), ())
    columns = {"who": pa.array(ids, pa.string()), "what": pa.array(items, pa.string())}
    return parquet(folder / "l.parquet", columns), {"id": "who", "item": "what"}


def long_json(folder: Path, lists: Lists) -> Written:
    (folder / "l.json").write_text(json.dumps([{"id": id_, "item": item} for id_, item in longs(lists)]))
    return folder / "l.json", {"format": "long"}


def json_array(folder: Path, lists: Lists) -> Written:
    records = [{"n": 1, "items": items} for items in lists]
    (folder / "a.json").write_text(json.dumps(records, ensure_ascii=False), "utf-8")
    return folder / "a.json", {}


def json_bare(folder: Path, lists: Lists) -> Written:
    (folder / "a.json").write_text(json.dumps(lists))
    return str(folder / "a.json"), {"items": "json"}


def json_lines(folder: Path, lists: Lists) -> Written:
    (folder / "a.jsonl").write_text("".join(json.dumps({"basket": items}) + "\n" for items in lists))
    return str(folder / "a.jsonl"), {"items": "basket"}


def json_lines_bare(folder: Path, lists: Lists) -> Written:
    (folder / "a.ndjson").write_text("".join(json.dumps(items) + "\n" for items in lists))
    return str(folder / "a.ndjson"), {"items": "json"}


def lists_parquet(folder: Path, lists: Lists) -> Written:
    return parquet(folder / "a.parquet", {"items": pa.array(lists, pa.list_(pa.string()))}), {}


def lists_csv(folder: Path, lists: Lists) -> Written:
    rows = [("x", "\x1f".join(items)) for items in lists]
    path = table(folder / "a.csv", ("n", "basket"), rows, quoting=csv.QUOTE_ALL)
    return path, {"items": "basket", "separator": "\x1f"}


def matrix_csv(folder: Path, lists: Lists) -> Written:
    names, rows = cells(lists)
    labelled = [["p", *row] for row in rows]
    path = table(folder / "m.csv", ["label", *names], labelled)
    return path, {"format": "matrix", "exclude": ["label"], "header": True}


def matrix_parquet(folder: Path, lists: Lists) -> Written:
    names, rows = cells(lists)
    columns = [pa.array([row[place] for row in rows], pa.int8()) for place in range(len(names))]
    pq.write_table(pa.Table.from_arrays(columns, names=names), folder / "m.parquet")
    return folder / "m.parquet", {"format": "matrix"}


def histogram_csv(folder: Path, lists: Lists) -> Written:
    rows = [("\x1f".join(items), 1) for items in lists]
    path = table(folder / "h.csv", ("itemset", "count"), rows, quoting=csv.QUOTE_ALL)
    return path, {"format": "histogram", "separator": "\x1f"}


def histogram_parquet(folder: Path, lists: Lists) -> Written:
    columns = {"itemset": pa.array(lists, pa.list_(pa.string())), "how often": pa.array([1] * len(lists), pa.int64())}
    return parquet(folder / "h.parquet", columns), {"count": "how often"}


def pandas_long(folder: Path, lists: Lists) -> Written:
    return pd.DataFrame(longs(lists), columns=["id", "item"]), {"format": "long"}


def pandas_lists(folder: Path, lists: Lists) -> Written:
    return pd.DataFrame({"items": [list(items) for items in lists]}), {}


def pandas_matrix(folder: Path, lists: Lists) -> Written:
    names, rows = cells(lists)
    return pd.DataFrame(np.array(rows, dtype=bool), columns=names), {"format": "matrix"}


def arrow_long(folder: Path, lists: Lists) -> Written:
    return pq.read_table(long_parquet(folder, lists)[0]), {"id": "who", "item": "what"}


def arrow_lists(folder: Path, lists: Lists) -> Written:
    return pq.read_table(folder / "a.parquet" if lists_parquet(folder, lists) else ""), {}


def arrow_matrix(folder: Path, lists: Lists) -> Written:
    return pq.read_table(matrix_parquet(folder, lists)[0]), {"format": "matrix"}


PLAIN = (blanks, fimi, spmf)
FILES = (
    baskets,
    long_csv,
    long_tsv,
    long_parquet,
    long_json,
    json_array,
    json_bare,
    json_lines,
    json_lines_bare,
    lists_parquet,
    lists_csv,
    matrix_csv,
    matrix_parquet,
    histogram_csv,
    histogram_parquet,
)
FRAMES = (pandas_long, pandas_lists, pandas_matrix, arrow_long, arrow_lists, arrow_matrix)
MATRICES = (matrix_csv, matrix_parquet, pandas_matrix, arrow_matrix)

NUMBERS = (("3", "1", "2"), ("10", "3"), ("2",), ("1", "2", "3"))
WORDS = (("pear", "apple", "a;b,c|d"), ("NULL", "nan", "apple"), ("'q", "r'", '"', 'x"y'), ("<script>", "😀"), ("fig",))


def in_order_of_columns(lists: Lists) -> list[list[str]]:
    names, rows = cells(lists)
    return [[name for name, cell in zip(names, row, strict=True) if cell] for row in rows]


def expected_from(writer: Callable[..., Written], lists: Lists, *, keep: bool = False) -> list[list[str]]:
    return expected_transactions(
        in_order_of_columns(expected_transactions(lists, keep=True)) if writer in MATRICES else lists, keep=keep
    )
