"""People whose transactions, or records that may be theirs, are in parts, on workers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

import setrisk
from setrisk.pipelines.assessment.arrays import staged_places
from setrisk.spark.assessment.parts import answers, read_records, sums
from setrisk.udf.assessment import part
from setrisk.udf.assessment.narrowing import Places
from setrisk.udf.common.arrays import Integers

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

Itemset = tuple[int, ...]


class Crowd:
    """The people of a data set, who were asked once for all predicates."""

    def __init__(self, parts: DataFrame, n_people: int, n_items: int, itemsets: Collection[Itemset]) -> None:
        """Count who has all items of each itemset.

        Args:
            parts: their transactions, as `read_records` reads them.
            n_people: how many they are.
            n_items: how many items the release shows.
            itemsets: those that will be asked about.
        """
        self.n_people = n_people
        self._numbers = {itemset: number for number, itemset in enumerate(sorted(set(itemsets)))}
        rows = sums(answers(parts, read_records(n_items), part.supports, itemsets=list(self._numbers)))
        self._supports = {of: int(value) for of, _, value in rows}

    def supports(self, itemsets: Sequence[Itemset]) -> Integers:
        """How many of them have all items of each itemset."""
        return np.array([self._supports.get(self._numbers[each], 0) for each in itemsets], dtype=np.int64)


class RemainingRecords:
    """The records of a release that may be people's, which were asked once for all of them."""

    def __init__(self, parts: DataFrame, labels: Any, n_items: int, people: Collection[Itemset]) -> None:
        """Count.

        Args:
            parts: rows as of `assessment/stage_release_places`; hosts that share a chunk are in one part.
            labels: rows as of `assessment/stage_item_labels`, as an Arrow table.
            n_items: how many items the release shows.
            people: the known items, of those that it shows, of all who will be asked about, in the order in which they
                become known.
        """
        distinct = sorted(set(people))
        found: dict[Itemset, list[int]] = {items: [0] * len(items) for items in distinct}
        self.n_records = 0
        read = _places_of(labels, n_items)
        for of, about, value in sums(answers(parts, read, part.remaining, people=distinct)):
            if of < 0:
                self.n_records = int(value)
            else:
                found[distinct[of]][about] = int(value)
        self._found = found

    def remaining(self, items: Sequence[int]) -> Sequence[int]:
        """How many may be the person's if the first item is known, the first two, and so on."""
        return self._found[tuple(items)]


def _places_of(labels: Any, n_items: int) -> Any:
    """What reads the places of a part, in a DuckDB of the worker's own, by the statements of one machine."""

    def read(rows: Any) -> Places:
        with setrisk.connect() as con:
            con.execute("SET threads = 1")  # as many as Spark gives a task
            for name, table in (("_setrisk_release_place", rows), ("_setrisk_item_label", labels)):
                con.register("_setrisk_given", table)
                con.execute(f"CREATE TEMP TABLE {name} AS FROM _setrisk_given")
                con.unregister("_setrisk_given")
            return staged_places(con, n_items)

    return read
