"""The clusters and joint clusters that refining joins, and their order by the terms that most of them have."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from setrisk.udf.common.arrays import Integers
from setrisk.udf.disassociation.cluster_terms import ClusterTerms

# Terms by which clusters are ordered: more cost time and change little.
_COMPARED = 4
# Terms of each node among which these are looked for.
_LISTED = 12


class Nodes:
    """Clusters and joint clusters by number: first the clusters, then the joints as they are made.

    Attributes:
        clusters: of each node.
        standing: the terms that are below each node if they are not refined.
        terms: of the term chunks of its clusters, ascending.
        supports: the records of the node that hold each of these; 0 for a term that is not to be refined there.
        first: the first of its clusters.
        n_records: of each node.
        largest: of its supports.
    """

    def __init__(self, rows: ClusterTerms, standing: NDArray[np.bool_]) -> None:
        """The clusters; `standing` says for each row whether its term is not to be refined."""
        n_clusters = len(rows.n_records)
        numbers = np.arange(n_clusters)
        left = ~standing
        self.clusters = list(numbers[:, None])
        self.standing = _split_by_cluster(rows.term[standing], rows.cluster[standing], n_clusters)
        self.terms = _split_by_cluster(rows.term[left], rows.cluster[left], n_clusters)
        self.supports = _split_by_cluster(rows.supports[left], rows.cluster[left], n_clusters)
        # Each joint makes one node of two, so that no more are made than there are clusters.
        joints = np.zeros(n_clusters, dtype=np.int64)
        self.first = np.concatenate([numbers, joints])
        self.n_records = np.concatenate([rows.n_records, joints])
        self.largest = np.zeros(2 * n_clusters, dtype=np.int64)
        np.maximum.at(self.largest, rows.cluster[left], rows.supports[left])
        self._n_terms = rows.n_terms
        self._listed = np.full((2 * n_clusters, _LISTED), rows.n_terms)
        self._unlisted = np.full(2 * n_clusters, np.iinfo(np.int64).max)

    def add_joint(
        self, clusters: Integers, standing: Integers, terms: Integers, supports: Integers, n_records: int
    ) -> int:
        """The number of a new node."""
        number = len(self.clusters)
        self.clusters.append(clusters)
        self.standing.append(standing)
        self.terms.append(terms)
        self.supports.append(supports)
        self.first[number] = clusters[0]
        self.n_records[number] = n_records
        self.largest[number] = supports.max(initial=0)
        return number

    def terms_of(self, numbers: Integers) -> tuple[Integers, Integers]:
        """The terms of these nodes, one after the other, and for each the place of the node among them."""
        terms = [self.terms[number] for number in numbers.tolist()]
        places = np.repeat(np.arange(len(terms)), np.array([len(one) for one in terms]))
        return np.concatenate(terms), places

    def supports_of(self, numbers: Integers) -> Integers:
        """The supports of the terms of these nodes, one after the other."""
        return np.concatenate([self.supports[number] for number in numbers.tolist()])

    def order_nodes(self, numbers: Integers, held: Integers) -> Integers:
        """These nodes by their commonest terms, ties by their first clusters. `held` counts for each term the term
        chunks that hold it, and 0 for one more that none holds; no count may have grown since it was given last.
        """
        weights = self._weights(numbers, held)
        # A term that is not listed weighs no more than it did. If that may be more than one that is compared now,
        # the list is made again.
        stale = np.flatnonzero(weights[:, _COMPARED - 1] <= self._unlisted[numbers])
        if len(stale):
            self._list_heaviest(numbers[stale], held)
            weights[stale] = self._weights(numbers[stale], held)
        return numbers[np.lexsort((self.first[numbers], *-weights[:, _COMPARED - 1 :: -1].T))]

    def _weights(self, numbers: Integers, held: Integers) -> Integers:
        """What the listed terms of these nodes weigh, falling: more for more term chunks, then for smaller numbers."""
        terms = self._listed[numbers]
        return -np.sort(terms - held[terms] * self._n_terms, axis=1)

    def _list_heaviest(self, numbers: Integers, held: Integers) -> None:
        """List the terms of these nodes that weigh most, and what the next one weighs."""
        terms, places = self.terms_of(numbers)
        weights = held[terms] * self._n_terms - terms
        heaviest = weights.max()
        # Weights are positive: keys ascend by node, and fall by weight within each.
        keys = np.sort((places + 1) * heaviest - weights)
        sizes = np.bincount(places)
        nth = np.arange(_LISTED + 1)
        exists = nth < sizes[:, None]
        found = keys[np.where(exists, (np.cumsum(sizes) - sizes)[:, None] + nth, 0)]
        weights = heaviest - found % heaviest
        self._listed[numbers] = np.where(exists, -weights % self._n_terms, self._n_terms)[:, :_LISTED]
        self._unlisted[numbers] = np.where(exists, weights, -self._n_terms - 1)[:, _LISTED]


def _split_by_cluster(values: Integers, cluster: Integers, n_clusters: int) -> list[Integers]:
    """The values of each cluster; `cluster` ascends."""
    ends = np.searchsorted(cluster, np.arange(n_clusters), side="right").tolist()
    return [values[start:end] for start, end in pairwise([0, *ends])]
