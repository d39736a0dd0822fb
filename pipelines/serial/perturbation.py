"""What a serial method adds to the draft of a release, counterfeits and sensitive items, and what it takes away."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from setrisk.pipelines.common.columns import columns_of_numbers, numbers, objects
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.serial import draft
from setrisk.udf.serial.counterfeits import EVERYWHERE, draw_by_cluster, numbers_beyond_clusters
from setrisk.udf.serial.sanony import withheld_copies

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Perturbation:
    """The changes of one draft.

    Args:
        con: a DuckDB connection; the caller holds the transaction.
        series, release: the draft is the last release of the series.
        draw: the source of the draws.
        fresh: whether a counterfeit must also differ from the records of earlier releases. The paper only asks for a
            set that differs from those of its own cluster; one that equals an earlier record joins its overlaps.
    """

    def __init__(self, con: DuckDBPyConnection, series: str, release: str, draw: random.Random, *, fresh: bool) -> None:
        """Read the sets of items that earlier releases show."""
        self._con, self._series, self._release, self._draw = con, series, release, draw
        self._earlier = [
            tuple(items) for (items,) in run(con, "serial/earlier_sets", series=series, release=release).fetchall()
        ]
        self._avoided = frozenset(self._earlier if fresh else ())

    def add(self, phase: str) -> int:
        """Add the counterfeits that the table `_setrisk_needs` asks for, and drop it: for each cluster as many as its
        most demanding term needs, and the copies of each term; returns how many clusters need any.
        """
        copies = run(self._con, "serial/needed_copies").fetchall()
        self._change_copies(phase, copies)
        numbers = run(self._con, "serial/needed_counterfeits").fetchall()
        run(self._con, "serial/drop_needs")
        self.add_counterfeits(phase, numbers_beyond_clusters(dict(numbers)))
        return len(numbers)

    def add_counterfeits(self, phase: str, numbers: Mapping[int, int]) -> None:
        """Add so many counterfeits to each cluster; those of EVERYWHERE go to the clusters most similar to them."""
        if not numbers:
            return
        rows = run(self._con, "serial/staged_sets", release=self._release).fetchall()
        records = [(cluster, tuple(items)) for cluster, items in rows]
        made = draw_by_cluster(numbers, records, self._earlier, self._draw, self._avoided)
        self._insert(
            phase,
            [(cluster, number, item) for number, (cluster, items) in enumerate(made, 1) for item in items],
        )

    def move_to_bag(self, phase: str, rows: Iterable[tuple[int, str, int]]) -> None:
        """Move copies of sensitive items from clusters to the global bag, at most as many as the cluster has.

        Args:
            phase: the phase of the method.
            rows: cluster, item and number of copies.
        """
        held = self._held_copies()
        moved = [(cluster, item, min(n, held[cluster, item])) for cluster, item, n in rows]
        self._change_copies(phase, [(cluster, item, -n) for cluster, item, n in moved])
        self._change_copies(phase, [(None, item, n) for _, item, n in moved])

    def withhold(self, phase: str, numbers: Mapping[str, int]) -> None:
        """Leave so many copies of sensitive items out of the release: from the bag first, then from random clusters."""
        taken = withheld_copies(numbers, self._held_copies(), self._draw)
        self._change_copies(phase, [(cluster, item, -n) for cluster, item, n in taken])

    def make_common(self, phase: str, numbers: Mapping[str, int]) -> None:
        """Add copies of sensitive items to the global bag, and as many counterfeits anywhere that may hold them."""
        self._change_copies(phase, [(None, item, n) for item, n in numbers.items()])
        if numbers:
            self.add_counterfeits(phase, {EVERYWHERE: max(numbers.values())})

    def publish_counterfeit_counts(self) -> None:
        """Publish the number of counterfeits per cluster, excluding the secret ones: anyone who knew that number could
        subtract them.
        """
        run(self._con, "serial/publish_counterfeit_counts", release=self._release)

    def _held_copies(self) -> Counter[tuple[int | None, str]]:
        """The copies of each sensitive item by cluster (None: the global bag) and item, in their order."""
        rows = run(self._con, "serial/staged_copies", release=self._release).fetchall()
        return Counter({(cluster, item): copies for cluster, item, copies in rows})

    def _change_copies(self, phase: str, changes: Iterable[tuple[int | None, str, int]]) -> None:
        """Change how many copies a cluster (None: the global bag) has of an item."""
        rows = [row for row in changes if row[2]]
        if not rows:
            return
        columns = {
            "cluster": numbers([cluster for cluster, _, _ in rows]),
            "item": objects([item for _, item, _ in rows]),
            "n": numbers([n for _, _, n in rows]),
        }
        run(self._con, "serial/change_copies", release=self._release, phase=phase, tables={"_setrisk_changes": columns})
        draft.publish_names(self._con, self._release)

    def _insert(self, phase: str, rows: list[tuple[int, int, int]]) -> None:
        """Insert counterfeits: cluster, a number that is the same for the items of one, item."""
        sets = columns_of_numbers(("cluster", "number", "item_id"), rows)
        run(self._con, "serial/add_counterfeits", release=self._release, phase=phase, tables={"_setrisk_sets": sets})
        draft.publish_names(self._con, self._release)
