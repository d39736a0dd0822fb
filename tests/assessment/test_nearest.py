"""How similar people are to the most similar other person, against a literal transcription."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setrisk.udf.assessment.nearest import highest_similarities, largest_excess
from setrisk.udf.assessment.records import Records

N_ITEMS = 6
itemset_lists = st.lists(st.frozensets(st.integers(0, N_ITEMS - 1), min_size=1), min_size=1, max_size=8)
samples = st.lists(st.sampled_from([0, 0.25, 0.5, 1]), min_size=1, max_size=8)


def records_of(itemsets: Sequence[frozenset[int]]) -> Records:
    ones = np.ones(len(itemsets), dtype=np.int64)
    items = np.array([item for itemset in itemsets for item in sorted(itemset)], dtype=np.int64)
    return Records(np.cumsum([0, *map(len, itemsets)]), items, ones, 0 * ones, N_ITEMS)


@settings(max_examples=200, deadline=None)
@given(itemsets=itemset_lists, people=itemset_lists)
def test_similarity_is_items_of_both_by_items_of_either_or_of_the_person(
    itemsets: list[frozenset[int]], people: list[frozenset[int]]
) -> None:
    def highest(person: frozenset[int], others: Sequence[frozenset[int]]) -> tuple[float, float]:
        shared = [(len(person & other), len(person | other)) for other in others]
        return max((n / m for n, m in shared), default=0), max((n / len(person) for n, _ in shared), default=0)

    records = records_of(itemsets)
    found = highest_similarities(records, [np.array(sorted(person)) for person in people], [-1] * len(people))
    assert list(zip(*(values.tolist() for values in found), strict=True)) == [
        highest(person, itemsets) for person in people
    ]
    own = highest_similarities(records, [np.array(sorted(person)) for person in itemsets], range(len(itemsets)))
    assert list(zip(*(values.tolist() for values in own), strict=True)) == [
        highest(person, itemsets[:n] + itemsets[n + 1 :]) for n, person in enumerate(itemsets)
    ]


@settings(max_examples=200, deadline=None)
@given(values=samples, expected=samples, least=st.sampled_from([0, 0.3, 0.5]))
def test_the_excess_is_the_largest_difference_of_two_fractions(
    values: list[float], expected: list[float], least: float
) -> None:
    threshold, share, expected_share = largest_excess(np.array(values), np.array(expected), least)
    assert threshold >= least

    def reaching(sample: Sequence[float], least: float) -> float:
        return sum(value >= least for value in sample) / len(sample)

    assert share == pytest.approx(reaching(values, threshold))
    assert expected_share == pytest.approx(reaching(expected, threshold))
    thresholds = [least, *(value for value in values if value >= least)]
    most = max(reaching(values, place) - reaching(expected, place) for place in thresholds)
    assert share - expected_share == pytest.approx(most)
