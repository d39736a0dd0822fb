"""Bring a release to one machine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from setrisk.errors import BadInput
from setrisk.pipelines.common.argument_types import check_types
from setrisk.pipelines.common.quoting import identifier, insert
from setrisk.pipelines.database.attach import ensure_attached
from setrisk.pipelines.database.names import require_free
from setrisk.pipelines.database.transaction import transaction
from setrisk.spark.catalog import owner_of, table_of
from setrisk.spark.failures import in_one_line
from setrisk.spark.rows import release_of, rows_of
from setrisk.spark.unchanged import Unchanged
from setrisk.sql import tables

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from pyspark.sql import DataFrame, SparkSession

_FETCHED = "_setrisk_fetched"


@check_types
@in_one_line("fetch the release", "nothing was copied")
def fetch(con: DuckDBPyConnection, session: SparkSession, release: str) -> None:
    """Copy a release, and the data set that it was made from, from Spark into a DuckDB database. There it is as if it
    had been made there: `attack`, `assess`, `risk`, `check`, `report` and `export` are asked as ever. To assess one
    that was made by shards, other people are needed there as `control`: shards are not made again on one machine.

    The ledger of the data set comes with it. What is spent there afterwards, Spark does not learn, nor the other way
    round: make noisy releases of a data set in one place. Nor does it learn what is exported there: of a release of the
    same people that is fetched into another database, `check` and `export` do not know of the first.

    All rows pass the memory of this machine, a table at a time: about 100 bytes for each item of each person.

    Args:
        con: a DuckDB connection to a database without data sets, since those number their items on their own.
        session: an attached session.
        release: a release on Spark.

    Raises:
        UnknownRelease: Spark has no such release.
        BadInput: the database has a data set already. Nothing was copied.
        AlreadyExists: it has a release of this name.
        SetriskError: the release or its data set was replaced or dropped meanwhile, or Spark could not read it. Nothing
            was copied.

    Examples:
        >>> with setrisk.connect() as machine:
        ...     setrisk.spark.fetch(machine, session, "chunks of visits")
        ...     setrisk.risk_summary(machine, "chunks of visits").project("attack, records_at_risk").fetchall()
        [('none', 0.0)]
    """
    entry = release_of(session, release)
    ensure_attached(con)
    require_free(con, "release", release)
    if con.sql("SELECT count(*) FROM setrisk_private.item").fetchall() != [(0,)]:
        raise BadInput(
            "the database has data sets already, which number their items on their own: fetch into a new one"
        )
    owners = {"release": release, "dataset": entry["dataset"]}
    unchanged = Unchanged(session, release=release, datasets=(owners["dataset"],))
    with transaction(con):
        for table in tables():
            owner = owner_of(table)
            if table.name == "item":
                rows = items_of(session, owners["dataset"])
            elif table.name == "release_arguments" and entry["family"] == "disassociation":
                # Without shards one machine would make another release of fewer people than Spark has made of all.
                rows = session.createDataFrame([(release, None, None)], "release STRING, hash STRING, arguments STRING")
            elif owner:
                rows = rows_of(session, table.name, owners[owner])
            else:
                continue
            con.register(_FETCHED, rows.toArrow())
            try:
                con.execute(insert(f"{table.schema}.{identifier(table.name)}", f"FROM {_FETCHED} ORDER BY ALL"))
            finally:
                con.unregister(_FETCHED)
        unchanged.require("nothing was copied")


def items_of(session: SparkSession, dataset: str, coming: Mapping[str, str] = {}) -> DataFrame:
    """The names of the items of a data set; `coming` are views to read in the place of tables."""
    held = rows_of(session, "transaction_item", dataset, coming).select("item_id").distinct()
    return table_of(session, "setrisk_private.item").join(held, "item_id", "left_semi")
