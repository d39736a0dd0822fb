"""Supports, rare itemsets and histograms, against a plain counter."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import duckdb
import pandas as pd
import pytest
from duckdb import DuckDBPyConnection
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import setrisk

Lists = Sequence[Sequence[str]]

# An item is one letter; the other data set holds the same items otherwise, in transactions of the same numbers.
transactions = st.lists(st.lists(st.sampled_from("abcdefg"), max_size=7), min_size=1, max_size=12)
OTHER = (tuple("gfedcba"), tuple("abc"), tuple("abc"), ("x",), tuple("xyz"))


@pytest.fixture(scope="module")
def con() -> Iterator[DuckDBPyConnection]:
    """One database for the module, with a second data set that must not show."""
    connection = setrisk.connect()
    setrisk.load(connection, "other", pd.DataFrame({"items": [list(items) for items in OTHER]}))
    yield connection
    connection.close()


def loaded(con: DuckDBPyConnection, lists: Lists) -> None:
    for table in ("dataset", "transaction_item"):
        con.execute(f"DELETE FROM setrisk_private.{table} AS t WHERE t.dataset = 'd'")
    setrisk.load(con, "d", pd.DataFrame({"items": [list(items) for items in lists]}), empty="keep")


def itemsets(lists: Lists, size: int) -> Counter[tuple[str, ...]]:
    """How many transactions hold each itemset of a size; names ascending, as the dictionary numbers them."""
    return Counter(found for items in lists for found in combinations(sorted(set(items)), size))


def rows(con: DuckDBPyConnection, query: str, *values: Any) -> Counter[tuple[Any, ...]]:
    """The rows as a bag; lists become tuples."""
    found = con.execute(query, list(values)).fetchall()
    return Counter(tuple(tuple(v) if isinstance(v, list) else v for v in row) for row in found)


def once(counted: Counter[tuple[str, ...]]) -> Counter[tuple[Any, ...]]:
    return Counter(counted.items())


def check_supports(con: DuckDBPyConnection, lists: Lists, k: int, m: int) -> None:
    """Compare each relation with a plain count."""
    loaded(con, lists)
    counted = {size: itemsets(lists, size) for size in range(1, 5)}
    for size in counted:
        found = rows(con, "SELECT s.items, s.support FROM setrisk.supports('d', size := ?) AS s", size)
        assert found == once(counted[size])
    rare = rows(con, "SELECT r.items, r.support FROM setrisk.rare_itemsets('d', ?, m := ?) AS r", k, m)
    assert rare == Counter((i, n) for size in range(1, m + 1) for i, n in counted[size].items() if n < k)
    number = dict(con.execute("SELECT i.item, i.item_id FROM setrisk_private.item AS i").fetchall())
    pairs = rows(con, "SELECT p.item_a, p.item_b, p.support FROM setrisk_internal.pair_supports('d') AS p")
    assert pairs == Counter((number[a], number[b], n) for (a, b), n in counted[2].items())
    items = rows(con, "SELECT i.item_id, i.item, i.support FROM setrisk_internal.item_supports('d') AS i")
    assert items == Counter((number[a], a, n) for (a,), n in counted[1].items())
    histogram = rows(con, "SELECT h.itemset, h.occurrences FROM setrisk.itemset_histogram('d') AS h")
    assert histogram == once(Counter(tuple(sorted(number[item] for item in set(held))) for held in lists if held))


def test_supports_rare_itemsets_and_histograms_agree_with_a_plain_counter(con):
    @settings(max_examples=15, suppress_health_check=list(HealthCheck))
    @given(transactions, st.integers(2, 6), st.integers(1, 4))
    @example([[]], 2, 2)
    @example([[], [], "abcdefg"], 2, 4)
    @example(["abcdefg"] * 3, 3, 4)
    @example(["abcdefg"] * 3, 4, 4)
    @example(["a", "a", "aab"], 2, 1)
    def agree(lists: Lists, k: int, m: int) -> None:
        check_supports(con, lists, k, m)

    agree()


def test_the_defaults_are_pairs(con):
    loaded(con, ["abc", "ab", "c"])
    pairs = rows(con, "SELECT s.items, s.support FROM setrisk.supports('d') AS s")
    assert pairs == Counter([(("a", "b"), 2), (("a", "c"), 1), (("b", "c"), 1)])
    rare = rows(con, "SELECT r.items, r.support FROM setrisk.rare_itemsets('d', 2) AS r")
    assert rare == Counter([(("a", "c"), 1), (("b", "c"), 1)])


def test_itemsets_larger_than_any_transaction_are_not_looked_for(con):
    """There are 2^60 subsets of the longest transaction."""
    loaded(con, [[str(n) for n in range(60)], ["1", "2"]])
    assert con.execute("FROM setrisk.supports('d', size := 61)").fetchall() == []


def test_no_itemset_is_of_a_size_that_no_transaction_has(con):
    loaded(con, ["abcdefg"])
    assert rows(con, "SELECT s.items FROM setrisk.supports('d', size := 8) AS s") == Counter()


@pytest.mark.parametrize("size", [0, -1, None])
def test_a_size_that_no_itemset_has_is_refused(con, size):
    loaded(con, ["abcdefg"])
    said = "NULL" if size is None else size
    with pytest.raises(duckdb.Error, match=f"size is {said}; it must be at least 1"):
        con.execute("SELECT s.items FROM setrisk.supports('d', size := ?) AS s", [size])


def test_the_largest_itemset_is_the_whole_transaction(con):
    loaded(con, ["abcdefg", "abcdef"])
    assert rows(con, "FROM setrisk.supports('d', size := 7)") == Counter([(tuple("abcdefg"), 1)])


@pytest.mark.parametrize(
    ("k", "m", "message"),
    [
        (1, 2, "k is 1; it must be at least 2"),
        (-3, 2, "k is -3; it must be at least 2"),
        (None, 2, "k is NULL; it must be at least 2"),
        (2, 0, "m is 0; it must be at least 1"),
        (2, None, "m is NULL; it must be at least 1"),
    ],
)
def test_a_k_or_an_m_that_asks_for_nothing_is_refused(con, k, m, message):
    """No rows would read as k^m-anonymous."""
    loaded(con, ["abc", "ab"])
    with pytest.raises(duckdb.Error, match=message):
        con.execute("SELECT r.items FROM setrisk.rare_itemsets('d', ?, m := ?) AS r", [k, m])


def test_a_k_beyond_the_number_of_transactions_makes_all_itemsets_rare(con):
    loaded(con, ["abc", "ab"])
    found = rows(con, "SELECT len(r.items), count(*) FROM setrisk.rare_itemsets('d', 100, m := 9) AS r GROUP BY ALL")
    assert found == Counter([(1, 3), (2, 3), (3, 1)])


def test_an_itemset_comes_in_the_order_of_the_dictionary(con):
    with setrisk.connect() as fresh:
        setrisk.load(fresh, "first", pd.DataFrame({"items": [["z"]]}))
        setrisk.load(fresh, "d", pd.DataFrame({"items": [["b", "z", "a", "c"]] * 2}))
        for size in (2, 3, 4):
            found = fresh.execute("SELECT s.items FROM setrisk.supports('d', size := ?) AS s", [size]).fetchall()
            assert sorted(items for (items,) in found) == sorted(map(list, combinations("zabc", size)))


def test_awkward_names_come_back_in_itemsets(con):
    names = ["'", '"', "a,b", "<script>", "NULL", "😀", "x" * 10_000]
    loaded(con, [names])
    found = con.execute("SELECT s.items FROM setrisk.supports('d', size := 7) AS s").fetchall()
    assert [set(items) for (items,) in found] == [set(names)]


def test_real_baskets_have_the_supports_that_a_counter_counts(con, data):
    setrisk.load(con, "retail", data / "retail/retail.dat", format="fimi")
    lines = [sorted(set(line.split())) for line in (data / "retail/retail.dat").read_text().splitlines()]
    singles = Counter(item for items in lines for item in items)
    assert rows(con, "SELECT s.items, s.support FROM setrisk.supports('retail', size := 1) AS s") == Counter(
        ((item,), n) for item, n in singles.items()
    )
    common = {item for item, n in singles.items() if n >= 3000}
    pairs = Counter(pair for items in lines for pair in combinations([i for i in items if i in common], 2))
    found = rows(con, "SELECT s.items, s.support FROM setrisk.supports('retail') AS s WHERE s.support >= 3000")
    assert {(frozenset(items), n) for items, n in found} == {(frozenset(p), n) for p, n in pairs.items() if n >= 3000}
