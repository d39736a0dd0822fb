# ruff: noqa: UP031 - JSON is full of braces
"""A file that is damaged, hostile or very large is one clear error, and the user's database goes on working."""

import gzip
import json
import random
import re
from contextlib import suppress

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import setrisk
from setrisk.errors import BadInput
from setrisk.pipelines.transactions import json_file, separate_reader

# A Parquet file of {"items": [["a", "b"], ["c"]]}, 266 bytes, of which one says -57 for a size. DuckDB 2.0.0 gives up
# the whole instance that reads it.
FATAL = bytes.fromhex(
    "504152311500153615362c15061500150615061c360028016318016111110000000200000003020200000006030100000061010000006201000000"
    "631504194c35001806736368656d61150200350218056974656d73150215064c3c000000350418046c697374150200150c25021807656c656d656e"
    "7425004c1c0000001604191c191c26001c150c192506001938056974656d73046c69737407656c656d656e74150016061670167126083c36002801"
    "63180161111100191c150015001502003c1606192604021946000000060000001670160426081670002820706172717565742d6370702d6172726f"
    "772076657273696f6e2032362e302e31191c1c000000c600000050415231"
)


@pytest.fixture(scope="module")
def database():
    with setrisk.connect() as con:
        con.execute("CREATE TABLE mine AS SELECT 7 AS x")
        yield con


@pytest.fixture
def con(database):
    yield database
    for table in ("dataset", "transaction_item", "transaction_id"):
        database.execute(f"DELETE FROM setrisk_private.{table}")


def refused(con, path, **how):
    """The message of a load that fails: one short line, and nothing is changed."""
    with pytest.raises(BadInput) as raised:
        setrisk.load(con, "bad", path, **how)
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 300 + len(str(path))
    assert con.execute("SELECT m.x FROM mine AS m").fetchall() == [(7,)]
    assert con.execute("SELECT 1 FROM setrisk_private.dataset AS d WHERE d.dataset = 'bad'").fetchall() == []
    return str(raised.value)


def usable(con, path):
    """See that the next file is read."""
    path.write_text("a b\n")
    assert setrisk.load(con, "next", path, replace=True).n_items == 2


# Parquet.


def test_a_damaged_parquet_file_leaves_the_users_database_alone(con, tmp_path):
    (tmp_path / "a.parquet").write_bytes(FATAL)
    con.execute("CREATE TEMP TABLE temporary AS SELECT 1 AS x")
    for _ in range(2):
        if not duckdb.__version__.startswith("1."):
            # DuckDB 2.0.0 ends the database that reads it; 2.0.1 sees what is wrong.
            said = refused(con, tmp_path / "a.parquet")
            assert re.search(r"a\.parquet: (is damaged: DuckDB cannot read it$|.*: metadata is corrupt\.)", said), said
            usable(con, tmp_path / "b.txt")
    assert con.execute("SELECT t.x FROM temporary AS t").fetchall() == [(1,)]
    con.execute("DROP TABLE temporary")


@pytest.mark.parametrize("seed", range(30))
def test_mutated_parquet_files_are_read_or_are_one_error(con, tmp_path, seed):
    drawn = random.Random(seed)
    table = pa.table({"items": [[f"i{drawn.randrange(9)}"] * drawn.randrange(3) for _ in range(5)]})
    how = {"compression": drawn.choice(["none", "snappy", "zstd"]), "use_dictionary": drawn.random() < 0.5}
    pq.write_table(table, tmp_path / "a.parquet", **how)
    data = bytearray((tmp_path / "a.parquet").read_bytes())
    for _ in range(drawn.choice([1, 2, 9])):
        data[drawn.randrange(len(data))] = drawn.randrange(256)
    (tmp_path / "a.parquet").write_bytes(data)
    with suppress(BadInput):
        setrisk.load(con, "mutated", tmp_path / "a.parquet", replace=True)
    assert con.execute("SELECT m.x FROM mine AS m").fetchall() == [(7,)]


def test_a_damaged_file_of_an_import_or_a_taxonomy_leaves_the_database_alone(con, tmp_path):
    folder = tmp_path / "published"
    folder.mkdir()
    (folder / "release.parquet").write_bytes(FATAL)
    with pytest.raises(BadInput, match=r"release\.parquet"):
        setrisk.import_release(con, "r", folder)
    from setrisk.pipelines.transactions.taxonomies import read_taxonomy

    (tmp_path / "t.parquet").write_bytes(FATAL)
    with pytest.raises(BadInput, match="taxonomy"):
        read_taxonomy(con, str(tmp_path / "t.parquet"))
    assert con.execute("SELECT m.x FROM mine AS m").fetchall() == [(7,)]


def test_a_forbidden_file_stays_forbidden(tmp_path):
    (tmp_path / "b.txt").write_text("a b\n")
    with setrisk.connect() as con:
        con.execute("SET enable_external_access = false")
        with pytest.raises(BadInput, match=r"b\.txt: this connection may not read it"):
            setrisk.load(con, "d", tmp_path / "b.txt")
    with setrisk.connect() as con:
        con.execute(f"SET allowed_directories = ['{tmp_path}/']; SET enable_external_access = false")
        assert setrisk.load(con, "d", tmp_path / "b.txt").n_items == 2


def test_the_reading_instance_takes_the_users_limits(con):
    with setrisk.connect() as mine:
        mine.execute("SET memory_limit = '500MB'; SET threads = 1")
        with separate_reader.read_separately(mine) as reader:
            found = reader.execute("SELECT current_setting('memory_limit'), current_setting('threads')").fetchall()
        ((memory, threads),) = found
        assert memory.startswith("476.")  # 500 MB in MiB, rounded each time it is told
        assert threads == 1


# What is packed.


@pytest.mark.parametrize("name", ["b.txt.gz", "l.csv.gz", "a.jsonl.gz", "a.json.gz", "a.parquet.gz", "v.txt.gz"])
def test_a_bit_that_flips_in_a_packed_file_is_an_error(con, tmp_path, name):
    text = b'{"items": ["a"]}\n' * 3000 if "json" in name else b"a,b,c\na,b\n" * 1500
    packed = bytearray(gzip.compress(text, mtime=0))
    for place in (len(packed) // 2, len(packed) - 6, len(packed) - 2):
        damaged = bytearray(packed)
        damaged[place] ^= 4
        (tmp_path / name).write_bytes(damaged)
        if name == "v.txt.gz":
            with pytest.raises(BadInput, match=r"v\.txt\.gz: cannot be unpacked"):
                setrisk.embed(con, "v", tmp_path / name)
        else:
            how = {"format": "long", "header": False} if "csv" in name else {}
            assert "cannot be unpacked" in refused(con, tmp_path / name, **how)


def test_a_packed_file_of_two_parts_is_read_whole(con, tmp_path):
    (tmp_path / "b.txt.gz").write_bytes(gzip.compress(b"a b\n" * 2000, mtime=0) + gzip.compress(b"c\n", mtime=0))
    assert setrisk.load(con, "d", tmp_path / "b.txt.gz").n_transactions == 2001


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("b.txt", gzip.compress(b"a b\n", mtime=0), "is packed with gzip: give it a name that ends in .gz"),
        ("b.txt", b"PK\x03\x04rest", "is packed with zip, or a spreadsheet"),
        ("l.csv", b"\x28\xb5\x2f\xfdrest", "is packed with zstd: unpack it first"),
        ("l.csv", b"BZh91AY", "is packed with bzip2: unpack it first"),
        ("l.csv", b"\xfd7zXZ\x00", "is packed with xz: unpack it first"),
        ("l.csv", "id,item\n".encode("utf-16"), "is written in UTF-16: save it as UTF-8"),
        ("l.csv", b"SQLite format 3\x00", "is an SQLite database"),
        ("b.txt", b"PAR1", "is a Parquet file, not lines of text"),
    ],
)
def test_what_is_no_text_is_named(con, tmp_path, name, data, message):
    (tmp_path / name).write_bytes(data)
    assert message in refused(con, tmp_path / name, format="long" if name == "l.csv" else "baskets")


@pytest.mark.parametrize("name", ["l.csv", "baskets"])
def test_text_in_another_encoding_is_named_before_a_format_is_asked_for(con, tmp_path, name):
    (tmp_path / name).write_bytes("1;Br\xf6tchen\n2;K\xe4se\n".encode("latin-1"))
    assert refused(con, tmp_path / name).endswith(f"{name}: is not UTF-8: save the file as UTF-8")


# Sizes.


@pytest.mark.parametrize(
    ("rows", "line"), [("a,4294967295\n", 2), ("a,60000000\nb,1\nc,40000000\nd,1\n", 4), ("a,1\nb,100000000\n", 3)]
)
def test_a_histogram_of_too_many_records_is_refused_before_they_are_made(con, tmp_path, rows, line):
    (tmp_path / "h.csv").write_text(f"items,count\n{rows}")
    said = refused(con, tmp_path / "h.csv", format="histogram")
    assert f"h.csv:{line}: row {line - 1} of the histogram brings the sum of its counts above 100,000,000" in said


def test_a_long_header_line_is_read(con, tmp_path):
    names = [f"{n:02d}" + "x" * 3000 for n in range(60)]
    for separator in (",", ";"):
        rows = (names, ["1", *"0" * 59])
        (tmp_path / "m.csv").write_text("".join(separator.join(row) + "\n" for row in rows))
        assert setrisk.load(con, "d", tmp_path / "m.csv", format="matrix", replace=True).examples == (names[0],)


def test_a_name_that_is_longer_than_any_is_one_error(con, tmp_path):
    (tmp_path / "m.csv").write_text("x" * 140_000 + ",b\n1,0\n")
    assert refused(con, tmp_path / "m.csv", format="matrix").endswith(
        "m.csv:1: a cell of the first row is longer than 131,072 characters"
    )


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.json", '[{"items": [%s]}, {"items": "a"}]' % ("9" * 5000), "a.json:1: 'items' is not a list here"),
        ("a.jsonl", '{"items": [%s]}\n{"items": "a"}\n' % ("9" * 5000), "a.jsonl:2: 'items' is not a list here"),
        ("a.jsonl", '{"items": [%s]}\n{"items": ["a"}\n' % ("9" * 5000), "a.jsonl:2: not JSON"),
        ("a.json", '{"items": %s}' % ("[" * 100_000), "a.json:1: not JSON"),
        ("a.jsonl", '{"items": ["a"]}\n{"items": %s}' % ("[" * 100_000), "a.jsonl:2: not JSON"),
        ("a.jsonl", '{"items": ["a"]}\n{"items": [%s]}' % json.dumps(["x" * 500]), 'a.jsonl:2: ["xxx'),
        ("a.jsonl", '{"items": ["a"]}\n{"%s": {"a": 1}}' % ("x" * 500), "a.jsonl: "),
        ("a.json", '[{"items": ["a"]},\n{"items": ["b"]},\n\n{"items": ["c"}]', "a.json:4: not JSON"),
    ],
    ids=range(8),
)
def test_json_that_python_cannot_take_is_one_error(con, tmp_path, name, data, message):
    (tmp_path / name).write_text(data)
    if message == "a.jsonl: ":
        assert setrisk.load(con, "d", tmp_path / name, items="items").n_items == 1
        return
    assert message in refused(con, tmp_path / name, items="items")


def test_a_number_of_thousands_of_digits_is_a_name(con, tmp_path):
    (tmp_path / "a.jsonl").write_text('{"items": [%s]}\n' % ("9" * 5000))
    assert setrisk.load(con, "d", tmp_path / "a.jsonl").n_items == 1


@pytest.mark.parametrize("name", ["a.json", "a.jsonl"])
@pytest.mark.parametrize(
    ("bad", "why"),
    [('{"items": ["a"}', "not JSON"), ('{"items": [[1]]}', "[1] is not a valid item name"), ('{"items": "a"}', "")],
)
def test_in_a_long_json_file_the_line_is_looked_for_near_the_top_alone(con, tmp_path, monkeypatch, name, bad, why):
    monkeypatch.setattr(json_file, "SEARCHED", 1 << 10)
    good = ['{"items": ["a", "b"]}'] * 200

    def written(lines):
        text = "\n".join(lines) if name == "a.jsonl" else "[" + ",\n".join(lines) + "]"
        (tmp_path / name).write_text(text)

    written([*good[:20], bad, *good])
    assert f"{name}:21: {why}" in refused(con, tmp_path / name)
    written([*good, bad, *good])
    said = refused(con, tmp_path / name)
    assert f"{name}: " in said
    assert why in said
    assert "where the line is not looked for" in said
    written([*good, '{"items": [null]}'])
    assert f"{name}{':201' if name == 'a.jsonl' else ''}: row 201 has a list with a NULL" in refused(
        con, tmp_path / name
    )


# Little of the data is in a message.

SECRET = "a secret that is rather long and stands in the file " * 20


@pytest.mark.parametrize(
    ("name", "data", "how"),
    [
        ("l.csv", f'id,item\n1,a\n2,"{SECRET}\n' * 3, {"format": "long"}),
        ("l.csv", f'id,"{SECRET}\n1,a\n' + f"{SECRET},x\n" * 200, {"format": "long"}),
        ("l.csv", f'id,item\n1,"a"{SECRET}\n', {"format": "long"}),
        ("l.csv", f"{SECRET},{SECRET},{SECRET}\n1,2,3\n", {"format": "long"}),
        ("l.csv", "\n".join([SECRET.replace(" ", ",")] * 3), {"format": "long", "header": False}),
        ("l.csv", f"id,item\n1,{SECRET},x\n", {"format": "long"}),
        ("m.csv", f"a,b\n1,{SECRET}\n", {"format": "matrix"}),
        ("h.csv", f"items,n\na,{SECRET}\n", {"format": "histogram"}),
        ("b.txt", f'"{SECRET}\n', {}),
        ("f.dat", f"1 2\n{SECRET}\n", {"format": "fimi"}),
        ("s.txt", f"1 -1 -2\n{SECRET}\n", {"format": "spmf"}),
        ("a.jsonl", '{"items": [{"x": "%s"}]}\n' % SECRET, {}),
        ("a.jsonl", '{"items": ["a"]}\n{"items": "%s"}\n' % SECRET, {}),
        ("a.jsonl", '{"items": ["a"]}\n["%s"]\n' % SECRET, {}),
        ("a.jsonl", '{"items": ["a"]}\n{"items": ["%s"}\n' % SECRET, {}),
        ("a.jsonl", '{"id": 1, "item": "a"}\n{"id": 2, "item": {"x": "%s"}}\n' % SECRET, {"format": "long"}),
        ("a.jsonl", '{"%s": ["a"], "y": ["b"]}\n' % SECRET, {}),
    ],
    ids=range(17),
)
def test_no_message_holds_more_than_a_little_of_the_data(con, tmp_path, name, data, how):
    (tmp_path / name).write_text(data)
    said = refused(con, tmp_path / name, **how).replace(str(tmp_path), "")
    held = max((length for start in range(len(said)) for length in range(61, len(said) - start + 1)
                if said[start : start + length] in data), default=0)  # fmt: skip
    assert held == 0, said
    assert said.count("secret") < 3


@pytest.mark.parametrize("text", ['[{"items": ["x"]},', ' [{"items": ["x"]}\n', '[{"items": ["x"]}, {"items": ["y"]}'])
def test_a_list_in_json_that_does_not_end_is_refused(con, tmp_path, text):
    """DuckDB takes the records that are there for all."""
    (tmp_path / "j.json").write_text(text)
    with pytest.raises(BadInput, match=r"j\.json:1: not JSON: the array is not closed"):
        setrisk.load(con, "d", tmp_path / "j.json")
