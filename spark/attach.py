"""Make the tables of setrisk in Spark."""

from __future__ import annotations

import re
from importlib import metadata
from typing import TYPE_CHECKING

from setrisk.errors import BadInput
from setrisk.pipelines.methods.description import METHODS
from setrisk.spark.catalog import CATALOG, catalog_of, name_of, owner_of, place
from setrisk.spark.failures import as_bad_input
from setrisk.spark.kernels import register
from setrisk.spark.rows import view_of
from setrisk.sql import PRIVATE, PUBLIC, tables
from setrisk.sql.compiler.spark import spark_type

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# The first one with recursive queries.
_OLDEST = (4, 1)
# A format by its short name, or by that of its class.
_FORMAT = re.compile(r"\w+(\.\w+)*")


def attach(session: SparkSession, *, catalog: str | None = None, using: str = "parquet") -> None:
    """Make the tables of setrisk in Spark, as far as they are missing, and let the session run its relations.

    Args:
        session: a session of Spark 4.1 or newer.
        catalog: the catalog of Spark's that has, or gets, the databases `setrisk` and `setrisk_private`; the session's
            current one without it.
        using: the format of tables that are made: parquet, or delta or iceberg if the session has them.

    Raises:
        BadInput: the session is of another version, computes otherwise than setrisk needs it, or has no such catalog or
            format; or the compiled sqlglot is installed.

    Examples:
        >>> setrisk.spark.attach(session)
        >>> session.catalog.tableExists("setrisk.release")
        True
    """
    if tuple(map(int, session.version.split(".")[:2])) < _OLDEST:
        raise BadInput(f"this is Spark {session.version}; setrisk needs Spark 4.1 or newer")
    if _has_distribution("sqlglotc"):
        raise BadInput(
            "sqlglotc is installed, the compiled sqlglot, which takes no dialects of others, such as that of setrisk: "
            "pip uninstall sqlglotc"
        )
    if session.conf.get("spark.sql.ansi.enabled") != "true":
        raise BadInput(
            "spark.sql.ansi.enabled is off: what overflows, or is no number, would be wrong or NULL without an error. "
            "Leave it on, as it is by default"
        )
    if not isinstance(catalog, str | None):
        raise BadInput(f"catalog is {catalog!r:.60}; it must be a name, as text")
    if not isinstance(using, str) or not _FORMAT.fullmatch(using):
        raise BadInput(f"using is {using!r:.60}; it must be the name of a format, such as parquet or delta")
    # Spark would put variables of this machine into texts that have `${...}` in them, such as the name of a data set.
    session.conf.set("spark.sql.variable.substitute", "false")
    # By default Spark ends recursion with an error after some rows.
    session.conf.set("spark.sql.cteRecursionRowLimit", "-1")
    register(session)
    # So that of many people each task sorts its own, and one worker the few that are drawn.
    session.conf.set("spark.sql.optimizer.windowGroupLimitThreshold", "100000")
    before = session.conf.get(CATALOG, "") or ""
    session.conf.set(CATALOG, catalog or session.catalog.currentCatalog())
    try:
        _make_tables(session, using)
    except BaseException:
        # Otherwise the session would look for tables in a catalog that cannot have them.
        session.conf.set(CATALOG, before)
        raise


def _has_distribution(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def _make_tables(session: SparkSession, using: str) -> None:
    """Make the databases and tables that are missing."""
    catalog = catalog_of(session)
    missing = f"catalog is {catalog!r}; the session has no catalog of this name"
    unusable = f"catalog is {catalog!r}; Spark cannot load it: see the setting spark.sql.catalog.{catalog}"
    # Spark takes the name of a catalog that it does not have for a part of that of a database.
    said = {"REQUIRES_SINGLE_PART_NAMESPACE": missing, "CATALOG_NOT_FOUND": missing, "CANNOT_LOAD_CATALOG": unusable}
    with as_bad_input(said):
        for schema in (PRIVATE, PUBLIC):
            session.sql(f"CREATE DATABASE IF NOT EXISTS {place(session, schema)}")
    there = {
        (schema, each["tableName"])
        for schema in (PRIVATE, PUBLIC)
        for each in session.sql(f"SHOW TABLES IN {place(session, schema)}").collect()
        if not each["isTemporary"]
    }
    missing_tables = {
        table: ", ".join(f"{each.name} {spark_type(each.type)}" for each in table.columns)
        for table in tables()
        if (table.schema, table.name) not in there
    }
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
        for table, columns in sorted(missing_tables.items(), key=lambda each: "ARRAY" not in each[1]):
            owner = owner_of(table)
            partitions = f"PARTITIONED BY ({owner})" if owner else ""
            session.sql(f"CREATE TABLE IF NOT EXISTS {name_of(session, table)} ({columns}) USING {using} {partitions}")
    if (PUBLIC, "methods") in there:
        return
    rows = [(m.task, m.family, m.name, m.meaning, m.paper, m.is_baseline, m.package) for m in METHODS]
    of_methods = (
        "task STRING, family STRING, method STRING, meaning STRING, paper STRING, is_baseline BOOLEAN, package STRING"
    )
    with view_of(session, "methods", session.createDataFrame(rows, of_methods)) as view:
        session.sql(
            f"CREATE TABLE IF NOT EXISTS {place(session, f'{PUBLIC}.methods')} USING {using} AS SELECT * FROM {view}"
        )
