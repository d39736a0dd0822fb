"""What was written comes back from every format of `load`, item by item; frames and queries too."""

import gzip
from pathlib import Path

import pyarrow as pa
import pytest

import setrisk
from setrisk.pipelines.transactions.load import Loaded
from tests.support.loading import READ_LINES, expected_transactions, transactions_of
from tests.support.written_formats import (
    FILES,
    FRAMES,
    NUMBERS,
    PLAIN,
    WORDS,
    blanks,
    expected_from,
    json_array,
    lists_parquet,
    pandas_lists,
)


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
    wanted = expected_from(writer, lists)
    assert transactions_of(con, "d") == wanted
    n_entries = sum(map(len, wanted))
    assert loaded == Loaded("d", len(wanted), len({i for items in wanted for i in items}), n_entries, 0, 0, 0)
    assert con.execute("SELECT d.* EXCLUDE (loaded_at) FROM setrisk_private.dataset AS d").fetchall() == [
        ("d", str(source), loaded.n_transactions, loaded.n_items)
    ]


@pytest.mark.parametrize("writer", FRAMES)
def test_a_frame_brings_back_what_it_holds(con, tmp_path, writer):
    source, how = writer(tmp_path, WORDS)
    setrisk.load(con, "d", source, **how)
    assert transactions_of(con, "d") == expected_from(writer, WORDS)


def test_the_layout_that_the_ending_suggests_needs_no_format(con, tmp_path):
    for number, writer in enumerate((json_array, lists_parquet, blanks, pandas_lists)):
        source, how = writer(tmp_path, NUMBERS)
        assert how == {}
        setrisk.load(con, str(number), source)
        assert transactions_of(con, str(number)) == expected_transactions(NUMBERS)


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
    found = transactions_of(con, "d")
    assert [set(items) for items in found] == [set(items) for items in NUMBERS]
    assert found == expected_transactions(NUMBERS) or how.get("format") == "matrix"


def test_a_query_may_read_what_setrisk_and_the_user_have(con, tmp_path):
    (tmp_path / "it's.txt").write_text("x;a,b\ny;c\n")
    con.execute("CREATE TABLE mine AS SELECT 'x' AS wanted")
    try:
        query = "SELECT setrisk_internal.basket_items(string_split(l.text, ';')[2], ',') AS items "
        query += f"FROM {READ_LINES}) AS l "
        query += "SEMI JOIN mine ON starts_with(l.text, mine.wanted)"
        setrisk.load(con, "d", con.sql(query, params={"path": str(tmp_path / "it's.txt")}))
    finally:
        con.execute("DROP TABLE mine")
    assert transactions_of(con, "d") == [["a", "b"]]


def test_a_source_is_read_once(con):
    # A stream is at its end after one reading; a query in random order gives another order the next time.
    stream = pa.table({"who": ["x", "x", "y"], "item": ["a", "b", "c"]}).to_reader()
    setrisk.load(con, "stream", stream, id="who")
    assert transactions_of(con, "stream") == [["a", "b"], ["c"]]
    query = con.sql("SELECT 'w' || n // 3 AS id, n AS item FROM range(90) AS t(n) ORDER BY random()")
    setrisk.load(con, "random", query, format="long")
    found = con.execute("SELECT t.tid, t.id FROM setrisk_private.transaction_id AS t WHERE t.dataset = 'random'")
    ids = dict(found.fetchall())
    for tid, items in enumerate(transactions_of(con, "random"), 1):
        assert {f"w{int(item) // 3}" for item in items} == {ids[tid]}
