"""Rows of the tables of setrisk in Spark: those of a data set, or of a release, are read and replaced as a whole."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import reduce
from typing import TYPE_CHECKING

from setrisk.errors import SetriskError
from setrisk.pipelines.database.names import OBJECT_TYPES, known_instead
from setrisk.spark.catalog import check_name, look_anew, name_of, owner_of, table_of
from setrisk.sql import PRIVATE, PUBLIC, Table, tables
from setrisk.sql.compiler.spark import spark_type

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, Row, SparkSession

# What outlives the data sets and releases that it is about.
_KEPT = ("spending", "budget_limit", "shared_budget", "export_run", "exported_person")


def replace_rows(session: SparkSession, table: str, owner: str, rows: DataFrame | None) -> None:
    """Put rows, without the column of the owner, in the place of those of a data set or a release; none without rows.

    Args:
        session: an attached session.
        table: a table of the catalog, without its schema.
        owner: name of the data set, or the release.
        rows: the new ones, with the other columns by their names.
    """

    (found,) = (each for each in tables() if each.name == table)
    column, others = found.columns[0].name, found.columns[1:]
    if rows is None:
        fields = ", ".join(f"{each.name} {spark_type(each.type)}" for each in others)
        rows = session.createDataFrame([], fields)
    typed = _typed(found, rows)
    if found.schema == PUBLIC:
        # In the order of their numbers: any other order would reveal what the numbers hide.
        typed = typed.repartitionByRange(others[0].name).sortWithinPartitions(*(each.name for each in others))
    with view_of(session, table, typed) as view:
        session.sql(
            f"INSERT OVERWRITE {name_of(session, found)} PARTITION ({column} = :owner) SELECT * FROM {view}",
            args={"owner": owner},
        )


def as_rows_of(table: str, owner: str, rows: DataFrame) -> DataFrame:
    """Rows without the column of the owner, as those of a data set or a release in a table of the catalog."""
    from pyspark.sql import functions as sf

    (found,) = (each for each in tables() if each.name == table)
    column = found.columns[0].name
    return _typed(found, rows).select(sf.lit(owner).alias(column), *(each.name for each in found.columns[1:]))


def _typed(table: Table, rows: DataFrame) -> DataFrame:
    """The columns of a table but for that of the owner, in its types."""
    from pyspark.sql import functions as sf

    return rows.select(*(sf.col(each.name).cast(spark_type(each.type)) for each in table.columns[1:]))


def add_rows(session: SparkSession, table: str, rows: DataFrame) -> None:
    """Add rows, with all columns by their names, to those that a table has."""
    (found,) = (each for each in tables() if each.name == table)
    append(session, name_of(session, found), rows)


def append(session: SparkSession, table: str, rows: DataFrame) -> None:
    """Add rows to the table of this full name."""
    # By a statement: a frame's insertInto does not find the table if another catalog is the current one.
    with view_of(session, "appended", rows) as view:
        session.sql(f"INSERT INTO {table} BY NAME SELECT * FROM {view}")


def require_written(
    session: SparkSession, owner: str, found: Mapping[str, DataFrame], what: str, *, attack: str | None = None
) -> None:
    """Refuse to go on if the tables have other numbers of rows than were to be written: of two programs that write to
    the same table at the same time, one may take the files of the other away, and nobody says so.

    Args:
        session: an attached session.
        owner: name of the data set, or the release.
        found: the rows that each table was to get of it, by its name without the schema: kept, or such as Spark has
            again within a short time.
        what: what is not done, in words.
        attack: the one that the rows are about; without it they are all of the owner.

    Raises:
        SetriskError: a table has more rows of the owner, or fewer.
    """
    from pyspark.sql import functions as sf

    counts: list[DataFrame] = []
    for table, wanted in found.items():
        there = rows_of(session, table, owner)
        there = there if attack is None else there.where(there["attack"] == attack)
        for rows in (wanted, there):
            counts.append(rows.agg(sf.count("*").alias("n")).select(sf.lit(len(counts)).alias("number"), "n"))
    numbers: dict[int, int] = dict(reduce(lambda one, other: one.union(other), counts).collect())
    for number, table in enumerate(found):
        if (n_wanted := numbers[2 * number]) != (n_there := numbers[2 * number + 1]):
            raise SetriskError(
                f"the table {table} has {n_there:,} rows of {owner!r}, and {n_wanted:,} were written: another program "
                f"wrote to it at the same time; {what}: let one write at a time, and try again"
            )


@contextmanager
def view_of(session: SparkSession, table: str, rows: DataFrame) -> Iterator[str]:
    """The name of a view of rows that are to be written to a table."""
    view = f"_setrisk_rows_{secrets.token_hex(4)}_{table}"
    rows.createOrReplaceTempView(view)
    try:
        yield view
    finally:
        session.catalog.dropTempView(view)


def rows_of(session: SparkSession, table: str, owner: str, coming: Mapping[str, str] = {}) -> DataFrame:
    """The rows of a data set or a release in a table of the catalog.

    Args:
        session: an attached session.
        table: the table, without its schema.
        owner: name of the data set, or the release.
        coming: views to read in the place of tables, by the names of these.
    """
    from pyspark.sql import functions as sf

    (found,) = (each for each in tables() if each.name == table)
    read = session.table(view) if (view := coming.get(table)) else table_of(session, f"{found.schema}.{found.name}")
    return read.where(sf.col(found.columns[0].name) == owner)


def size_of(session: SparkSession, dataset: str) -> int:
    """The number of transactions of a data set.

    Raises:
        UnknownDataset: there is none of that name.
    """
    found = rows_of(session, "dataset", dataset).select("n_transactions").collect()
    if not found:
        raise unknown(session, "dataset", dataset)
    return int(found[0][0])


def release_of(session: SparkSession, release: str) -> Row:
    """The entry of a release in the list of all of them.

    Raises:
        BadInput: this cannot be the name of a release.
        UnknownRelease: there is none of that name.
    """
    check_name("release", release)
    found = rows_of(session, "release", release).collect()
    if not found:
        raise unknown(session, "release", release)
    return found[0]


def unknown(session: SparkSession, table: str, name: str) -> SetriskError:
    """The error for a name that no data set, or no release, has, with those that there are."""
    other, schema = ("dataset", PUBLIC) if table == "release" else ("release", PRIVATE)
    names = sorted(row[0] for row in table_of(session, f"{schema}.{table}").select(table).collect())
    kind = OBJECT_TYPES[table]
    also = "" if rows_of(session, other, name).isEmpty() else f"; it is the name of a {OBJECT_TYPES[other].title}"
    return kind.unknown(f"there is no {kind.title} {name!r} on Spark{also}{known_instead(name, names)}")


def drop_rows(session: SparkSession, column: str, owner: str) -> None:
    """Take all rows of a data set or a release out of the catalog: its own entry first, then what hangs on it. What its
    releases have spent stays in the ledger: what was published cannot be taken back.

    Args:
        session: an attached session.
        column: `dataset` or `release`.
        owner: its name.
    """
    of_owner = [each for each in tables() if owner_of(each) == column and each.name not in _KEPT]
    # In one query, since most have none.
    asked = " UNION ALL ".join(
        f"SELECT '{each.name}' AS name FROM {look_anew(session, name_of(session, each))} WHERE {column} = :owner"
        for each in of_owner
    )
    having = {each["name"] for each in session.sql(asked, args={"owner": owner}).distinct().collect()}
    for table in sorted(having, key=lambda name: (name != column, name)):
        replace_rows(session, table, owner, None)
