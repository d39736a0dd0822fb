"""Sessions that take turns: each sees what the other has written, though Spark remembers which files a table has."""

from __future__ import annotations

from typing import Any

import pytest

import setrisk
import setrisk.spark
from setrisk.methods import Disassociation
from setrisk.spark.keep import keep
from setrisk.spark.rows import drop_rows, replace_rows, rows_of

pytestmark = [
    pytest.mark.xdist_group("spark"),
    # Nothing of pandas is used of it.
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning"),
]


@pytest.fixture(scope="module")
def one(session: Any) -> Any:
    """A session that has read the tables."""
    setrisk.spark.attach(session)
    load(session, "turns", ["tea", "milk"])
    assert supports(session, "turns") == {"milk": 4, "tea": 4}
    return session


@pytest.fixture(scope="module")
def other(one: Any) -> Any:
    """A session beside it that has read them, too."""
    session = one.newSession()
    setrisk.spark.attach(session)
    assert supports(session, "turns") == {"milk": 4, "tea": 4}
    return session


def load(session: Any, dataset: str, basket: list[str]) -> None:
    frame = session.createDataFrame([(number, basket) for number in range(4)], "who INT, what ARRAY<STRING>")
    setrisk.spark.load(session, dataset, frame, id="who", items="what", replace=True)


def supports(session: Any, dataset: str) -> dict[str, int]:
    rows = setrisk.spark.relation(session, "supports", dataset=dataset, size=1).collect()
    return {row["items"][0]: row["support"] for row in rows}


def test_what_the_other_has_loaded_or_replaced_is_read(one: Any, other: Any) -> None:
    load(other, "of the other", ["gin", "rum"])
    assert supports(one, "of the other") == {"gin": 4, "rum": 4}
    load(other, "turns", ["tea", "milk", "rum"])
    assert supports(one, "turns") == {"milk": 4, "rum": 4, "tea": 4}


def test_a_source_that_the_other_has_added_to_is_loaded_whole(one: Any, other: Any) -> None:
    one.createDataFrame([(1, "tea"), (2, "tea")], "who INT, what STRING").write.saveAsTable("default.turns")
    try:
        assert other.table("default.turns").count() == 2
        one.sql("INSERT INTO default.turns VALUES (3, 'tea'), (3, 'milk')")
        setrisk.spark.load(other, "added to", "default.turns", id="who", item="what")
        assert supports(other, "added to") == {"milk": 1, "tea": 3}
    finally:
        one.sql("DROP TABLE default.turns")


def test_items_that_the_other_has_numbered_keep_their_numbers(one: Any, other: Any) -> None:
    load(other, "numbered by the other", ["ale", "beer"])
    load(one, "numbered already", ["ale", "beer", "cider"])
    assert supports(one, "numbered already") == {"ale": 4, "beer": 4, "cider": 4}
    names = one.table("setrisk_private.item").where("item IN ('ale', 'beer', 'cider')")
    assert names.count() == names.select("item_id").distinct().count() == 3


def test_what_the_other_has_found_counts_and_goes_with_the_release(one: Any, other: Any) -> None:
    load(one, "attacked in turns", ["tea", "milk"])
    setrisk.spark.protect(one, "attacked in turns", "by turns", Disassociation(k=2, m=1), shard_size=100)
    setrisk.spark.attack(other, "by turns", "aba")
    rows = setrisk.spark.relation(one, "risk_summary", release="by turns").collect()
    assert sorted(row.attack for row in rows) == ["aba:self", "none"]
    assert rows_of(one, "attack_run", "by turns").count() == 1
    # In other files than those that the first one has read.
    replace_rows(other, "attack_run", "by turns", keep(rows_of(other, "attack_run", "by turns")))
    drop_rows(one, "release", "by turns")
    assert rows_of(other, "attack_run", "by turns").isEmpty()


def test_what_the_other_has_spent_is_spent(one: Any, other: Any) -> None:
    load(one, "budgeted", ["tea", "milk"])
    assert setrisk.spark.set_budget(other, "budgeted", epsilon_limit=1).collect()[0].remaining == 1
    mixture = setrisk.methods.Mixture(epsilon=0.75, universe=["tea", "milk"])
    setrisk.spark.protect(other, "budgeted", "noisy by the other", mixture)
    with pytest.raises(setrisk.BudgetExceeded):
        setrisk.spark.protect(one, "budgeted", "noisy by the one", mixture)
