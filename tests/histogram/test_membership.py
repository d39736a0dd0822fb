"""The attack on membership: its oracle, what is known of noise and of no noise, and whom it attacks."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from setrisk.errors import NoiseSpent
from setrisk.udf.common.arrays import Integers
from setrisk.udf.histogram import noise
from setrisk.udf.histogram.events import Event
from setrisk.udf.histogram.membership import (
    _most_separating_event,
    advantage,
    attack_members,
    occurrences_in_releases,
    spread_itemsets,
)
from setrisk.udf.histogram.noisy_partitioning import Histograms
from tests.support import membership_oracle as oracle

N_ITEMS = 3
ITEMSETS = [frozenset(i for i in range(N_ITEMS) if bits >> i & 1) for bits in range(1, 2**N_ITEMS)]


class NoisyCopies:
    """Releases in which each itemset that somebody has occurs once more or less, or as often as it does."""

    def __init__(self, seed: int) -> None:
        self.generator = np.random.default_rng(seed)

    def release(self, people: Sequence[oracle.Record], items: Sequence[int]) -> list[oracle.Record]:
        possible = [itemset for itemset in ITEMSETS if itemset <= set(items)]
        times = [people.count(itemset) + int(self.generator.integers(-1, 2)) for itemset in possible]
        return [itemset for itemset, n in zip(possible, times, strict=True) for _ in range(n)]

    def releases(
        self, held: NDArray[np.bool_], occurrences: Integers, is_left: NDArray[np.bool_], n: int
    ) -> Histograms:
        """The same, as the kernel has them."""
        items = np.flatnonzero(is_left)
        itemsets = [frozenset(items[row].tolist()) for row in held]
        people = [itemset for itemset, n in zip(itemsets, occurrences.tolist(), strict=True) for _ in range(n)]
        drawn = [(number, itemset) for number in range(n) for itemset in self.release(people, items.tolist())]
        counts = {each: drawn.count(each) for each in drawn}
        return Histograms(
            np.array([number for number, _ in counts], dtype=np.int64),
            np.array([[item in itemset for item in items] for _, itemset in counts], dtype=bool).reshape(
                len(counts), len(items)
            ),
            np.array(list(counts.values()), dtype=np.int64),
        )


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(0, 3), min_size=len(ITEMSETS), max_size=len(ITEMSETS)).filter(lambda times: sum(times) > 1),
    st.integers(4, 45),
    st.booleans(),
    st.integers(0, 9),
)
def test_kernel_is_the_oracle(times: list[int], releases: int, items_of_data: bool, seed: int) -> None:
    people = [itemset for itemset, n in zip(ITEMSETS, times, strict=True) for _ in range(n)]
    items = [item for item in range(N_ITEMS) if not items_of_data or any(item in person for person in people)]
    attacked = list(dict.fromkeys(people))[:3]
    expected = oracle.attack(
        people, attacked, items, NoisyCopies(seed).release, releases,
        items_of_data=items_of_data, significance_level=0.1,
    )  # fmt: skip

    distinct = list(dict.fromkeys(people))
    copies = NoisyCopies(seed)
    told: list[tuple[int, int]] = []
    found = attack_members(
        np.array([[item in itemset for item in items] for itemset in distinct]),
        np.array([people.count(itemset) for itemset in distinct], dtype=np.int64),
        [distinct.index(person) for person in attacked],
        # The kernel numbers the items of the data from 0.
        lambda held, occurrences, is_left, n: _renumbered(copies, items, held, occurrences, is_left, n),
        releases=releases,
        items_of_data=items_of_data,
        significance_level=0.1,
        progress=lambda *each: told.append(each),
    )
    assert [(each.event.relation, each.event.value[0]) for each in found] == [each.sign for each in expected]
    for each, right in zip(found, expected, strict=True):
        assert (each.member_rate, each.outsider_rate) == (right.member_rate, right.outsider_rate)
        assert (each.low, each.high) == pytest.approx((right.low, right.high), abs=1e-9)
    assert told[-1] == (releases * (1 + len(attacked)), releases * (1 + len(attacked)))


def _renumbered(
    copies: NoisyCopies,
    items: list[int],
    held: NDArray[np.bool_],
    occurrences: Integers,
    is_left: NDArray[np.bool_],
    n: int,
) -> Histograms:
    left = np.zeros(N_ITEMS, dtype=bool)
    left[np.array(items)[is_left]] = True
    return copies.releases(held, occurrences, left, n)


def test_releases_that_do_not_fit_into_memory_together_are_drawn_alone_and_from_the_start() -> None:
    asked: list[int] = []

    def draw(n: int) -> Histograms:
        asked.append(n)
        if n > 1 and len(asked) == 2:
            raise NoiseSpent("too many partitions")
        first = sum(asked[:-1])
        return Histograms(np.arange(n), np.ones((n, 1), dtype=bool), np.arange(first, first + n) + 1)

    itemset = np.ones((1, 1), dtype=bool)
    found = occurrences_in_releases(draw, itemset, 30, progress=lambda done: None)
    assert asked == [20, 10] + [1] * 30
    assert found.tolist() == [list(range(31, 61))]

    def never(n: int) -> Histograms:
        raise NoiseSpent("too many partitions")

    with pytest.raises(NoiseSpent):
        occurrences_in_releases(never, itemset, 2, progress=lambda done: None)


def test_the_advantage_by_a_noisy_count_is_what_epsilon_allows() -> None:
    """Laplace noise on whole numbers reaches the bound: the probability that the noise is 0."""
    for epsilon in (0.5, 1.0, 2.0):
        drawn, missed = noise.SeededNoise(3), 0
        for _ in range(60):
            members, outsiders = (count + drawn.laplace(np.full(2_000, epsilon)) for count in (7, 6))
            found = advantage(members, outsiders)
            missed += not found.low <= math.tanh(epsilon / 2) <= found.high
            # Where the likelihoods of the two are equal, on either side of a value that is as likely for both.
            assert found.event.relation in ("at least", "at most", "is", "is not")
            assert found.low <= found.member_rate - found.outsider_rate <= found.high
        assert missed <= 3


def test_without_noise_everything_is_told() -> None:
    found = advantage(np.full(1_000, 7), np.full(1_000, 6))
    assert (found.member_rate, found.outsider_rate) == (1, 0)
    assert found.low > 0.98
    assert found.high == 1


def test_nothing_is_told_by_what_never_changes_or_only_in_the_half_that_chooses() -> None:
    same = np.zeros(1_000, dtype=np.int64)
    assert advantage(same, same).member_rate == advantage(same, same).outsider_rate
    first_half = np.where(np.arange(1_000) < 500, 1, 0)
    found = advantage(first_half, same)
    assert found.event == Event(0, "at least", (1,))
    assert found.member_rate == found.outsider_rate == 0


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=12).map(
        lambda pairs: np.array(pairs).T
    )
)
def test_the_sign_separates_best_of_all_values_and_thresholds(pair: Integers) -> None:
    members, outsiders = pair

    def gain(event: Event) -> int:
        return event.count_in(members[:, None]) - event.count_in(outsiders[:, None])

    every = [Event(0, r, (v,)) for r in ("is", "is not", "at least", "at most") for v in range(-3, 4)]
    assert gain(_most_separating_event(members, outsiders)) == max(map(gain, every))


def test_people_are_spread_from_the_commonest_to_the_rarest_whatever_the_order_of_the_rows() -> None:
    held = np.array([[1, 0], [0, 1], [1, 1]], dtype=bool)
    occurrences = np.array([1, 8, 1])
    for order in ([0, 1, 2], [2, 1, 0]):
        spread = [
            [order[row] for row in spread_itemsets(held[order], occurrences[order], people)] for people in (1, 2, 3, 10)
        ]
        assert spread == [[1], [1, 2], [1, 2], [1, 0, 2]]
