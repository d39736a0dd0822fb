"""A pattern of files brings every row of every file, columns by name; where the files do not agree it is an error."""

import gzip
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import setrisk
from setrisk.errors import BadInput


@pytest.fixture(scope="module")
def con():
    with setrisk.connect() as con:
        yield con


def loaded(con, tmp_path, pattern, **how):
    setrisk.load(con, "d", str(tmp_path / pattern), replace=True, **how)
    return [
        items
        for (items,) in con.execute(
            "SELECT list(i.item ORDER BY t.position) FROM setrisk_private.transaction_item AS t "
            "JOIN setrisk_private.item AS i USING (item_id) WHERE t.dataset = 'd' GROUP BY t.tid ORDER BY t.tid"
        ).fetchall()
    ]


def files(tmp_path, **texts):
    for name, text in texts.items():
        (tmp_path / name.replace("_", ".")).write_text(text, newline="")


@pytest.mark.parametrize(
    "second",
    [
        "item,id\nc,3\nd,4\n",  # columns in another order
        "id;item\n3;c\n4;d\n",  # other separators
        'id,item\r\n3,c\r\n"4",d',  # other line ends
        "\nid,item\n\n3,c\n4,d\n",
    ],
)
def test_every_row_of_csv_files_arrives_under_its_own_header(con, tmp_path, second):
    files(tmp_path, a_csv="id,item\n1,a\n2,b\n", b_csv=second, c_csv="id,item\n5,e\n")
    assert loaded(con, tmp_path, "*.csv", format="long") == [["a"], ["b"], ["c"], ["d"], ["e"]]


def test_lines_above_the_header_of_each_file_are_passed_over(con, tmp_path):
    files(tmp_path, a_csv="junk\n# c\nid,item\n1,a\n", b_csv="more junk\nid,item\n2,b\n#\n2,c\n")
    assert loaded(con, tmp_path, "*.csv", format="long", skip=1, comment="#") == [["a"], ["b", "c"]]
    files(tmp_path, a_dat="junk\n1 2\n", b_dat="more junk\n3\n%\n4\n")
    assert loaded(con, tmp_path, "*.dat", format="fimi", skip=1, comment="%") == [["1", "2"], ["3"], ["4"]]


def test_columns_of_a_matrix_are_told_by_name(con, tmp_path):
    files(tmp_path, a_csv="x,HIV,hiv\n1,1,0\n", b_csv="hiv,x,HIV\n1,0,0\n1,1,1\n")
    assert loaded(con, tmp_path, "*.csv", format="matrix") == [["x", "HIV"], ["hiv"], ["x", "HIV", "hiv"]]


def test_without_headers_columns_are_told_by_place(con, tmp_path):
    files(tmp_path, a_csv="1,a\n", b_csv="2,b\n")
    how = {"format": "long", "header": False, "id": "column0", "item": "column1"}
    assert loaded(con, tmp_path, "*.csv", **how) == [["a"], ["b"]]


def test_parquet_and_json_files_of_a_pattern_are_read_by_name(con, tmp_path):
    pq.write_table(pa.table({"n": [1], "items": [["a"]]}), tmp_path / "a.parquet")
    pq.write_table(pa.table({"items": [["b", "c"]], "n": ["x"]}), tmp_path / "b.parquet")
    (tmp_path / "c.parquet.gz").write_bytes(gzip.compress((tmp_path / "a.parquet").read_bytes(), mtime=0))
    assert loaded(con, tmp_path, "*.parquet*", format="lists") == [["a"], ["b", "c"], ["a"]]
    (tmp_path / "a.jsonl").write_text(json.dumps({"items": ["a"]}) + "\n")
    (tmp_path / "b.jsonl").write_text(json.dumps({"n": 1, "items": ["b", 2]}) + "\n" + json.dumps({"n": 2}) + "\n")
    assert loaded(con, tmp_path, "*.jsonl") == [["a"], ["b", "2"]]


def test_many_files_come_in_the_order_of_their_names(con, tmp_path):
    for n in range(120):
        (tmp_path / f"{n:03d}.csv").write_text(f"id,item\n{n},i{n}\n")
    assert loaded(con, tmp_path, "*.csv", format="long") == [[f"i{n}"] for n in range(120)]


@pytest.mark.parametrize(
    ("first", "second", "how", "message"),
    [
        ("id,item\n1,a\n", "id,what\n2,b\n", {"format": "long"}, "b.csv: has the columns id, what, and "),
        ("id,item\n1,a\n", "id,item,n\n2,b,3\n", {"format": "long"}, "all files of a pattern must have the same"),
        ("id,item\n1,a\n", "2,b\n", {"format": "long"}, "b.csv: has the columns 2, b"),
        ("x,y\n1,0\n", "1,0\n", {"format": "matrix"}, "all files of a pattern must have the same"),
        ("1,0\n", "1,0,1\n", {"format": "matrix"}, "all files of a pattern must have the same"),
        ("id,item\n1,a\n", "", {"format": "long"}, "b.csv: is empty"),
        ("id,item\n1,a\n2,b\n", "id,item\n3,c\n,d\n", {"format": "long"}, "b.csv:3: row 2 has no transaction id"),
        ("id,item\n1,a\n", "id,item\n3,c,x\n", {"format": "long"}, "b.csv:2: Expected Number of Columns: 2 Found: 3"),
        ("id,item\n1,a\n", 'id,item\n3,c\n3,"x\n', {"format": "long"}, "b.csv:3: Value with unterminated quote"),
        ("1 2\n", "3\nx\n", {"format": "fimi"}, "b.csv:2: not FIMI"),
        ("a b\n", "c\x00\n", {"format": "baskets"}, "b.csv:1: holds a NUL character"),
    ],
)
def test_files_that_do_not_agree_or_hold_a_fault_are_named(con, tmp_path, first, second, how, message):
    files(tmp_path, a_csv=first, b_csv=second)
    with pytest.raises(BadInput) as raised:
        loaded(con, tmp_path, "*.csv", **how)
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_list_in_one_file_and_none_in_another_is_an_error(con, tmp_path):
    pq.write_table(pa.table({"items": [["a"]]}), tmp_path / "a.parquet")
    pq.write_table(pa.table({"items": ["b"]}), tmp_path / "b.parquet")
    with pytest.raises(BadInput, match="column 'items' is VARCHAR and VARCHAR"):
        loaded(con, tmp_path, "*.parquet", format="lists")


def test_a_url_is_checked_as_a_file_is(con, tmp_path):
    files(tmp_path, a_csv="id,item\r\n1,a\n2,b\r\n")
    url = f"file://{tmp_path}/a.csv"
    assert setrisk.load(con, "d", url, format="long", replace=True).n_transactions == 2
    damaged = bytearray(gzip.compress(b"id,item\n1,a\n" * 99, mtime=0))
    damaged[-5] ^= 1
    (tmp_path / "a.csv.gz").write_bytes(damaged)
    with pytest.raises(BadInput, match="cannot be unpacked"):
        setrisk.load(con, "d", f"{url}.gz", format="long", replace=True)
