"""Queries on Spark that belong together compute their common steps once, and no others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import setrisk.spark
from setrisk.spark.keep import keep
from setrisk.spark.rows import drop_rows
from setrisk.spark.statements import Staging, rows_of_relation
from setrisk.spark.steps import shared_steps
from tests.support.engines import plain_rows

pytestmark = pytest.mark.xdist_group("spark")

DATASET = "baskets in steps"


@pytest.fixture(scope="module")
def loaded(session: Any) -> Iterator[Any]:
    setrisk.spark.attach(session)
    frame = session.createDataFrame([("a", ["bread", "milk"]), ("b", ["milk"])], "id STRING, items ARRAY<STRING>")
    setrisk.spark.load(session, DATASET, frame, id="id", items="items")
    yield session
    drop_rows(session, "dataset", DATASET)


def supports(session: Any) -> list[str]:
    return plain_rows(setrisk.spark.relation(session, "supports", dataset=DATASET, size=1).collect())


def test_the_same_question_is_asked_of_spark_once(loaded: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    sql = type(loaded).sql

    def counted(session: Any, text: str, *args: Any, **given: Any) -> Any:
        asked.append(text)
        return sql(session, text, *args, **given)

    monkeypatch.setattr(type(loaded), "sql", counted)
    with shared_steps(loaded):
        first = supports(loaded)
        of_first = len(asked)
        assert supports(loaded) == first
        assert len(asked) == of_first > 0
    assert supports(loaded) == first
    assert len(asked) > of_first


def test_what_is_staged_anew_is_read_anew(loaded: Any) -> None:
    entries = loaded.table("setrisk_private.transaction_item").where(f"dataset = '{DATASET}'")
    of_one_item = entries.where(entries["item_id"] == entries.first()["item_id"])
    stage = Staging(loaded, {})
    found = []
    with shared_steps(loaded):
        for rows in (entries, of_one_item):
            stage.put("transaction_item", rows)
            given = {"dataset": DATASET, "size": 1}
            found.append(rows_of_relation(loaded, "supports", stage.views, **given).count())
    stage.close()
    assert found == [2, 1]


def test_no_view_is_left(loaded: Any) -> None:
    def views() -> set[str]:
        return {row.viewName for row in loaded.sql("SHOW VIEWS").where("isTemporary").collect()}

    before = views()
    with shared_steps(loaded):
        supports(loaded)
        assert views() > before
        supports(loaded)
    assert views() == before


def test_what_hangs_on_no_rows_is_not_planned(session: Any) -> None:
    functions = pytest.importorskip("pyspark.sql.functions")
    numbers = session.range(6).withColumn("place", functions.lit(1).cast("DECIMAL(20, 0)"))
    others = session.range(4)
    for found, n in ((numbers.where("id > 5"), 0), (numbers.where("id > 1"), 2)):
        kept = keep(found)
        assert kept.schema == found.schema
        joined = kept.join(others, "id").groupBy("place").count()
        assert [tuple(row)[1] for row in joined.collect()] == [n] * (n > 0)
        planned = joined._jdf.queryExecution().optimizedPlan().toString()
        assert ("Join" in planned) == (n > 0)
