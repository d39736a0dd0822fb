"""SeGen (SANONY 4.1): each data set keeps a share of the one before, and transactions stay what they were."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
import pytest
from duckdb import DuckDBPyConnection
from hypothesis import given, settings
from hypothesis import strategies as st

import setrisk
from setrisk.errors import AlreadyExists, BadInput, SetriskError, UnknownDataset
from setrisk.pipelines.serial.sample_series import Snapshots
from setrisk.udf.serial.sample_series import snapshots

ITEMS = [f"item {n}" for n in range(12)]

Transactions = dict[str, list[tuple[int, str]]]  # by id: position and name of each item


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DuckDBPyConnection]:
    """A database that all tests draw snapshots of their own into: of `people`, 40 with ids, of whom the last four hold
    nothing; and of `nameless`, the same without ids. Items stand in no order, and a repeat leaves a gap.
    """
    con = setrisk.connect(tmp_path_factory.mktemp("sample_series") / "db.duckdb")
    draw = random.Random(1)
    held = [["item 5", "item 5", *draw.sample(ITEMS, draw.randint(1, 4))] for _ in range(36)] + [[]] * 4
    entries = [(f"P{99 - n}", item) for n, items in enumerate(held) for item in items or [None]]
    setrisk.load(con, "people", pd.DataFrame(entries, columns=["id", "item"]), format="long", empty="keep")
    setrisk.load(con, "nameless", pd.DataFrame({"items": held}), empty="keep")
    yield con
    con.close()


def everything(con: DuckDBPyConnection) -> dict[str, list[Any]]:
    """What the owner's tables hold."""
    tables = con.execute(
        "SELECT t.table_name FROM duckdb_tables() AS t WHERE t.schema_name = 'setrisk_private'"
    ).fetchall()
    return {table: con.execute(f"FROM setrisk_private.{table} ORDER BY ALL").fetchall() for (table,) in tables}


def transactions(con: DuckDBPyConnection, dataset: str) -> Transactions:
    """By id, or by number where there are none, in the order of the numbers."""
    return {
        name: items or []
        for name, items in con.execute(
            "SELECT coalesce(i.id, n.tid::VARCHAR), list((t.position, i2.item) ORDER BY t.position) "
            "FILTER (WHERE t.item_id IS NOT NULL) FROM setrisk_private.dataset AS d "
            "CROSS JOIN LATERAL (SELECT unnest(range(1, d.n_transactions + 1)) AS tid) AS n "
            "LEFT JOIN setrisk_private.transaction_id AS i ON i.dataset = d.dataset AND i.tid = n.tid "
            "LEFT JOIN setrisk_private.transaction_item AS t ON t.dataset = d.dataset AND t.tid = n.tid "
            "LEFT JOIN setrisk_private.item AS i2 ON i2.item_id = t.item_id "
            "WHERE d.dataset = ? GROUP BY n.tid, i.id ORDER BY n.tid",
            [dataset],
        ).fetchall()
    }


@st.composite
def sizes(draw: st.DrawFn) -> dict[str, int]:
    """What can be drawn: the last snapshot has `size - kept` others beside it."""
    n = draw(st.integers(1, 30))
    size = draw(st.integers(1, n))
    kept = draw(st.integers(max(0, 2 * size - n), size))
    return {"n": n, "size": size, "kept": kept, "n_snapshots": draw(st.integers(1, 5))}


@settings(max_examples=200)
@given(given=sizes(), seed=st.integers(0, 99))
def test_each_corpus_keeps_a_share_of_the_last(given: dict[str, int], seed: int) -> None:
    made = list(snapshots(**given, draw=random.Random(seed)))
    assert len(made) == given["n_snapshots"]
    for snapshot in made:
        assert snapshot.dtype == np.int64
        assert len(snapshot) == len(set(snapshot.tolist())) == given["size"]
        assert set(snapshot.tolist()) <= set(range(given["n"]))
    for last, snapshot in pairwise(made):
        assert len(np.intersect1d(last, snapshot)) == given["kept"]


@settings(max_examples=50)
@given(given=sizes(), seed=st.integers(0, 99))
def test_a_seeded_draw_repeats(given: dict[str, int], seed: int) -> None:
    one, other = ([each.tolist() for each in snapshots(**given, draw=random.Random(seed))] for _ in range(2))
    assert one == other


def test_all_records_are_drawn_alike_and_stand_anywhere() -> None:
    """Of 10 records 4 are drawn, of whom 2 stay: each with 2 / 4, and each other with 2 / 6, in any place."""
    draw = random.Random(1)
    first, stayed, came, places = Counter(), Counter(), Counter(), Counter()
    for _ in range(2000):
        last, snapshot = (each.tolist() for each in snapshots(10, size=4, kept=2, n_snapshots=2, draw=draw))
        first.update(last)
        stayed.update(set(snapshot) & set(last))
        came.update(set(snapshot) - set(last))
        places.update(place for place, record in enumerate(snapshot) if record in last)
    for drawn, share in ((first, 0.4), (stayed, 0.2), (came, 0.2)):
        assert all(abs(drawn[record] / 2000 - share) < 0.05 for record in range(10))
    assert all(abs(places[place] / 2000 - 0.5) < 0.05 for place in range(4))


@pytest.mark.parametrize(
    ("given", "n", "kept"),
    [
        ({}, 2, 1),
        ({"share": 0.25, "repeat": 0.4, "snapshots": 4}, 10, 4),
        ({"share": 0.5, "repeat": 0, "snapshots": 3}, 20, 0),
        ({"share": 0.8, "repeat": 0.75, "snapshots": 2}, 32, 24),
        ({"share": 0.3, "repeat": 1, "snapshots": 3}, 12, 12),
        ({"share": 1, "repeat": 1, "snapshots": 2}, 40, 40),
        ({"share": 1, "repeat": 0, "snapshots": 1}, 40, 0),
    ],
)
@pytest.mark.parametrize("source", ["people", "nameless"])
def test_transactions_stay_what_they_were(
    db: DuckDBPyConnection, source: str, given: dict[str, float], n: int, kept: int
) -> None:
    before = everything(db)
    made = setrisk.sample_series(db, source, name="drawn", seed=1, **given)
    names = [f"drawn {number}" for number in range(1, given.get("snapshots", 5) + 1)]
    assert made == Snapshots(source, names, n)
    held = [transactions(db, name) for name in names]
    whole = transactions(db, source)
    for each in held:
        assert len(each) == n
        assert each == {name: whole[name] for name in each}
    assert all(len(one.keys() & other.keys()) == kept for one, other in pairwise(held))
    after = {table: [row for row in rows if row not in before[table]] for table, rows in everything(db).items()}
    assert [row[:4] for row in after["dataset"]] == [
        (name, f"drawn from {source}", n, len({item for items in each.values() for _, item in items}))
        for name, each in zip(names, held, strict=True)
    ]
    assert after["transaction_id"] == [
        (name, tid, person) for name, each in zip(names, held, strict=True) for tid, person in enumerate(each, 1)
    ]
    assert after["snapshot"] == [(name, "drawn", None, None, position) for position, name in enumerate(names, 1)]
    assert after["shared_budget"] == [(name, source) for name in sorted(names)]
    assert {table for table, rows in after.items() if rows} == {
        "dataset", "transaction_id", "transaction_item", "snapshot", "shared_budget",
    }  # fmt: skip
    for name in names:
        setrisk.drop(db, name)
    # What they spend is spent for good.
    assert everything(db) == {**before, "shared_budget": after["shared_budget"]}
    db.execute("DELETE FROM setrisk_private.shared_budget")


def test_snapshots_are_called_like_their_source_unless_named(db: DuckDBPyConnection) -> None:
    made = setrisk.sample_series(db, "people", share=0.2, repeat=0.5, snapshots=2)
    assert made.datasets == ["people 1", "people 2"]
    assert setrisk.sample_series(db, "people 1", share=0.5, snapshots=1).datasets == ["people 1 1"]
    assert transactions(db, "people 1 1").items() < transactions(db, "people 1").items()


def test_a_seed_makes_the_same_snapshots_again_and_no_seed_others(db: DuckDBPyConnection) -> None:
    def drawn(name: str, seed: int | None) -> list[list[str]]:
        made = setrisk.sample_series(db, "people", share=0.5, repeat=0.5, snapshots=2, name=name, seed=seed)
        return [list(transactions(db, each)) for each in made.datasets]

    one = drawn("one", 7)
    assert drawn("same", 7) == one
    others = [one, drawn("another", 8), drawn("secret", None), drawn("another secret", None)]
    assert all(first != second for n, second in enumerate(others) for first in others[:n])


def test_a_series_takes_releases_in_the_order_of_the_corpora(con: DuckDBPyConnection) -> None:
    setrisk.load(con, "people", pd.DataFrame({"items": [[f"a{n % 5}", f"s{n % 4}"] for n in range(40)]}))
    setrisk.sample_series(con, "people", share=0.5, repeat=0.5, snapshots=4, name="corpus", seed=1)
    made = {"series": "s", "method": "anony", "r_th": 3, "cluster_size": 4, "seed": 1}
    setrisk.protect(con, "corpus 2", "second", sensitive=["s0"], **made)
    before = everything(con)
    with pytest.raises(BadInput, match="'corpus 1' is older than 'corpus 2', of which the series 's' has 'second'"):
        setrisk.protect(con, "corpus 1", "first", **made)
    assert everything(con) == before
    setrisk.protect(con, "corpus 4", "fourth", **made)
    with pytest.raises(BadInput, match="'corpus 3' is older than 'corpus 4', of which the series 's' has 'fourth'"):
        setrisk.protect(con, "corpus 3", "third", **made)


@pytest.mark.parametrize(
    ("given", "kind", "message"),
    [
        ({"dataset": "nobody"}, UnknownDataset, "there is no data set 'nobody'"),
        ({"share": 0}, BadInput, "share must be more than 0 and at most 1"),
        ({"seed": -3}, BadInput, "seed is -3; it must be a whole number of at least 0"),
        ({"share": -0.5}, BadInput, "share must be more than 0 and at most 1"),
        ({"share": 1.01}, BadInput, "share must be more than 0 and at most 1"),
        ({"share": float("nan")}, BadInput, "share must be more than 0 and at most 1"),
        ({"repeat": -0.01}, BadInput, "repeat 0 to 1"),
        ({"repeat": 1.01}, BadInput, "repeat 0 to 1"),
        ({"snapshots": 0}, BadInput, "snapshots a whole number of at least 1"),
        ({"snapshots": 2.5}, BadInput, "snapshots is 2.5; it must be a whole number"),
        ({"share": 0.01}, BadInput, "'people' has 40 transactions: snapshots of 0, of which 0 stay, cannot be drawn"),
        ({"share": 0.525, "repeat": 0.05}, BadInput, "snapshots of 21, of which 1 stay, cannot be drawn from it"),
        ({"share": 0.8, "repeat": 0.7}, BadInput, "snapshots of 32, of which 22 stay, cannot be drawn from it"),
        ({"share": 1, "repeat": 0.9}, BadInput, "snapshots of 40, of which 36 stay, cannot be drawn from it"),
        ({"name": "taken"}, AlreadyExists, "the data set 'taken 2' exists already"),
    ],
)
def test_bad_input_writes_nothing(
    db: DuckDBPyConnection, given: dict[str, Any], kind: type[SetriskError], message: str
) -> None:
    if "taken 2" not in {row[0] for row in everything(db)["dataset"]}:
        setrisk.load(db, "taken 2", pd.DataFrame({"items": [["item 1"]]}))
    before = everything(db)
    with pytest.raises(kind, match=message):
        setrisk.sample_series(
            db, **{"dataset": "people", "name": "bad", "share": 0.5, "repeat": 0.5, "snapshots": 3} | given
        )
    assert everything(db) == before


def test_an_interrupt_between_snapshots_leaves_nothing(db: DuckDBPyConnection) -> None:
    steps = []

    def stop(step: str, done: int = 0, total: int = 0) -> None:
        steps.append((step, done, total))
        if done == 1:
            raise KeyboardInterrupt

    before = everything(db)
    with pytest.raises(KeyboardInterrupt):
        setrisk.sample_series(db, "people", share=0.5, snapshots=3, name="stopped", progress=stop)
    assert steps == [("drawing stopped 1", 0, 3), ("drawing stopped 2", 1, 3)]
    assert everything(db) == before
