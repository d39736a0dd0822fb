"""What a serial method adds to the draft of a release, counterfeits and private terms, and what it takes away."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from setrisk.pipelines.serial import draft
from setrisk.udf.counterfeits import Itemset, Pool, counterfeits

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_ADDED, _CHANGES, _SETS = "_setrisk_added", "_setrisk_changes", "_setrisk_sets"
# The cluster of what belongs to the release as a whole.
EVERYWHERE = 0


class Perturbation:
    """What is changed in a draft; it is made for one.

    Args:
        con: a DuckDB connection; the caller holds the transaction.
        series, release: the draft is the last release of the series.
        draw: the source of the draws.
        fresh: whether a counterfeit must not equal a record of an earlier release either. The paper asks for a set that
            equals none of its own cluster; one that equals an earlier record joins that record's overlaps.
    """

    def __init__(self, con: DuckDBPyConnection, series: str, release: str, draw: random.Random, *, fresh: bool) -> None:
        """Take down what earlier releases show."""
        self._con, self._series, self._release, self._draw = con, series, release, draw
        self._given = {"release": release}
        self._earlier = [
            tuple(items)
            for (items,) in con.execute(
                "SELECT e.items FROM setrisk_internal.earlier_sets(?, ?) AS e ORDER BY ALL", [series, release]
            ).fetchall()
        ]
        self._avoided = frozenset(self._earlier if fresh else ())

    def add(self, step: str, needs: str) -> int:
        """Add what a table of cluster, item, with_term and without_term asks for: for each cluster as many counterfeits
        as its most demanding term needs, and each term's copies; returns how many clusters need any.
        """
        copies = self._con.execute(
            f"SELECT nullif(n.cluster, {EVERYWHERE}), n.item, n.with_term FROM {needs} AS n WHERE n.with_term > 0 "
            "ORDER BY ALL"
        ).fetchall()
        self._change_copies(step, copies)
        numbers = self._con.execute(
            f"SELECT n.cluster, max(n.with_term + n.without_term) FROM {needs} AS n "
            "GROUP BY n.cluster ORDER BY n.cluster"
        ).fetchall()
        needed = dict(numbers)
        # What is added to clusters is added to the release.
        wanted = needed.pop(EVERYWHERE, 0) - sum(needed.values())
        self.add_counterfeits(step, needed | ({EVERYWHERE: wanted} if wanted > 0 else {}))
        return len(numbers)

    def add_counterfeits(self, step: str, numbers: Mapping[int, int]) -> None:
        """Add so many counterfeits to each cluster; those of EVERYWHERE go where they are most alike."""
        held: dict[int, list[Itemset]] = {cluster: [] for cluster in numbers}
        everywhere = Counter[int]()
        for cluster, items in self._con.execute(
            "SELECT s.cluster, s.items FROM setrisk_internal.staged_sets($release) AS s ORDER BY s.record", self._given
        ).fetchall():
            everywhere.update(items)
            for home in (cluster, EVERYWHERE):
                if home in held:
                    held[home].append(tuple(items))
        pools = [Pool(everywhere), Pool(everywhere + Counter(item for items in self._earlier for item in items))]
        made: list[tuple[int, Itemset]] = []
        # The last may come into any cluster, and must differ from what the others get.
        for cluster in sorted(numbers, key=lambda home: home == EVERYWHERE):
            own = Pool(Counter(item for items in held[cluster] for item in items))
            others = [items for _, items in made] if cluster == EVERYWHERE else []
            found = counterfeits(numbers[cluster], [own, *pools], [*held[cluster], *others], self._draw, self._avoided)
            made += [(cluster, items) for items in found]
        self._insert(
            step,
            [(cluster, number, item) for number, (cluster, items) in enumerate(made, 1) for item in items],
        )

    def share(self, step: str, rows: Iterable[tuple[int, str, int]]) -> None:
        """Move copies of private terms out of clusters into the global bag: cluster, item, copies; no more than there
        are in the cluster.
        """
        held = self._held()
        moved = [(cluster, item, min(n, held[cluster, item])) for cluster, item, n in rows]
        self._change_copies(step, [(cluster, item, -n) for cluster, item, n in moved])
        self._change_copies(step, [(None, item, n) for _, item, n in moved])

    def withhold(self, step: str, numbers: Mapping[str, int]) -> None:
        """Leave so many copies of private terms out of the release: those of the bag first, then of any clusters."""
        changes = []
        held = self._held()
        for item, n in numbers.items():
            bagged = min(n, held[None, item])
            others = [cluster for cluster, held_item in held.elements() if held_item == item and cluster is not None]
            taken = Counter(self._draw.sample(others, min(n - bagged, len(others))))
            changes += [(cluster, item, -copies) for cluster, copies in [(None, bagged), *taken.items()]]
        self._change_copies(step, changes)

    def make_common(self, step: str, numbers: Mapping[str, int]) -> None:
        """Add copies of private terms to the global bag, and counterfeits anywhere that may hold them."""
        self._change_copies(step, [(None, item, n) for item, n in numbers.items()])
        if numbers:
            self.add_counterfeits(step, {EVERYWHERE: max(numbers.values())})

    def own_up(self) -> None:
        """Publish how many counterfeits each cluster has so far, but for the secret ones: who knew of those would count
        the other records alone.
        """
        self._con.execute("DELETE FROM setrisk.counterfeits AS c WHERE c.release = $release", self._given)
        self._con.execute(
            "INSERT INTO setrisk.counterfeits SELECT $release, p.cluster, sum(p.n) "
            "FROM setrisk_private.perturbation AS p "
            "WHERE p.release = $release AND p.item_id IS NULL AND p.step <> 'secret' "
            "GROUP BY p.cluster ORDER BY ALL",
            self._given,
        )

    def _held(self) -> Counter[tuple[int | None, str]]:
        """The copies of each private term by cluster (None: the global bag) and item, in their order."""
        rows = self._con.execute(
            "SELECT t.cluster, i.item, t.copies FROM setrisk.private_term AS t "
            "JOIN setrisk_private.item AS i USING (item_id) WHERE t.release = ? ORDER BY ALL",
            [self._release],
        ).fetchall()
        return Counter({(cluster, item): copies for cluster, item, copies in rows})

    def _change_copies(self, step: str, changes: Iterable[tuple[int | None, str, int]]) -> None:
        """Change how many copies a cluster (None: the global bag) has of an item."""
        import pandas as pd

        con = self._con
        rows = pd.DataFrame([row for row in changes if row[2]], columns=["cluster", "item", "n"])
        con.register(_SETS, rows.astype({"cluster": "Int64", "item": "str", "n": "int64"}))
        con.execute(
            f"CREATE OR REPLACE TEMP TABLE {_CHANGES} AS SELECT CAST(s.cluster AS INTEGER) AS cluster, i.item_id, "
            f"CAST(sum(s.n) AS BIGINT) AS n FROM {_SETS} AS s JOIN setrisk_private.item AS i USING (item) "
            "GROUP BY s.cluster, i.item_id ORDER BY ALL"
        )
        con.unregister(_SETS)
        con.execute(
            f"INSERT INTO setrisk_private.perturbation SELECT $release, $step, c.* FROM {_CHANGES} AS c",
            self._given | {"step": step},
        )
        same = "t.release = $release AND t.item_id = c.item_id AND t.cluster IS NOT DISTINCT FROM c.cluster"
        con.execute(
            f"INSERT INTO setrisk.private_term SELECT $release, c.cluster, c.item_id, 0 FROM {_CHANGES} AS c "
            f"WHERE NOT EXISTS (SELECT 1 FROM setrisk.private_term AS t WHERE {same})",
            self._given,
        )
        con.execute(
            f"UPDATE setrisk.private_term AS t SET copies = t.copies + c.n FROM {_CHANGES} AS c WHERE {same}",
            self._given,
        )
        con.execute("DELETE FROM setrisk.private_term AS t WHERE t.release = $release AND t.copies = 0", self._given)
        con.execute(f"DROP TABLE temp.{_CHANGES}")
        draft.show_names(con, self._release)

    def _insert(self, step: str, rows: list[tuple[int, int, int]]) -> None:
        """Insert counterfeits: cluster, a number that is the same for the items of one, item."""
        import pandas as pd

        con = self._con
        con.register(_SETS, pd.DataFrame(rows, columns=["cluster", "number", "item_id"], dtype="int64"))
        con.execute(
            f"CREATE OR REPLACE TEMP TABLE {_ADDED} AS "
            # Where no cluster is like it, any will do.
            f"SELECT coalesce(near.cluster, nullif(s.cluster, {EVERYWHERE}), 1) AS cluster, s.number + ("
            # Numbers up to that of the last transaction are of people, those left out of the release among them.
            "SELECT greatest(max(r.record), max(d.n_transactions)) FROM setrisk.cluster_record AS r "
            "JOIN setrisk.release AS m USING (release) JOIN setrisk_private.dataset AS d ON d.dataset = m.dataset "
            "WHERE r.release = $release) AS record, s.item_id "
            f"FROM {_SETS} AS s LEFT JOIN setrisk_internal.nearest_clusters($release, '{_SETS}') AS near "
            f"ON near.number = s.number AND s.cluster = {EVERYWHERE}",
            self._given,
        )
        con.unregister(_SETS)
        con.execute(
            f"INSERT INTO setrisk.cluster_record SELECT $release, a.cluster, a.record, a.item_id FROM {_ADDED} AS a",
            self._given,
        )
        counted = f"SELECT a.cluster, count(DISTINCT a.record) AS n FROM {_ADDED} AS a GROUP BY a.cluster"
        con.execute(
            "INSERT INTO setrisk_private.perturbation SELECT $release, $step, c.cluster, NULL, c.n "
            f"FROM ({counted}) AS c "
            "ORDER BY ALL",
            self._given | {"step": step},
        )
        con.execute(
            f"UPDATE setrisk.cluster AS c SET n_records = c.n_records + m.n FROM ({counted}) AS m "
            "WHERE c.release = $release AND c.cluster = m.cluster",
            self._given,
        )
        con.execute(f"DROP TABLE temp.{_ADDED}")
        draft.show_names(con, self._release)
