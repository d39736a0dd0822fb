"""What was written comes back from every format of `load`, item by item; what cannot be read leaves nothing behind."""

import csv
import gzip
import io
import json
import sys
import tempfile
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple
from itertools import count
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from duckdb import DuckDBPyConnection
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import setrisk
from setrisk.errors import AlreadyExists, BadInput, MissingExtra
from setrisk.pipelines.load import Loaded

PRIVATE = ("dataset", "item", "transaction_id", "transaction_item")
# Reads the lines of a text file; to be closed after further options.
LINES = (
    "read_csv($path, columns = {'text': 'VARCHAR'}, header = false, auto_detect = false, delim = '', quote = '', "
    "escape = ''"
)


@pytest.fixture(scope="module")
def database() -> Iterator[DuckDBPyConnection]:
    con = setrisk.connect()
    yield con
    con.close()


@pytest.fixture
def con(database: DuckDBPyConnection) -> Iterator[DuckDBPyConnection]:
    """One database for the module, emptied for each test: making a new one takes longer than all the loading."""
    yield database
    for table in PRIVATE:
        database.execute(f"DELETE FROM setrisk_private.{table}")
    assert temporary(database) == []


def temporary(con: DuckDBPyConnection) -> list[str]:
    """Temporary tables, views and registered frames."""
    found = con.execute(
        "SELECT t.table_name FROM duckdb_tables() AS t WHERE t.temporary "
        "UNION ALL SELECT v.view_name FROM duckdb_views() AS v WHERE v.temporary AND NOT v.internal"
    ).fetchall()
    return [name for (name,) in found]


def contents(con: DuckDBPyConnection, dataset: str) -> list[list[str]]:
    """The transactions of a data set as lists of names, in order."""
    ((n,),) = con.execute(
        "SELECT d.n_transactions FROM setrisk_private.dataset AS d WHERE d.dataset = ?", [dataset]
    ).fetchall()
    held: list[list[str]] = [[] for _ in range(n)]
    places: list[int] = [0] * n
    for tid, position, item in con.execute(
        "SELECT t.tid, t.position, i.item FROM setrisk_private.transaction_item AS t "
        "JOIN setrisk_private.item AS i USING (item_id) WHERE t.dataset = ? ORDER BY t.tid, t.position",
        [dataset],
    ).fetchall():
        assert position > places[tid - 1]
        places[tid - 1] = position
        held[tid - 1].append(item)
    return held


def expected(lists: Sequence[Sequence[str]], *, keep: bool = False) -> list[list[str]]:
    """What is loaded of these lists: '' is no item, an item counts once, where it first stands."""
    distinct = [list(dict.fromkeys(item for item in items if item)) for items in lists]
    return distinct if keep else [items for items in distinct if items]


def counts(con: DuckDBPyConnection) -> dict[str, int]:
    return {table: con.execute(f"SELECT count(*) FROM setrisk_private.{table}").fetchall()[0][0] for table in PRIVATE}


# A writer for each format: it writes lists of names into a folder, and says how they are loaded.

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


def as_loaded(writer: Callable[..., Written], lists: Lists, *, keep: bool = False) -> list[list[str]]:
    return expected(in_order_of_columns(expected(lists, keep=True)) if writer in MATRICES else lists, keep=keep)


@pytest.mark.parametrize("gzipped", [False, True], ids=["plain", "gzip"])
@pytest.mark.parametrize("writer", [*PLAIN, *FILES])
def test_a_file_brings_back_what_was_written(con, tmp_path, writer, gzipped):
    lists = NUMBERS if writer in PLAIN else WORDS
    source, how = writer(tmp_path, lists)
    if gzipped:
        packed = Path(f"{source}.gz")
        packed.write_bytes(gzip.compress(Path(source).read_bytes(), mtime=0))
        Path(source).unlink()
        source = str(packed) if isinstance(source, str) else packed
    loaded = setrisk.load(con, "d", source, **how)
    wanted = as_loaded(writer, lists)
    assert contents(con, "d") == wanted
    n_entries = sum(map(len, wanted))
    assert loaded == Loaded("d", len(wanted), len({i for items in wanted for i in items}), n_entries, 0, 0, 0)
    assert con.execute("SELECT d.* EXCLUDE (loaded_at) FROM setrisk_private.dataset AS d").fetchall() == [
        ("d", str(source), loaded.n_transactions, loaded.n_items)
    ]


@pytest.mark.parametrize("writer", FRAMES)
def test_a_frame_brings_back_what_it_holds(con, tmp_path, writer):
    source, how = writer(tmp_path, WORDS)
    setrisk.load(con, "d", source, **how)
    assert contents(con, "d") == as_loaded(writer, WORDS)


def test_the_layout_that_the_ending_suggests_needs_no_format(con, tmp_path):
    for number, writer in enumerate((json_array, lists_parquet, blanks, pandas_lists)):
        source, how = writer(tmp_path, NUMBERS)
        assert how == {}
        setrisk.load(con, str(number), source)
        assert contents(con, str(number)) == expected(NUMBERS)


@pytest.mark.parametrize(
    ("query", "how"),
    [
        ("SELECT unnest([['3', '1', '2'], ['10', '3'], ['2'], ['1', '2', '3']]) AS items", {}),
        ("SELECT unnest([[3, 1, 2], [10, 3], [2], [1, 2, 3]]) AS basket, 'x' AS other", {}),
        ("SELECT * FROM (VALUES (1, '3'), (1, '1'), (1, '2'), (2, '10'), (2, '3'), (3, '2'), (4, '1'), (4, '2'), "
         "(4, '3')) AS t(id, item)", {"format": "long"}),
        ("SELECT n // 3 AS who, [3, 1, 2, 10, 3, 3, 2, 2, 2, 1, 2, 3][n + 1] AS what FROM range(12) AS t(n)",
         {"id": "who", "item": "what"}),
        ("SELECT * FROM (VALUES (true, true, true, false), (true, false, false, true), (false, false, true, false), "
         "(true, true, true, false)) AS t(\"3\", \"1\", \"2\", \"10\")", {"format": "matrix"}),
        ("SELECT unnest(['3,1,2', '10, 3', ' 2', '1,2,3']) AS items", {"separator": ","}),
    ],
    ids=["lists", "integers", "long", "long renamed", "matrix", "text to split"],
)  # fmt: skip
def test_a_query_brings_back_what_it_gives(con, query, how):
    setrisk.load(con, "d", con.sql(query), **how)
    found = contents(con, "d")
    assert [set(items) for items in found] == [set(items) for items in NUMBERS]
    assert found == expected(NUMBERS) or how.get("format") == "matrix"


def test_a_query_may_read_what_setrisk_and_the_user_have(con, tmp_path):
    (tmp_path / "it's.txt").write_text("x;a,b\ny;c\n")
    con.execute("CREATE TABLE mine AS SELECT 'x' AS wanted")
    try:
        query = "SELECT setrisk_internal.basket_items(string_split(l.text, ';')[2], ',') AS items "
        query += f"FROM {LINES}) AS l "
        query += "SEMI JOIN mine ON starts_with(l.text, mine.wanted)"
        setrisk.load(con, "d", con.sql(query, params={"path": str(tmp_path / "it's.txt")}))
    finally:
        con.execute("DROP TABLE mine")
    assert contents(con, "d") == [["a", "b"]]


def test_a_source_is_read_once(con):
    # A stream is at its end after one reading; a query in random order gives another order the next time.
    stream = pa.table({"who": ["x", "x", "y"], "item": ["a", "b", "c"]}).to_reader()
    setrisk.load(con, "stream", stream, id="who")
    assert contents(con, "stream") == [["a", "b"], ["c"]]
    query = con.sql("SELECT 'w' || n // 3 AS id, n AS item FROM range(90) AS t(n) ORDER BY random()")
    setrisk.load(con, "random", query, format="long")
    found = con.execute("SELECT t.tid, t.id FROM setrisk_private.transaction_id AS t WHERE t.dataset = 'random'")
    ids = dict(found.fetchall())
    for tid, items in enumerate(contents(con, "random"), 1):
        assert {f"w{int(item) // 3}" for item in items} == {ids[tid]}


# Names.

NASTY = (
    "'",
    '"',
    "it's",
    '"quoted"',
    'a"b',
    "'q",
    "r'",
    ";",
    "a;b",
    ",",
    "a,b",
    "|",
    "\\",
    "a\\",
    "\\n",
    "#",
    "#x",
    "%",
    "--",
    "NULL",
    "null",
    "nan",
    "NaN",
    "None",
    "True",
    "0",
    "1",
    "1.50",
    "1e3",
    "-1",
    "2020-01-01",
    "12:30",
    "2020-01-01T00:00:00Z",
    "550E8400-E29B-41D4-A716-446655440000",
    "[]",
    '{"a": 1}',
    "<script>alert('x')</script>",
    "&amp;",
    "$1",
    "?",
    "{x}",
    "%s",
    "😀",
    "👩‍👩‍👧",
    "é",
    "e\u0301",
    "ß",
    "HIV",
    "hiv",
    "İ",
    "\u202eabc",
    "\u2028",
    "\x01",
    "\x7f",
    "a b",
    "column0",
    "items",
    "count",
    "id",
    "dataset",
    "x" * 10_000,
    "é" * 5_000,
)
# With blanks around, tabs and line breaks: where the format allows.
BLANK = (" ", " x", "x ", "\t", "a\tb", "\n", "a\nb", "a\r\nb", "\r", "a\n\nb", "\u00a0x")

characters = st.characters(exclude_categories=("Cs",), exclude_characters="\x00\x1f\ufeff")
names = st.one_of(st.sampled_from(NASTY + BLANK), st.text(characters, max_size=8))
some_lists = st.lists(st.lists(names, max_size=5), min_size=1, max_size=6)


def carried(writer: Callable[..., Written], name: str) -> bool:
    """Whether a format can carry a name: blanks around the items of a line are trimmed, a header has its own rules."""
    if writer in (baskets, lists_csv, histogram_csv):
        trimmed = any(unicodedata.category(end) == "Zs" for end in name[:1] + name[-1:])
        return not trimmed and not (writer is baskets and set(name) & set("\n\r"))
    if writer is matrix_csv:
        return name not in ("", "label") and "\r" not in name
    if writer in MATRICES:
        return name != ""
    return writer is not long_tsv or "\r" not in name


@pytest.mark.parametrize("writer", [*FILES, *FRAMES])
def test_awkward_names_survive_every_format_that_can_carry_them(con, writer):
    number = count()

    @settings(max_examples=5, suppress_health_check=list(HealthCheck))
    @given(some_lists)
    @example([NASTY])
    @example([NASTY, (*BLANK, *NASTY), ("a", *NASTY[::-1], "a")])
    def survive(lists: Lists) -> None:
        lists = [[name for name in items if carried(writer, name)] for items in lists]
        if writer in MATRICES:
            lists = [*lists, ["x"]]
        wanted = as_loaded(writer, lists)
        with tempfile.TemporaryDirectory() as folder:
            source, how = writer(Path(folder), lists)
            if not wanted:
                with pytest.raises(BadInput, match=r"holds no transaction|not a list|is empty"):
                    setrisk.load(con, "d", source, **how)
                return
            loaded = setrisk.load(con, dataset := f"d{next(number)}", source, **how)
        assert contents(con, dataset) == wanted
        assert loaded.empty_dropped == len(lists) - len(wanted)
        if writer not in MATRICES:
            given_items = sum(item != "" for items in lists for item in items)
            assert loaded.repeats_dropped == given_items - sum(map(len, wanted))

    survive()


@pytest.mark.parametrize("separator", [",", ";", "|", "||", "\t", " ", "::", "'", '"', "\\", "😀", "$1", "(", "a"])
def test_baskets_take_any_separator(con, tmp_path, separator):
    rows = [["x", "y z" if separator != " " else "y"], ["z1"], ["<b>", "x", "🙂"]]
    (tmp_path / "b.txt").write_text("\n".join(separator.join(row) for row in rows), "utf-8")
    setrisk.load(con, "d", tmp_path / "b.txt", separator=separator)
    assert contents(con, "d") == rows


def test_without_a_separator_any_white_space_parts_items(con, tmp_path):
    (tmp_path / "b.dat").write_bytes(b"\xef\xbb\xbfa  b\t c \r\n\t\r\nd\r\n")
    loaded = setrisk.load(con, "d", str(tmp_path / "b.dat"))
    assert contents(con, "d") == [["a", "b", "c"], ["d"]]
    assert loaded.empty_dropped == 1


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_may_end_as_any_system_ends_them(con, tmp_path, end):
    for name, lines in (("b.txt", ["a b", "", "c"]), ("l.csv", ["id,item", "1,a", '1,"b', 'x"', "2,c"])):
        (tmp_path / name).write_text(end.join(lines), newline="")
    setrisk.load(con, "b", tmp_path / "b.txt", empty="keep")
    setrisk.load(con, "l", tmp_path / "l.csv", format="long")
    assert contents(con, "b") == [["a", "b"], [], ["c"]]
    assert contents(con, "l") == [["a", f"b{end}x"], ["c"]]


@pytest.mark.parametrize(
    ("separator", "given"),
    [(",", None), (";", None), ("\t", None), ("|", None), (" ", " "), ("\t", r"\t"), ("||", "||")],
)
def test_the_columns_of_a_csv_file_may_be_parted_by_anything(con, tmp_path, separator, given):
    text = separator.join(("id", "item", "more")) + "\n" + separator.join(("1", '"a,b;c"', "x")) + "\n"
    (tmp_path / "l.csv").write_text(text)
    setrisk.load(con, "d", tmp_path / "l.csv", format="long", separator=given)
    assert contents(con, "d") == [["a,b;c"]]


def test_a_name_with_a_line_break_may_head_a_csv_file_of_other_line_ends(con, tmp_path):
    (tmp_path / "m.csv").write_bytes(b'"a\nb",c\r\n1,0\r\n1,1\r\n')
    setrisk.load(con, "d", tmp_path / "m.csv", format="matrix")
    assert contents(con, "d") == [["a\nb"], ["a\nb", "c"]]


# Matrices, histograms, headers, lines to pass over.


def test_a_matrix_without_names_numbers_its_columns(con, tmp_path):
    (tmp_path / "m.csv").write_text("1,0,1\n0,0,0\n0,1,1\n")
    loaded = setrisk.load(con, "d", tmp_path / "m.csv", format="matrix")
    assert contents(con, "d") == [["1", "3"], ["2", "3"]]
    assert loaded.empty_dropped == 1


@pytest.mark.parametrize("separator", [" ", ";", "|"])
def test_the_first_row_of_a_nameless_matrix_counts_whatever_parts_its_columns(con, tmp_path, separator):
    (tmp_path / "m.csv").write_text("# c\n" + "".join(separator.join(row) + "\n" for row in ("101", "011")))
    how = {"separator": separator} if separator == " " else {}
    setrisk.load(con, "d", tmp_path / "m.csv", format="matrix", skip=1, **how)
    assert contents(con, "d") == [["1", "3"], ["2", "3"]]


def test_a_label_column_of_a_nameless_matrix_is_excluded_by_its_place(con, tmp_path):
    (tmp_path / "m.csv").write_text('"x",1,0\n"y",1,1\n')
    setrisk.load(con, "d", tmp_path / "m.csv", format="matrix", exclude=["column0"])
    assert contents(con, "d") == [["2"], ["2", "3"]]


@pytest.mark.parametrize(
    ("yes", "no"), [("1", "0"), ("1.0", "0.0"), ("true", "false"), ("TRUE", "False"), (" 1", "0 ")]
)
def test_the_cells_of_a_matrix_are_binary_in_any_usual_writing(con, tmp_path, yes, no):
    (tmp_path / "m.csv").write_text(f"a,b\n{yes},{no}\n{no},{yes}\n")
    setrisk.load(con, "d", tmp_path / "m.csv", format="matrix")
    assert contents(con, "d") == [["a"], ["b"]]


@pytest.mark.parametrize("writer", MATRICES)
def test_columns_that_differ_by_case_alone_keep_their_names(con, tmp_path, writer):
    source, how = writer(tmp_path, [["HIV", "a"], ["hiv"], ["column0", "column1"]])
    setrisk.load(con, "d", source, **how)
    assert contents(con, "d") == [["HIV", "a"], ["hiv"], ["column0", "column1"]]


def test_a_histogram_counts_its_itemsets(con, tmp_path):
    (tmp_path / "h.csv").write_text('items,occurrences\n"a b",2\nc,1\nd,0\n"b  a",1.0\n,2\n')
    loaded = setrisk.load(con, "csv", tmp_path / "h.csv", format="histogram")
    assert contents(con, "csv") == [["a", "b"], ["a", "b"], ["c"], ["b", "a"]]
    assert astuple(loaded)[1:7] == (4, 3, 7, 0, 2, 0)
    frame = pd.DataFrame({"itemset": [["a", "b"], ["c"]], "n": [2, 3]})
    setrisk.load(con, "frame", frame, format="histogram")
    assert contents(con, "frame") == [["a", "b"]] * 2 + [["c"]] * 3


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("junk\nid,item\n1,a\n2,b\n", {"skip": 1}),
        ("\n\nid,item\n\n1,a\n\n2,b\n", {}),
        ("# x,y,z\n\n# \"\nid,item\n1,a\n#3,c\n2,b\n", {"comment": "#"}),
        ("junk\n# c\nid,item\n1,a\n2,b\n", {"comment": "#", "skip": 1}),
        ("# c\njunk\nid,item\n1,a\n2,b\n", {"comment": "#", "skip": 2}),
        ("\ufeffid,item\n1,a\n2,b", {}),
        ("item,id\na,1\nb,2\n", {}),
        ("id;item\n1;a\n2;b\n", {}),
        ("1,a\n2,b\n", {"header": False, "id": "column0", "item": "column1"}),
    ],
)  # fmt: skip
def test_a_csv_file_may_have_lines_above_its_header_and_between(con, tmp_path, text, how):
    (tmp_path / "l.csv").write_text(text)
    setrisk.load(con, "d", tmp_path / "l.csv", format="long", **how)
    assert contents(con, "d") == [["a"], ["b"]]


def test_lines_of_a_text_file_are_skipped_and_comments_passed_over(con, tmp_path):
    (tmp_path / "b.txt").write_text("junk\n% c\n1 2\n%3\n4\n")
    setrisk.load(con, "b", tmp_path / "b.txt", skip=1, comment="%")
    setrisk.load(con, "f", tmp_path / "b.txt", format="fimi", skip=1, comment="%")
    assert contents(con, "b") == contents(con, "f") == [["1", "2"], ["4"]]
    (tmp_path / "s.txt").write_text("@CONVERTED\n1 -1 2 3 -1 -2\n")
    setrisk.load(con, "s", tmp_path / "s.txt", format="spmf")
    assert contents(con, "s") == [["1", "2", "3"]]


def test_json_items_are_taken_as_the_file_writes_them(con, tmp_path):
    lines = ('{"items": ["x", 1, true, 2.5]}', '{"items": ["2020-1-1"]}', '{"items": []}', "", '{"items": null}', "{}")
    (tmp_path / "a.jsonl").write_text("\n".join(lines))
    loaded = setrisk.load(con, "d", tmp_path / "a.jsonl")
    assert contents(con, "d") == [["x", "1", "true", "2.5"], ["2020-1-1"]]
    assert loaded.empty_dropped == 3


# Repeats, empty transactions, positions, numbers.


@pytest.mark.parametrize(
    "writer", [baskets, long_csv, json_lines, lists_parquet, lists_csv, histogram_parquet, pandas_long, arrow_lists]
)
def test_repeats_and_empty_transactions_are_counted(con, tmp_path, writer):
    lists = [["b", "a", "b", "b"], [], ["a"], ["c", "c"], []]
    source, how = writer(tmp_path, lists)
    loaded = setrisk.load(con, "drop", source, **how)
    assert loaded == Loaded("drop", 3, 3, 4, 3, 2, 0)
    assert contents(con, "drop") == [["b", "a"], ["a"], ["c"]]
    kept = setrisk.load(con, "keep", writer(tmp_path, lists)[0], empty="keep", **how)
    assert kept == Loaded("keep", 5, 3, 4, 3, 0, 2)
    assert contents(con, "keep") == [["b", "a"], [], ["a"], ["c"], []]


def test_tabs_part_items_too(con, tmp_path):
    (tmp_path / "s.txt").write_text("1\t-1\t2\t3\t-1\t-2\n4 -1 5 -1 -2\n")
    setrisk.load(con, "s", tmp_path / "s.txt", format="spmf")
    assert contents(con, "s") == [["1", "2", "3"], ["4", "5"]]
    (tmp_path / "b.txt").write_text("a\tb c\nd\tb c\n")
    for name, separator in (("shell", "\\t"), ("Python", "\t")):
        setrisk.load(con, name, tmp_path / "b.txt", separator=separator)
        assert contents(con, name) == [["a", "b c"], ["d", "b c"]]


def test_two_loads_at_a_time(tmp_path):
    """Both give out the next item numbers; one ends, the other says what to do, and then can."""
    with setrisk.connect(tmp_path / "d.duckdb") as one, one.cursor() as other:

        def meanwhile(step: str, done: int = 0, total: int = 0) -> None:
            if step == "writing":
                setrisk.load(other, "other", pd.DataFrame({"items": [["b"]]}))

        with pytest.raises(BadInput, match="another transaction wrote the same at the same time"):
            setrisk.load(one, "one", pd.DataFrame({"items": [["a"]]}), progress=meanwhile)
        setrisk.load(one, "one", pd.DataFrame({"items": [["a"]]}))
        assert contents(one, "one") == [["a"]]
        assert contents(one, "other") == [["b"]]


def test_lists_that_begin_late_are_lists(con, tmp_path):
    """DuckDB guesses from the first 20,480 records, in which there is none."""
    (tmp_path / "a.jsonl").write_text('{"items": null}\n' * 40_000 + '{"items": ["a"]}\n')
    assert setrisk.load(con, "d", tmp_path / "a.jsonl") == Loaded("d", 1, 1, 1, 0, 40_000, 0)


def test_an_item_stands_at_its_first_place(con):
    setrisk.load(con, "d", pd.DataFrame({"items": [["b", "b", "a", "b", "c"], ["a"]]}))
    assert con.execute(
        "SELECT t.tid, t.position, i.item FROM setrisk_private.transaction_item AS t "
        "JOIN setrisk_private.item AS i USING (item_id) ORDER BY t.tid, t.position"
    ).fetchall() == [(1, 1, "b"), (1, 3, "a"), (1, 5, "c"), (2, 1, "a")]


@pytest.mark.parametrize("writer", MATRICES)
def test_rows_of_zeros_are_empty_transactions(con, tmp_path, writer):
    source, how = writer(tmp_path, [[], ["a"], [], ["b"]])
    assert setrisk.load(con, "drop", source, **how) == Loaded("drop", 2, 2, 2, 0, 2, 0)
    assert setrisk.load(con, "keep", source, empty="keep", **how) == Loaded("keep", 4, 2, 2, 0, 0, 2)
    assert contents(con, "keep") == [[], ["a"], [], ["b"]]


def test_nothing_but_empty_transactions_is_no_data_set_unless_they_are_kept(con, tmp_path):
    (tmp_path / "b.txt").write_text("\n\n")
    with pytest.raises(BadInput, match="holds no transaction"):
        setrisk.load(con, "d", tmp_path / "b.txt")
    assert setrisk.load(con, "d", tmp_path / "b.txt", empty="keep") == Loaded("d", 2, 0, 0, 0, 0, 2)


def test_items_are_numbered_in_the_order_of_names_and_known_names_keep_their_number(con):
    setrisk.load(con, "one", pd.DataFrame({"items": [["pear", "apple"], ["Zoe", "é", "10", "9"]]}))
    numbers = con.execute("SELECT i.item, i.item_id FROM setrisk_private.item AS i ORDER BY i.item_id").fetchall()
    assert numbers == [(name, n) for n, name in enumerate(sorted(["pear", "apple", "Zoe", "é", "10", "9"]), 1)]
    setrisk.load(con, "two", pd.DataFrame({"items": [["pear", "zebra", "aardvark"], ["fig"]]}))
    more = con.execute("SELECT i.item, i.item_id FROM setrisk_private.item AS i ORDER BY i.item_id").fetchall()
    assert more == [*numbers, ("aardvark", 7), ("fig", 8), ("zebra", 9)]
    assert contents(con, "one") == [["pear", "apple"], ["Zoe", "é", "10", "9"]]
    assert contents(con, "two") == [["pear", "zebra", "aardvark"], ["fig"]]


def test_the_ids_of_a_long_table_are_kept_with_their_transactions(con, tmp_path):
    rows = [("b", "x"), ("a", "y"), ("b", "z"), ("c", None), ("a", "y"), ("10", "x")]
    source = table(tmp_path / "l.csv", ("id", "item"), rows)
    setrisk.load(con, "drop", source, format="long")
    setrisk.load(con, "keep", source, format="long", empty="keep")
    setrisk.load(con, "lists", pd.DataFrame({"items": [["x"]]}))
    ids = con.execute("SELECT t.dataset, t.tid, t.id FROM setrisk_private.transaction_id AS t ORDER BY ALL").fetchall()
    assert ids == [
        *(("drop", tid, id_) for tid, id_ in enumerate(["b", "a", "10"], 1)),
        *(("keep", tid, id_) for tid, id_ in enumerate(["b", "a", "c", "10"], 1)),
    ]
    assert contents(con, "keep") == [["x", "z"], ["y"], [], ["x"]]


def test_ten_thousand_lines_come_in_order(con, tmp_path):
    lists = [[str(n % 97), str(n)] for n in range(10_000)]
    (tmp_path / "b.txt.gz").write_bytes(gzip.compress("\n".join(map(" ".join, lists)).encode(), mtime=0))
    setrisk.load(con, "d", tmp_path / "b.txt.gz")
    assert contents(con, "d") == expected(lists)


def test_files_of_a_pattern_come_in_the_order_of_their_names(con, tmp_path):
    for name in ("b.txt", "a.txt", "c.txt"):
        (tmp_path / name).write_text(f"{name} x\n{name} y\n")
    setrisk.load(con, "d", str(tmp_path / "*.txt"), format="baskets")
    assert [items[0] for items in contents(con, "d")] == ["a.txt", "a.txt", "b.txt", "b.txt", "c.txt", "c.txt"]


@pytest.mark.parametrize(
    "name", ["it's.txt", "a b.txt", "a;b.txt", 'quo"te.txt', "x[1].txt", "😀.txt", "--.txt", "$1.txt"]
)
def test_a_file_may_have_any_name(con, tmp_path, name):
    (tmp_path / name).write_text("a b\n")
    setrisk.load(con, name, tmp_path / name)
    assert contents(con, name) == [["a", "b"]]
    found = con.execute("SELECT d.dataset, d.source FROM setrisk_private.dataset AS d").fetchall()
    assert found == [(name, str(tmp_path / name))]


def test_progress_is_told(con, tmp_path):
    said: list[str] = []
    (tmp_path / "b.txt").write_text("a\n")
    setrisk.load(con, "d", tmp_path / "b.txt", progress=lambda step, done=0, total=0: said.append(step))
    assert said
    assert all(said)


# Transactions of the user.


def test_loading_is_part_of_the_transaction_that_the_user_has_open(con, tmp_path):
    (tmp_path / "b.txt").write_text("a b\n")
    con.execute("BEGIN")
    setrisk.load(con, "d", tmp_path / "b.txt")
    assert contents(con, "d") == [["a", "b"]]
    con.execute("ROLLBACK")
    assert set(counts(con).values()) == {0}
    con.execute("BEGIN")
    setrisk.load(con, "d", tmp_path / "b.txt")
    setrisk.load(con, "e", pd.DataFrame({"items": [["b", "c"]]}))
    con.execute("COMMIT")
    assert contents(con, "d") == [["a", "b"]]
    assert contents(con, "e") == [["b", "c"]]


def test_the_very_first_load_may_be_rolled_back(tmp_path):
    (tmp_path / "b.txt").write_text("a b\n")
    with duckdb.connect() as con:
        con.execute("BEGIN")
        setrisk.load(con, "d", tmp_path / "b.txt")
        con.execute("ROLLBACK")
        assert con.execute("SELECT count(*) FROM duckdb_tables()").fetchall() == [(0,)]
        setrisk.load(con, "d", tmp_path / "b.txt")
        assert contents(con, "d") == [["a", "b"]]


@pytest.mark.parametrize(
    "source",
    [
        pd.DataFrame({"x": [1]}),
        pd.DataFrame({"items": [["a"], [None]]}),
        pd.DataFrame({"items": [[]]}),
        "SELECT 1 AS x",
        "SELECT error('boom') AS items",
        "no such file.txt",
    ],
    ids=["no list", "NULL", "nothing", "query", "failing query", "file"],
)
def test_a_bad_source_ends_the_users_transaction_and_leaves_nothing(con, source):
    # DuckDB has no savepoints: what was written cannot be taken back alone, so all goes, even on COMMIT.
    setrisk.load(con, "before", pd.DataFrame({"items": [["a"]]}))
    before = counts(con)
    con.execute("BEGIN")
    setrisk.load(con, "meanwhile", pd.DataFrame({"items": [["a", "b"]]}))
    with pytest.raises(BadInput):
        setrisk.load(con, "d", con.sql(source) if str(source).startswith("SELECT") else source)
    con.execute("COMMIT")
    assert counts(con) == before
    assert temporary(con) == []
    setrisk.load(con, "d", pd.DataFrame({"items": [["c"]]}))
    assert contents(con, "d") == [["c"]]


def test_an_error_before_the_work_leaves_the_users_transaction_open(con):
    setrisk.load(con, "there", pd.DataFrame({"items": [["a"]]}))
    con.execute("BEGIN")
    setrisk.load(con, "d", pd.DataFrame({"items": [["b"]]}))
    for dataset, how in (("there", {}), ("", {}), ("e", {"format": "magic"}), ("e", {"empty": "maybe"})):
        with pytest.raises(BadInput):
            setrisk.load(con, dataset, pd.DataFrame({"items": [["c"]]}), **how)
    con.execute("COMMIT")
    assert contents(con, "d") == [["b"]]


def test_tables_of_the_user_with_the_names_of_ours_are_left_alone(tmp_path):
    (tmp_path / "b.txt").write_text("a b\n")
    with setrisk.connect() as con:
        con.execute("CREATE SCHEMA mine; USE mine; CREATE TABLE item (x INTEGER)")
        con.execute("CREATE TEMP TABLE dataset (x INTEGER)")
        con.execute("CREATE TABLE _setrisk_staged AS SELECT 7 AS x; CREATE TABLE _setrisk_source AS SELECT 8 AS x")
        setrisk.load(con, "d", tmp_path / "b.txt")
        setrisk.load(con, "e", pd.DataFrame({"items": [["a"]]}))
        assert contents(con, "d") == [["a", "b"]]
        assert con.execute("FROM _setrisk_staged, _setrisk_source").fetchall() == [(7, 8)]
        assert temporary(con) == ["dataset"]


# What cannot be loaded.


def case(file: str, data: str | bytes, message: str, **how: Any) -> Any:
    """A file, how it is loaded, and what the error says of it."""
    content = data.encode() if isinstance(data, str) else data
    return pytest.param(file, content, how, message, id=f"{file} {message[:48]}")


CUT = gzip.compress(b"".join(b"%d,%d\n" % (n, n * n) for n in range(9999)), mtime=0)[:-9]
BROKEN = bytes([*CUT[:999], *(255 - byte for byte in CUT[999:1999]), *CUT[1999:]])
LIST_OF_NULL, STRUCTS = pa.table({"items": [["a"], ["b", None]]}), pa.table({"items": [{"a": 1}], "item": [{"b": 2}]})


def as_parquet(frame: pa.Table) -> bytes:
    buffer = io.BytesIO()
    pq.write_table(frame, buffer)
    return buffer.getvalue()


# fmt: off
BAD_FILES = (
    # Text files, a transaction a line.
    case("f.dat", "1 2\n3 x\n", "f.dat:2: not FIMI", format="fimi"),
    case("f.dat", "1 2\n3 -1\n", "f.dat:2: not FIMI", format="fimi"),
    case("f.dat", "%\n1 2\n\n1,2\n", "f.dat:4: not FIMI", format="fimi", comment="%"),
    case("f.dat.gz", gzip.compress(b"junk\n1 2\nx\n", mtime=0), "f.dat.gz:3: not FIMI", format="fimi", skip=1),
    case("l.csv", "id,item\n1,a\n", "l.csv: has no line after the first 9", format="long", skip=9),
    case("l.csv", "id,item\n1,a\n", "comment is '##'; in a CSV file it must be one character", format="long",
         comment="##"),
    case("h.csv", "items,n\na,3000000000000\n", "h.csv:2: row 1 of the histogram has the count '3000000000000'",
         format="histogram"),
    case("s.txt", "1 -1 -2\n1 -1\n", "s.txt:2: not SPMF", format="spmf"),
    case("s.txt", "1 -1 -2\n-2 1 -1\n", "s.txt:2: not SPMF", format="spmf"),
    case("b.txt", b"a b\ncaf\xe9\n", "b.txt:2: Invalid unicode"),
    case("b.txt", b"a b\nc\x00d\n", "b.txt:2: holds a NUL character"),
    case("b.txt", "", "b.txt: holds no transaction"),
    case("b.txt", "\n \n", "b.txt: holds no transaction"),
    case("b.txt.gz", CUT, "b.txt.gz: (Unexpected end of GZIP|cannot be unpacked)"),
    case("b.txt.gz", b"no gzip", "b.txt.gz: (Input is not a GZIP|cannot be unpacked)"),
    case("b.txt", b"a\n" + b"x" * 17_000_000, "b.txt:2: Maximum line size"),
    case("f.dat", "1\n", "fimi has its own separator", format="fimi", separator=","),
    case("b.txt", "a\n", "there is no format 'transactions'; the formats are baskets", format="transactions"),
    case("b.what", "a\n", "b.what: cannot tell the format"),
    case("b.txt", "a\n", "empty is 'maybe'; it must be drop or keep", empty="maybe"),
    case("b.txt", "a\n", "b.txt: Could not convert string 'x'", skip="x"),
    # Long tables.
    case("l.csv", "", "l.csv: is empty", format="long"),
    case("l.csv", "id,item\n", "l.csv: holds no transaction", format="long"),
    case("l.csv", "id,item\n1,\n", "l.csv: holds no transaction", format="long"),
    case("l.csv", "id,item\n1,a\n2,b,c\n", "l.csv:3: Expected Number of Columns: 2 Found: 3", format="long"),
    case("l.csv", "id,item\n1,a\n2\n", "l.csv:3: Expected Number of Columns: 2 Found: 1", format="long"),
    case("l.csv", 'id,item\n1,"a\nb"\n2,"b\n3,c\n', "l.csv:4: Value with unterminated quote", format="long"),
    case("l.csv", 'id,item\n1,"a\nb"\n\n,c\n', "l.csv:5: row 2 has no transaction id", format="long"),
    case("l.csv", "x\n# c\nid,item\n1,a\n#\n,c\n", "l.csv:6: row 2 has no", format="long", skip=1, comment="#"),
    case("l.csv.gz", gzip.compress(b"id,item\n1,a\n,b\n", mtime=0), "l.csv.gz:3: row 2 has no", format="long"),
    case("l.csv", "id,item\n1,a\n", "l.csv: there is no column 'who' for transaction id", format="long", id="who"),
    case("l.csv", "id,item\n1,a\n",
         "l.csv: there is no column 'what' for item; the columns are id, item", item="what"),
    case("l.csv", "who,what\n1,a\n", "l.csv: say which column holds the transaction id", format="long"),
    case("l.csv", "id,what\n1,a\n",
         "l.csv: say which column holds the item; the columns are id, what", format="long"),
    case("l.csv", "id,item,item\n1,a,b\n", "l.csv: 2 columns are called 'item'", format="long"),
    case("l.csv", b"id,item\n1,a\n2,caf\xe9\n", "l.csv:3: Invalid unicode", format="long"),
    case("l.csv.gz", CUT, "l.csv.gz: (Unexpected end of GZIP|cannot be unpacked)", format="long"),
    case("l.parquet", as_parquet(pa.table({"id": [1, None], "item": ["a", "b"]})),
         "l.parquet: row 2 has no", format="long"),
    case("l.parquet", as_parquet(pa.table({"id": [1], "item": [["a"]]})),
         r"l.parquet: column 'item' is VARCHAR\[\]; the item must be a single value", format="long"),
    case("l.parquet", as_parquet(STRUCTS),
         "column 'items' is STRUCT.*the transaction id must be", id="items", item="item"),
    # Lists.
    case("a.jsonl", '{"items": ["a"]}\n{"items": ["b"}\n{"items": ["c"]}\n', "a.jsonl:2: not JSON"),
    case("a.jsonl", '{"items": ["a"]}\n\nnonsense\n', "a.jsonl:3: not JSON"),
    case("a.jsonl", b'{"items": ["a"]}\n{"items": ["caf\xe9"]}\n', "a.jsonl:2: not UTF-8"),
    case("a.jsonl", '{"items": ["a"]}\n\n{"items": "b"}\n', "a.jsonl:3: 'items' is not a list here"),
    case("a.jsonl", '{"items": ["a"]}\n' * 30_000 + '{"items": "oops"}\n' + '{"items": ["a"]}\n' * 9,
         "a.jsonl:30001: 'items' is not a list here, unlike in the first record"),
    case("a.jsonl", '{"items": ["a"]}\n' * 30_000 + '{"items": ["oops", {"a": 1}]}\n',
         r'a.jsonl:30001: {"a": 1} is not a valid item name; expected a string, a number or a boolean'),
    case("a.jsonl", '{"id": 1, "item": "a"}\n' * 9 + '{"id": 1, "item": {"b": 1}}\n',
         'a.jsonl:10: {"b": 1} is not a valid item name', format="long"),
    case("a.jsonl", '{"items": ["a"]}\n', "a.jsonl: skip and comment are for lines of text and CSV files", skip=1),
    case("a.json", '[{"items": ["a"]},\n{"items": ["b"]}', "a.json:2: not JSON: the array is not closed"),
    case("a.jsonl", '{"items": ["a"]}\n{"items": ["b", ["c"]]}\n', r'a.jsonl:2: \["c"\] is not a valid item name'),
    case("a.jsonl", '{"items": ["a", "b"]}\n\n\n{"items": ["c", null]}\n', "a.jsonl:4: row 2 has a list with a NULL"),
    case("a.json", '[{"items": ["a",\n"b"]},\n\n{"items": ["c", null]}]\n', "a.json:4: row 2 has a list with a NULL"),
    case("a.jsonl", '["a"]\n["b", null]\n', "a.jsonl:2: row 2 has a list with a NULL"),
    case("a.jsonl", '{"id": 1, "item": "a"}\n\n{"item": "b"}\n', "a.jsonl:3: row 2 has no", format="long"),
    case("a.jsonl", '{"items": ["a"], "n": 1}\n\n{"items": ["a"], "n": -1}\n',
         "a.jsonl:3: row 2 of the histogram has the count '-1'", format="histogram"),
    case("a.jsonl", '{"items": ["a"]}\n{"items": ["b", null]}\n', "a.jsonl:2: row 2 has a list with a NULL"),
    case("a.jsonl", '{"items": [{"a": 1}]}\n', r'a.jsonl:1: {"a": 1} is not a valid item name'),
    case("a.jsonl", '{"items": [["a"]]}\n', r'a.jsonl:1: \["a"\] is not a valid item name'),
    case("a.jsonl.gz", gzip.compress(b'{"items": ["a"]}\n{"items": ["b"}\n', mtime=0), "a.jsonl.gz:2: not JSON"),
    case("a.json", '[{"items": ["a"]},\n{"items": ["b"},\n{"items": []}]', "a.json:2: not JSON"),
    case("a.json", "", "a.json: holds no record"),
    case("a.json", "[]", "a.json: holds no record"),
    case("a.jsonl", "\n", "a.jsonl: holds no record"),
    case("a.jsonl", '\ufeff["a"]\n["b"]\n', "a.jsonl:1: starts with a byte order mark"),
    case("a.json", '\ufeff[["a"],\n["b"]]\n', "a.json:1: starts with a byte order mark"),
    case("a.jsonl", '["a"]\n["\\ud800"]\n', "a.jsonl:2: not JSON: a surrogate stands alone"),
    case("a.jsonl", '{"items": ["a"]}\n["b"]\n', r'a.jsonl:2: \["b"\] is a record of another kind'),
    case("a.json", '[{"x": ["a"], "y": ["b"]}]', "a.json: say which column holds the items; the columns are x, y"),
    case("a.parquet", as_parquet(LIST_OF_NULL), "a.parquet: row 2 has a list with a NULL"),
    case("a.parquet", as_parquet(STRUCTS), "a.parquet: column 'items' is STRUCT"),
    case("a.parquet", as_parquet(pa.table({"items": [1]})), "a.parquet: column 'items' is BIGINT, not a list"),
    case("a.parquet", as_parquet(pa.table({"items": ["a b"]})),
         "a.parquet: column 'items' is text, not a list; give sep"),
    case("a.parquet", b"", "a.parquet: .*too small to be a Parquet file"),
    case("a.parquet", as_parquet(LIST_OF_NULL)[:-9], "a.parquet: No magic bytes"),
    case("a.parquet.gz", CUT, "a.parquet.gz: cannot be unpacked"),
    case("a.jsonl.gz", CUT, "a.jsonl.gz: "),
    case("a.parquet.gz", BROKEN, "a.parquet.gz: cannot be unpacked"),
    case("a.parquet.gz", b"no gzip", "a.parquet.gz: cannot be unpacked"),
    case("a.parquet.gz", gzip.compress(b"no parquet at all", mtime=0), "a.parquet.gz: No magic bytes"),
    # Matrices: the line of the file, header counted.
    case("m.csv", "a,b\n1,0\n2,0\n", "m.csv:3: row 2 of the matrix has the cell '2'", format="matrix"),
    case("m.csv", "1,0\n2,0\n", "m.csv:2: row 2 of the matrix has the cell '2'", format="matrix"),
    case("m.csv", "x\n#\n\na,b\n#\n1,0\n,1\n",
         "m.csv:7: row 2 of the matrix has the cell ''", format="matrix", skip=1, comment="#"),
    case("m.csv", '"a\nb",c\n1,0\n1,x\n', "m.csv:4: row 2 of the matrix has the cell 'x'", format="matrix"),
    case("m.csv.gz", gzip.compress(b"a,b\n1,0\n1,yes\n", mtime=0),
         "m.csv.gz:3: row 2 of the matrix has the cell 'yes'", format="matrix"),
    case("m.csv", "a,b\n1,0\n1\n", "m.csv:3: Expected Number of Columns: 2 Found: 1", format="matrix"),
    case("m.csv", "1,0\n1,0,1\n", "m.csv:2: Expected Number of Columns: 2 Found: 3", format="matrix"),
    case("m.csv", "a,b,a\n1,0,1\n", "m.csv: two columns of the matrix are called 'a'", format="matrix"),
    case("m.csv", "a,b\n1,0\n", "m.csv: there is no column 'c' for exclude", format="matrix", exclude=["c"]),
    case("m.csv", "a,b\n1,0\n", "m.csv: the matrix has no column left", format="matrix", exclude=["a", "b"]),
    case("m.csv", "a,b\n", "m.csv: holds no transaction", format="matrix"),
    case("m.csv", "", "m.csv: is empty", format="matrix"),
    case("m.parquet", as_parquet(pa.table({"a": [1, 0], "b": [1, 2]})),
         "m.parquet: row 2 .* cell '2'", format="matrix"),
    case("m.parquet", as_parquet(pa.table({"a": [1, None]})), "m.parquet: row 2 .* cell ''", format="matrix"),
    case("m.parquet", as_parquet(LIST_OF_NULL), r"column 'items' is VARCHAR\[\]; the cell must be", format="matrix"),
    # Histograms.
    case("h.csv", "items,count\na b,2\nc,-1\n",
         "h.csv:3: row 2 of the histogram has the count '-1'", format="histogram"),
    case("h.csv", "items,count\na b,2\nc,1.5\n", "h.csv:3: row 2 .* the count '1.5'", format="histogram"),
    case("h.csv", "items,count\na b,2\nc,x\n", "h.csv:3: row 2 .* the count 'x'", format="histogram"),
    case("h.csv", "items,count\na b,2\nc,\n", "h.csv:3: row 2 .* the count 'NULL'", format="histogram"),
    case("h.csv", "items,count\na,0\n", "h.csv: holds no transaction", format="histogram"),
    case("h.csv", "items\na\n", "h.csv: say which column holds the count", format="histogram"),
    case("h.csv", "set,count\na,1\n", "h.csv: say which column holds the items", format="histogram"),
    case("h.parquet", as_parquet(pa.table({"items": [["a", None]], "n": [1]})),
         "h.parquet: row 1 .* NULL", format="histogram"),
    case("h.parquet", as_parquet(pa.table({"items": [["a"]], "n": [-3]})),
         "h.parquet: row 1 .* '-3'", format="histogram"),
    case("h.parquet", as_parquet(pa.table({"items": [3], "n": [1]})), "column 'items' is BIGINT", format="histogram"),
    # Text.
    case("t.csv", "id,words\n1,a\n", "t.csv: say which column holds the text", format="text"),
    case("t.csv", "id,words\n1,a\n", "t.csv: there is no column 'doc' for text", text="doc"),
)
# fmt: on


@pytest.mark.parametrize(("name", "data", "how", "message"), BAD_FILES)
def test_a_bad_file_is_one_error_that_names_it_and_leaves_nothing(con, tmp_path, name, data, how, message):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(BadInput, match=message) as raised:
        setrisk.load(con, "bad", str(tmp_path / name), **how)
    assert "\n" not in str(raised.value)
    if name in message:
        assert str(raised.value).startswith(str(tmp_path / name))
    assert set(counts(con).values()) == {0}
    assert temporary(con) == []
    con.execute("BEGIN; CREATE TEMP TABLE usable AS SELECT 1 AS a; ROLLBACK")


@pytest.mark.parametrize(
    ("source", "how", "message"),
    [
        ("nowhere/b.txt", {}, "^nowhere/b.txt: no such file$"),
        ("nowhere/*.txt", {"format": "baskets"}, "nowhere/.*: no files found"),
        ("nowhere/*.csv", {"format": "long"}, "nowhere/.*: no files found"),
        ([["a"]], {}, "a list cannot be loaded; give a path"),
        (np.array([[1, 0]]), {"format": "matrix"}, "a ndarray cannot be loaded; give a path"),
        (None, {}, "a NoneType cannot be loaded"),
        (3, {}, "a int cannot be loaded"),
        (pd.DataFrame({"items": [["a"]]}), {"format": "fimi"}, "fimi reads text files, not a DataFrame"),
        (pd.DataFrame({"items": [["a"], [None]]}), {}, "^DataFrame: row 2 has a list with a NULL"),
        (pd.DataFrame({"id": ["1", None], "item": ["a", "b"]}), {"format": "long"}, "^DataFrame: row 2 has no"),
        (pd.DataFrame({"a": [0, 2]}), {"format": "matrix"}, "^DataFrame: row 2 of the matrix has the cell '2'"),
        (pd.DataFrame([[1, 0]], columns=["a", "a"]), {"format": "matrix"}, "^DataFrame: two columns .* 'a'"),
        (pd.DataFrame({"items": [["a"]], "n": [-1]}), {"format": "histogram"}, "^DataFrame: row 1 .* '-1'"),
        (pa.table({"x": [["a"]], "y": [["b"]]}), {}, "^Table: say which column holds the items; the columns are x, y"),
        (pa.table({"items": pa.array([], pa.list_(pa.string()))}), {}, "^Table: holds no transaction"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str | dict) else str(value)[:30],
)  # fmt: skip
def test_a_source_that_is_no_source_is_one_error_and_leaves_nothing(con, source, how, message):
    with pytest.raises(BadInput, match=message) as raised:
        setrisk.load(con, "bad", source, **how)
    assert "\n" not in str(raised.value)
    assert set(counts(con).values()) == {0}
    assert temporary(con) == []


def test_a_query_that_fails_is_one_error_and_leaves_nothing(con):
    query = con.sql("SELECT CASE WHEN n = 5 THEN error('boom') ELSE ['a'] END AS items FROM range(9) AS t(n)")
    with pytest.raises(BadInput, match="boom"):
        setrisk.load(con, "bad", query)
    assert set(counts(con).values()) == {0}
    assert temporary(con) == []


def test_a_folder_is_no_source(con, tmp_path):
    with pytest.raises(BadInput, match="is a folder; name a file"):
        setrisk.load(con, "bad", tmp_path, format="baskets")


def test_a_file_that_cannot_be_read_is_one_error(con, tmp_path):
    # The superuser may read whatever the mode says, but not this file of the system.
    locked = tmp_path / "b.txt"
    locked.write_text("a\n")
    locked.chmod(0)
    try:
        locked.read_bytes()
    except PermissionError:
        pass
    else:
        locked = Path("/proc/self/mem")
        if not locked.exists():
            pytest.skip("this user may read every file, and there is no /proc/self/mem")
    with pytest.raises(BadInput, match=str(locked)):
        setrisk.load(con, "bad", locked, format="baskets")
    assert set(counts(con).values()) == {0}


def test_a_data_set_is_loaded_once_and_has_a_name(con, tmp_path):
    (tmp_path / "b.txt").write_text("a\n")
    setrisk.load(con, "d", tmp_path / "b.txt")
    with pytest.raises(AlreadyExists, match="the data set 'd' exists already"):
        setrisk.load(con, "d", tmp_path / "b.txt")
    with pytest.raises(BadInput, match="needs a name"):
        setrisk.load(con, "", tmp_path / "b.txt")
    assert contents(con, "d") == [["a"]]


def test_an_interrupted_load_leaves_nothing(con, tmp_path):
    (tmp_path / "b.txt").write_text("a\n")

    def interrupt(step: str, done: int = 0, total: int = 0) -> None:
        if step == "writing":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        setrisk.load(con, "d", tmp_path / "b.txt", progress=interrupt)
    assert set(counts(con).values()) == {0}
    assert temporary(con) == []


# Text.

TEXTS = ("Severe heart failure was seen in two patients.", "", "The patients took aspirin.")


@pytest.fixture
def tagged() -> list[list[str]]:
    pytest.importorskip("textblob", reason="setrisk[text] is not installed")
    from setrisk.udf.noun_phrases import noun_phrases

    found = [noun_phrases(text) for text in TEXTS]
    assert all(found[0::2])
    return found


def text_lines(folder: Path) -> Written:
    (folder / "t.txt").write_text("% x\n" + "\n".join(TEXTS))
    return folder / "t.txt", {"format": "text", "comment": "%"}


def text_csv(folder: Path) -> Written:
    path = table(folder / "t.csv", ("id", "doc"), list(enumerate(TEXTS)))
    return path, {"text": "doc"}


def text_json(folder: Path) -> Written:
    (folder / "t.jsonl").write_text("".join(json.dumps({"text": text}) + "\n" for text in TEXTS))
    return folder / "t.jsonl", {"format": "text"}


def text_parquet(folder: Path) -> Written:
    return parquet(folder / "t.parquet", {"text": list(TEXTS)}), {"text": "text"}


def text_frame(folder: Path) -> Written:
    return pd.DataFrame({"doc": TEXTS}), {"text": "doc"}


@pytest.mark.parametrize(
    ("writer", "gzipped"),
    [(text_frame, False), *((w, gz) for w in (text_lines, text_csv, text_json, text_parquet) for gz in (False, True))],
)
def test_a_text_becomes_its_noun_phrases(con, tmp_path, tagged, writer, gzipped):
    source, how = writer(tmp_path)
    if gzipped:
        packed = Path(f"{source}.gz")
        packed.write_bytes(gzip.compress(Path(source).read_bytes(), mtime=0))
        source = packed
    loaded = setrisk.load(con, "d", source, **how)
    assert contents(con, "d") == expected(tagged)
    assert loaded.empty_dropped == 1


def test_text_without_the_extra_names_the_extra(con, monkeypatch):
    for module in [name for name in sys.modules if name.startswith("setrisk.udf.noun_phrases")]:
        monkeypatch.delitem(sys.modules, module)
    for module in [name for name in sys.modules if name.split(".")[0] in ("textblob", "nltk")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "textblob", None)
    monkeypatch.setitem(sys.modules, "nltk", None)
    with pytest.raises(MissingExtra, match=r"setrisk\[text\]"):
        setrisk.load(con, "d", pd.DataFrame({"text": ["Severe heart failure."]}), format="text")
    assert set(counts(con).values()) == {0}


# Real data, with the counts of each SOURCE.txt.


@pytest.mark.parametrize(
    ("path", "how", "n", "n_items", "n_entries", "longest"),
    [
        ("retail/retail.dat", {"format": "fimi"}, 88_162, 16_470, 908_576, 76),
        ("bms-webview/BMS1_spmf.txt", {"format": "spmf"}, 59_601, 497, 149_638, 267),
        ("bms-webview/BMS2_spmf.txt", {"format": "spmf"}, 77_512, 3_340, 358_278, 161),
        ("foursquare-bangkok/location_bangkok.csv", {"format": "matrix", "exclude": ["column0"]},
         5_010, 446, 269_047, 205),
    ],
    ids=["retail", "BMS-1", "BMS-2", "Bangkok"],
)  # fmt: skip
def test_real_data_have_the_counts_that_their_source_states(con, data, path, how, n, n_items, n_entries, longest):
    loaded = setrisk.load(con, "d", data / path, **how)
    assert loaded == Loaded("d", n, n_items, n_entries, 0, 0, 0)
    found = con.execute(
        "SELECT max(t.n) FROM (SELECT count(*) AS n FROM setrisk_private.transaction_item GROUP BY tid) AS t"
    ).fetchall()
    assert found == [(longest,)]


def test_msnbc_has_its_sequences_and_visits(con, data):
    loaded = setrisk.load(con, "d", data / "msnbc/msnbc990928.seq.gz", format="fimi", skip=7, comment="%")
    assert (loaded.n_transactions, loaded.n_items, loaded.empty_dropped) == (989_818, 17, 0)
    assert loaded.n_entries + loaded.repeats_dropped == 4_698_794
    assert round(loaded.n_entries / loaded.n_transactions, 4) == 1.7168
    ((sets, single),) = con.execute(
        "SELECT count(*), sum(h.occurrences) FILTER (WHERE len(h.items) = 1) FROM setrisk.itemset_histogram('d') AS h"
    ).fetchall()
    assert (sets, single) == (10_476, 601_384)


def test_nltcs_comes_in_the_order_of_its_files(con, data):
    loaded = setrisk.load(con, "d", str(data / "nltcs/*.data"), format="matrix", empty="keep")
    assert loaded == Loaded("d", 21_574, 16, 114_434, 0, 0, 3_853)
    rows = [
        line.split(",")
        for part in ("test", "train", "valid")
        for line in (data / f"nltcs/nltcs.{part}.data").read_text().split()
    ]
    assert contents(con, "d") == [[str(n) for n, cell in enumerate(row, 1) if cell == "1"] for row in rows]


def test_symptoms_come_from_a_query_that_leaves_the_label_out(con, data):
    query = (
        "SELECT list_transform(string_split(l.text, ',')[2:], lambda symptom: trim(symptom)) AS items "
        f"FROM {LINES}, skip = 1) AS l"
    )
    source = con.sql(query, params={"path": str(data / "disease-symptom/dataset.csv")})
    loaded = setrisk.load(con, "d", source)
    assert loaded == Loaded("d", 4_920, 131, 36_648, 0, 0, 0)


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("reuters/R52_test.txt", f"SELECT split_part(l.text, chr(9), 2) AS text FROM {LINES}) AS l"),
        ("medical-abstracts/medical_tc_test.csv", "SELECT c.medical_abstract AS text FROM read_csv($path) AS c"),
    ],
    ids=["Reuters", "medical abstracts"],
)  # fmt: skip
def test_real_texts_become_noun_phrases(con, data, tagged, path, query):
    from setrisk.udf.noun_phrases import noun_phrases

    texts = con.sql(f"{query} LIMIT 6", params={"path": str(data / path)})
    loaded = setrisk.load(con, "d", texts, format="text")
    assert contents(con, "d") == [list(dict.fromkeys(noun_phrases(text))) for (text,) in texts.fetchall()]
    assert loaded.n_entries > 20 * loaded.n_transactions


# Replacing, and several at a time.


def test_a_load_that_replaces_takes_releases_of_the_old_with_it(con):
    setrisk.load(con, "d", frame_of("ab", "ab", "bc", "bc"))
    setrisk.protect(con, "d", "r", method="identity")
    setrisk.load(con, "other", frame_of("ax"))
    loaded = setrisk.load(con, "d", frame_of("xy"), replace=True)
    assert loaded.n_transactions == 1
    assert con.execute("SELECT count(*) FROM setrisk.release").fetchall() == [(0,)]
    assert con.execute("SELECT d.dataset FROM setrisk_private.dataset AS d ORDER BY ALL").fetchall() == [
        ("d",),
        ("other",),
    ]
    assert con.execute("SELECT i.item FROM setrisk_private.item AS i ORDER BY ALL").fetchall() == [
        ("a",),
        ("x",),
        ("y",),
    ]


def test_a_load_that_would_replace_and_fails_leaves_the_old(con):
    setrisk.load(con, "d", frame_of("ab", "ab"))
    setrisk.protect(con, "d", "r", method="identity")
    with pytest.raises(BadInput, match="nosuch"):
        setrisk.load(con, "d", frame_of("xy"), items="nosuch", replace=True)
    with pytest.raises(BadInput, match="holds no transaction"):
        setrisk.load(con, "d", frame_of(""), items="items", replace=True)
    assert con.execute("SELECT r.release FROM setrisk.release AS r").fetchall() == [("r",)]
    assert con.execute("SELECT d.n_transactions FROM setrisk_private.dataset AS d").fetchall() == [(2,)]


def test_what_is_not_there_is_replaced_too(con):
    assert setrisk.load(con, "d", frame_of("ab"), replace=True).n_transactions == 1


def test_periods_are_not_replaced(con):
    with pytest.raises(BadInput, match="replace works for one data set"):
        setrisk.load(con, "d", frame_of("ab"), period="month", replace=True)


def test_threads_load_at_a_time(con):
    """Each with items that the others have, too: numbers of items are given out one after the other."""

    def load(n):
        with con.cursor() as cursor:
            return setrisk.load(cursor, f"d{n}", frame_of(*(f"{n}{c}" for c in "abcdefgh"), "shared"))

    with ThreadPoolExecutor(4) as pool:
        loaded = list(pool.map(load, range(8)))
    assert {each.n_transactions for each in loaded} == {9}
    ((n, different, names),) = con.execute(
        "SELECT count(*), count(DISTINCT i.item_id), count(DISTINCT i.item) FROM setrisk_private.item AS i"
    ).fetchall()
    assert n == different == names


def frame_of(*baskets: str) -> pd.DataFrame:
    return pd.DataFrame({"items": [list(basket) for basket in baskets]})
