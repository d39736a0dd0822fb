"""Make disassociated releases on Spark, shard by shard."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from setrisk.errors import InfeasibleConstraint, SetriskError
from setrisk.methods import Disassociation
from setrisk.pipelines.common.quantities import quantity
from setrisk.pipelines.disassociation.release import cluster_size
from setrisk.pipelines.methods.made import marks_of
from setrisk.pipelines.releases.protect import Protected
from setrisk.spark.catalog import place, table_of
from setrisk.spark.failures import in_one_line
from setrisk.spark.publish import Made, kept, publish, size_of_release
from setrisk.spark.rows import append, rows_of
from setrisk.spark.shards import check_shards, shards_of
from setrisk.sql import statement

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from setrisk.spark.unchanged import Unchanged

_ROWS = "shard INT, kind STRING, cluster INT, chunk INT, record BIGINT, item_id INT, tid BIGINT, text STRING"
# As many as there are: 0 to 2,147,483,647.
_SEEDS = 2**31
# Of the largest number of an item.
_DIGITS = 10


def protect_by_shards(
    session: SparkSession,
    dataset: str,
    release: str,
    method: Disassociation,
    n_transactions: int,
    shard_size: int,
    unchanged: Unchanged,
) -> Protected:
    """Make a disassociated release: the records of a shard go to one worker, where setrisk makes a release of them in a
    DuckDB of its own, and all of these together are the release.

    Its promise is one of each cluster, so it is that of `setrisk.protect`, however the records came into shards. What
    sharding costs is usefulness: clusters are joined within a shard alone.

    Raises:
        BadInput, InfeasibleConstraint, SetriskError: nothing was published.
    """
    entries = rows_of(session, "transaction_item", dataset)
    with (
        in_one_line("make the release", "nothing was published"),
        made_by_shards(session, entries, method, n_transactions, shard_size) as made,
    ):
        publish(session, release, dataset, method.method, made, unchanged)
    size = size_of_release(session, release)
    return Protected(release, dataset, method.method.name, n_transactions, made.marks, made.summary, *size)


@contextmanager
def made_by_shards(
    session: SparkSession, entries: DataFrame, method: Disassociation, n_transactions: int, shard_size: int
) -> Iterator[Made]:
    """Make a release of entries of a data set, which is there as long as the context lasts.

    Raises:
        BadInput, InfeasibleConstraint, SetriskError: it could not be made.
    """
    k = method.k
    cluster_size(method.max_cluster_size, k)  # here, and not in the first of the workers
    if n_transactions < k:
        raise InfeasibleConstraint(
            f"k is {k:,}, but the data set has {n_transactions:,} transactions: no cluster can have that many"
        )
    check_shards(method, shard_size)
    # Written once, and read from there: a task that is run again would draw other numbers for the same records.
    staged = place(session, f"setrisk_private.staged_{secrets.token_hex(8)}")
    try:
        shards = shards_of(session, entries, n_transactions, size=shard_size, least=k, seed=method.seed)
        # Without rows first: if Spark made the table of them and failed, it would leave a folder without a table.
        session.createDataFrame([], _ROWS).writeTo(staged).create()
        append(session, staged, _made_by_shard(entries, method, shards))
        rows = session.table(staged)
        n_shards = _check_whole(rows, shards, n_transactions)
        yield _put_together(session, rows, method, n_shards, shard_size)
    finally:
        session.sql(f"DROP TABLE IF EXISTS {staged}")


def _made_by_shard(entries: DataFrame, method: Disassociation, shards: DataFrame) -> DataFrame:
    """The rows of the releases of all shards."""
    from pyspark.sql import functions as sf

    # In the shard's own DuckDB numbers are names: in the same order, so that it breaks ties as one machine does.
    name = sf.lpad(sf.col("item_id").cast("STRING"), _DIGITS, "0")
    # Transactions without items have a row without one.
    records = shards.join(entries.select("tid", name.alias("item")), "tid", "left").select("shard", "tid", "item")
    given = asdict(method)

    # Without annotations: Spark takes those of texts for types of another interface.
    def make(table):  # type: ignore[no-untyped-def]
        return release_of_shard(table, given)

    return records.groupBy("shard").applyInArrow(make, _ROWS)


def release_of_shard(records: Any, given: dict[str, Any]) -> Any:
    """The rows of the release of one shard, as an Arrow table.

    Args:
        records: an Arrow table of shard, tid and item, a row for each item of a transaction, or one without an item.
        given: the parameters of the method; a seed is another one in each shard.
    """
    import setrisk

    shard = records.column("shard")[0].as_py()
    seed = given.get("seed")
    method = Disassociation(**{**given, "seed": None if seed is None else (seed + shard) % _SEEDS})
    with setrisk.connect() as con:
        con.execute("SET threads = 1")  # as many as Spark gives a task
        setrisk.load(con, "shard", records.select(["tid", "item"]), id="tid", item="item", empty="keep")
        setrisk.protect(con, "shard", "shard", method)
        # By its text: what `run` gives would be copied once more on its way to Arrow.
        (query,) = statement("sharding/shard_rows").texts
        return con.sql(query, params={"release": "shard", "shard": shard}).to_arrow_table()


def _check_whole(rows: DataFrame, shards: DataFrame, n_transactions: int) -> int:
    """See whether each shard is there once, with all of its records; returns how many there are.

    Raises:
        SetriskError: one is not.
    """
    from pyspark.sql import functions as sf

    made = rows.where("kind = 'cluster'").groupBy("shard").agg(sf.sum("record").alias("made"))
    copies = rows.where("kind = 'release'").groupBy("shard").agg(sf.count("*").alias("copies"))
    wanted = shards.groupBy("shard").agg(sf.count("*").alias("wanted"))
    is_whole = (sf.col("made") == sf.col("wanted")) & (sf.col("copies") == 1)
    compared = wanted.join(made, "shard", "full").join(copies, "shard", "full")
    ((n_shards, n_whole, n_records),) = compared.agg(
        sf.count("*"), sf.count(sf.when(is_whole, 1)), sf.coalesce(sf.sum("made"), sf.lit(0))
    ).collect()
    if n_whole < n_shards or n_records != n_transactions:
        raise SetriskError(
            f"of {n_shards:,} shards {n_whole:,} are there once and whole, with {n_records:,} of {n_transactions:,} "
            "records. Nothing was published"
        )
    return int(n_shards)


def _put_together(
    session: SparkSession, rows: DataFrame, method: Disassociation, n_shards: int, shard_size: int
) -> Made:
    """The release of the rows of all shards, whose clusters get numbers of their own."""
    from pyspark.sql import functions as sf

    of_shard = rows.groupBy("shard").agg(sf.max("cluster").alias("last")).orderBy("shard").collect()
    starts, total = [], 0
    for each in of_shard:
        starts.append((each["shard"], total))
        total += each["last"]
    offsets = sf.broadcast(session.createDataFrame(starts, "shard INT, start INT"))
    moved = rows.join(offsets, "shard").withColumn("cluster", sf.col("cluster") + sf.col("start"))

    def of(kind: str) -> DataFrame:
        return moved.where(sf.col("kind") == kind)

    number, items = sf.col("cluster"), table_of(session, "setrisk_private.item")
    tables = {
        "cluster": of("cluster").select(number, sf.col("record").alias("n_records")),
        "chunk_record": of("chunk_record").select(
            number.alias("publishing_cluster"), "chunk", sf.col("record").alias("sub_record"), "item_id"
        ),
        "joint_cluster": of("joint_cluster").select(
            number.alias("joint"), (sf.col("record") + sf.col("start")).cast("INT").alias("cluster")
        ),
        "term_chunk": of("term_chunk").select(number, "item_id"),
        "published_item": moved.select("item_id").distinct().join(items, "item_id"),
        "provenance": of("provenance").select(number, "chunk", "record", "tid"),
    }
    about = [json.loads(each["text"]) for each in of("release").select("text").collect()]
    parameters = {**about[0]["parameters"], "shard_size": shard_size}
    # Records of a shard may need no protection, as those of a cluster may.
    shows_all = all("unprotected" in each["marks"] for each in about)
    marks = marks_of(method.seed, hides=not shows_all)
    tables |= kept(session, method.method, method.given_values())
    summary = f"{quantity(total, 'cluster')}, joint ones among them, in {quantity(n_shards, 'shard')}"
    return Made(tables, parameters, marks, summary)
