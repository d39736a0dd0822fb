"""Where the tables of setrisk are in Spark, and what they are called."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from setrisk.errors import BadInput
from setrisk.sql import Table

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

# Of a name, as it is written in a path.
_LONGEST_NAME = 200
# Where the session keeps which catalog has the tables.
CATALOG = "setrisk.catalog"
# The view of a session that says which methods there are. Queries read it in the place of the table `setrisk.methods`,
# out of which others could take the attacks that the gate asks for.
METHODS_VIEW = "_setrisk_methods"
# What is replaced as a whole: the rows of one data set, or of one release.
_OWNERS = ("dataset", "release")


def check_session(session: object) -> None:
    """Refuse what is passed by mistake instead of a session, and one that was stopped.

    Raises:
        BadInput: it is such.
    """
    from pyspark.sql import SparkSession

    if not isinstance(session, SparkSession):
        raise BadInput(
            f"session is {session!r:.60}; it must be a session of Spark's, which comes first, but in "
            "fetch(con, session, release)"
        )
    if session.sparkContext._jsc is None:
        raise BadInput("this session of Spark's was stopped: start a new one, and attach it")


def catalog_of(session: SparkSession) -> str:
    """The catalog of Spark's that has the tables.

    Raises:
        BadInput: the session is not attached.
    """
    check_session(session)
    catalog = session.conf.get(CATALOG, "")
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
    if "\x00" in name:
        raise BadInput(f"{what} is {name!r:.60}; a name has no NUL in it")
    if any("\ud800" <= sign <= "\udfff" for sign in name):
        raise BadInput(f"{what} is {name!r:.60}; a name has no half of a character in it")
    if "'" in name and '"' in name:
        raise BadInput(f"{what} is {name!r:.60}; Spark's catalogs do not find names with both kinds of quotes")
    if name == "__HIVE_DEFAULT_PARTITION__":
        raise BadInput(f"{what} is {name!r}, by which Spark means NULL: take another name")
    if len(quote(name, safe=" ")) > _LONGEST_NAME:
        raise BadInput(f"{what} is {name[:40]!r}...; it must be shorter, since Spark makes a folder of the name")


def name_of(session: SparkSession, table: Table) -> str:
    """The full name of a table of the catalog."""
    return place(session, f"{table.schema}.{table.name}")


def table_of(session: SparkSession, name: str) -> DataFrame:
    """The rows of a table, by its name with the database."""
    full_name = place(session, name)
    return session.table(look_anew(session, full_name))


def look_anew(session: SparkSession, full_name: str) -> str:
    """The same full name of a table or view, once the session has forgotten which files it has: others may have written
    to it since, and it would not see their rows, or look for files that are gone.
    """
    session.catalog.refreshTable(full_name)
    return full_name


def owner_of(table: Table) -> str | None:
    """The column that says which data set or release a row belongs to: tables are partitioned by it."""
    first = table.columns[0].name
    return first if first in _OWNERS else None
