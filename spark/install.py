"""Make the tables of setrisk in Spark."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from setrisk.errors import BadInput, WrongVersion
from setrisk.pipelines.common.quoting import literal
from setrisk.pipelines.methods.description import METHODS
from setrisk.spark.catalog import METHODS_VIEW, catalog_of, name_of, owner_of, place, table_of
from setrisk.spark.failures import as_bad_input
from setrisk.sql import PRIVATE, PUBLIC, Table, tables
from setrisk.sql.compiler.spark import spark_type

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# Where the table of the methods, which is made last, keeps what columns the others were made with.
_DIGEST = "setrisk.columns"
_OF_METHODS = (
    "task STRING, family STRING, method STRING, meaning STRING, paper STRING, is_baseline BOOLEAN, package STRING"
)
# All else is about these, or was paid by the last one.
_NEEDED = ("dataset", "release", "spending")


def make_tables(session: SparkSession, using: str) -> None:
    """Make the databases and tables that are missing, and list the methods that there are.

    Args:
        session: a session that knows which catalog the tables are in.
        using: the format of tables that are made.

    Raises:
        BadInput: there is no such catalog or format, or tables are gone.
        WrongVersion: another version of setrisk has made the tables.
    """
    there = _make_databases(session)
    if (PUBLIC, "methods") in there:
        _require_own_columns(session)
    missing = [table for table in tables() if (table.schema, table.name) not in there]
    if there:
        _require_nothing_lost(session, missing)
    no_format = f"using is {using!r}; the session has no such format: start it with the package that brings it"
    no_lists = f"using is {using!r}; this format does not hold lists: take another one, such as parquet"
    forgotten = (
        "tables of an earlier session lie in Spark's warehouse, but its catalog has forgotten them: start Spark with "
        "one that is kept (spark.sql.catalogImplementation=hive), or with another spark.sql.warehouse.dir"
    )
    said = {
        "DATA_SOURCE_NOT_FOUND": no_format,
        "UNSUPPORTED_DATA_TYPE_FOR_DATASOURCE": no_lists,
        "LOCATION_ALREADY_EXISTS": forgotten,
    }
    with as_bad_input(said):
        # Tables with lists first: a format that does not hold them is refused before there is any table of it.
        for table in sorted(missing, key=lambda each: "ARRAY" not in _columns(each)):
            owner = owner_of(table)
            partitions = f"PARTITIONED BY ({owner})" if owner else ""
            session.sql(
                f"CREATE TABLE IF NOT EXISTS {name_of(session, table)} ({_columns(table)}) USING {using} {partitions}"
            )
    _list_methods(session, using, is_there=(PUBLIC, "methods") in there)


def _make_databases(session: SparkSession) -> set[tuple[str, str]]:
    """Make the databases that are missing; returns the tables that are there."""
    catalog = catalog_of(session)
    missing = f"catalog is {catalog!r}; the session has no catalog of this name"
    unusable = f"catalog is {catalog!r}; Spark cannot load it: see the setting spark.sql.catalog.{catalog}"
    # Spark takes the name of a catalog that it does not have for a part of that of a database.
    said = {"REQUIRES_SINGLE_PART_NAMESPACE": missing, "CATALOG_NOT_FOUND": missing, "CANNOT_LOAD_CATALOG": unusable}
    with as_bad_input(said):
        for schema in (PRIVATE, PUBLIC):
            session.sql(f"CREATE DATABASE IF NOT EXISTS {place(session, schema)}")
    return {
        (schema, each["tableName"])
        for schema in (PRIVATE, PUBLIC)
        for each in session.sql(f"SHOW TABLES IN {place(session, schema)}").collect()
        if not each["isTemporary"]
    }


def _columns(table: Table) -> str:
    return ", ".join(f"{each.name} {spark_type(each.type)}" for each in table.columns)


def _digest() -> str:
    """What tells tables with these columns from those of another version."""
    text = repr([(table.schema, table.name, _columns(table)) for table in tables()])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _require_own_columns(session: SparkSession) -> None:
    """Refuse tables of another version: their columns may have other names, or be in another order."""
    name = place(session, f"{PUBLIC}.methods")
    found = session.sql(f"SHOW TBLPROPERTIES {name} ({literal(_DIGEST)})").collect()
    if _digest() not in {row["value"] for row in found}:
        raise WrongVersion(
            f"another version of setrisk has made the tables in the catalog {catalog_of(session)!r}: attach with that "
            "version, or with another catalog or warehouse, and load the data there"
        )


def _require_nothing_lost(session: SparkSession, missing: list[Table]) -> None:
    """Refuse to make a table anew that somebody has dropped: of a release whose stored risk is gone, no rows would read
    as no risk, and of a data set whose ledger is gone, as nothing spent.
    """
    needed = [table for table in tables() if table.name in _NEEDED and table not in missing]
    if missing and not all(table_of(session, f"{table.schema}.{table.name}").isEmpty() for table in needed):
        names = ", ".join(f"{table.schema}.{table.name}" for table in missing)
        raise BadInput(
            f"the catalog {catalog_of(session)!r} has data sets or releases, but no {names}: somebody has dropped it, "
            "and what it had cannot be made anew. Bring it back, or attach with another catalog or warehouse, and load "
            "the data there"
        )


def _list_methods(session: SparkSession, using: str, *, is_there: bool) -> None:
    """Make the view and the table of methods, or bring it up to date."""
    name = place(session, f"{PUBLIC}.methods")
    rows = [(m.task, m.family, m.name, m.meaning, m.paper, m.is_baseline, m.package) for m in METHODS]
    frame = session.createDataFrame(rows, _OF_METHODS)
    frame.createOrReplaceTempView(METHODS_VIEW)
    if is_there and {tuple(row) for row in table_of(session, f"{PUBLIC}.methods").collect()} == {*rows}:
        return
    if is_there:
        session.sql(f"INSERT OVERWRITE {name} SELECT * FROM {METHODS_VIEW}")
    else:
        properties = f"TBLPROPERTIES ({literal(_DIGEST)} = {literal(_digest())})"
        session.sql(f"CREATE TABLE IF NOT EXISTS {name} USING {using} {properties} AS SELECT * FROM {METHODS_VIEW}")
