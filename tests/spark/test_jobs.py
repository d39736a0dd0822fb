"""Loading and releases on Spark, and what comes of them on one machine."""

from __future__ import annotations

import importlib
import random
from collections import Counter
from collections.abc import Iterator
from functools import partial
from importlib import metadata
from typing import Any

import pytest
from duckdb import DuckDBPyConnection

import setrisk
import setrisk.spark
from setrisk.methods import Disassociation
from setrisk.spark.disassociation import _check_whole
from setrisk.spark.rows import replace_rows, view_of
from setrisk.spark.shards import _fill, shards_of
from setrisk.spark.statements import rows_of_relation
from tests.support import disassociation_verifier
from tests.support.engines import plain_rows

pytestmark = [
    pytest.mark.xdist_group("spark"),
    # Nothing of pandas is used of it.
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning"),
]

AWKWARD = ["it's", 'a "quote"', "back\\slash", "tab\there", "", "naïve 日本", "100%", "a,b", "NULL", "{x}", "`tick`"]


@pytest.fixture(scope="module")
def attached(session: Any) -> Any:
    setrisk.spark.attach(session)
    setrisk.spark.attach(session)  # again changes nothing
    # Tests of other files have numbered items; here the numbers are compared with those of a new database.
    session.sql("TRUNCATE TABLE setrisk_private.item")
    return session


def baskets(n: int) -> list[tuple[str, list[str]]]:
    """Ids and baskets, with awkward names and repeats, and some without items."""
    draw = random.Random(5)
    names = [*AWKWARD, *(f"item {number}" for number in range(60))]
    weights = [1 / (place + 1) for place in range(len(names))]
    return [(f"person {number}", draw.choices(names, weights, k=draw.randrange(9))) for number in range(n)]


@pytest.fixture(scope="module")
def loaded(attached: Any) -> Any:
    frame = attached.createDataFrame(baskets(1500), "who STRING, what ARRAY<STRING>")
    setrisk.spark.load(attached, "it's a `shop`/1", frame, id="who", items="what", empty="keep")
    return attached


DATASET = "it's a `shop`/1"


@pytest.fixture
def machine() -> Iterator[DuckDBPyConnection]:
    with setrisk.connect() as con:
        yield con


@pytest.mark.parametrize("empty", ["drop", "keep"])
def test_lists_are_loaded_as_on_one_machine(attached: Any, machine: DuckDBPyConnection, empty: Any) -> None:
    frame = attached.createDataFrame(baskets(300), "who STRING, what ARRAY<STRING>").repartition(3)
    on_spark = setrisk.spark.load(attached, f"lists {empty}", frame, items="what", empty=empty, replace=True)
    table = frame.toArrow()
    here = setrisk.load(machine, f"lists {empty}", table, items="what", empty=empty)
    assert on_spark == here
    for relation, given in (("supports", {"size": 2}), ("itemset_histogram", {}), ("rare_itemsets", {"k": 3})):
        found = setrisk.spark.relation(attached, relation, dataset=f"lists {empty}", **given)
        arguments = "".join(f", {name} := {value}" for name, value in given.items())
        assert plain_rows(found.collect()) == plain_rows(
            machine.execute(f"FROM setrisk.{relation}('lists {empty}'{arguments})").fetchall()
        )


def test_a_long_table_is_loaded_as_on_one_machine(attached: Any, machine: DuckDBPyConnection) -> None:
    rows = [(number % 7, name) for number, name in enumerate([*AWKWARD, None, *AWKWARD, *AWKWARD])]
    frame = attached.createDataFrame([*rows, (99, None)], "who INT, what STRING")
    frame.createOrReplaceTempView("purchases")
    on_spark = setrisk.spark.load(attached, "long", "purchases", id="who", item="what")
    assert on_spark == setrisk.load(machine, "long", frame.toArrow(), id="who", item="what")
    found = attached.sql("SELECT tid, id FROM setrisk_private.transaction_id WHERE dataset = 'long'").collect()
    assert sorted(row.tid for row in found) == list(range(1, on_spark.n_transactions + 1))
    assert sorted(row.id for row in found) == sorted(str(number) for number in range(7))


def test_lists_of_the_same_id_are_of_one_person(attached: Any) -> None:
    """As several people she would hide among herself, and nothing of hers would be rare."""
    rows = [(7, ["insulin", "bread"])] * 4 + [(7, ["milk"]), (7, None)] + [(number, ["bread"]) for number in range(20)]
    frame = attached.createDataFrame(rows, "who INT, what ARRAY<STRING>").repartition(3)
    loaded = setrisk.spark.load(attached, "visits of one", frame, id="who", items="what")
    assert (loaded.n_transactions, loaded.n_entries, loaded.repeats_dropped) == (20, 22, 7)
    assert attached.table("setrisk_private.transaction_id").where("dataset = 'visits of one' AND id = '7'").count() == 1
    rare = setrisk.spark.relation(attached, "rare_itemsets", dataset="visits of one", k=2, m=1).collect()
    assert sorted((row.items, row.support) for row in rare) == [(["insulin"], 1), (["milk"], 1)]


def test_transactions_have_one_number_each_in_several_blocks(attached: Any) -> None:
    functions = pytest.importorskip("pyspark.sql.functions")
    for n in (0, 65_535, 65_536, 65_537, 131_073):
        row = attached.createDataFrame([("many", n)], "dataset STRING, n_transactions BIGINT")
        with view_of(attached, "dataset", row) as view:
            numbers = rows_of_relation(attached, "transaction_numbers", {"dataset": view}, dataset="many")
            found = numbers.agg(
                functions.count("tid"), functions.countDistinct("tid"), functions.min("tid"), functions.max("tid")
            ).collect()
        assert tuple(found[0]) == ((n, n, 1, n) if n else (0, 0, None, None))


@pytest.mark.parametrize(
    ("rows", "given", "message"),
    [
        ([("a", "x")], {"item": "what"}, "name the columns"),
        ([("a", "x")], {"id": "who", "item": "what", "items": "what"}, "name the columns"),
        ([("a", "x")], {"id": "who", "item": "product"}, "there is no column 'product'; there are who, what"),
        ([("a", "x")], {"items": "what"}, "has no lists"),
        ([("a", "x"), (None, "y")], {"id": "who", "item": "what"}, "no transaction id"),
        ([("a", "x"), ("", "y")], {"id": "who", "item": "what"}, "no transaction id"),
        ([("a", None)], {"id": "who", "item": "what"}, "there is no transaction"),
    ],
)
def test_bad_sources_are_refused(attached: Any, rows: Any, given: Any, message: str) -> None:
    frame = attached.createDataFrame(rows, "who STRING, what STRING")
    with pytest.raises(setrisk.BadInput, match=message):
        setrisk.spark.load(attached, "bad", frame, **given)
    with pytest.raises(setrisk.UnknownDataset):
        setrisk.spark.protect(attached, "bad", "none")


def test_a_list_with_null_in_it_is_refused(attached: Any) -> None:
    frame = attached.createDataFrame([(["x", None],)], "what ARRAY<STRING>")
    with pytest.raises(setrisk.BadInput, match="a list of the column 'what' has a NULL in it; nothing was loaded"):
        setrisk.spark.load(attached, "bad", frame, items="what")


def test_what_exists_is_replaced_only_if_asked(attached: Any) -> None:
    frame = attached.createDataFrame([(["x"],), (["y"],)], "what ARRAY<STRING>")
    setrisk.spark.load(attached, "twice", frame, items="what")
    with pytest.raises(setrisk.AlreadyExists):
        setrisk.spark.load(attached, "twice", frame, items="what")
    larger = frame.union(frame)
    assert setrisk.spark.load(attached, "twice", larger, items="what", replace=True).n_transactions == 4
    supports = setrisk.spark.relation(attached, "supports", dataset="twice", size=1).collect()
    assert sorted((row.items, row.support) for row in supports) == [(["x"], 2), (["y"], 2)]


def test_wrong_calls_of_relations_are_refused(loaded: Any) -> None:
    for name, given, message in (
        ("support", {}, "there is no relation 'support'; did you mean 'supports'"),
        ("supports", {}, "supports needs dataset"),
        ("supports", {"dataset": DATASET, "sise": 2}, "supports has no parameter 'sise'; it has dataset, size"),
        ("supports", {"dataset": "nothing"}, "nothing"),
        ("supports", {"dataset": 7}, "dataset is 7; it must be a name"),
        ("refusals", {"release": "nothing", "max_at_risk": float("nan")}, "is nan; it must be a finite number"),
        ("refusals", {"release": "nothing", "max_at_risk": float("inf")}, "is inf; it must be a finite number"),
        ("supports", {"dataset": DATASET, "size": b"1"}, "it must be a text, a number, a list"),
        (
            "supports",
            {"dataset": DATASET, "size": "two"},
            "of the wrong type, of these: .*, size is 'two' .The value 'two'",
        ),
        ("supports", {"dataset": DATASET, "size": [2]}, r"of the wrong type, of these: .*, size is \[2\]"),
        ("supports", {"dataset": DATASET, "size": 2.5}, r"size is 2.5 \(a whole number is needed"),
        ("unicity", {"dataset": DATASET, "people": "5%"}, "of the wrong type, of these: .*, people is '5%'"),
        ("supports", {"dataset": DATASET, "size": 10**30}, "no number may be as large"),
        ("supports", {"dataset": DATASET, "size": 3j}, "it must be a text, a number, a list"),
        ("nothing at all", {}, "reference/sql.md"),
        (["supports"], {}, "by its name, as text"),
        # Of relations that are called.
        ("unicity", {"dataset": "nothing"}, "there is no data set nothing"),
        ("unicity", {"dataset": DATASET, "choice": "nope"}, "choice is nope; it must be random or rarest"),
        ("recommended", {"grid": "nothing"}, "there is no grid nothing"),
    ):
        with pytest.raises(setrisk.BadInput, match=message):
            setrisk.spark.relation(loaded, name, **given)  # type: ignore[arg-type]
    whole = setrisk.spark.relation(loaded, "supports", dataset=DATASET, size=2)
    assert setrisk.spark.relation(loaded, "supports", dataset=DATASET, size=2.0).count() == whole.count() > 0


@pytest.mark.parametrize("name", ["a ${env:HOME} b", "${spark.master}", "$(x) $1"])
def test_names_are_no_templates(attached: Any, name: str) -> None:
    frame = attached.createDataFrame([(["x"],)], "what ARRAY<STRING>")
    setrisk.spark.load(attached, name, frame, items="what")
    assert setrisk.spark.relation(attached, "supports", dataset=name, size=1).collect()[0].support == 1


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "needs a name"),
        ("__HIVE_DEFAULT_PARTITION__", "means NULL"),
        ("n" * 300, "must be shorter"),
        (7, "as text"),
        ("a\x00b", "no NUL"),
        ("\ud800", "no half of a character"),
        ('it\'s "q"', "both kinds of quotes"),
    ],
)
def test_names_that_spark_cannot_have_are_refused(attached: Any, name: Any, message: str) -> None:
    with pytest.raises(setrisk.BadInput, match=message):
        setrisk.spark.load(attached, name, attached.createDataFrame([(["x"],)], "what ARRAY<STRING>"), items="what")


@pytest.mark.parametrize("kind", ["DOUBLE", "BINARY", "ARRAY<STRING>", "TIMESTAMP"])
def test_values_that_are_written_in_several_ways_are_refused(attached: Any, kind: str) -> None:
    frame = attached.createDataFrame([(1,)], "who INT").selectExpr("who", f"CAST(NULL AS {kind}) AS what")
    with pytest.raises(setrisk.BadInput, match="make text of it first"):
        setrisk.spark.load(attached, "bad", frame, id="who", item="what")


def test_columns_may_have_any_name(attached: Any) -> None:
    frame = attached.createDataFrame([("a", "x"), ("b", "y")], "`a.b` STRING, `it``em` STRING")
    assert setrisk.spark.load(attached, "dots", frame, id="a.b", item="it`em").n_transactions == 2
    twice = frame.selectExpr("`a.b` AS who", "`a.b` AS what", "`it``em` AS what")
    with pytest.raises(setrisk.BadInput, match="2 columns are called 'what'"):
        setrisk.spark.load(attached, "none", twice, id="who", item="what")
    with pytest.raises(setrisk.BadInput, match="2 columns are called 'what'"):
        setrisk.spark.load(attached, "none", twice.toDF("who", "what", "What"), id="who", item="what")
    with pytest.raises(setrisk.BadInput, match="source is None; it must be a frame"):
        setrisk.spark.load(attached, "none", None, items="what")  # type: ignore[arg-type]
    with pytest.raises(setrisk.BadInput, match=r"id is Column.*; it must be text"):
        setrisk.spark.load(attached, "none", frame, id=frame["`a.b`"], item="it`em")
    with pytest.raises(setrisk.BadInput, match="there is no such table"):
        setrisk.spark.load(attached, "none", "no_such_table", items="what")
    with pytest.raises(setrisk.BadInput, match="it must be drop or keep"):
        setrisk.spark.load(attached, "none", frame, id="a.b", item="it`em", empty="bogus")  # type: ignore[arg-type]


def test_what_is_refused_replaces_nothing(loaded: Any) -> None:
    """A data set would go with all of its releases."""
    other = loaded.newSession()
    setrisk.spark.attach(other)
    foreign = other.createDataFrame([(["x"],)], "what ARRAY<STRING>")
    with pytest.raises(setrisk.BadInput, match="source is a frame of another session"):
        setrisk.spark.load(loaded, DATASET, foreign, items="what", replace=True)
    text: Any = "no"
    for replace in (
        partial(setrisk.spark.load, source=foreign, items="what"),
        partial(setrisk.spark.protect, release="r"),
    ):
        with pytest.raises(setrisk.BadInput, match="replace is 'no'; it must be true or false"):
            replace(loaded, dataset=DATASET, replace=text)
    assert setrisk.spark.load(other, "of the other session", foreign, items="what").n_transactions == 1


def test_what_fails_halfway_leaves_nothing(loaded: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from pyspark.errors import PySparkRuntimeError

    frame = loaded.createDataFrame([(["x"],), (["y"],)], "what ARRAY<STRING>")
    setrisk.spark.load(loaded, "half", frame, items="what", replace=True)
    real = importlib.import_module("setrisk.spark.rows").replace_rows

    def fail_at(table: str) -> Any:
        def replace_rows(session: Any, name: str, owner: str, rows: Any) -> None:
            if name == table and rows is not None:
                raise PySparkRuntimeError("no space")
            real(session, name, owner, rows)

        return replace_rows

    monkeypatch.setattr(importlib.import_module("setrisk.spark.load"), "replace_rows", fail_at("dataset"))
    said = "^Spark could not load the data set: no space; nothing was loaded, and what was to be replaced may be gone$"
    with pytest.raises(setrisk.SetriskError, match=said):
        setrisk.spark.load(loaded, "half", frame, items="what", replace=True)
    assert loaded.sql("SELECT 1 FROM setrisk_private.transaction_item WHERE dataset = 'half'").isEmpty()
    monkeypatch.setattr(importlib.import_module("setrisk.spark.publish"), "replace_rows", fail_at("record_risk"))
    with pytest.raises(setrisk.SetriskError, match=r"no space; nothing was published$"):
        setrisk.spark.protect(loaded, DATASET, "half", shard_size=2000)
    for table in ("cluster", "chunk_record", "term_chunk", "published_item", "release"):
        assert loaded.sql(f"SELECT 1 FROM setrisk.{table} WHERE release = 'half'").isEmpty()


def test_errors_are_those_of_one_machine(attached: Any, machine: DuckDBPyConnection) -> None:
    for name, given in (("supports", {"dataset": "no'thing"}), ("risk_summary", {"release": "nothing"})):
        with pytest.raises(setrisk.BadInput) as on_spark:
            setrisk.spark.relation(attached, name, **given)
        ((value,),) = [given.values()]
        with pytest.raises(Exception, match="thing") as here:
            machine.execute(f"FROM setrisk.{name}(?)", [value]).fetchall()
        assert str(on_spark.value) in str(here.value)


@pytest.mark.parametrize("method", [Disassociation(k=3, m=3, seed=7), Disassociation(safe=True)])
def test_a_release_by_shards_keeps_its_promise(loaded: Any, machine: DuckDBPyConnection, method: Any) -> None:
    made = setrisk.spark.protect(loaded, DATASET, "r", method, shard_size=400, replace=True)
    assert made.n_transactions == made.n_records == 1500
    assert "in 4 shards" in made.summary or "in 5 shards" in made.summary
    assert made.marks == ([] if method.seed is None else ["seeded"])
    setrisk.spark.fetch(machine, loaded, "r")
    assert disassociation_verifier.violations_of(machine, "r") == []
    assert loaded.sql("SHOW TABLES IN setrisk_private LIKE 'staged*'").count() == 0


def test_a_fetched_release_is_as_if_it_had_been_made_here(
    loaded: Any, machine: DuckDBPyConnection, tmp_path: Any
) -> None:
    setrisk.spark.protect(loaded, DATASET, "handed over", shard_size=400)
    setrisk.spark.fetch(machine, loaded, "handed over")
    for relation in ("risk_summary", "risk", "coverage", "reconstructed_records"):
        found = setrisk.spark.relation(loaded, relation, release="handed over")
        here = machine.execute(f"FROM setrisk.{relation}('handed over')").fetchall()
        assert here
        assert plain_rows(found.collect()) == plain_rows(here)
    setrisk.attack(machine, "handed over", method="aba")
    with pytest.raises(setrisk.BadInput, match="or by shards on Spark: give control"):
        setrisk.assess(machine, "handed over", known=1, people=50)
    others = loaded.createDataFrame([([item, "item 1"],) for item in AWKWARD[:4] * 20], "what ARRAY<STRING>")
    setrisk.load(machine, "others", others.toArrow(), items="what")
    setrisk.assess(machine, "handed over", control="others", known=1, people=50)
    refused = {
        row[0] for row in setrisk.check(machine, "handed over", max_inference=0.99).project("refusal").fetchall()
    }
    assert refused <= {"inference", "narrowing"}
    setrisk.export(machine, "handed over", tmp_path / "out", anyway=True)
    with setrisk.connect() as partner:
        setrisk.import_release(partner, "theirs", tmp_path / "out")
        ((n_records,),) = partner.sql("SELECT sum(c.n_records) FROM setrisk.cluster AS c").fetchall()
    assert n_records == 1500
    row = loaded.table("setrisk.release").where("release = 'handed over'").localCheckpoint()
    replace_rows(loaded, "release", "another", row)
    with pytest.raises(setrisk.BadInput, match="has data sets already"):
        setrisk.spark.fetch(machine, loaded, "another")
    replace_rows(loaded, "release", "another", None)


def test_a_session_that_is_not_attached_is_told_so(attached: Any) -> None:
    named = partial(partial, release="r")
    for call in (
        setrisk.spark.attach, partial(setrisk.spark.relation, name="contents"), named(setrisk.spark.check),
        named(setrisk.spark.attack), partial(setrisk.spark.assess, name="r"),
        named(setrisk.spark.report, path="r.html"), named(setrisk.spark.protect, dataset="d"),
        partial(setrisk.spark.load, dataset="d", source="t", items="what"),
        partial(setrisk.spark.set_budget, dataset="d", epsilon_limit=1),
    ):  # fmt: skip
        with pytest.raises(setrisk.BadInput, match=r"session is None; it must be a session .*, which comes first, but"):
            call(None)
    with pytest.raises(setrisk.BadInput, match="a connection comes first, not "):
        setrisk.spark.fetch(attached, setrisk.connect(), "r")  # type: ignore[arg-type]
    for dataset in (["d"], None):
        with pytest.raises(setrisk.BadInput, match="it must be a name, as text"):
            setrisk.spark.set_budget(attached, dataset, epsilon_limit=1)  # type: ignore[arg-type]
    with pytest.raises(setrisk.BadInput, match="attacks is "):
        setrisk.spark.relation(attached, "refusals", release="r", attacks=[object()])
    other = attached.newSession()
    with pytest.raises(setrisk.BadInput, match=r"call setrisk\.spark\.attach\(session\) first"):
        setrisk.spark.relation(other, "contents")
    # It is no table of the catalog.
    other.range(1).createOrReplaceTempView("item")
    setrisk.spark.attach(other)
    assert other.catalog.tableExists("setrisk_private.item")
    other.conf.set("spark.sql.ansi.enabled", "false")
    with pytest.raises(setrisk.BadInput, match=r"ansi\.enabled is off"):
        setrisk.spark.attach(other)


def test_a_session_that_was_stopped_is_refused(attached: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    # As `stop` leaves it.
    monkeypatch.setattr(attached.sparkContext, "_jsc", None)
    for call in (setrisk.spark.attach, partial(setrisk.spark.relation, name="contents")):
        with pytest.raises(setrisk.BadInput, match="was stopped: start a new one"):
            call(attached)


def test_the_compiled_sqlglot_is_refused(attached: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "version", lambda name: "30.30.0")
    with pytest.raises(setrisk.BadInput, match="pip uninstall sqlglotc"):
        setrisk.spark.attach(attached)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"method": setrisk.methods.Km()},
            r"method is Km\(.* on Spark releases are made by .* up to about 100,000 transactions",
        ),
        ({"shard_size": "100"}, "shard_size is '100'; it must be a whole number"),
        ({"shard_size": float("nan")}, "shard_size is nan"),
        ({"shard_size": 99}, "shard_size is 99; with k = 5 it must be at least 100"),
        ({"method": Disassociation(k=50), "shard_size": 900}, "with k = 50 it must be at least 1000"),
        ({"method": Disassociation(k=2000), "shard_size": 5000}, "k is 2,000, but the data set has 1,500 transactions"),
        ({"method": Disassociation(max_cluster_size="k^9")}, "max_cluster_size"),
    ],
)
def test_what_cannot_be_released_is_refused(loaded: Any, given: Any, message: str) -> None:
    with pytest.raises(setrisk.SetriskError, match=message):
        setrisk.spark.protect(loaded, DATASET, "refused", **given)
    with pytest.raises(setrisk.UnknownRelease):
        setrisk.spark.fetch(setrisk.connect(), loaded, "refused")


def test_a_shard_that_is_missing_or_there_twice_is_noticed(attached: Any) -> None:
    shards = attached.createDataFrame([(tid, tid % 2) for tid in range(1, 9)], "tid BIGINT, shard INT")
    whole = [(shard, kind, n) for shard in (0, 1) for kind, n in (("cluster", 4), ("release", None))]
    fields = "shard INT, kind STRING, record BIGINT"
    assert _check_whole(attached.createDataFrame(whole, fields), shards, 8) == 2
    for broken in (whole[:2], [*whole, *whole[:2]], [(0, "cluster", 3), *whole[1:]], []):
        with pytest.raises(setrisk.SetriskError, match="Nothing was published"):
            _check_whole(attached.createDataFrame(broken, fields), shards, 8)


def test_records_with_the_same_most_frequent_items_stay_together(attached: Any) -> None:
    """Item 1 is the most frequent, and too much for one shard: its records are parted by the next item."""
    groups = {(1, 2): 60, (1, 3): 50, (1, 4): 40, (5, 9): 30, (6, 9): 30, (7,): 20, (): 10}
    records = [items for items, n in groups.items() for _ in range(n)]
    entries = [(tid, item) for tid, items in enumerate(records, 1) for item in items]
    frame = attached.createDataFrame(entries, "tid BIGINT, item_id INT")
    rows = shards_of(attached, frame, len(records), size=100, least=5, seed=1).collect()
    assert sorted(row.tid for row in rows) == list(range(1, len(records) + 1))
    assert max(Counter(row.shard for row in rows).values()) <= 100
    of_group: dict[tuple[int, ...], set[int]] = {}
    for row in rows:
        of_group.setdefault(records[row.tid - 1], set()).add(row.shard)
    assert all(len(shards) == 1 for shards in of_group.values())
    assert len({shard for shards in of_group.values() for shard in shards}) > 2


def test_shards_are_filled_in_order() -> None:
    groups = {(1, (1,)): 40, (1, (2,)): 50, (1, (3,)): 20, (2, (4, 5)): 250, (2, (4, 6)): 30, (1, (7,)): 3}
    places = _fill(groups, size=100, least=5)
    assert places == {
        (1, (1,)): (0, 1),
        (1, (2,)): (0, 1),
        (1, (3,)): (1, 1),
        (2, (4, 5)): (2, 3),
        (2, (4, 6)): (5, 1),
        (1, (7,)): (5, 1),
    }
    # The last one would be too small.
    assert _fill({(1, (1,)): 99, (1, (2,)): 3}, size=100, least=5)[1, (2,)] == (0, 1)
