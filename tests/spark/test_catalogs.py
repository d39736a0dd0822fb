"""Names of catalogs, formats and tables: those that lead somewhere, and those that do not."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import setrisk
import setrisk.spark
from setrisk.spark.catalog import place
from setrisk.spark.ledger import spend
from setrisk.spark.load import _frame
from setrisk.spark.rows import append
from setrisk.spark.statements import rows_of_relation
from setrisk.sql import tables

pytestmark = pytest.mark.xdist_group("spark")

ROWS = [("ann", "tea"), ("ann", "milk"), ("bob", "tea")]
JDBC = "org.apache.spark.sql.execution.datasources.v2.jdbc.JDBCTableCatalog"


@pytest.fixture(scope="module")
def purchases(session: Any) -> Iterator[Any]:
    """An attached session with the table `default.purchases`."""
    setrisk.spark.attach(session, catalog="spark_catalog")
    session.createDataFrame(ROWS, "who STRING, what STRING").write.saveAsTable("spark_catalog.default.purchases")
    yield session
    session.sql("DROP TABLE spark_catalog.default.purchases")


@pytest.fixture(scope="module")
def beside_derby(purchases: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A session whose current catalog is another one: a database in memory, of the driver that comes with Spark."""
    # Derby would write its log where the tests were started.
    log = tmp_path_factory.mktemp("derby") / "derby.log"
    purchases.sparkContext._jvm.java.lang.System.setProperty("derby.stream.error.file", str(log))
    other = purchases.newSession()
    other.conf.set("spark.sql.catalog.derby", JDBC)
    other.conf.set("spark.sql.catalog.derby.url", "jdbc:derby:memory:purchases;create=true")
    other.conf.set("spark.sql.catalog.derby.driver", "org.apache.derby.jdbc.EmbeddedDriver")
    other.sql("CREATE NAMESPACE derby.shop")
    other.sql("CREATE TABLE derby.shop.visits (who STRING, what STRING)")
    other.sql("INSERT INTO derby.shop.visits VALUES ('ann', 'tea'), ('ann', 'milk'), ('bob', 'tea'), ('cid', 'tea')")
    other.catalog.setCurrentCatalog("derby")
    setrisk.spark.attach(other, catalog="spark_catalog")
    return other


def test_a_table_has_names_of_any_length(purchases: Any) -> None:
    # Tests of other files have views of this name, which come first.
    purchases.catalog.dropTempView("purchases")
    for source in ("purchases", "default.purchases", "spark_catalog.default.purchases"):
        assert _frame(purchases, source).count() == len(ROWS)


@pytest.mark.parametrize(("source", "tea"), [("derby.shop.visits", 3), ("spark_catalog.default.purchases", 2)])
def test_the_current_catalog_may_be_another_than_that_of_the_tables(beside_derby: Any, source: str, tea: int) -> None:
    setrisk.spark.load(beside_derby, "beside", source, id="who", item="what", replace=True)
    found = setrisk.spark.relation(beside_derby, "supports", dataset="beside", size=1).collect()
    assert sorted((item, row["support"]) for row in found for item in row["items"]) == [("milk", 1), ("tea", tea)]


def test_what_is_staged_or_spent_goes_to_the_catalog_of_the_tables(beside_derby: Any) -> None:
    setrisk.spark.load(beside_derby, "spends", "derby.shop.visits", id="who", item="what", replace=True)
    spend(beside_derby, "spends", "r", "diffpart", 0.5)
    ((spent,),) = setrisk.spark.relation(beside_derby, "budget", dataset="spends").select("spent").collect()
    assert float(spent) == 0.5
    staged = place(beside_derby, "setrisk_private.staged_here")
    beside_derby.createDataFrame([], "n INT").writeTo(staged).create()
    append(beside_derby, staged, beside_derby.createDataFrame([(7,)], "n INT"))
    assert [row.n for row in beside_derby.table(staged).collect()] == [7]
    beside_derby.sql(f"DROP TABLE {staged}")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("default.nothing", "default.nothing: there is no such table or view"),
        ("spark_catalog.default.nothing", "spark_catalog.default.nothing: there is no such table or view"),
        ("none.default.purchases", "a full name is catalog.database.table, of a catalog that the session has"),
        ("spark_catalog.purchases", "a full name is catalog.database.table, of a catalog that the session has"),
        ("broken.default.purchases", "Spark cannot load its catalog: see the setting spark.sql.catalog.<name>"),
        ("SELECT 1", "'SELECT 1' is not the name of a table or view: parts with blanks or signs need backticks"),
        ("a-b.purchases", "'a-b.purchases' is not the name of a table or view"),
        ("", "'' is not the name of a table or view"),
    ],
)
def test_a_source_that_is_not_there_is_refused(purchases: Any, source: str, message: str) -> None:
    other = purchases.newSession()
    other.conf.set("spark.sql.catalog.broken", "no.such.Plugin")
    setrisk.spark.attach(other)
    with pytest.raises(setrisk.BadInput) as refused:
        setrisk.spark.load(other, "refused", source, id="who", item="what")
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("catalog", "message"),
    [
        ("none", "catalog is 'none'; the session has no catalog of this name"),
        ("broken", "catalog is 'broken'; Spark cannot load it: see the setting spark.sql.catalog.broken"),
        (3, "catalog is 3; it must be a name, as text"),
        ("a`b", "catalog is 'a`b'; a name has no backticks in it"),
    ],
)
def test_a_catalog_that_is_not_there_is_refused(purchases: Any, catalog: Any, message: str) -> None:
    other = purchases.newSession()
    other.conf.set("spark.sql.catalog.broken", "no.such.Plugin")
    for _ in range(2):
        with pytest.raises(setrisk.BadInput) as refused:
            setrisk.spark.attach(other, catalog=catalog)
        assert str(refused.value) == message
        # As before: it does not look for tables there.
        with pytest.raises(setrisk.BadInput, match=r"call setrisk\.spark\.attach"):
            setrisk.spark.relation(other, "contents")
    setrisk.spark.attach(other)
    with pytest.raises(setrisk.BadInput):
        setrisk.spark.attach(other, catalog=catalog)
    assert setrisk.spark.relation(other, "contents").columns


@pytest.fixture
def empty(session: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A session that is to make its tables in databases of other names, where there are none yet."""
    module = importlib.import_module("setrisk.spark.install")
    monkeypatch.setattr(module, "PRIVATE", "not_yet_private")
    monkeypatch.setattr(module, "PUBLIC", "not_yet")
    monkeypatch.setattr(module, "name_of", lambda session, table: f"not_yet.{table.name}")
    yield session.newSession()
    for name in ("not_yet", "not_yet_private"):
        session.sql(f"DROP DATABASE IF EXISTS {name} CASCADE")


@pytest.mark.parametrize(
    ("using", "message"),
    [
        ("delta", "using is 'delta'; the session has no such format: start it with the package that brings it"),
        ("csv", "using is 'csv'; this format does not hold lists: take another one, such as parquet"),
        ("parquet LOCATION '/'", "it must be the name of a format, such as parquet or delta"),
        (None, "using is None; it must be the name of a format, such as parquet or delta"),
    ],
)
def test_a_format_that_cannot_be_had_is_refused(empty: Any, using: Any, message: str) -> None:
    with pytest.raises(setrisk.BadInput) as refused:
        setrisk.spark.attach(empty, using=using)
    assert message in str(refused.value)
    assert not empty.catalog.databaseExists("not_yet") or empty.sql("SHOW TABLES IN not_yet").isEmpty()


def test_tables_that_the_catalog_has_forgotten_are_named(empty: Any) -> None:
    for table in tables():
        left = Path(empty.conf.get("spark.sql.warehouse.dir").removeprefix("file:"), "not_yet.db", table.name, "part")
        left.mkdir(parents=True)
    with pytest.raises(setrisk.BadInput, match="its catalog has forgotten them: start Spark with one that is kept"):
        setrisk.spark.attach(empty)


@pytest.mark.parametrize(("before", "after"), [("10485760b", "1MB"), ("20MB", "20MB"), ("-1", "-1")])
def test_what_is_sent_to_all_workers_is_small_or_as_the_user_has_it(purchases: Any, before: str, after: str) -> None:
    other = purchases.newSession()
    other.conf.set("spark.sql.autoBroadcastJoinThreshold", before)
    setrisk.spark.attach(other)
    assert other.conf.get("spark.sql.autoBroadcastJoinThreshold") == after


def test_a_table_that_was_dropped_is_not_made_anew(purchases: Any) -> None:
    """Of a release whose stored risk is gone, no rows would read as no risk."""
    setrisk.spark.load(purchases, "kept", "spark_catalog.default.purchases", id="who", item="what", replace=True)
    name = "spark_catalog.setrisk_private.record_risk"
    purchases.sql(f"ALTER TABLE {name} RENAME TO setrisk_private.away")
    try:
        with pytest.raises(setrisk.BadInput, match=r"or releases, but no setrisk_private\.record_risk: somebody has"):
            setrisk.spark.attach(purchases, catalog="spark_catalog")
        assert not purchases.catalog.tableExists(name)
    finally:
        purchases.sql("ALTER TABLE spark_catalog.setrisk_private.away RENAME TO setrisk_private.record_risk")
    setrisk.spark.attach(purchases, catalog="spark_catalog")


def test_tables_of_another_version_are_refused_and_methods_are_those_of_this_one(purchases: Any) -> None:
    name, key = "spark_catalog.setrisk.methods", "'setrisk.columns'"
    ((_, digest),) = purchases.sql(f"SHOW TBLPROPERTIES {name} ({key})").collect()
    purchases.sql(f"ALTER TABLE {name} SET TBLPROPERTIES ({key} = 'others')")
    with pytest.raises(setrisk.WrongVersion, match="another version of setrisk has made the tables in the catalog 's"):
        setrisk.spark.attach(purchases, catalog="spark_catalog")
    purchases.sql(f"ALTER TABLE {name} SET TBLPROPERTIES ({key} = '{digest}')")
    methods = {tuple(row) for row in purchases.table(name).collect()}
    purchases.sql(f"INSERT OVERWRITE {name} VALUES ('attack', 'none', 'old', 'an older one', 'ours', false, 'setrisk')")
    setrisk.spark.attach(purchases, catalog="spark_catalog")
    assert {tuple(row) for row in purchases.table(name).collect()} == methods


def test_attacks_that_were_taken_out_of_the_methods_are_asked_for(purchases: Any) -> None:
    """Without any in the list, the gate would ask for none."""
    name = "spark_catalog.setrisk.methods"
    purchases.sql(f"TRUNCATE TABLE {name}")
    asked = rows_of_relation(purchases, "attack_methods", {}).where("family = 'disassociation'").collect()
    assert {row.method for row in asked} >= {"aba", "cover", "random"}
    setrisk.spark.attach(purchases, catalog="spark_catalog")


def test_a_catalog_without_partitions_is_not_taken(beside_derby: Any) -> None:
    """Spark says so itself, and the session keeps the catalog that it had."""
    with pytest.raises(Exception, match=r"partition|JDBC"):
        setrisk.spark.attach(beside_derby, catalog="derby")
    assert setrisk.spark.relation(beside_derby, "contents").columns
