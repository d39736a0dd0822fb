"""How similar people are to the most similar other person."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from setrisk.udf.assessment.records import Records
from setrisk.udf.common.arrays import Floats, Integers


def highest_similarities(records: Records, people: Sequence[Integers], own: Sequence[int]) -> tuple[Floats, Floats]:
    """How similar each person is to the most similar record, and how much of the person's items one record holds.

    Args:
        records: the records, each with at least one item.
        people: the items of each person, at least one, numbered as those of the records.
        own: the record of each person, which does not count; -1 if there is none.

    Returns:
        For each person, the highest Jaccard similarity, items of both by items of either, and the highest containment,
        items of both by items of the person; each 0 to 1, and 0 if there is no record.

    Source:
        The distance to the closest record, a usual test of synthetic data for copies of the original. Containment finds
        people of whom only a part of their items is given.
    """
    lengths = records.sizes
    similarities, containments = np.zeros(len(people)), np.zeros(len(people))
    for place, (items, record) in enumerate(zip(people, own, strict=True)):
        shared = np.zeros(records.n_records, dtype=np.int64)
        for item in items:
            shared[records.holders(item)] += 1
        if record >= 0:
            shared[record] = 0
        similarities[place] = (shared / (lengths + len(items) - shared)).max(initial=0)
        containments[place] = shared.max(initial=0) / len(items)
    return similarities, containments


def largest_excess(values: Floats, expected: Floats, least: float) -> tuple[float, float, float]:
    """By how much more of some values than of others reach a threshold, where that is the most.

    Args:
        values: at least one.
        expected: at least one, to compare with.
        least: of the threshold.

    Returns:
        The threshold, the fraction of the values that reach it, and the fraction of the expected ones that do.

    Source:
        Kolmogorov and Smirnov's one-sided statistic is the difference of the two fractions.
    """
    thresholds = np.unique([least, *values[values >= least]])
    reach, expected_reach = (
        1 - np.sort(sample).searchsorted(thresholds) / len(sample) for sample in (values, expected)
    )
    place = int((reach - expected_reach).argmax())
    return float(thresholds[place]), float(reach[place]), float(expected_reach[place])
