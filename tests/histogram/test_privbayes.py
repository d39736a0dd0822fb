"""PrivBayes: the kernel against a literal transcription, what a record changes, and where the budget goes."""

import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from setrisk.errors import InfeasibleConstraint
from setrisk.udf.common.arrays import Floats, Integers
from setrisk.udf.histogram.bayesian_network import (
    Members,
    Network,
    Scores,
    chain,
    conditionals,
    draw_records,
    grow_network,
    marginal,
)
from setrisk.udf.histogram.noise import SeededNoise
from setrisk.udf.histogram.privbayes import Synthetic, privbayes, useful_degree
from tests.support import privbayes_oracle as oracle
from tests.support.noises import Recording, Silent

Histogram = dict[frozenset[int], int]

N_ITEMS = 5
itemsets = st.frozensets(st.integers(0, N_ITEMS - 1), min_size=1)
histograms = st.dictionaries(itemsets, st.integers(1, 30), max_size=12)
degrees = st.integers(1, N_ITEMS - 1)

# Five attributes, of which 1 follows 0, and 4 the exclusive or of 2 and 3.
DEPENDENT: Histogram = {
    frozenset({0, 1}): 3000,
    frozenset({0, 1, 2, 4}): 4000,
    frozenset({0, 1, 3, 4}): 2000,
    frozenset({0, 2, 3}): 1000,
    frozenset({1, 2, 3}): 1500,
    frozenset({2, 4}): 3500,
    frozenset({3, 4}): 2500,
    frozenset({2, 3, 4}): 500,
    frozenset({3}): 2000,
}


class Shifted(Silent):
    """Noise that is always this: the first for the number of records, the second for each count."""

    def __init__(self, number: int, count: int) -> None:
        super().__init__()
        self._shifts = [number, count]

    def laplace(self, epsilons: Floats) -> Integers:
        shift = self._shifts.pop(0) if len(self._shifts) > 1 else self._shifts[0]
        return np.full(len(epsilons), shift)


class Untouched:
    """No noise is to be drawn."""

    def laplace(self, epsilons: Floats) -> Integers:
        raise AssertionError

    def loudest_place(self, scores: Floats, epsilon: float, sensitivity: float) -> int:
        raise AssertionError

    def uniform(self, *shape: int) -> Floats:
        raise AssertionError


def arrays(data: Histogram, n_items: int = N_ITEMS) -> tuple[Members, Integers]:
    held = np.array([[item in itemset for item in range(n_items)] for itemset in data], dtype=bool)
    return held.reshape(-1, n_items), np.array(list(data.values()), dtype=np.int64)


def histogram(found: Synthetic) -> Histogram:
    return {
        frozenset(np.flatnonzero(row).tolist()): n
        for row, n in zip(found.held, found.occurrences.tolist(), strict=True)
    }


def growth(data: Histogram, degree: int, first: int, picks: list[float]) -> tuple[Network, list[Floats], list[int]]:
    """The network that these picks choose, and the scores and the pick of each round."""
    shown: list[Floats] = []
    places = []

    def draw(scores: Floats) -> int:
        shown.append(scores.copy())
        places.append(int(picks[len(places)] * len(scores)))
        return places[-1]

    held, occurrences = arrays(data)
    return grow_network(Scores(held.T, occurrences), degree=degree, first=first, draw=draw), shown, places


picks = st.lists(st.floats(0, 1, exclude_max=True), min_size=N_ITEMS - 1, max_size=N_ITEMS - 1)


@settings(max_examples=60)
@given(histograms, degrees, st.integers(0, N_ITEMS - 1), picks)
def test_scores_of_all_candidates_are_the_oracles(data: Histogram, degree: int, first: int, picks: list[float]) -> None:
    network, shown, places = growth(data, degree, first, picks)
    assert network.order[0] == first
    assert sorted(network.order) == list(range(N_ITEMS))
    for i, (scores, place) in enumerate(zip(shown, places, strict=True), 1):
        expected = {
            pair: float(oracle.score(data, *pair))
            for pair in oracle.candidates(list(network.order[:i]), N_ITEMS, degree)
        }
        np.testing.assert_allclose(np.sort(scores), np.sort(list(expected.values())), atol=1e-9)
        assert scores[place] == pytest.approx(expected[network.order[i], network.parents[i]], abs=1e-9)
    for i in range(degree + 1):
        assert network.parents[i] == network.order[:i]


@settings(max_examples=150)
@given(histograms, itemsets, degrees, st.integers(0, N_ITEMS - 1), picks)
def test_a_record_more_changes_no_score_by_2(
    data: Histogram, record: frozenset[int], degree: int, first: int, picks: list[float]
) -> None:
    before, scores_before, _ = growth(data, degree, first, picks)
    after, scores_after, _ = growth({**data, record: data.get(record, 0) + 1}, degree, first, picks)
    assert before == after
    changes = np.abs(np.concatenate(scores_after) - np.concatenate(scores_before))
    n = sum(data.values())
    assert changes.max() <= 2 * n / (n + 1) + 1e-9


@settings(max_examples=60)
@given(data=histograms, record=itemsets, pair=st.permutations(range(N_ITEMS)), degree=degrees)
def test_the_change_is_the_product_of_the_proof(
    data: Histogram, record: frozenset[int], pair: list[int], degree: int
) -> None:
    attribute, parents = pair[0], tuple(pair[1 : degree + 1])
    n = oracle.count(data, {})
    assume(n)
    x = oracle.count(data, {attribute: attribute in record})
    p = oracle.count(data, {parent: parent in record for parent in parents})
    change = oracle.score({**data, record: data.get(record, 0) + 1}, attribute, parents) - oracle.score(
        data, attribute, parents
    )
    assert abs(change) * (n + 1) * n <= 2 * (n - x) * (n - p)


def test_a_change_can_be_nearly_2() -> None:
    data = {frozenset({4}): 999}
    near = {frozenset({4}): 999, frozenset({0, 1, 2, 3}): 1}
    picks = [0.0] * (N_ITEMS - 1)
    for degree in range(1, N_ITEMS):
        _, before, _ = growth(data, degree, 0, picks)
        _, after, _ = growth(near, degree, 0, picks)
        assert np.max(after[-1] - before[-1]) == pytest.approx(1.998)


@pytest.mark.parametrize(
    ("n_items", "n_records", "epsilon", "theta", "degree"),
    [
        (16, 17721, 0.665, 4, 7),  # 69.2 a cell, noise 13.5: 5.1; with 8 parents 34.6 and 12.0: 2.9
        (4, 50, 1, 4, 1),  # 12.5 and 3: 4.2; with 2 parents 6.25 and 2: 3.1
        (4, 47, 1, 4, 0),  # 11.75 and 3: 3.9
        (3, 32, 1, 4, 2),  # 4 and 1; with 1 parent 8 and 2
        (3, 31, 1, 4, 0),
        (3, 31, 2, 4, 2),
        (3, 0, 1, 4, 0),
        (1, 1000, 1, 4, 0),
        (446, 60000, 0.665, 4, 1),  # two parents would do, but there are too many
        (1000, 10**9, 1, 0, 0),
        (21, 10**9, 1, 0, 20),
        (22, 10**9, 1, 0, 20),
        (60, 10**9, 1, 0, 3),
    ],
)
def test_degree_by_hand(n_items: int, n_records: int, epsilon: float, theta: float, degree: int) -> None:
    assert useful_degree(n_items, n_records, epsilon, theta) == degree


@given(st.integers(1, 14), st.integers(0, 10**6), st.floats(0.01, 10), st.floats(0, 20))
def test_degree_is_the_oracles(n_items: int, n_records: int, epsilon: float, theta: float) -> None:
    found = useful_degree(n_items, n_records, epsilon, theta)
    assert found == oracle.useful_degree(n_items, n_records, epsilon, theta)


@settings(max_examples=60)
@given(histograms, st.integers(0, N_ITEMS - 1), picks)
def test_conditional_distributions_are_the_oracles(data: Histogram, degree: int, picks: list[float]) -> None:
    network = growth(data, degree, 2, picks)[0] if degree else chain(N_ITEMS, 0)
    held, occurrences = arrays(data)
    pairs = list(zip(network.order, network.parents, strict=True))
    marginals = [marginal(held.T, occurrences, [*parents, item]) for item, parents in pairs[degree:]]
    expected = oracle.noisy_conditionals(data, list(network.order), list(network.parents), degree)
    for found, chances in zip(conditionals(marginals, degree), expected, strict=True):
        # Keys in lexical order are binary numbers in theirs.
        np.testing.assert_allclose(found, [float(chances[values]) for values in sorted(chances)], atol=1e-12)


@pytest.mark.parametrize("degree", range(N_ITEMS))
def test_without_noise_itemsets_are_drawn_from_the_network(degree: int) -> None:
    found = privbayes(*arrays(DEPENDENT), epsilon=1, theta=4, degree=degree, noise=Silent(3))
    order, parents = list(found.network.order), list(found.network.parents)
    assert max(map(len, parents)) == degree
    n = sum(DEPENDENT.values())
    law = oracle.joint(order, parents, oracle.noisy_conditionals(DEPENDENT, order, parents, degree))
    assert sum(law.values()) == 1
    drawn = histogram(found)
    drawn[frozenset()] = n - sum(drawn.values())
    possible = [itemset for itemset in law if law[itemset]]
    assert set(drawn) - {frozenset()} <= set(possible)
    expected = [n * float(law[itemset]) for itemset in possible]
    assert chisquare([drawn.get(itemset, 0) for itemset in possible], expected).pvalue > 0.01


def test_without_noise_the_network_has_the_largest_scores() -> None:
    found = privbayes(*arrays(DEPENDENT), epsilon=1, theta=4, degree=2, noise=Silent()).network
    for i in range(1, N_ITEMS):
        best = max(oracle.score(DEPENDENT, *pair) for pair in oracle.candidates(list(found.order[:i]), N_ITEMS, 2))
        assert oracle.score(DEPENDENT, found.order[i], found.parents[i]) == best


def test_much_budget_and_all_parents_give_the_data_back() -> None:
    found = histogram(privbayes(*arrays(DEPENDENT), epsilon=1e6, theta=4, noise=SeededNoise(1)))
    assert set(found) == set(DEPENDENT)
    assert sum(found.values()) == sum(DEPENDENT.values())
    off = sum(abs(found[itemset] - n) for itemset, n in DEPENDENT.items())
    assert off < 0.02 * sum(DEPENDENT.values())


def test_counts_below_0_are_none_and_no_counts_are_halves() -> None:
    found = privbayes(*arrays(DEPENDENT), epsilon=1, theta=4, degree=2, noise=Shifted(0, -(10**6)))
    n = sum(DEPENDENT.values())
    drawn = histogram(found)
    assert len(drawn) == 2**N_ITEMS - 1
    assert chisquare([*drawn.values(), n - sum(drawn.values())]).pvalue > 0.01


@settings(max_examples=80)
@given(
    histograms,
    st.floats(0.05, 20),
    st.floats(0, 10),
    st.none() | st.integers(0, N_ITEMS + 2),
    st.booleans(),
    st.integers(0, 99),
)
def test_the_budget_is_spent_and_no_more(
    data: Histogram, epsilon: float, theta: float, degree: int | None, as_printed: bool, seed: int
) -> None:
    noise = Recording(seed)
    found = privbayes(*arrays(data), epsilon=epsilon, theta=theta, degree=degree, noise=noise, as_printed=as_printed)
    n = sum(data.values())
    assert math.fsum(found.spent.values()) == pytest.approx(epsilon, rel=1e-11)

    # Each marginal is changed by 1 where a record is added, and by 2 where one is replaced.
    per_record = 2 if as_printed else 1
    number, tables = ([], noise.added) if as_printed else ([noise.added[0]], noise.added[1:])
    used = max(map(len, found.network.parents))
    assert [table.tolist() for table in number] == ([] if as_printed else [[0.05 * epsilon]])
    assert [len(table) for table in tables] == [2 ** (used + 1)] * (N_ITEMS - used)
    assert all(len(set(table.tolist())) == 1 for table in tables)
    spent = [table[0] for table in number] + [per_record * table[0] for table in tables]
    choices = [each for _, each, _ in noise.chosen]
    # To the last bit no more, however much rounding there is.
    assert Fraction(epsilon) * (1 - Fraction(1, 2**39)) <= sum(map(Fraction, [*spent, *choices])) <= Fraction(epsilon)
    assert found.spent["marginals"] == pytest.approx(per_record * math.fsum(table[0] for table in tables), abs=1e-12)
    assert found.spent.get("network", 0) == pytest.approx(math.fsum(choices), abs=1e-12)
    assert set(found.spent) == {"marginals"} | ({"network"} if choices else set()) | (
        set() if as_printed else {"number of records"}
    )

    if degree is not None:
        assert used == min(degree, N_ITEMS - 1)
    # If networks of a degree do not differ, none is chosen.
    assert len(choices) == (N_ITEMS - 1 if 0 < used < N_ITEMS - 1 else 0)
    left = epsilon if as_printed else 0.95 * epsilon
    assert choices == pytest.approx([0.3 * left / (N_ITEMS - 1)] * len(choices))
    assert {bound for _, _, bound in noise.chosen} <= {3 + 2 / max(n, 1) if as_printed else 2.0}
    assert [n_scores for n_scores, _, _ in noise.chosen] == [
        (N_ITEMS - t) * math.comb(t, min(used, t)) for t in range(1, len(choices) + 1)
    ]


def test_as_printed_rows_are_as_many_as_records() -> None:
    # All records have item 0, and so has each row that is drawn.
    data = {frozenset({0, *itemset}): n for itemset, n in DEPENDENT.items()}
    held, occurrences = arrays(data)
    for seed in range(3):
        found = privbayes(held, occurrences, epsilon=1e5, theta=4, noise=Recording(seed), as_printed=True)
        assert found.occurrences.sum() == occurrences.sum()
    # Twice the noise: the degree is one that half the budget is enough for.
    found = privbayes(held, occurrences, epsilon=0.01, theta=4, noise=SeededNoise(0), as_printed=True)
    n_records = int(occurrences.sum())
    used = max(map(len, found.network.parents))
    assert used == useful_degree(N_ITEMS, n_records, 0.7 * 0.01 / 2, 4)
    assert used < useful_degree(N_ITEMS, n_records, 0.7 * 0.01, 4)


def test_a_degree_that_cannot_be_computed_draws_nothing() -> None:
    held = np.eye(446, dtype=bool)
    occurrences = np.ones(446, dtype=np.int64)
    with pytest.raises(InfeasibleConstraint, match=r"degree 2: .* 446 items .* 1,641,247,665 scores.*Lower the degree"):
        privbayes(held, occurrences, epsilon=1, theta=4, degree=2, noise=Untouched())
    with pytest.raises(InfeasibleConstraint, match=r"degree 21: .* 2\^22 counts"):
        privbayes(held, occurrences, epsilon=1, theta=4, degree=21, noise=Untouched())


@pytest.mark.parametrize("degree", [0, 1, None])
def test_many_items(degree: int | None) -> None:
    generator = np.random.default_rng(5)
    held = np.unique(generator.random((3000, 446)) < 0.01, axis=0)
    held = held[held.any(axis=1)]
    occurrences = generator.integers(1, 5, len(held))
    found = privbayes(held, occurrences, epsilon=1, theta=0, degree=degree, noise=SeededNoise(1))
    assert max(map(len, found.network.parents)) == (1 if degree is None else degree)
    assert found.held.shape[1] == 446
    assert sorted(found.network.order) == list(range(446))


def test_no_rows_where_the_noise_says_so() -> None:
    for data in (DEPENDENT, {}):
        found = privbayes(*arrays(data), epsilon=1, theta=4, noise=Shifted(-(10**6), 0))
        assert found.held.shape == (0, N_ITEMS)
        assert found.held.dtype == bool
        assert found.occurrences.tolist() == found.release.tolist() == []


def test_rows_without_records() -> None:
    found = privbayes(*arrays({}), epsilon=1, theta=4, degree=2, noise=Shifted(50, 0))
    assert 0 < found.occurrences.sum() <= 50


def test_one_item() -> None:
    held, occurrences = np.array([[True]]), np.array([40])
    for degree in (None, 0, 3):
        found = privbayes(held, occurrences, epsilon=1, theta=4, degree=degree, noise=Shifted(2, 0))
        assert found.network == Network((0,), ((),))
        assert found.held.tolist() == [[True]]
        assert found.occurrences.tolist() == [42]
        assert found.spent == {"number of records": 0.05, "marginals": pytest.approx(0.95)}


def test_the_order_of_itemsets_does_not_matter() -> None:
    held, occurrences = arrays(DEPENDENT)
    turned = np.arange(len(held))[::-1]
    first, second = (
        privbayes(h, o, epsilon=1, theta=4, degree=2, noise=SeededNoise(7))
        for h, o in ((held, occurrences), (held[turned], occurrences[turned]))
    )
    assert first.network == second.network
    assert first.held.tolist() == second.held.tolist()
    assert first.occurrences.tolist() == second.occurrences.tolist()


@pytest.mark.parametrize("n_items", [1, 8, 9, 63, 64, 65, 130])
def test_rows_are_grouped_and_empty_ones_dropped(n_items: int) -> None:
    drawn: list[Floats] = []
    generator = np.random.default_rng(n_items)

    def uniform(n: int) -> Floats:
        drawn.append(generator.random(n))
        return drawn[-1]

    held, counts = draw_records(chain(n_items, 0), [np.array([1 / n_items])] * n_items, 500, uniform)
    expected = Counter(tuple(row) for row in (np.array(drawn) < 1 / n_items).T.tolist() if any(row))
    assert dict(zip(map(tuple, held.tolist()), counts.tolist(), strict=True)) == expected
    assert len(held) == len(expected)
