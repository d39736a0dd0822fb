"""The terms of each cluster: a row per cluster and term, with the records of the cluster that hold it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from setrisk.udf.common.arrays import Integers, ranges, runs


@dataclass(frozen=True)
class ClusterTerms:
    """A row per cluster and term, by both; clusters are numbered from 0.

    Attributes:
        n_records: of each cluster, empty ones included.
        n_terms: more than the largest number of a term.
        cluster, term: of each row.
        starts: a place more than there are rows: row r is held by `holders[starts[r]:starts[r + 1]]`.
        holders: records, numbered from 0 through the clusters one after the other.
    """

    n_records: Integers
    n_terms: int
    cluster: Integers
    term: Integers
    starts: Integers
    holders: NDArray[np.int32]

    @cached_property
    def supports(self) -> Integers:
        """The number of records that hold the term of each row."""
        return np.diff(self.starts)

    @cached_property
    def n_held(self) -> Integers:
        """The number of terms of each cluster, which are its rows."""
        return np.bincount(self.cluster, minlength=len(self.n_records))

    @cached_property
    def first_rows(self) -> Integers:
        """The first row of each cluster, if it has one."""
        return np.cumsum(self.n_held) - self.n_held


def cluster_terms(clusters: Sequence[Integers], starts: Integers, items: Integers) -> ClusterTerms:
    """The terms of clusters of records, of which record r has the items `items[starts[r]:starts[r + 1]]`."""
    n_records = np.array([len(records) for records in clusters])
    records = np.concatenate(clusters)
    cluster = np.repeat(np.arange(len(clusters)), n_records)
    lengths = starts[records + 1] - starts[records]
    terms = items[ranges(starts[records], lengths)]
    n_terms = int(terms.max(initial=0)) + 1
    keys = np.repeat(cluster, lengths) * n_terms + terms
    by_key = np.argsort(keys, kind="stable")
    keys = keys[by_key]
    first = runs(keys)
    holders = np.repeat(np.arange(len(records), dtype=np.int32), lengths)[by_key]
    return ClusterTerms(n_records, n_terms, *np.divmod(keys[first], n_terms), np.append(first, len(keys)), holders)
