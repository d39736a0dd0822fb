"""Counterfeits: what they must not equal, how small they are, and where their terms come from."""

import random
from collections.abc import Collection, Mapping
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setrisk.errors import InfeasibleConstraint
from setrisk.udf.serial.counterfeits import Pool, draw_counterfeits

Itemset = tuple[int, ...]


def itemsets(largest: int) -> st.SearchStrategy[set[Itemset]]:
    """Sets of ascending sets, the empty one among them."""
    one = st.sets(st.integers(1, largest), max_size=largest).map(lambda items: tuple(sorted(items)))
    return st.sets(one, max_size=2**largest)


def free_sets(terms: Collection[int], taken: Collection[Itemset]) -> list[list[Itemset]]:
    """By number of terms, 1 first, the sets that are not taken."""
    return [
        [each for each in combinations(sorted(terms), size) if each not in taken] for size in range(1, len(terms) + 1)
    ]


@settings(max_examples=200)
@given(
    holdings=st.dictionaries(st.integers(1, 6), st.integers(1, 9), max_size=4),
    wider=st.dictionaries(st.integers(1, 6), st.integers(1, 9), max_size=5),
    records=itemsets(4),
    also_not=itemsets(4),
    n=st.integers(0, 6),
    seed=st.integers(0, 99),
)
def test_each_is_new_of_the_first_pool_that_has_one_and_as_small_as_can_be(
    holdings: Mapping[int, int],
    wider: Mapping[int, int],
    records: set[Itemset],
    also_not: set[Itemset],
    n: int,
    seed: int,
) -> None:
    pools = [Pool(holdings), Pool(wider)]
    free = {each for terms in (holdings, wider) for same in free_sets(terms, records | also_not) for each in same}
    if len(free) < n:
        with pytest.raises(InfeasibleConstraint, match="no counterfeit can be made"):
            draw_counterfeits(n, pools, records, random.Random(seed), also_not)
        return
    made = draw_counterfeits(n, pools, records, random.Random(seed), also_not)
    assert len(made) == n
    taken = records | also_not
    for each in made:
        assert each not in taken
        choices = next(same for terms in (holdings, wider) for same in free_sets(terms, taken) if same)
        assert each in choices
        taken = taken | {each}


@settings(max_examples=50)
@given(holdings=st.dictionaries(st.integers(1, 9), st.integers(1, 9), min_size=4), seed=st.integers(0, 99))
def test_a_seeded_draw_repeats(holdings: dict[int, int], seed: int) -> None:
    again = dict(reversed(holdings.items()))
    one, other = (draw_counterfeits(12, [Pool(each)], [(1,)], random.Random(seed)) for each in (holdings, again))
    assert one == other


def test_what_is_given_is_left_as_it_was() -> None:
    records, also_not = {(1,)}, {(2,)}
    draw_counterfeits(3, [Pool({1: 1, 2: 1, 3: 1})], records, random.Random(1), also_not)
    assert (records, also_not) == ({(1,)}, {(2,)})


def test_frequent_terms_are_drawn_more_often() -> None:
    draw = random.Random(1)
    drawn = [draw_counterfeits(1, [Pool({1: 98, 2: 1, 3: 1})], [], draw)[0] for _ in range(500)]
    assert drawn.count((1,)) > 450


def test_a_rare_set_is_found_though_draws_miss_it() -> None:
    holdings = dict.fromkeys(range(1, 20), 1000) | {20: 1}
    taken = [(term,) for term in range(1, 20)]
    assert draw_counterfeits(1, [Pool(holdings)], taken, random.Random(1)) == [(20,)]


def test_the_second_pool_is_drawn_from_where_the_first_has_none_left() -> None:
    made = draw_counterfeits(2, [Pool({1: 1}), Pool({1: 5, 2: 5})], [], random.Random(1))
    assert made[0] == (1,)
    assert made[1] == (2,)


def test_the_empty_pool_has_none() -> None:
    assert draw_counterfeits(1, [Pool({}), Pool({7: 1})], [()], random.Random(1)) == [(7,)]
    assert draw_counterfeits(0, [], [], random.Random(1)) == []
    with pytest.raises(InfeasibleConstraint):
        draw_counterfeits(1, [Pool({})], [], random.Random(1))
