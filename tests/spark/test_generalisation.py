"""COAT releases on Spark: the same as on one machine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from duckdb import DuckDBPyConnection

import setrisk
import setrisk.spark
from setrisk.methods import Coat
from tests.support.engines import plain_rows

pytestmark = [
    pytest.mark.xdist_group("spark"),
    # Nothing of pandas is used of it.
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning"),
]
DATASET, RELEASE = "baskets to generalise", "generalised"
TABLES = (
    "setrisk.generalised_item", "setrisk.generalised_record", "setrisk.published_item", "setrisk_private.provenance",
    "setrisk_private.privacy_constraint", "setrisk_private.record_risk", "setrisk_private.release_coverage",
    "setrisk_private.release_seed",
)  # fmt: skip
CONSTRAINTS = [["item 1", "item 20"], ["item 7"], ["item 3", "item 30", "item 2"]]
PARTED = [[f"item {number}" for number in range(first, 40, 3)] for first in range(3)]


@pytest.fixture(scope="module")
def loaded(session: Any) -> Any:
    setrisk.spark.attach(session)
    draw = random.Random(4)
    weights = [1 / (place + 1) for place in range(40)]
    rows = [sorted({f"item {n}" for n in draw.choices(range(40), weights, k=draw.randrange(7))}) for _ in range(400)]
    frame = session.createDataFrame([(row,) for row in rows], "what ARRAY<STRING>")
    setrisk.spark.load(session, DATASET, frame, items="what", empty="keep")
    return session


@pytest.fixture
def machine() -> Iterator[DuckDBPyConnection]:
    with setrisk.connect() as con:
        yield con


@pytest.mark.parametrize(
    "method",
    [
        Coat(k=4, seed=3),
        Coat(k=5, privacy_constraints=CONSTRAINTS, utility_constraints=PARTED, seed=9, keep_order=True),
    ],
)
def test_a_release_is_that_of_one_machine(loaded: Any, machine: DuckDBPyConnection, method: Coat) -> None:
    made = setrisk.spark.protect(loaded, DATASET, RELEASE, method, replace=True)
    setrisk.spark.fetch(machine, loaded, RELEASE)
    on_spark = {table: rows_in(machine, table) for table in TABLES}
    parameters = machine.sql("SELECT r.family, r.method, r.parameters, r.marks FROM setrisk.release AS r").fetchall()
    here = setrisk.protect(machine, DATASET, RELEASE, method, replace=True)
    assert made == here
    assert made.marks == ["seeded"]
    assert on_spark == {table: rows_in(machine, table) for table in TABLES}
    assert parameters == (
        machine.sql("SELECT r.family, r.method, r.parameters, r.marks FROM setrisk.release AS r").fetchall()
    )


@pytest.mark.parametrize(("method", "given"), [("rba", {"context": 1}), ("ra", {"draws": 2, "seed": 4})])
def test_an_attack_finds_the_same(loaded: Any, machine: DuckDBPyConnection, method: str, given: Any) -> None:
    setrisk.spark.fetch(machine, loaded, RELEASE)
    found = setrisk.spark.attack(loaded, RELEASE, method, **given)
    here = setrisk.attack(machine, RELEASE, method=method, **given)
    rows = plain_rows(here.fetchall())
    assert rows
    assert plain_rows(found.collect()) == rows
    for table in ("setrisk_private.record_risk", "setrisk_private.baseline_draw"):
        of_attacks = machine.sql(f"SELECT t.* EXCLUDE (release) FROM {table} AS t WHERE t.attack LIKE '{method}:%'")
        stored = loaded.table(table).where(f"release = '{RELEASE}' AND attack LIKE '{method}:%'")
        assert plain_rows(stored.select(*of_attacks.columns).collect()) == plain_rows(of_attacks.fetchall()), table


def rows_in(con: DuckDBPyConnection, table: str) -> list[str]:
    return plain_rows(con.sql(f"FROM {table}").fetchall())


@pytest.mark.parametrize(
    ("method", "message"),
    [
        (Coat(k=401), "k is 401, but the data set has 400 transactions"),
        (Coat(privacy_constraints=[["item 1", "nothing"]]), "nothing"),
        (
            Coat(k=40, privacy_constraints=CONSTRAINTS, utility_constraints=[["item 5", "item 6"]], max_suppression=0),
            "cannot be satisfied",
        ),
        (Coat(privacy_constraints="no such file"), "no such file"),
    ],
)
def test_what_cannot_be_made_is_refused(loaded: Any, method: Coat, message: str) -> None:
    with pytest.raises(setrisk.SetriskError, match=message):
        setrisk.spark.protect(loaded, DATASET, "refused", method)
    with pytest.raises(setrisk.UnknownRelease):
        setrisk.spark.fetch(setrisk.connect(), loaded, "refused")
