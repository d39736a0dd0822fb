"""Attacks on Spark: the same findings, and the same people at risk, as on one machine."""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from duckdb import DuckDBPyConnection

import setrisk
import setrisk.spark
from setrisk.methods import AverageReassociation, Disassociation
from setrisk.pipelines.methods.description import Method
from setrisk.spark.rows import replace_rows, rows_of
from tests.support.engines import plain_rows

pytestmark = [
    pytest.mark.xdist_group("spark"),
    # Nothing of pandas is used of it.
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning"),
]
DATASET, RELEASE = "attacked baskets", "attacked chunks"
STORED = ("setrisk.reassociation", "setrisk_private.record_risk", "setrisk_private.baseline_draw")


@pytest.fixture(scope="module")
def released(session: Any) -> Any:
    """Alike people, so that chunks can be put together again."""
    setrisk.spark.attach(session)
    draw = random.Random(2)
    kinds = [[f"kind {kind} item {number}" for number in range(6)] for kind in range(12)]
    rows = [[*draw.sample(draw.choice(kinds), 3), f"extra {draw.randrange(40)}"] for _ in range(320)]
    frame = session.createDataFrame([(row,) for row in rows], "what ARRAY<STRING>")
    setrisk.spark.load(session, DATASET, frame, items="what")
    setrisk.spark.protect(session, DATASET, RELEASE, Disassociation(k=3, m=2, seed=1), shard_size=150)
    return session


@pytest.fixture(scope="module")
def machine(released: Any) -> Iterator[DuckDBPyConnection]:
    """The same release on one machine, before anybody attacked it."""
    with setrisk.connect() as con:
        setrisk.spark.fetch(con, released, RELEASE)
        yield con


@pytest.mark.parametrize(
    ("method", "given"),
    [
        (AverageReassociation(anchors=1), {}),
        ("assignment", {}),
        ("cover", {}),
        ("random", {"draws": 2, "seed": 5}),
    ],
)
def test_an_attack_finds_the_same(released: Any, machine: DuckDBPyConnection, method: Any, given: Any) -> None:
    found = setrisk.spark.attack(released, RELEASE, method, **given)
    here = setrisk.attack(machine, RELEASE, method=method, **given)
    assert found.columns == here.columns
    rows = plain_rows(here.fetchall())
    assert rows
    assert plain_rows(found.collect()) == rows
    for table in STORED:
        here = machine.sql(f"SELECT t.* EXCLUDE (release) FROM {table} AS t")
        stored = released.table(table).where(f"release = '{RELEASE}'").select(*here.columns)
        assert plain_rows(stored.collect()) == plain_rows(here.fetchall()), table
    runs = machine.sql("SELECT r.* EXCLUDE (release, attacked_at) FROM setrisk.attack_run AS r")
    entered = released.table("setrisk.attack_run").where(f"release = '{RELEASE}'").select(*runs.columns)
    assert plain_rows(entered.collect()) == plain_rows(runs.fetchall())


def test_the_gate_says_the_same(released: Any, machine: DuckDBPyConnection, tmp_path: Path) -> None:
    file = tmp_path / "limits.toml"
    file.write_text('max_at_risk = 0.01\nattacks = ["cover:self", "random"]\nmax_narrowing = 1.0\n')
    for given in ({"limits": file}, {"max_inference": 0.5, "known": "1..2"}, {}):
        here = setrisk.check(machine, RELEASE, **given)
        found = setrisk.spark.check(released, RELEASE, **given)
        assert found.columns == here.columns
        assert plain_rows(found.collect()) == plain_rows(here.fetchall())
        assert not found.isEmpty()
    with pytest.raises(setrisk.UnknownMethod, match=r"there is no attack 'coverr'.* did you mean 'cover'"):
        setrisk.spark.check(released, RELEASE, max_at_risk=0.5, attacks=["coverr"])
    with pytest.raises(setrisk.BadInput, match="max_at_risk is 5"):
        setrisk.spark.check(released, RELEASE, max_at_risk=5)
    with pytest.raises(setrisk.UnknownRelease, match=f"no release '{DATASET}' on Spark; it is the name of a data set"):
        setrisk.spark.check(released, DATASET)


def as_found_by_cover(monkeypatch: pytest.MonkeyPatch, attack: str) -> None:
    """Let the next attack find what `cover` has stored: where it fails, nothing of it is looked at."""

    def rows(session: Any, *_: Any, into: str | None = None, **__: Any) -> Any:
        table = session.table("setrisk.reassociation" if into else "setrisk_private.record_risk")
        own = table.where(f"release = '{RELEASE}' AND attack = 'cover:self'")
        return own.selectExpr("* EXCEPT (attack)", f"'{attack}' AS attack")

    monkeypatch.setattr(importlib.import_module("setrisk.spark.attack"), "rows_to_write", rows)


def failing_for(table: str, write: Any) -> Any:
    """What writes rows, but finds no space for those of a table."""

    def fail(session: Any, name: str, *others: Any) -> None:
        if name == table:
            raise OSError("no space left")
        write(session, name, *others)

    return fail


def test_what_fails_leaves_nothing_and_other_attacks_as_they_are(
    released: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = importlib.import_module("setrisk.spark.attack")
    tables = ("setrisk.attack_run", "setrisk.reassociation", "setrisk_private.record_risk")

    def stored() -> list[list[str]]:
        return [plain_rows(released.table(each).where(f"release = '{RELEASE}'").collect()) for each in tables]

    before = stored()
    as_found_by_cover(monkeypatch, "rga:self")
    monkeypatch.setattr(module, "add_rows", failing_for("attack_run", module.add_rows))
    with pytest.raises(OSError, match="no space left"):
        setrisk.spark.attack(released, RELEASE, "rga")
    assert stored() == before
    assert all(before)
    # What is stored is not computed again.
    assert setrisk.spark.attack(released, RELEASE, "cover").count() > 0
    monkeypatch.setattr(Method, "package", "mine")
    with pytest.raises(setrisk.BadInput, match="rga is an attack of your own"):
        setrisk.spark.attack(released, RELEASE, "rga")


def test_risks_that_another_program_took_away_are_missed(released: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """People whose risk is lost would be at none."""
    module = importlib.import_module("setrisk.spark.attack")
    real, before = module.add_rows, released.table("setrisk.attack_run").count()

    def lose_one(session: Any, table: str, rows: Any) -> None:
        real(session, table, rows.limit(rows.count() - 1) if table == "record_risk" else rows)

    as_found_by_cover(monkeypatch, "rga:self")
    monkeypatch.setattr(module, "add_rows", lose_one)
    with pytest.raises(setrisk.SetriskError, match=r"record_risk has 319 rows .*, and 320 were written: another"):
        setrisk.spark.attack(released, RELEASE, "rga")
    assert released.table("setrisk.attack_run").count() == before
    assert released.table("setrisk_private.record_risk").where("attack = 'rga:self'").isEmpty()


def test_an_attack_whose_risk_is_lost_is_made_again(released: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The gate takes it for one that was not made."""
    module = importlib.import_module("setrisk.spark.attack")
    risks = released.table("setrisk_private.record_risk").where(f"release = '{RELEASE}'").localCheckpoint()
    made: list[str] = []
    monkeypatch.setattr(module, "_store", lambda *arguments: made.append(arguments[3].attack))
    setrisk.spark.attack(released, RELEASE, "cover")
    assert made == []
    for lost in ("attack = 'cover:self'", "attack = 'cover:self' AND tid = 7"):
        made.clear()
        module.replace_rows(released, "record_risk", RELEASE, risks.where(f"NOT ({lost})"))
        setrisk.spark.attack(released, RELEASE, "cover")
        assert made == ["cover:self"]
    module.replace_rows(released, "record_risk", RELEASE, risks)
    draws = released.table("setrisk_private.baseline_draw").where(f"release = '{RELEASE}'").localCheckpoint()
    # All of it, one of two draws, and people of one.
    name = draws.first()["attack"]
    for lost, wanted in (("false", []), ("true", [name]), ("draw = 2", [name]), ("draw = 2 AND records > 1", [name])):
        there = draws.where(f"NOT ({lost})")
        made.clear()
        module.replace_rows(released, "baseline_draw", RELEASE, there)
        setrisk.spark.attack(released, RELEASE, "random", draws=2, seed=5)
        assert made == wanted
    module.replace_rows(released, "baseline_draw", RELEASE, draws)


def test_what_is_replaced_meanwhile_is_not_stored(released: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The findings of the old release would be those of the new one, which nobody attacked."""
    functions = pytest.importorskip("pyspark.sql.functions")
    module = importlib.import_module("setrisk.spark.attack")
    row = released.table("setrisk.release").where(f"release = '{RELEASE}'").localCheckpoint()

    def stored() -> list[list[str]]:
        tables = ("setrisk.attack_run", *STORED)
        return [plain_rows(released.table(each).where(f"release = '{RELEASE}'").collect()) for each in tables]

    def found_late(session: Any, *_: Any, into: str | None = None, **__: Any) -> Any:
        later = row.withColumn("created_at", functions.expr("created_at + INTERVAL 1 SECOND"))
        module.replace_rows(session, "release", RELEASE, later)
        return session.table("setrisk.reassociation" if into else "setrisk_private.record_risk").limit(0)

    before = stored()
    monkeypatch.setattr(module, "rows_to_write", found_late)
    with pytest.raises(setrisk.SetriskError, match="replaced or dropped meanwhile; nothing of this attack was stored"):
        setrisk.spark.attack(released, RELEASE, "rga")
    assert stored() == before
    module.replace_rows(released, "release", RELEASE, row)


@pytest.mark.parametrize(
    ("release", "given", "message"),
    [
        ("nothing", {}, "there is no release 'nothing' on Spark"),
        (7, {}, "release is 7; it must be a name, as text"),
        (RELEASE, {"method": "rba"}, "rba"),
        (RELEASE, {"method": "aba", "anchors": 0}, "anchors"),
        (RELEASE, {"method": "aba", "draws": 3}, "draws"),
        (RELEASE, {"method": "aba", "knowledge": "books"}, "fetch it for other knowledge"),
        ("copied", {}, "family serial; on Spark those of the families disassociation, generalisation, histogram"),
    ],
)
def test_what_cannot_be_attacked_is_refused(released: Any, release: Any, given: Any, message: str) -> None:
    if release == "copied":
        row = released.table("setrisk.release").where(f"release = '{RELEASE}'").localCheckpoint()
        replace_rows(released, "release", release, row.selectExpr("* EXCEPT (family)", "'serial' AS family"))
    with pytest.raises(setrisk.SetriskError, match=message):
        setrisk.spark.attack(released, release, **given)


def test_if_taking_out_fails_no_attack_counts_as_made(
    released: Any, machine: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last test of the release, whose rows it destroys: the gate must not take these for all."""
    module = importlib.import_module("setrisk.spark.attack")
    made = released.table("setrisk.attack_run").where(f"release = '{RELEASE}'")
    assert made.count() > 0
    as_found_by_cover(monkeypatch, "mra:self")
    monkeypatch.setattr(module, "add_rows", failing_for("attack_run", module.add_rows))
    monkeypatch.setattr(module, "replace_rows", failing_for("record_risk", module.replace_rows))
    with pytest.raises(OSError, match="no space left"):
        setrisk.spark.attack(released, RELEASE, "mra")
    assert released.table("setrisk.attack_run").where(f"release = '{RELEASE}'").count() == 0
    # What nobody has entered as an attack, who is at risk without any, comes back with the next one.
    monkeypatch.undo()
    module.replace_rows(released, "record_risk", RELEASE, None)
    found = setrisk.spark.attack(released, RELEASE, ["mra", "rga"])
    rows = plain_rows(setrisk.attack(machine, RELEASE, method=["mra", "rga"]).fetchall())
    assert rows
    assert plain_rows(found.collect()) == rows
    risks = released.table("setrisk_private.record_risk").where(f"release = '{RELEASE}'")
    assert {row.attack for row in risks.select("attack").distinct().collect()} == {"none", "mra:self", "rga:self"}
    # As does that of one person, beside that of attacks.
    whole = plain_rows(risks.collect())
    kept = risks.where("NOT (attack = 'none' AND tid = 7)").localCheckpoint()
    module.replace_rows(released, "record_risk", RELEASE, kept.drop("release"))
    module._restore_unattacked(released, RELEASE, module._FAMILIES["disassociation"], 320)
    assert plain_rows(rows_of(released, "record_risk", RELEASE).select(*risks.columns).collect()) == whole
