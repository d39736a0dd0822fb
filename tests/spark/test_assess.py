"""Assessing on Spark: the same counts as on one machine, of a release as it is and of one that is made again."""

from __future__ import annotations

import importlib
import random
from collections.abc import Mapping
from dataclasses import astuple
from typing import Any

import pyarrow as pa
import pytest

import setrisk
import setrisk.spark
from setrisk.methods import Coat, Disassociation, Mixture
from setrisk.pipelines.assessment.question import Count, Question
from setrisk.spark.statements import rows_to_read
from tests.support.engines import plain_rows

pytestmark = [
    pytest.mark.xdist_group("spark"),
    # Nothing of pandas is used of it.
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning"),
]
DATASET, OTHERS = "assessed baskets", "other baskets"
ASKED: dict[str, Any] = {"known": "1..2", "people": 40, "reconstructions": 2, "seed": 3}
STORED = (("release", "assessed_attack", "release_assessment"), ("dataset", "assessed_dataset"))
CRITERIA = {"inference", "linkability", "narrowing", "singling_out"}
COUNT = Count("narrowing", 1, "random", "main", 10, 0, 5)


def baskets(n: int, seed: int) -> list[tuple[str, list[str]]]:
    draw = random.Random(seed)
    kinds = [[f"assessed {kind} item {number}" for number in range(6)] for kind in range(10)]
    return [
        (f"{seed}/{n}", [*draw.sample(draw.choice(kinds), 3), f"assessed extra {draw.randrange(30)}"]) for n in range(n)
    ]


@pytest.fixture(scope="module")
def released(session: Any) -> Any:
    setrisk.spark.attach(session)
    for name, n, seed in ((DATASET, 240, 1), (OTHERS, 80, 2)):
        frame = session.createDataFrame(baskets(n, seed), "who STRING, what ARRAY<STRING>")
        setrisk.spark.load(session, name, frame, id="who", items="what")
    setrisk.spark.protect(session, DATASET, "assessed chunks", Disassociation(k=3, m=2, seed=1), shard_size=100)
    setrisk.spark.protect(session, DATASET, "assessed coat", Coat(k=4, seed=1))
    setrisk.spark.protect(session, DATASET, "assessed counts", Mixture(epsilon=20, from_data=True, seed=1))
    return session


@pytest.mark.parametrize(
    ("release", "control", "sensitive", "known"),
    [
        ("assessed chunks", OTHERS, ["assessed extra 3", "assessed 1 item 2", "assessed 2 item 2"], "1..2"),
        ("assessed coat", None, None, 2),
        ("assessed counts", None, None, 2),
        (DATASET, None, ["assessed extra 3"], 2),
    ],
)
def test_the_counts_are_those_of_one_machine(
    released: Any, release: str, control: str | None, sensitive: list[str] | None, known: str | int
) -> None:
    before, asked = left(released), {**ASKED, "known": known}
    found = setrisk.spark.assess(released, release, control=control, sensitive=sensitive, **asked).collect()
    with setrisk.connect() as con:
        setrisk.spark.fetch(con, released, "assessed counts" if release == DATASET else release)
        setrisk.load(con, OTHERS, pa.table({"items": [items for _, items in baskets(80, 2)]}), items="items")
        here = setrisk.assess(con, release, control=control, sensitive=sensitive, **asked)
        columns = here.columns
        assert plain_rows(tuple(row[name] for name in columns) for row in found) == plain_rows(here.fetchall())
        owner, *tables = STORED[release == DATASET]
        for table in tables:
            stored = con.sql(f"SELECT t.* EXCLUDE ({owner}) FROM setrisk_private.{table} AS t")
            on_spark = released.table(f"setrisk_private.{table}").where(f"{owner} = '{release}'")
            rows = stored.fetchall()
            assert rows
            assert plain_rows(on_spark.select(*stored.columns).collect()) == plain_rows(rows), table
    assert {row.criterion for row in found} >= CRITERIA - ({"narrowing"} if "counts" in release else set())
    assert left(released) == before


def left(session: Any) -> tuple[set[str], set[str]]:
    """The private tables, and the releases."""
    tables = session.sql("SHOW TABLES IN setrisk_private").collect()
    return {row.tableName for row in tables}, {row.release for row in session.table("setrisk.release").collect()}


def stored_counts(session: Any, release: str) -> list[str]:
    return plain_rows(session.table("setrisk_private.assessed_attack").where(f"release = '{release}'").collect())


def test_one_that_cannot_be_stored_counts_as_not_assessed(released: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module("setrisk.spark.assess")
    name, write, counts, sizes = "assessed chunks", module.replace_rows, [], []

    def fail(session: Any, table: str, owner: str, rows: Any) -> None:
        if table == "assessed_attack" and rows is not None:
            counts.extend(rows.collect())
            raise OSError("no space left")
        write(session, table, owner, rows)

    def count_people(session: Any, again: Question, coming: Mapping[str, str]) -> list[Count]:
        of_data = {row.dataset: row.n_transactions for row in session.table(coming["dataset"]).collect()}
        ((n_records, _),) = rows_to_read(session, "risk/published_size", coming, release=again.release).collect()
        sizes.extend([of_data[again.members], of_data[again.outsiders], n_records])
        return []

    # As if it was assessed before; how often attackers are right is tested above.
    write(released, "assessed_attack", name, released.createDataFrame([astuple(COUNT)], module._COUNTS))
    assert stored_counts(released, name)
    monkeypatch.setattr(module, "count_narrowed", lambda *_: [COUNT])
    monkeypatch.setattr(module, "count_successes", count_people)
    monkeypatch.setattr(module, "replace_rows", fail)
    before = left(released)
    with pytest.raises(OSError, match="no space left"):
        setrisk.spark.assess(released, name, **{**ASKED, "known": 1})
    # It was made again for that, without a fifth of the people, by shards, of which nothing is left.
    assert sizes == [192, 48, 192]
    assert left(released) == before
    assert [(row.criterion, row.attempts) for row in counts] == [(COUNT.criterion, COUNT.attempts)]
    # As one of which nothing was asked: what the gate reads has no row.
    assert stored_counts(released, name) == []


def test_what_is_replaced_meanwhile_is_not_stored(released: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The numbers of the old release would be those of the new one, of which nobody asked anything."""
    functions = pytest.importorskip("pyspark.sql.functions")
    module = importlib.import_module("setrisk.spark.assess")
    name = "assessed coat"
    before = stored_counts(released, name)

    def replace_release(*_: Any) -> list[Count]:
        row = released.table("setrisk.release").where(f"release = '{name}'").localCheckpoint()
        later = row.withColumn("created_at", functions.expr("created_at + INTERVAL 1 SECOND"))
        module.replace_rows(released, "release", name, later)
        return [COUNT]

    monkeypatch.setattr(module, "count_narrowed", lambda *_: [COUNT])
    monkeypatch.setattr(module, "count_successes", replace_release)
    monkeypatch.setattr(module, "require_others", lambda *_: None)
    with pytest.raises(setrisk.SetriskError, match="was replaced or dropped meanwhile; nothing was stored"):
        setrisk.spark.assess(released, name, control=OTHERS, **ASKED)
    assert stored_counts(released, name) == before


@pytest.mark.parametrize(
    ("release", "given", "message"),
    [
        ("nothing", {}, "there is no release or data set 'nothing' on Spark"),
        ("assessed chunks", {"object_type": "dataset"}, "there is no data set 'assessed chunks' on Spark"),
        ("assessed chunks", {"object_type": "series"}, "it must be release or dataset"),
        (DATASET, {"control": OTHERS}, "control is for releases"),
        ("assessed chunks", {"known": "0..3"}, "known"),
        ("assessed chunks", {"k": 1}, "k is 1"),
        ("assessed chunks", {"people": 0}, "people is 0"),
        ("assessed chunks", {"reconstructions": 0}, "reconstructions is 0"),
        ("assessed chunks", {"seed": -1}, "seed is -1"),
        ("assessed chunks", {"sensitive": "assessed extra 3"}, "it must be a list of names of items"),
        ("assessed chunks", {"sensitive": (n for n in ["assessed extra 3"])}, "it must be a list of names of items"),
        ("assessed chunks", {"sensitive": []}, "no item is given"),
        ("assessed chunks", {"control": 5}, "control is 5; it must be a name"),
        ("assessed chunks", {"seed": 2**63 - 1}, "from 0 to 1,000,000,000"),
        ("assessed chunks", {"sensitive": ["nobody's"]}, '"nobody\'s" is not an item of any data set on Spark'),
        ("assessed chunks", {"control": "nobody"}, "there is no data set 'nobody'"),
        ("assessed chunks", {"control": DATASET}, "whose people are in the release"),
        ("assessed chunks", {"control": "the same baskets"}, "they seem to be the same people"),
        ("assessed chunks", {"control": "strange baskets"}, "people of another population"),
    ],
)
def test_what_cannot_be_assessed_is_refused(released: Any, release: str, given: dict[str, Any], message: str) -> None:
    strange = [[f"assessed strange {n} {item}" for item in range(4)] for n in range(40)]
    control = {"the same baskets": [items for _, items in baskets(240, 1)][:120], "strange baskets": strange}
    if (name := given.get("control")) in control:
        frame = released.createDataFrame([(row,) for row in control[name]], "what ARRAY<STRING>")
        setrisk.spark.load(released, name, frame, items="what")
    with pytest.raises(setrisk.SetriskError, match=message):
        setrisk.spark.assess(released, release, **{**ASKED, **given})
