"""How similar people are to the most similar other person."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from setrisk.udf.assessment.records import Records
from setrisk.udf.common.arrays import Floats, Integers


def highest_similarities(records: Records, people: Sequence[Integers], own: Sequence[int]) -> Floats:
    """The Jaccard similarity of each person and the most similar record: items of both by items of either.

    Args:
        records: the records, each with at least one item.
        people: the items of each person, at least one, numbered as those of the records.
        own: the record of each person, which does not count; -1 if there is none.

    Returns:
        For each person, 0 to 1; 0 if there is no record.

    Source:
        The distance to the closest record, a usual test of synthetic data for copies of the original.
    """
    lengths = records.sizes
    found = np.zeros(len(people))
    for place, (items, record) in enumerate(zip(people, own, strict=True)):
        shared = np.zeros(records.n_records, dtype=np.int64)
        for item in items:
            shared[records.holders(item)] += 1
        similarities = shared / (lengths + len(items) - shared)
        if record >= 0:
            similarities[record] = 0
        found[place] = similarities.max(initial=0)
    return found


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
