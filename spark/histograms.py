"""Make noisy releases on Spark: it counts, and this machine draws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from duckdb import ColumnExpression, ConstantExpression
from duckdb.sqltypes import VARCHAR

import setrisk
from setrisk.errors import BadInput
from setrisk.pipelines.common.progress import ignore_progress
from setrisk.pipelines.common.quoting import insert
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.histogram import noisy, universe
from setrisk.pipelines.histogram.budget import source_of_noise, watch_noise
from setrisk.pipelines.releases.protect import Protected, write_release
from setrisk.spark.catalog import owner_of
from setrisk.spark.failures import in_one_line
from setrisk.spark.fetch import items_of
from setrisk.spark.ledger import spend
from setrisk.spark.publish import Made, publish
from setrisk.spark.statements import rows_of_relation
from setrisk.sql import tables

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from pyspark.sql import DataFrame, SparkSession

    from setrisk.pipelines.histogram.noisy import Input
    from setrisk.pipelines.methods.description import ReleaseMethod
    from setrisk.spark.unchanged import Unchanged
    from setrisk.udf.histogram.noise import Noise


# Registered here: a frame that `run` registers is gone before the rows are fetched.
_STAGED = "_setrisk_counted"


def protect_histogram(
    session: SparkSession,
    dataset: str,
    release: str,
    method: ReleaseMethod,
    n_transactions: int,
    unchanged: Unchanged,
) -> Protected:
    """Make a noisy release: Spark counts distinct itemsets, which come to this machine; noise is drawn here, once; and
    before its first draw the ledger on Spark notes what will be spent.

    Raises:
        BadInput, InfeasibleConstraint, BudgetExceeded, MissingExtra: nothing was published, or spent.
        NoiseSpent: nothing was published, but noise was drawn, which is in the ledger.
        SetriskError: nothing was published; Spark failed. If it did so while it noted what would be spent, nothing was
            drawn, but the ledger may have it.
    """
    chosen = method.method
    arguments = chosen.arguments(method.given_values())

    def pay() -> None:
        spend(session, dataset, release, chosen.name, arguments["epsilon"])

    # Nothing is noted before: Spark could not take it back while others write their notes.
    noise = source_of_noise(method.given_values().get("seed"), pay)
    with watch_noise(noise, lambda: None):
        with in_one_line("make the release", "nothing was published"):
            made, size = made_of_counts(session, dataset, release, method, noise, {})
        left = "nothing was published"
        if not noise.is_drawn:
            # A release that needed no draw has a note in the ledger, too.
            pay()
            left = "nothing was published, but the ledger has its epsilon"
        with in_one_line("write the release", left):
            publish(session, release, dataset, chosen, made, unchanged)
    return Protected(release, dataset, chosen.name, n_transactions, made.marks, made.summary, *size)


def made_of_counts(
    session: SparkSession,
    dataset: str,
    release: str,
    method: ReleaseMethod,
    noise: Noise,
    coming: Mapping[str, str],
) -> tuple[Made, tuple[int, str | None]]:
    """Make a noisy release of a data set.

    Args:
        session: an attached session.
        dataset: the data set.
        release: name of the release.
        method: the method.
        noise: where noise is drawn from.
        coming: views to read in the place of tables.

    Returns:
        The release, how many records it has, and that it shows nothing, in words, if that is so.

    Raises:
        BadInput, MissingExtra: it could not be made.
    """
    chosen = method.method
    arguments = chosen.arguments(method.given_values())
    if arguments.get("as_printed"):
        raise BadInput("as_printed is for reproducing a paper, on one machine: leave it out")
    noisy.check_numbers(chosen.name, arguments)
    # A database of this machine for one release, as it would be there.
    with setrisk.connect() as con:
        given = _read(con, session, dataset, arguments, coming)
        made = write_release(
            con, dataset, release, chosen, arguments,
            lambda: noisy.PUBLISH[chosen.name](con, release, given, arguments, ignore_progress, noise),
        )  # fmt: skip
        ((n_records, emptiness),) = run(con, "risk/published_size", release=release).fetchall()
        found = _tables_of(con, session, release)
    return Made(found, made.parameters, made.marks, made.summary), (n_records, emptiness)


def _read(
    con: DuckDBPyConnection,
    session: SparkSession,
    dataset: str,
    arguments: dict[str, Any],
    coming: Mapping[str, str],
) -> Input:
    """The distinct itemsets of a data set on Spark, and its items, which become the dictionary of the database."""
    names = items_of(session, dataset, coming).toArrow()
    con.register(_STAGED, names)
    con.execute(insert("setrisk_private.item", f"FROM {_STAGED}"))
    chosen = universe.choose(con, dataset, arguments, sorted(names.column("item").to_pylist()))
    con.register(_STAGED, rows_of_relation(session, "itemset_histogram", coming, dataset=dataset).toArrow())
    rows = run(con, "histogram/staged_itemsets").fetchnumpy()
    con.unregister(_STAGED)
    return noisy.input_of(con, chosen, rows)


def _tables_of(con: DuckDBPyConnection, session: SparkSession, release: str) -> dict[str, DataFrame]:
    """What the database has of the release, but for its own row, as frames of Spark's."""
    found = {}
    for table in tables():
        if owner_of(table) != "release" or table.name == "release":
            continue
        rows = con.table(f"{table.schema}.{table.name}")
        of_release = rows.filter(ColumnExpression("release") == ConstantExpression(release))
        columns = [ColumnExpression(each.name) for each in table.columns[1:]]
        # As text: Spark has no type for JSON.
        read = of_release.select(
            *(
                column.cast(VARCHAR).alias(each.name) if each.type == "JSON" else column
                for column, each in zip(columns, table.columns[1:], strict=True)
            )
        ).to_arrow_table()
        if read.num_rows:
            found[table.name] = session.createDataFrame(read)
    return found
