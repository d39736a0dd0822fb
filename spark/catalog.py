"""The catalog of setrisk as tables of Spark's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import quote

from setrisk.errors import BadInput, UnknownDataset
from setrisk.pipelines.methods.description import METHODS
from setrisk.spark.conditions import as_bad_input
from setrisk.sql import PRIVATE, PUBLIC, Table, tables
from setrisk.sql.compiler.spark import spark_type

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

# Of a name, as it is written in a path.
_LONGEST_NAME = 200
# The first one with recursive queries.
_OLDEST = (4, 1)
# Where the session keeps which catalog has the tables.
_CATALOG = "setrisk.catalog"
# What is replaced as a whole: the rows of one data set, or of one release.
_OWNERS = ("dataset", "release")
# What outlives the data sets and releases that it is about.
_KEPT = ("spending", "budget_limit", "shared_budget", "export_run", "exported_person")
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
            format.

    Examples:
        >>> setrisk.spark.attach(session)
        >>> session.catalog.tableExists("setrisk.release")
        True
    """
    if tuple(map(int, session.version.split(".")[:2])) < _OLDEST:
        raise BadInput(f"this is Spark {session.version}; setrisk needs Spark 4.1 or newer")
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
    before = session.conf.get(_CATALOG, "") or ""
    session.conf.set(_CATALOG, catalog or session.catalog.currentCatalog())
    try:
        _make_tables(session, using)
    except BaseException:
        # Otherwise the session would look for tables in a catalog that cannot have them.
        session.conf.set(_CATALOG, before)
        raise


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
    with _view_of(session, "methods", session.createDataFrame(rows, of_methods)) as view:
        session.sql(
            f"CREATE TABLE IF NOT EXISTS {place(session, f'{PUBLIC}.methods')} USING {using} AS SELECT * FROM {view}"
        )


def catalog_of(session: SparkSession) -> str:
    """The catalog of Spark's that has the tables.

    Raises:
        BadInput: the session is not attached.
    """
    catalog = session.conf.get(_CATALOG, "")
    if not catalog:
        raise BadInput("this session has no tables of setrisk yet: call setrisk.spark.attach(session) first")
    return catalog


def place(session: SparkSession, name: str) -> str:
    """The full name of a database, or of a table with its database."""
    parts = (catalog_of(session), *name.split("."))
    return ".".join("`" + part.replace("`", "``") + "`" for part in parts)


def check_name(what: str, name: object) -> None:
    """Refuse what cannot be the name of a data set or a release: tables have a folder for each.

    Raises:
        BadInput: it cannot.
    """
    if not isinstance(name, str):
        raise BadInput(f"{what} is {name!r:.60}; it must be a name, as text")
    if not name:
        raise BadInput(f"the {what} needs a name")
    if name == "__HIVE_DEFAULT_PARTITION__":
        raise BadInput(f"{what} is {name!r}, by which Spark means NULL: take another name")
    if len(quote(name, safe=" ")) > _LONGEST_NAME:
        raise BadInput(f"{what} is {name[:40]!r}...; it must be shorter, since Spark makes a folder of the name")


def name_of(session: SparkSession, table: Table) -> str:
    """The full name of a table of the catalog."""
    return place(session, f"{table.schema}.{table.name}")


def owner_of(table: Table) -> str | None:
    """The column that says which data set or release a row belongs to: tables are partitioned by it."""
    first = table.columns[0].name
    return first if first in _OWNERS else None


def replace_rows(session: SparkSession, table: str, owner: str, rows: DataFrame | None) -> None:
    """Put rows, without the column of the owner, in the place of those of a data set or a release; none without rows.

    Args:
        session: an attached session.
        table: a table of the catalog, without its schema.
        owner: name of the data set, or the release.
        rows: the new ones, with the other columns by their names.
    """
    from pyspark.sql import functions as sf

    (found,) = (each for each in tables() if each.name == table)
    column, others = found.columns[0].name, found.columns[1:]
    if rows is None:
        fields = ", ".join(f"{each.name} {spark_type(each.type)}" for each in others)
        rows = session.createDataFrame([], fields)
    typed = rows.select(*(sf.col(each.name).cast(spark_type(each.type)) for each in others))
    if found.schema == PUBLIC:
        # In the order of their numbers: any other order would reveal what the numbers hide.
        typed = typed.repartitionByRange(others[0].name).sortWithinPartitions(*(each.name for each in others))
    with _view_of(session, table, typed) as view:
        session.sql(
            f"INSERT OVERWRITE {name_of(session, found)} PARTITION ({column} = :owner) SELECT * FROM {view}",
            args={"owner": owner},
        )


def add_rows(session: SparkSession, table: str, rows: DataFrame) -> None:
    """Add rows, with all columns by their names, to those that a table has."""
    (found,) = (each for each in tables() if each.name == table)
    append(session, name_of(session, found), rows)


def append(session: SparkSession, table: str, rows: DataFrame) -> None:
    """Add rows to the table of this full name."""
    # By a statement: a frame's insertInto does not find the table if another catalog is the current one.
    with _view_of(session, "appended", rows) as view:
        session.sql(f"INSERT INTO {table} BY NAME SELECT * FROM {view}")


@contextmanager
def _view_of(session: SparkSession, table: str, rows: DataFrame) -> Iterator[str]:
    """The name of a view of rows that are to be written to a table."""
    view = f"_setrisk_rows_{table}"
    rows.createOrReplaceTempView(view)
    try:
        yield view
    finally:
        session.catalog.dropTempView(view)


def rows_of(session: SparkSession, table: str, owner: str) -> DataFrame:
    """The rows of a data set or a release in a table of the catalog, without its schema."""
    from pyspark.sql import functions as sf

    (found,) = (each for each in tables() if each.name == table)
    return session.table(name_of(session, found)).where(sf.col(found.columns[0].name) == owner)


def size_of(session: SparkSession, dataset: str) -> int:
    """The number of transactions of a data set.

    Raises:
        UnknownDataset: there is none of that name.
    """
    found = rows_of(session, "dataset", dataset).select("n_transactions").collect()
    if not found:
        raise UnknownDataset(f"there is no data set {dataset!r}; setrisk.spark.load makes one")
    return int(found[0][0])


def drop_rows(session: SparkSession, column: str, owner: str) -> None:
    """Take all rows of a data set or a release out of the catalog: its own entry first, then what hangs on it. What its
    releases have spent stays in the ledger: what was published cannot be taken back.

    Args:
        session: an attached session.
        column: `dataset` or `release`.
        owner: its name.
    """
    of_owner = [each.name for each in tables() if owner_of(each) == column and each.name not in _KEPT]
    for table in sorted(of_owner, key=lambda name: name != column):
        if not rows_of(session, table, owner).isEmpty():
            replace_rows(session, table, owner, None)
