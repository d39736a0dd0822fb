"""MST, to compare with: with next to no noise its tree is a maximum one, and what it counted comes out again."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setrisk.pipelines.showcase.experiments import spanning_tree

dp = pytest.importorskip("opendp.prelude", reason="OpenDP is not installed")

# So large a budget that noise changes nothing.
RHO = 1e9


@pytest.fixture(autouse=True, scope="module")
def enabled() -> None:
    dp.enable_features("contrib")


def distance(records: np.ndarray, one: int, other: int) -> float:
    """How far the counts of the four combinations of two items are from those of independent items."""
    n = len(records)
    found = 0.0
    for first, second in itertools.product((True, False), repeat=2):
        together = sum(1 for record in records if record[one] == first and record[other] == second)
        alone = [sum(1 for record in records if record[item] == has) for item, has in ((one, first), (other, second))]
        found += abs(together - alone[0] * alone[1] / n)
    return found


def heaviest_tree(records: np.ndarray) -> float:
    """The weight of the heaviest of all trees, tried one by one."""
    n_items = records.shape[1]
    pairs = list(itertools.combinations(range(n_items), 2))
    return max(
        sum(distance(records, *pair) for pair in tree)
        for tree in itertools.combinations(pairs, n_items - 1)
        if connects(tree, n_items)
    )


def connects(pairs: tuple[tuple[int, int], ...], n_items: int) -> bool:
    reached = {0}
    for _ in range(n_items):
        reached |= {item for pair in pairs if reached & set(pair) for item in pair}
    return len(reached) == n_items


@settings(max_examples=30, deadline=None)
@given(st.lists(st.lists(st.booleans(), min_size=4, max_size=4), min_size=3, max_size=12))
def test_the_tree_is_a_maximum_one(rows: list[list[bool]]) -> None:
    records = np.array(rows)
    pairs = spanning_tree._spanning_tree(records, records.sum(axis=0), len(records), RHO)
    assert connects(tuple(pairs), 4)
    assert sum(distance(records, *pair) for pair in pairs) == pytest.approx(heaviest_tree(records), abs=1e-3)


def test_one_item_has_no_pairs() -> None:
    records = np.ones((3, 1), dtype=bool)
    assert spanning_tree._spanning_tree(records, records.sum(axis=0), 3, RHO) == []


def test_what_was_counted_comes_out_again() -> None:
    pytest.importorskip("mbi", reason="the extra mbi is not installed: it takes 1.3 GB")
    draw = np.random.default_rng(1)
    groups = draw.integers(0, 3, 600)
    chances = np.array([[0.9, 0.8, 0.1, 0.2, 0.0], [0.1, 0.3, 0.9, 0.5, 0.0], [0.2, 0.1, 0.4, 0.9, 0.0]])
    records = draw.random((600, 5)) < chances[groups]
    found = spanning_tree.sample(records, RHO)
    assert len(found) == 600
    assert not found[:, 4].any()
    assert np.abs(found.sum(axis=0) - records.sum(axis=0)).max() <= 6
    for one, other in spanning_tree._spanning_tree(records[:, :4], records[:, :4].sum(axis=0), 600, RHO):
        assert abs((found[:, one] & found[:, other]).sum() - (records[:, one] & records[:, other]).sum()) <= 6


def test_noise_covers_what_one_record_changes() -> None:
    """Counts of all items and of the records, by the theorem for Gaussian noise: rho = sensitivity^2 / (2 width^2)."""
    for counts, rho in ((1, 0.1), (17, 0.004)):
        assert counts / (2 * spanning_tree._width(counts, rho) ** 2) == pytest.approx(rho)
    measure = dp.m.make_gaussian(
        dp.vector_domain(dp.atom_domain(T=int)), dp.l2_distance(T=float), scale=spanning_tree._width(17, 0.004)
    )
    assert measure.map(17**0.5) == pytest.approx(0.004)
