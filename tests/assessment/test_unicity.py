"""How few known items single people out of the data, against literal counts."""

import hashlib
from collections.abc import Iterator, Sequence
from operator import ge
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest
from duckdb import DuckDBPyConnection
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

import setrisk

Baskets = Sequence[frozenset[str]]

baskets = st.lists(st.frozensets(st.sampled_from("abcdefgh"), max_size=8), min_size=1, max_size=14)


@pytest.fixture(scope="module")
def con() -> Iterator[DuckDBPyConnection]:
    """One database for the module, with a second data set that must not show and takes the first item numbers."""
    connection = setrisk.connect()
    setrisk.load(connection, "other", pd.DataFrame({"items": [list("hgfedcba"), list("abc"), ["x"]]}))
    yield connection
    connection.close()


def load(con: DuckDBPyConnection, items: Sequence[Sequence[str] | frozenset[str]]) -> None:
    setrisk.load(con, "d", pd.DataFrame({"items": [sorted(each) for each in items]}), empty="keep", replace=True)


def unicity(con: DuckDBPyConnection, **given: Any) -> tuple[Any, ...]:
    arguments = "".join(f", {name} := {value!r}" for name, value in given.items())
    (row,) = con.sql(f"FROM setrisk.unicity('d'{arguments})").fetchall()
    return row


def draw(*parts: object) -> str:
    return hashlib.md5("/".join(map(str, parts)).encode()).hexdigest()


def literal_counts(data: Baskets, known: int, k: int, choice: str, people: int, seed: int) -> tuple[int, int]:
    """How many people are asked about, and how many of them fewer than k people share the known items with."""
    holders: dict[str, set[int]] = {}
    for tid, basket in enumerate(data):
        for item in basket:
            holders.setdefault(item, set()).add(tid)
    asked = sorted(
        (tid for tid, basket in enumerate(data, 1) if len(basket) >= known), key=lambda tid: draw(seed, tid)
    )[:people]
    narrowed = 0
    for tid in asked:
        by_draw = sorted(data[tid - 1], key=lambda item: draw(seed, tid, item))
        items = (by_draw if choice == "random" else sorted(by_draw, key=lambda item: len(holders[item])))[:known]
        narrowed += len(set.intersection(*(holders[item] for item in items))) < k
    return len(asked), narrowed


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    data=baskets,
    known=st.integers(1, 5),
    k=st.integers(2, 4),
    choice=st.sampled_from(["random", "rarest"]),
    people=st.integers(1, 16),
    seed=st.integers(0, 3),
)
@example(data=[frozenset("ab"), frozenset("ab"), frozenset("ac")], known=2, k=2, choice="random", people=9, seed=0)
def test_it_is_what_counting_by_hand_gives(
    con: DuckDBPyConnection, data: Baskets, known: int, k: int, choice: str, people: int, seed: int
) -> None:
    load(con, data)
    _, asked, narrowed, share, low, high = unicity(con, known=known, k=k, choice=choice, people=people, seed=seed)
    assert (asked, narrowed) == literal_counts(data, known, k, choice, people, seed)
    assert share == (narrowed / asked if asked else None)
    if asked:
        interval = binomtest(narrowed, asked).proportion_ci(method="wilson")
        assert (low, high) == pytest.approx((interval.low, interval.high))
    curve = con.sql(
        f"FROM setrisk.unicity_curve('d', k := {k}, choice := '{choice}', people := {people}, seed := {seed})"
    ).fetchall()
    assert sorted(number for number, *_ in curve) == list(range(1, 11))
    assert (known, asked, narrowed, share, low, high) in curve


def test_people_who_share_nothing_are_singled_out_by_one_item_and_people_alike_by_none(
    con: DuckDBPyConnection,
) -> None:
    load(con, [[f"{item} of {tid}" for item in "abcd"] for tid in range(40)])
    assert unicity(con, known=1)[:4] == (1, 40, 40, 1)
    load(con, [list("abcd")] * 40)
    assert unicity(con, known=4)[:4] == (4, 40, 0, 0)
    # Forty are fewer than 41.
    assert unicity(con, known=4, k=41)[3] == 1


def test_more_records_than_a_block_holds(con: DuckDBPyConnection) -> None:
    # Each basket has a pair of its own; each single item is in many, in blocks far apart.
    load(con, [[f"left {n % 100}", f"right {n // 100}"] for n in range(10_000)])
    assert unicity(con, known=2, people=10_000)[:3] == (2, 10_000, 10_000)
    assert unicity(con, known=1, k=100, people=10_000)[:3] == (1, 10_000, 0)
    assert unicity(con, known=1, k=101, people=10_000)[:3] == (1, 10_000, 10_000)


def test_nobody_with_so_many_items_gives_no_share_and_not_a_share_of_zero(con: DuckDBPyConnection) -> None:
    load(con, [["a", "b"], []])
    assert unicity(con, known=3) == (3, 0, 0, None, None, None)
    assert unicity(con, known=2)[:4] == (2, 1, 1, 1)


def test_an_item_number_is_no_part_of_a_draw(con: DuckDBPyConnection) -> None:
    lists = [list("abcde"), list("abcdf"), list("abcfg"), list("hgfed")]
    load(con, lists)
    here = con.sql("FROM setrisk.unicity_curve('d') ORDER BY known").fetchall()
    with setrisk.connect() as elsewhere:
        setrisk.load(elsewhere, "d", pd.DataFrame({"items": [sorted(each) for each in lists]}))
        assert elsewhere.sql("FROM setrisk.unicity_curve('d') ORDER BY known").fetchall() == here


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("'nope'", "there is no data set nope"),
        ("'other', known := 0", "known is 0; it must be from 1 to 100"),
        ("'other', known := NULL", "known is NULL"),
        ("'other', k := 1", "k is 1; it must be from 2"),
        ("'other', people := 0", "people is 0; it must be from 1"),
        ("'other', seed := -1", "seed is -1; it must be at least 0"),
        ("'other', choice := 'common'", "choice is common; it must be random or rarest"),
        ("'other', choice := NULL", "choice is NULL; it must be random or rarest"),
    ],
)
def test_what_asks_for_nothing_is_an_error(con: DuckDBPyConnection, arguments: str, message: str) -> None:
    with pytest.raises(duckdb.Error, match=message):
        con.sql(f"FROM setrisk.unicity({arguments})").fetchall()


@pytest.mark.parametrize(("file", "format_"), [("bms-webview/BMS1_spmf.txt", "spmf"), ("retail/retail.dat", "fimi")])
def test_more_known_items_single_out_more_people(data: Path, con: DuckDBPyConnection, file: str, format_: str) -> None:
    setrisk.load(con, "d", data / file, format=format_, replace=True)
    by_choice = {}
    for choice in ("random", "rarest"):
        query = f"FROM setrisk.unicity_curve('d', choice := '{choice}') ORDER BY known"
        by_choice[choice] = [share for _, _, _, share, *_ in con.sql(query).fetchall()]
        assert by_choice[choice] == sorted(by_choice[choice])
    assert all(map(ge, by_choice["rarest"], by_choice["random"]))
    with (data / file).open() as lines:
        transactions = [frozenset(line.split()) - {"-1", "-2"} for line in lines]
    assert unicity(con, known=3, people=50)[1:3] == literal_counts(transactions, 3, 2, "random", 50, 0)
