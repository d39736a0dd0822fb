"""Noisy releases on Spark: what is counted there is what is drawn from here, and the ledger there knows of it."""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from typing import Any

import pytest
from duckdb import DuckDBPyConnection

import setrisk
import setrisk.spark
from setrisk.methods import APLKiller, DiffPart, Mixture, PrivBayes
from setrisk.pipelines.histogram.noisy import PUBLISH
from setrisk.pipelines.methods.description import METHODS
from setrisk.spark.protect import NOISY
from tests.support.engines import plain_rows

pytestmark = [
    pytest.mark.xdist_group("spark"),
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning"),
]

ITEMS = ["bread", "baker's", 'the "best"', "tea", "茶", "rice"]
BASKETS = [["bread", "baker's"]] * 70 + [["tea"]] * 50 + [["tea", "茶", 'the "best"']] * 60 + [[]] * 9
# So much that noise changes next to nothing.
PLENTY = 100.0
DATASET = "it's noisy"


@pytest.fixture(scope="module")
def loaded(session: Any) -> Any:
    setrisk.spark.attach(session)
    load(session, DATASET)
    return session


def load(session: Any, dataset: str) -> None:
    frame = session.createDataFrame([(each,) for each in BASKETS], "basket ARRAY<STRING>")
    setrisk.spark.load(session, dataset, frame, items="basket", empty="keep", replace=True)


@pytest.fixture
def machine() -> Iterator[DuckDBPyConnection]:
    with setrisk.connect() as con:
        yield con


def spent(session: Any, dataset: str = DATASET) -> Decimal:
    ((found,),) = setrisk.spark.relation(session, "budget", dataset=dataset).select("spent").collect()
    return Decimal(found)


@pytest.mark.parametrize("method", [DiffPart, Mixture], ids=lambda method: method.__name__)
def test_with_next_to_no_noise_it_is_what_one_machine_publishes(
    loaded: Any, machine: DuckDBPyConnection, method: Any
) -> None:
    given = method(epsilon=PLENTY, universe=ITEMS, seed=1)
    before = spent(loaded)
    made = setrisk.spark.protect(loaded, DATASET, "next to no noise", given, replace=True)
    assert spent(loaded) - before == 100
    names = loaded.sql("SELECT item_id, item FROM setrisk.published_item WHERE release = 'next to no noise'").collect()
    found = loaded.sql(
        "SELECT itemset, occurrences FROM setrisk.histogram WHERE release = 'next to no noise'"
    ).collect()
    machine.register("given", loaded.createDataFrame([(each,) for each in BASKETS], "basket ARRAY<STRING>").toArrow())
    setrisk.load(machine, DATASET, machine.table("given"), items="basket", empty="keep")
    here = setrisk.protect(machine, DATASET, "r", given)
    assert (made.method, made.marks, made.n_transactions) == (here.method, here.marks, here.n_transactions)
    expected = machine.sql("SELECT h.itemset, h.occurrences FROM setrisk.histogram AS h").fetchall()
    assert plain_rows(names) == plain_rows(machine.sql("SELECT item_id, item FROM setrisk.published_item").fetchall())
    assert plain_rows(found) == plain_rows(expected)


def test_it_is_attacked_as_on_one_machine(loaded: Any, machine: DuckDBPyConnection) -> None:
    release = "attacked counts"
    setrisk.spark.protect(loaded, DATASET, release, DiffPart(epsilon=PLENTY, universe=ITEMS, seed=1))
    setrisk.spark.fetch(machine, loaded, release)
    found = setrisk.spark.attack(loaded, release, "linkage", confidence=0.6)
    here = setrisk.attack(machine, release, method="linkage", confidence=0.6)
    assert found.columns == here.columns
    rows = plain_rows(here.fetchall())
    assert rows
    assert plain_rows(found.collect()) == rows
    for table in ("setrisk.leakage", "setrisk_private.record_risk", "setrisk.attack_run"):
        stored = machine.sql(f"SELECT t.* EXCLUDE (release) FROM {table} AS t")
        if table == "setrisk.attack_run":
            stored = stored.project("* EXCLUDE (attacked_at)")
        there = loaded.table(table).where(f"release = '{release}'").select(*stored.columns)
        assert plain_rows(there.collect()) == plain_rows(stored.fetchall()), table
    assert loaded.sql(f"SELECT 1 FROM setrisk_private.record_risk WHERE release = '{release}' AND at_risk").count() > 0
    setrisk.spark.attack(loaded, release)
    risks = setrisk.spark.relation(loaded, "risk_summary", release=release).select("attack", "records_at_risk")
    assert any(n_at_risk > 0 for attack, n_at_risk in risks.collect() if attack.startswith("linkage"))
    with pytest.raises(setrisk.BadInput, match="compare no items"):
        setrisk.spark.attack(loaded, release, knowledge="books")


def test_all_noisy_methods_are_made_on_spark() -> None:
    noisy = {each.name for each in METHODS if each.draw is not None}
    assert {each.method.name for each in NOISY} == set(PUBLISH) == noisy
    for each in METHODS:
        if each.name in PUBLISH:
            assert PUBLISH[each.name].__name__ == f"publish_{each.name}"


def test_a_fetched_release_is_as_if_it_had_been_made_here(loaded: Any, machine: DuckDBPyConnection) -> None:
    setrisk.spark.protect(loaded, DATASET, "noisy here", DiffPart(epsilon=PLENTY, universe=ITEMS), replace=True)
    setrisk.spark.fetch(machine, loaded, "noisy here")
    for relation in ("risk_summary", "leakages"):
        rows = setrisk.spark.relation(loaded, relation, release="noisy here").collect()
        assert plain_rows(rows) == plain_rows(machine.execute(f"FROM setrisk.{relation}('noisy here')").fetchall())
    ((there,),) = machine.sql("SELECT b.spent FROM setrisk.budget($name) AS b", params={"name": DATASET}).fetchall()
    assert there == spent(loaded)
    setrisk.attack(machine, "noisy here")
    setrisk.assess(machine, "noisy here", known=1, people=20)  # which makes it again of fewer people


def test_the_ledger_outlives_the_data_and_limits_what_is_spent(loaded: Any) -> None:
    load(loaded, "limited")
    ((remaining,),) = setrisk.spark.set_budget(loaded, "limited", epsilon_limit=2).select("remaining").collect()
    assert remaining == 2
    setrisk.spark.protect(loaded, "limited", "paid", DiffPart(epsilon=1.5, universe=ITEMS))
    load(loaded, "limited")
    assert spent(loaded, "limited") == Decimal("1.5")
    with pytest.raises(setrisk.BudgetExceeded, match=r"epsilon 1 is more .* leaves: of 2, 1\.5 is spent"):
        setrisk.spark.protect(loaded, "limited", "refused", DiffPart(epsilon=1, universe=ITEMS))
    assert spent(loaded, "limited") == Decimal("1.5")
    for wrong in (0, "much", float("nan")):
        with pytest.raises(setrisk.BadInput, match="epsilon_limit is"):
            setrisk.spark.set_budget(loaded, "limited", epsilon_limit=wrong)  # type: ignore[arg-type]
    with pytest.raises(setrisk.UnknownDataset):
        setrisk.spark.set_budget(loaded, "nothing", epsilon_limit=1)


def test_a_limit_that_cannot_be_written_leaves_the_old_one(loaded: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a row of it nothing would be limited."""
    from pyspark.errors import PySparkRuntimeError

    load(loaded, "still limited")
    setrisk.spark.set_budget(loaded, "still limited", epsilon_limit=1)
    ledger = importlib.import_module("setrisk.spark.ledger")
    real, failures = ledger.replace_rows, [PySparkRuntimeError("no space")]

    def fail_once(session: Any, table: str, owner: str, rows: Any) -> None:
        real(session, table, owner, None if failures else rows)
        if failures:
            raise failures.pop()

    monkeypatch.setattr(ledger, "replace_rows", fail_once)
    with pytest.raises(setrisk.SetriskError, match="Spark could not set the limit: no space; the old one is kept"):
        setrisk.spark.set_budget(loaded, "still limited", epsilon_limit=9)
    ((limit,),) = setrisk.spark.relation(loaded, "budget", dataset="still limited").select("epsilon_limit").collect()
    assert limit == 1


def test_of_two_who_spend_the_last_at_the_same_time_one_is_refused(
    loaded: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(loaded, "shared")
    setrisk.spark.set_budget(loaded, "shared", epsilon_limit=1)
    ledger = importlib.import_module("setrisk.spark.ledger")
    real, others = ledger.add_rows, ["another"]

    def spend_first(session: Any, table: str, rows: Any) -> None:
        """Another program notes its release between this one's look at the limit and its note."""
        if others:
            ledger._note(session, "shared", others.pop(), "diffpart", Decimal(1))
        real(session, table, rows)

    monkeypatch.setattr(ledger, "add_rows", spend_first)
    with pytest.raises(setrisk.BudgetExceeded, match="of 1, 1 is spent"):
        ledger.spend(loaded, "shared", "late", "diffpart", 1.0)


def test_what_could_not_be_noted_is_not_drawn(loaded: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program that writes at the same time may take the files of the note away."""
    before = spent(loaded)
    monkeypatch.setattr(importlib.import_module("setrisk.spark.ledger"), "add_rows", lambda *_: None)
    with pytest.raises(setrisk.SetriskError, match="what would be spent is not in it; nothing was drawn: try again"):
        setrisk.spark.protect(loaded, DATASET, "unpaid", DiffPart(epsilon=1, universe=ITEMS))
    assert spent(loaded) == before
    assert loaded.table("setrisk.release").where("release = 'unpaid'").isEmpty()


def test_if_spark_fails_after_the_note_nothing_is_drawn(loaded: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The note stays: nobody knows what others have read of it."""
    from pyspark.errors import PySparkRuntimeError

    ledger = importlib.import_module("setrisk.spark.ledger")
    asked: list[str] = []

    def fail_at_last(session: Any, name: str, **given: Any) -> Any:
        asked.append(name)
        if len(asked) > 1:
            raise PySparkRuntimeError("a worker was lost")
        return setrisk.spark.relation(session, name, **given)

    before = spent(loaded)
    with monkeypatch.context() as patch:
        patch.setattr(ledger, "relation", fail_at_last)
        with pytest.raises(setrisk.SetriskError, match="a worker was lost; nothing was drawn, but the ledger may have"):
            setrisk.spark.protect(loaded, DATASET, "noted", DiffPart(epsilon=0.25, universe=ITEMS))
    assert asked == ["budget", "budget"]
    assert spent(loaded) - before == Decimal("0.25")
    assert loaded.table("setrisk.release").where("release = 'noted'").isEmpty()


def test_what_needed_no_draw_and_is_not_written_is_in_the_ledger(loaded: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from pyspark.errors import PySparkRuntimeError

    def fail(*_: Any, **__: Any) -> Any:
        raise PySparkRuntimeError("no space")

    before = spent(loaded)
    module = importlib.import_module("setrisk.spark.histograms")
    monkeypatch.setattr(module, "made_of_counts", lambda *_: (None, (0, None)))
    monkeypatch.setattr(module, "publish", fail)
    with pytest.raises(setrisk.SetriskError, match="no space; nothing was published, but the ledger has its epsilon"):
        setrisk.spark.protect(loaded, DATASET, "undrawn", DiffPart(epsilon=0.5, universe=ITEMS))
    assert spent(loaded) - before == Decimal("0.5")


def test_threads_note_what_they_spend_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """At once each would find the note of the other, be refused, and have spent for nothing."""
    module = importlib.import_module("setrisk.spark.ledger")
    at_once, most = 0, 0

    def note(*_: Any) -> None:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        time.sleep(0.05)
        at_once -= 1

    monkeypatch.setattr(module, "_note", note)
    with ThreadPoolExecutor(3) as threads:
        list(threads.map(lambda name: module.spend(None, DATASET, name, "mixture", 0.3), "abc"))
    assert most == 1


def test_what_spark_fails_to_count_is_said_in_one_line(loaded: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from pyspark.errors import PySparkRuntimeError

    def fail(*_: Any, **__: Any) -> Any:
        raise PySparkRuntimeError("a worker was lost")

    before = spent(loaded)
    monkeypatch.setattr(importlib.import_module("setrisk.spark.histograms"), "rows_of_relation", fail)
    said = "^Spark could not make the release: a worker was lost; nothing was published$"
    with pytest.raises(setrisk.SetriskError, match=said):
        setrisk.spark.protect(loaded, DATASET, "uncounted", DiffPart(epsilon=1, universe=ITEMS))
    assert spent(loaded) == before


@pytest.mark.parametrize(
    ("method", "message"),
    [
        (DiffPart(epsilon=1), "say which items a record may hold"),
        (DiffPart(epsilon=1, universe=["tea"]), "it lacks"),
        (DiffPart(epsilon=1, universe=ITEMS, fan_out="x"), "fan_out is 'x'"),
        (APLKiller(epsilon=1, universe=ITEMS, as_printed=True), "on one machine"),
        # What only the drawing itself finds out, but before anything is drawn.
        (PrivBayes(epsilon=1, universe=[*ITEMS, *map(str, range(60))], degree=20), "are supported. Lower the degree"),
    ],
)
def test_wrong_input_spends_nothing(loaded: Any, method: Any, message: str) -> None:
    before = spent(loaded)
    with pytest.raises(setrisk.SetriskError, match=message):
        setrisk.spark.protect(loaded, DATASET, "wrong", method)
    assert spent(loaded) == before
    assert loaded.table("setrisk.release").where("release = 'wrong'").isEmpty()


def test_what_fails_after_noise_was_drawn_stays_spent(loaded: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from pyspark.errors import PySparkRuntimeError

    module = importlib.import_module("setrisk.spark.publish")
    real = module.replace_rows

    def fail(session: Any, name: str, owner: str, rows: Any) -> None:
        if name == "record_risk" and rows is not None:
            raise PySparkRuntimeError("no space")
        real(session, name, owner, rows)

    before = spent(loaded)
    monkeypatch.setattr(module, "replace_rows", fail)
    with pytest.raises(setrisk.NoiseSpent, match="nothing was published; the noise that was drawn is spent"):
        setrisk.spark.protect(loaded, DATASET, "half", DiffPart(epsilon=1, universe=ITEMS))
    assert spent(loaded) - before == 1
    for table in ("histogram", "published_item", "release"):
        assert loaded.table(f"setrisk.{table}").where("release = 'half'").isEmpty()
