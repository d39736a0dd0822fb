"""Part a data set into shards of bounded size, of records that are alike: the first splits of HORPART."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from setrisk.errors import BadInput
from setrisk.spark.keep import computed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyspark.sql import Column, DataFrame, SparkSession

    from setrisk.methods import Disassociation

# Of how many of its most frequent items a record's place may depend.
_DEPTH = 4
# Least size of a shard, and least multiple of k: with fewer records, many are in small clusters, which keep little.
_SMALLEST, _TIMES_K = 100, 20
Group = tuple[int, ...]


def check_shards(method: Disassociation, shard_size: object) -> None:
    """Refuse shards that no release by this method is made of.

    Raises:
        BadInput: the size is not a whole number, or too small for k.
    """
    if isinstance(shard_size, bool) or not isinstance(shard_size, int):
        raise BadInput(f"shard_size is {shard_size!r:.60}; it must be a whole number")
    # A hash may put as few as half of them into one, and some less.
    least = max(_SMALLEST, _TIMES_K * method.k)
    if shard_size < least:
        raise BadInput(f"shard_size is {shard_size}; with k = {method.k} it must be at least {least}")


def shards_of(
    session: SparkSession, entries: DataFrame, n_transactions: int, *, size: int, least: int, seed: int | None = None
) -> DataFrame:
    """The shard of each transaction, in the columns `tid` and `shard`.

    Records with the same most frequent item stay together, as the first split of HORPART would have it (DISASSOC 3.1).
    Those of an item with more records than a shard takes are separated by the next item, and so on, and at last by a
    hash. Only the numbers of records with the same first items come to the driver.

    Args:
        session: an attached session.
        entries: the rows of a data set in `transaction_item`.
        n_transactions: how many transactions it has.
        size: about how many records a shard has at most.
        least: how many it has at least, if there are so many; of a group that a hash spreads, if that is much less than
            `size`.
        seed: of the hash; a secret one without it, so that nobody can tell which shard a transaction is in.
    """
    from pyspark.sql import Window
    from pyspark.sql import functions as sf

    supports = entries.groupBy("item_id").count()
    by_support = Window.orderBy(sf.desc("count"), "item_id")
    ranks = supports.select("item_id", sf.row_number().over(by_support).alias("rank"))
    held = entries.join(ranks, "item_id").groupBy("tid").agg(sf.array_sort(sf.collect_list("rank")).alias("ranks"))
    # Transactions without items have a number, and no other row.
    everybody = session.range(1, n_transactions + 1).withColumnRenamed("id", "tid")
    first = sf.slice(sf.coalesce("ranks", sf.array().cast("ARRAY<INT>")), 1, _DEPTH)
    records = everybody.join(held, "tid", "left").select("tid", first.alias("ranks")).persist()
    try:
        starts = _fill(_groups(session, records, size), size, least)
        salt = secrets.randbits(62) if seed is None else seed
        return computed(_assign(session, records, starts, salt))
    finally:
        records.unpersist()


def _prefix(length: int) -> Column:
    from pyspark.sql import functions as sf

    return sf.concat_ws(",", sf.slice("ranks", 1, length))


def _groups(session: SparkSession, records: DataFrame, size: int) -> dict[tuple[int, Group], int]:
    """The sizes of groups of records with the same first items, by how many of these were looked at, and the items. A
    group is larger than a shard only if there is nothing more to part it by.
    """
    from pyspark.sql import functions as sf

    groups: dict[tuple[int, Group], int] = {}
    open_ = records
    for length in range(1, _DEPTH + 1):
        counts = open_.groupBy(_prefix(length).alias("prefix")).count().collect()
        large = {each["prefix"] for each in counts if each["count"] > size and length < _DEPTH}
        for each in counts:
            if each["prefix"] not in large:
                ranks = tuple(int(rank) for rank in each["prefix"].split(",") if rank)
                groups[length, ranks] = each["count"]
        if not large:
            break
        again = session.createDataFrame([(prefix,) for prefix in large], "prefix STRING")
        open_ = open_.join(sf.broadcast(again), again["prefix"] == _prefix(length), "left_semi")
    return groups


def _fill(groups: dict[tuple[int, Group], int], size: int, least: int) -> dict[tuple[int, Group], tuple[int, int]]:
    """The first shard of each group, and over how many shards it is spread. Groups that come after each other share a
    shard until it is full.
    """
    places: dict[tuple[int, Group], tuple[int, int]] = {}
    shard, filled = 0, 0
    for group, n in sorted(groups.items(), key=lambda each: each[0][1]):
        n_parts = -(-n // size)
        if filled >= least and filled + n > size:
            shard, filled = shard + 1, 0
        places[group] = (shard, n_parts)
        # What follows a group that is spread begins a new shard.
        shard, filled = (shard, filled + n) if n_parts == 1 else (shard + n_parts - 1, size)
    if filled < least and shard > 0:
        places = {group: (min(first, shard - 1), n) for group, (first, n) in places.items()}
    return places


def _assign(
    session: SparkSession, records: DataFrame, places: dict[tuple[int, Group], tuple[int, int]], salt: int
) -> DataFrame:
    from pyspark.sql import functions as sf

    found = records
    for length in sorted({length for length, _ in places}):
        rows: Iterable[tuple[str, int, int]] = [
            (",".join(map(str, ranks)), *place) for (of, ranks), place in places.items() if of == length
        ]
        of_length = session.createDataFrame(rows, f"prefix STRING, first_{length} INT, parts_{length} INT")
        found = found.join(sf.broadcast(of_length), of_length["prefix"] == _prefix(length), "left").drop("prefix")
    lengths = sorted({length for length, _ in places}, reverse=True)
    first = sf.coalesce(*(sf.col(f"first_{length}") for length in lengths))
    parts = sf.coalesce(*(sf.col(f"parts_{length}") for length in lengths))
    return found.select("tid", (first + sf.pmod(sf.xxhash64(sf.lit(salt), "tid"), parts)).cast("INT").alias("shard"))
