"""Repeats, empty transactions, positions and numbers of items; transactions of the user; replacing a data set."""

import gzip
from concurrent.futures import ThreadPoolExecutor

import duckdb
import pandas as pd
import pytest

import setrisk
from setrisk.errors import BadInput
from setrisk.pipelines.transactions.load import Loaded
from tests.support.loading import expected_transactions, frame_of, row_counts, temporary_tables, transactions_of
from tests.support.written_formats import (
    MATRICES,
    arrow_lists,
    baskets,
    histogram_parquet,
    json_lines,
    lists_csv,
    lists_parquet,
    long_csv,
    pandas_long,
    table,
)


@pytest.mark.parametrize(
    "writer", [baskets, long_csv, json_lines, lists_parquet, lists_csv, histogram_parquet, pandas_long, arrow_lists]
)
def test_repeats_and_empty_transactions_are_counted(con, tmp_path, writer):
    lists = [["b", "a", "b", "b"], [], ["a"], ["c", "c"], []]
    source, how = writer(tmp_path, lists)
    loaded = setrisk.load(con, "drop", source, **how)
    assert loaded == Loaded("drop", 3, 3, 4, 3, 2, 0)
    assert transactions_of(con, "drop") == [["b", "a"], ["a"], ["c"]]
    kept = setrisk.load(con, "keep", writer(tmp_path, lists)[0], empty="keep", **how)
    assert kept == Loaded("keep", 5, 3, 4, 3, 0, 2)
    assert transactions_of(con, "keep") == [["b", "a"], [], ["a"], ["c"], []]


def test_tabs_part_items_too(con, tmp_path):
    (tmp_path / "s.txt").write_text("1\t-1\t2\t3\t-1\t-2\n4 -1 5 -1 -2\n")
    setrisk.load(con, "s", tmp_path / "s.txt", format="spmf")
    assert transactions_of(con, "s") == [["1", "2", "3"], ["4", "5"]]
    (tmp_path / "b.txt").write_text("a\tb c\nd\tb c\n")
    for name, separator in (("shell", "\\t"), ("Python", "\t")):
        setrisk.load(con, name, tmp_path / "b.txt", separator=separator)
        assert transactions_of(con, name) == [["a", "b c"], ["d", "b c"]]


def test_two_loads_at_a_time(tmp_path):
    """Both give out the next item numbers; one ends, the other says what to do, and then can."""
    with setrisk.connect(tmp_path / "d.duckdb") as one, one.cursor() as other:

        def meanwhile(step: str, done: int = 0, total: int = 0) -> None:
            if step == "writing":
                setrisk.load(other, "other", pd.DataFrame({"items": [["b"]]}))

        with pytest.raises(BadInput, match="another transaction wrote the same at the same time"):
            setrisk.load(one, "one", pd.DataFrame({"items": [["a"]]}), progress=meanwhile)
        setrisk.load(one, "one", pd.DataFrame({"items": [["a"]]}))
        assert transactions_of(one, "one") == [["a"]]
        assert transactions_of(one, "other") == [["b"]]


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
    assert transactions_of(con, "keep") == [[], ["a"], [], ["b"]]


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
    assert transactions_of(con, "one") == [["pear", "apple"], ["Zoe", "é", "10", "9"]]
    assert transactions_of(con, "two") == [["pear", "zebra", "aardvark"], ["fig"]]


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
    assert transactions_of(con, "keep") == [["x", "z"], ["y"], [], ["x"]]


def test_ten_thousand_lines_come_in_order(con, tmp_path):
    lists = [[str(n % 97), str(n)] for n in range(10_000)]
    (tmp_path / "b.txt.gz").write_bytes(gzip.compress("\n".join(map(" ".join, lists)).encode(), mtime=0))
    setrisk.load(con, "d", tmp_path / "b.txt.gz")
    assert transactions_of(con, "d") == expected_transactions(lists)


def test_files_of_a_pattern_come_in_the_order_of_their_names(con, tmp_path):
    for name in ("b.txt", "a.txt", "c.txt"):
        (tmp_path / name).write_text(f"{name} x\n{name} y\n")
    setrisk.load(con, "d", str(tmp_path / "*.txt"), format="baskets")
    assert [items[0] for items in transactions_of(con, "d")] == ["a.txt", "a.txt", "b.txt", "b.txt", "c.txt", "c.txt"]


@pytest.mark.parametrize(
    "name", ["it's.txt", "a b.txt", "a;b.txt", 'quo"te.txt', "x[1].txt", "😀.txt", "--.txt", "$1.txt"]
)
def test_a_file_may_have_any_name(con, tmp_path, name):
    (tmp_path / name).write_text("a b\n")
    setrisk.load(con, name, tmp_path / name)
    assert transactions_of(con, name) == [["a", "b"]]
    found = con.execute("SELECT d.dataset, d.source FROM setrisk_private.dataset AS d").fetchall()
    assert found == [(name, str(tmp_path / name))]


def test_progress_is_told(con, tmp_path):
    said: list[str] = []
    (tmp_path / "b.txt").write_text("a\n")
    setrisk.load(con, "d", tmp_path / "b.txt", progress=lambda step, done=0, total=0: said.append(step))
    assert said
    assert all(said)


def test_loading_is_part_of_the_transaction_that_the_user_has_open(con, tmp_path):
    (tmp_path / "b.txt").write_text("a b\n")
    con.execute("BEGIN")
    setrisk.load(con, "d", tmp_path / "b.txt")
    assert transactions_of(con, "d") == [["a", "b"]]
    con.execute("ROLLBACK")
    assert set(row_counts(con).values()) == {0}
    con.execute("BEGIN")
    setrisk.load(con, "d", tmp_path / "b.txt")
    setrisk.load(con, "e", pd.DataFrame({"items": [["b", "c"]]}))
    con.execute("COMMIT")
    assert transactions_of(con, "d") == [["a", "b"]]
    assert transactions_of(con, "e") == [["b", "c"]]


def test_the_very_first_load_may_be_rolled_back(tmp_path):
    (tmp_path / "b.txt").write_text("a b\n")
    with duckdb.connect() as con:
        con.execute("BEGIN")
        setrisk.load(con, "d", tmp_path / "b.txt")
        con.execute("ROLLBACK")
        assert con.execute("SELECT count(*) FROM duckdb_tables()").fetchall() == [(0,)]
        setrisk.load(con, "d", tmp_path / "b.txt")
        assert transactions_of(con, "d") == [["a", "b"]]


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
    before = row_counts(con)
    con.execute("BEGIN")
    setrisk.load(con, "meanwhile", pd.DataFrame({"items": [["a", "b"]]}))
    with pytest.raises(BadInput):
        setrisk.load(con, "d", con.sql(source) if str(source).startswith("SELECT") else source)
    con.execute("COMMIT")
    assert row_counts(con) == before
    assert temporary_tables(con) == []
    setrisk.load(con, "d", pd.DataFrame({"items": [["c"]]}))
    assert transactions_of(con, "d") == [["c"]]


def test_an_error_before_the_work_leaves_the_users_transaction_open(con):
    setrisk.load(con, "there", pd.DataFrame({"items": [["a"]]}))
    con.execute("BEGIN")
    setrisk.load(con, "d", pd.DataFrame({"items": [["b"]]}))
    for dataset, how in (("there", {}), ("", {}), ("e", {"format": "magic"}), ("e", {"empty": "maybe"})):
        with pytest.raises(BadInput):
            setrisk.load(con, dataset, pd.DataFrame({"items": [["c"]]}), **how)
    con.execute("COMMIT")
    assert transactions_of(con, "d") == [["b"]]


def test_tables_of_the_user_with_the_names_of_ours_are_left_alone(tmp_path):
    (tmp_path / "b.txt").write_text("a b\n")
    with setrisk.connect() as con:
        con.execute("CREATE SCHEMA mine; USE mine; CREATE TABLE item (x INTEGER)")
        con.execute("CREATE TEMP TABLE dataset (x INTEGER)")
        con.execute("CREATE TABLE _setrisk_staged AS SELECT 7 AS x; CREATE TABLE _setrisk_source AS SELECT 8 AS x")
        setrisk.load(con, "d", tmp_path / "b.txt")
        setrisk.load(con, "e", pd.DataFrame({"items": [["a"]]}))
        assert transactions_of(con, "d") == [["a", "b"]]
        assert con.execute("FROM _setrisk_staged, _setrisk_source").fetchall() == [(7, 8)]
        assert temporary_tables(con) == ["dataset"]


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
    with pytest.raises(BadInput, match=r"replace \(--replace\) works for one data set"):
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


def test_names_that_differ_only_in_blanks_or_case_are_warned_of(con):
    names = con.sql(
        "SELECT [name] AS items FROM (VALUES ('flu'), (' flu'), ('Flu '), ('gout'), ('New York')) AS t(name)"
    )
    loaded = setrisk.load(con, "names", names)
    assert [w for w in loaded.warnings if "blanks" in w] == [
        "3 of 5 items have names that differ from others only in blanks or case: each counts as an item of its own"
    ]
    assert not setrisk.load(con, "fine", con.sql("SELECT ['flu', 'gout'] AS items")).warnings
