"""Counterfeit records: sets of a cluster's own terms that equal none of its records (SANONY Definition 14)."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from setrisk.errors import InfeasibleConstraint

Itemset = tuple[int, ...]

# The cluster number of the release as a whole.
EVERYWHERE = 0

_TRIES = 50
# The most sets that are looked at one by one.
_FEW_SETS = 100


class Pool:
    """Terms to draw from, each as often as records hold it."""

    def __init__(self, holdings: Mapping[int, int]) -> None:
        """Take terms, and by how many records each is held."""
        self.holdings = holdings
        self.terms = sorted(holdings)
        self._weights = list(itertools.accumulate(holdings[term] for term in self.terms))

    def draw_itemset(self, size: int, draw: random.Random) -> Itemset:
        """Draw `size` terms, each as likely as it is frequent, in ascending order."""
        chosen: set[int] = set()
        while len(chosen) < size:
            chosen.update(draw.choices(self.terms, cum_weights=self._weights))
        return tuple(sorted(chosen))


def draw_counterfeits(
    n: int,
    pools: Sequence[Pool],
    records: Iterable[Itemset],
    draw: random.Random,
    also_not: Collection[Itemset] = frozenset(),
) -> list[Itemset]:
    """Draw n sets that equal no record and no other of them.

    Args:
        n: how many.
        pools: what to draw from, the first that has such a set: the non-sensitive items of the records of the cluster,
            those of the release, those of the series.
        records: of the cluster: what a counterfeit must not equal, ascending.
        draw: the source of the draws.
        also_not: other sets that it must not equal.

    Returns:
        Ascending sets, each of the smallest number of terms for which draws find one.

    Raises:
        InfeasibleConstraint: all sets of terms are records already.
    """
    taken = set(records)
    found: list[Itemset] = []
    while len(found) < n:
        made = next((made for pool in pools if (made := _draw_smallest(pool, taken, also_not, draw))), None)
        if made is None:
            raise InfeasibleConstraint(
                "no counterfeit can be made: every set of non-sensitive items is a record already; raise r_th, or make "
                "clusters larger. Nothing was published"
            )
        taken.add(made)
        found.append(made)
    return found


def _draw_smallest(
    pool: Pool, taken: Collection[Itemset], also_not: Collection[Itemset], draw: random.Random
) -> Itemset | None:
    for size in range(1, len(pool.terms) + 1):
        # If there are few sets, all or nearly all of them may be records.
        if math.comb(len(pool.terms), size) <= _FEW_SETS:
            every = itertools.combinations(pool.terms, size)
            free = [each for each in every if each not in taken and each not in also_not]
            if free:
                return draw.choices(free, weights=[math.prod(map(pool.holdings.__getitem__, each)) for each in free])[0]
            continue
        for _ in range(_TRIES):
            drawn = pool.draw_itemset(size, draw)
            if drawn not in taken and drawn not in also_not:
                return drawn
    return None


def numbers_beyond_clusters(numbers: Mapping[int, int]) -> dict[int, int]:
    """How many counterfeits to add to clusters, and how many anywhere: what is added to clusters is added to the
    release.

    Args:
        numbers: how many each cluster needs, and `EVERYWHERE` in all.

    Returns:
        The same, but for `EVERYWHERE` only those that clusters do not get already, if any.
    """
    clusters = {cluster: n for cluster, n in numbers.items() if cluster != EVERYWHERE}
    wanted = numbers.get(EVERYWHERE, 0) - sum(clusters.values())
    return clusters | ({EVERYWHERE: wanted} if wanted > 0 else {})


def draw_by_cluster(
    numbers: Mapping[int, int],
    records: Iterable[tuple[int, Itemset]],
    earlier: Iterable[Itemset],
    draw: random.Random,
    also_not: Collection[Itemset] = frozenset(),
) -> list[tuple[int, Itemset]]:
    """Draw so many counterfeits for each cluster of a release.

    Args:
        numbers: how many for each cluster; those of `EVERYWHERE` may go to any.
        records: cluster and non-sensitive items of each record of the release.
        earlier: the sets of terms that earlier releases of the series show.
        draw: the source of the draws.
        also_not: sets that no counterfeit may equal.

    Returns:
        Cluster, or `EVERYWHERE`, and set of each counterfeit. It equals no record of its cluster; one of `EVERYWHERE`
        equals no record and no other counterfeit.

    Raises:
        InfeasibleConstraint: all sets of terms are records already.
    """
    held: dict[int, list[Itemset]] = {cluster: [] for cluster in numbers}
    everywhere = Counter[int]()
    for cluster, items in records:
        everywhere.update(items)
        for place in (cluster, EVERYWHERE):
            if place in held:
                held[place].append(items)
    pools = [Pool(everywhere), Pool(everywhere + Counter(item for items in earlier for item in items))]
    made: list[tuple[int, Itemset]] = []
    # Those of EVERYWHERE come last: they may go to any cluster, so they must differ from all the others.
    for cluster in sorted(numbers, key=lambda place: place == EVERYWHERE):
        own = Pool(Counter(item for items in held[cluster] for item in items))
        others = [items for _, items in made] if cluster == EVERYWHERE else []
        found = draw_counterfeits(numbers[cluster], [own, *pools], [*held[cluster], *others], draw, also_not)
        made += [(cluster, items) for items in found]
    return made
