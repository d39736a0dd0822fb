"""Let a session of Spark's run setrisk."""

from __future__ import annotations

import re
import secrets
from importlib import metadata
from typing import TYPE_CHECKING

from setrisk.errors import BadInput
from setrisk.spark.catalog import CATALOG, check_session
from setrisk.spark.install import make_tables
from setrisk.spark.kernels import register

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# The first one with recursive queries.
_OLDEST = (4, 1)
# A format by its short name, or by that of its class.
_FORMAT = re.compile(r"\w+(\.\w+)*")
# Up to which size Spark sends a table to all workers. It goes by that of the files, in which numbers of people and
# items take a byte each: by default, up to 10 MB, ten million rows are sent, for which no worker may have the memory.
_BROADCAST, _BY_DEFAULT = "spark.sql.autoBroadcastJoinThreshold", "10485760b"


def attach(session: SparkSession, *, catalog: str | None = None, using: str = "parquet") -> None:
    """Make the tables of setrisk in Spark, as far as they are missing, and let the session run its relations.

    Args:
        session: a session of Spark 4.1 or newer.
        catalog: the catalog of Spark's that has, or gets, the databases `setrisk` and `setrisk_private`; the session's
            current one without it.
        using: the format of tables that are made: parquet, or delta or iceberg if the session has them.

    Raises:
        BadInput: the session is of another version, computes otherwise than setrisk needs it, or has no such catalog or
            format; one of its tables was dropped; or the compiled sqlglot is installed.
        WrongVersion: another version of setrisk has made the tables.

    Examples:
        >>> setrisk.spark.attach(session)
        >>> session.catalog.tableExists("setrisk.release")
        True
    """
    check_session(session)
    if tuple(map(int, session.version.split(".")[:2])) < _OLDEST:
        raise BadInput(f"this is Spark {session.version}; setrisk needs Spark 4.1 or newer")
    if _has_distribution("sqlglotc"):
        raise BadInput(
            "sqlglotc is installed, the compiled sqlglot, which takes no dialects of others, such as that of setrisk: "
            "pip uninstall sqlglotc"
        )
    if str(session.conf.get("spark.sql.ansi.enabled")).lower() != "true":
        raise BadInput(
            "spark.sql.ansi.enabled is off: what overflows, or is no number, would be wrong or NULL without an error. "
            "Leave it on, as it is by default"
        )
    if not isinstance(catalog, str | None):
        raise BadInput(f"catalog is {catalog!r:.60}; it must be a name, as text")
    if catalog and "`" in catalog:
        raise BadInput(f"catalog is {catalog!r:.60}; a name has no backticks in it")
    if not isinstance(using, str) or not _FORMAT.fullmatch(using):
        raise BadInput(f"using is {using!r:.60}; it must be the name of a format, such as parquet or delta")
    # Spark would put variables of this machine into texts that have `${...}` in them, such as the name of a data set.
    session.conf.set("spark.sql.variable.substitute", "false")
    # By default Spark ends recursion with an error after some rows.
    session.conf.set("spark.sql.cteRecursionRowLimit", "-1")
    register(session)
    # So that of many people each task sorts its own, and one worker the few that are drawn.
    session.conf.set("spark.sql.optimizer.windowGroupLimitThreshold", "100000")
    if session.conf.get(_BROADCAST) == _BY_DEFAULT:
        session.conf.set(_BROADCAST, "1MB")
    # A program that is killed while it writes leaves files, which the next one that writes to the table would take for
    # its own, if it had the same number: by default all have 0.
    session.conf.set("mapreduce.job.application.attempt.id", str(1 + secrets.randbelow(2**31 - 1)))
    before = session.conf.get(CATALOG, "") or ""
    session.conf.set(CATALOG, catalog or session.catalog.currentCatalog())
    try:
        make_tables(session, using)
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
