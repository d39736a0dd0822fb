"""What cannot be loaded is one error that names it, and leaves nothing behind."""

import gzip
import io
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import setrisk
from setrisk.errors import AlreadyExists, BadInput
from tests.support.loading import row_counts, temporary_tables, transactions_of


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
    case("f.dat", "1\n", "f.dat: the format fimi does not read separator .*: leave it out", format="fimi",
         separator=","),
    case("b.txt", "a\n", "format is 'transactions'; it must be baskets, .* text or queries",
         format="transactions"),
    case("b.what", "a\n", "b.what: its format is not clear"),
    case("b.txt", "a\n", "empty is 'maybe'; it must be drop or keep", empty="maybe"),
    case("b.txt", "a\n", "skip is 'x'; it must be a whole number", skip="x"),
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
    case("a.jsonl", '{"items": ["a"]}\n', "the format lists does not read skip .* from a JSON file: leave", skip=1),
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
    case("m.csv", "a,b\n1,0\n2,0\n",
         "m.csv:3: row 2 of the matrix has neither 0 nor 1 in the column 'a'; leave out", format="matrix"),
    case("m.csv", "1,0\n2,0\n", "m.csv:2: row 2 of the matrix has neither 0 nor 1 in the column '1'", format="matrix"),
    case("m.csv", "x\n#\n\na,b\n#\n1,0\n,1\n",
         "m.csv:7: row 2 of the matrix has neither 0 nor 1", format="matrix", skip=1, comment="#"),
    case("m.csv", '"a\nb",c\n1,0\n1,x\n',
         "m.csv:4: row 2 of the matrix has neither 0 nor 1 in the column 'c'", format="matrix"),
    case("m.csv.gz", gzip.compress(b"a,b\n1,0\n1,yes\n", mtime=0),
         "m.csv.gz:3: row 2 of the matrix has neither 0 nor 1", format="matrix"),
    case("m.csv", "a,b\n1,0\n1\n", "m.csv:3: Expected Number of Columns: 2 Found: 1", format="matrix"),
    case("m.csv", "1,0\n1,0,1\n", "m.csv:2: Expected Number of Columns: 2 Found: 3", format="matrix"),
    case("m.csv", "a,b,a\n1,0,1\n", "m.csv: two columns of the matrix are called 'a'", format="matrix"),
    case("m.csv", "a,b\n1,0\n", "m.csv: there is no column 'c' for exclude", format="matrix", exclude=["c"]),
    case("m.csv", "a,b\n1,0\n", "m.csv: the matrix has no column left", format="matrix", exclude=["a", "b"]),
    case("m.csv", "a,b\n", "m.csv: holds no transaction", format="matrix"),
    case("m.csv", "", "m.csv: is empty", format="matrix"),
    case("m.parquet", as_parquet(pa.table({"a": [1, 0], "b": [1, 2]})),
         "m.parquet: row 2 .* neither 0 nor 1 in the column 'b'", format="matrix"),
    case("m.parquet", as_parquet(pa.table({"a": [1, None]})),
         "m.parquet: row 2 .* neither 0 nor 1 in the column 'a'", format="matrix"),
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
    assert set(row_counts(con).values()) == {0}
    assert temporary_tables(con) == []
    con.execute("BEGIN; CREATE TEMP TABLE usable AS SELECT 1 AS a; ROLLBACK")


@pytest.mark.parametrize(
    ("source", "how", "message"),
    [
        ("nowhere/b.txt", {}, "^nowhere/b.txt: no such file$"),
        ("nowhere/*.txt", {"format": "baskets"}, "nowhere/.*: no files found"),
        ("nowhere/*.csv", {"format": "long"}, "nowhere/.*: no files found"),
        ([["a"]], {}, "a list cannot be loaded; give a path"),
        (pd.Series([["a"]], name="items"), {}, r"a Series cannot be loaded; .*: series\.to_frame\(\)"),
        (np.array([[1, 0]]), {"format": "matrix"}, "a ndarray cannot be loaded; give a path"),
        (None, {}, "a NoneType cannot be loaded"),
        (3, {}, "an int cannot be loaded"),
        (pd.DataFrame({"items": [["a"]]}), {"format": "fimi"}, "fimi reads text files, not a DataFrame"),
        (pd.DataFrame({"items": [["a"], [None]]}), {}, "^DataFrame: row 2 has a list with a NULL"),
        (pd.DataFrame({"id": ["1", None], "item": ["a", "b"]}), {"format": "long"}, "^DataFrame: row 2 has no"),
        (pd.DataFrame({"a": [0, 2]}), {"format": "matrix"},
         "^DataFrame: row 2 of the matrix has neither 0 nor 1 in the column 'a'"),
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
    assert set(row_counts(con).values()) == {0}
    assert temporary_tables(con) == []


def test_a_query_that_fails_is_one_error_and_leaves_nothing(con):
    query = con.sql("SELECT CASE WHEN n = 5 THEN error('boom') ELSE ['a'] END AS items FROM range(9) AS t(n)")
    with pytest.raises(BadInput, match="boom"):
        setrisk.load(con, "bad", query)
    assert set(row_counts(con).values()) == {0}
    assert temporary_tables(con) == []


def test_a_folder_is_no_source(con, tmp_path):
    for given in ({"format": "baskets"}, {}):
        with pytest.raises(BadInput, match="is a folder; name a file"):
            setrisk.load(con, "bad", tmp_path, **given)


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
    assert set(row_counts(con).values()) == {0}


def test_a_data_set_is_loaded_once_and_has_a_name(con, tmp_path):
    (tmp_path / "b.txt").write_text("a\n")
    setrisk.load(con, "d", tmp_path / "b.txt")
    with pytest.raises(AlreadyExists, match="the data set 'd' exists already"):
        setrisk.load(con, "d", tmp_path / "b.txt")
    with pytest.raises(BadInput, match="needs a name"):
        setrisk.load(con, "", tmp_path / "b.txt")
    assert transactions_of(con, "d") == [["a"]]


def test_an_interrupted_load_leaves_nothing(con, tmp_path):
    (tmp_path / "b.txt").write_text("a\n")

    def interrupt(step: str, done: int = 0, total: int = 0) -> None:
        if step == "writing":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        setrisk.load(con, "d", tmp_path / "b.txt", progress=interrupt)
    assert set(row_counts(con).values()) == {0}
    assert temporary_tables(con) == []
