"""Whether the people of a control are others than those in a release on Spark, and of the same population."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING, Any

import numpy as np

from setrisk.pipelines.assessment.control import (
    LEAST_COMPARED,
    LEAST_ITEMS,
    MOST_COMPARED,
    require_known_items,
    require_unlike,
)
from setrisk.spark.assessment.parts import ENTRY, answers, highest, in_parts
from setrisk.spark.keep import computed
from setrisk.spark.statements import Staging
from setrisk.udf.assessment import part
from setrisk.udf.assessment.records import Records, records_of
from setrisk.udf.common.arrays import Integers

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession


def require_others(session: SparkSession, members: str, control: str, seed: int) -> None:
    """As `setrisk.pipelines.assessment.control.require_others`, by draws of its own of whom to compare.

    Raises:
        BadInput: they are the same people, or of another population.
    """
    from pyspark.sql import functions as sf

    with closing(Staging(session, {})) as stage:
        stage.write("assessment/stage_people", dataset=control, others=members)
        unknown = stage.read("assessment/unknown_entries", members=members, outsiders=control)
        require_known_items(members, control, unknown.collect()[0][0])
        outside = stage.read("assessment/entries_of_people", dataset=control)
        items = outside.select("item_id").distinct().orderBy("item_id").toArrow().column("item_id").to_numpy()
        numbers = sf.broadcast(session.createDataFrame([(int(item), n) for n, item in enumerate(items)], _NUMBERED))
        outside = computed(outside.join(numbers, "item_id").select("record", "number"))
        stage.write("assessment/stage_people", dataset=members, others=None)
        inside = stage.read("assessment/entries_of_people", dataset=members)
        # Others have fewer rare items in common if they have fewer of them.
        inside = computed(inside.join(numbers, "item_id").select("record", "number"))
    asked = _drawn(outside, seed, MOST_COMPARED)
    if len(asked) < LEAST_COMPARED or inside.isEmpty():
        return
    draw = np.random.default_rng(seed)
    peers = _peers(session, inside, [len(held) for _, held in asked], seed)
    others = [held for _, held in asked]
    # Somebody in the release may have more items: of these, as many.
    some = [draw.permutation(held)[: len(other)] for (_, held), other in zip(peers, others, strict=True)]
    own = [*([-1] * len(asked)), *(record for record, _ in peers), *(record for record, _ in peers)]
    compared = [*others, *(held for _, held in peers), *some]
    entries = inside.select(
        sf.lit(1).cast("BIGINT").alias(ENTRY[0]), "record", "number", sf.lit(1).cast("BIGINT").alias(ENTRY[3])
    )
    rows = highest(answers(in_parts(entries), _reader(len(items)), part.similarities, others=compared, own=own))
    found = np.zeros((2, 3, len(asked)))
    for of, about, value in rows:
        found[about, of // len(asked), of % len(asked)] = value
    has_many = np.array([len(held) >= LEAST_ITEMS for held in others])
    similar, contained = found
    require_unlike(control, similar[0], similar[1], contained[0][has_many], contained[2][has_many])


_NUMBERED = "item_id INT, number BIGINT"


def _by_lot(seed: int) -> Column:
    """In an order that depends on the seed alone."""
    from pyspark.sql import functions as sf

    return sf.md5(sf.concat_ws("/", sf.lit(str(seed)), sf.col("record").cast("STRING")))


def _held(entries: DataFrame) -> DataFrame:
    from pyspark.sql import functions as sf

    return entries.groupBy("record").agg(sf.array_sort(sf.collect_list("number")).alias("held"))


def _arrays(rows: DataFrame) -> list[tuple[int, Integers]]:
    return [(row["record"], np.array(row["held"], dtype=np.int64)) for row in rows.select("record", "held").collect()]


def _drawn(entries: DataFrame, seed: int, most: int) -> list[tuple[int, Integers]]:
    """So many people at most, each with the items."""
    return _arrays(_held(entries).orderBy(_by_lot(seed)).limit(most))


def _peers(session: SparkSession, entries: DataFrame, lengths: list[int], seed: int) -> list[tuple[int, Integers]]:
    """For each number of items, somebody with as many, or else with the next larger number, or the largest: small
    baskets are similar to others by chance more often than large ones. If there are too few, some come several times.
    """
    from pyspark.sql import Window
    from pyspark.sql import functions as sf

    people = computed(_held(entries).withColumn("length", sf.size("held")))
    there = np.array([row[0] for row in people.select("length").distinct().orderBy("length").collect()])
    chosen = [int(there[min(place, len(there) - 1)]) for place in there.searchsorted(lengths)]
    wanted = session.createDataFrame(list(Counter(chosen).items()), "length INT, wanted BIGINT")
    place = sf.row_number().over(Window.partitionBy("length").orderBy(_by_lot(seed)))
    drawn = people.join(sf.broadcast(wanted), "length").withColumn("place", place).where("place <= wanted")
    by_length: dict[int, list[tuple[int, Integers]]] = {}
    for record, held in _arrays(drawn.orderBy("length", "place")):
        by_length.setdefault(len(held), []).append((record, held))
    taken = Counter[int]()
    found = []
    for length in chosen:
        alike = by_length[length]
        found.append(alike[taken[length] % len(alike)])
        taken[length] += 1
    return found


def _reader(n_items: int) -> Any:
    """What reads the people of a part, with their numbers."""

    def read(rows: Any) -> tuple[Records, Integers]:
        columns = [rows.column(name).to_numpy() for name in ENTRY]
        return records_of(n_items, *columns), np.unique(columns[1])

    return read
