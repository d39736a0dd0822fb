"""COAT for all itemsets of up to m items: against the slow transcription, and its releases against the promise."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setrisk.errors import BadInput
from setrisk.udf.generalisation.coat import Generalisation, TooMuchSuppression
from setrisk.udf.generalisation.coat_all import coat_all
from setrisk.udf.generalisation.generalised_transactions import SUPPRESSED
from tests.support import coat_all_oracle as oracle


def anonymise(transactions: Sequence[Iterable[int]], n_items: int, **arguments: Any) -> Generalisation:
    pairs = [(tid, item) for tid, transaction in enumerate(transactions) for item in transaction]
    tids, items = np.array(pairs, np.int64).reshape(-1, 2).T
    arguments["utility"] = [np.array(sorted(u), np.int64) for u in arguments["utility"]]
    return coat_all(tids, items, n_transactions=len(transactions), n_items=n_items, **arguments)


def rare_itemsets(transactions: Sequence[set[int]], label: Sequence[int], k: int, m: int) -> list[tuple[int, ...]]:
    records = [{label[item] for item in transaction} - {SUPPRESSED} for transaction in transactions]
    itemsets = {
        itemset for record in records for size in range(1, m + 1) for itemset in combinations(sorted(record), size)
    }
    return [itemset for itemset in itemsets if sum(set(itemset) <= record for record in records) < k]


def same_as_oracle(problem: dict[str, Any]) -> Generalisation | None:
    """The kernel's release, None if there is none; asserts that the oracle comes to the same, and the promise."""
    expected = oracle.coat_all(**problem)
    if isinstance(expected, set):
        with pytest.raises(TooMuchSuppression) as raised:
            anonymise(**problem)
        assert raised.value.constraint == tuple(sorted(expected))
        return None
    release = anonymise(**problem)
    label = [min(expected.forms.get(item, {SUPPRESSED})) for item in range(problem["n_items"])]
    assert release.label.tolist() == label
    assert (release.merges, release.suppressed) == (expected.merges, expected.suppressed)
    assert release.utility_loss == pytest.approx(float(expected.utility_loss), rel=1e-9)
    assert not rare_itemsets(problem["transactions"], label, problem["k"], problem["m"])
    return release


@st.composite
def problems(draw: st.DrawFn) -> dict[str, Any]:
    n_items = draw(st.integers(1, 8))
    # The utility constraint of each item; -1: in none.
    memberships = draw(st.lists(st.sampled_from([0, 0, 0, 1, -1]), min_size=n_items, max_size=n_items))
    utility = [{item for item, u in enumerate(memberships) if u == index} for index in (0, 1)]
    return {
        "transactions": draw(st.lists(st.sets(st.integers(0, n_items - 1), max_size=5), min_size=1, max_size=14)),
        "n_items": n_items,
        "utility": [u for u in utility if u],
        "k": draw(st.integers(2, 5)),
        "m": draw(st.integers(1, 4)),
        "max_suppression": draw(st.sampled_from([0.0, 0.15, 0.5, 1.0, 1.0])),
    }


@settings(max_examples=300)
@given(problems())
def test_kernel_is_the_oracle(problem: dict[str, Any]) -> None:
    same_as_oracle(problem)


@pytest.mark.parametrize("seed", range(30))
def test_kernel_is_the_oracle_on_longer_runs(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n_items, n_transactions = int(rng.integers(10, 16)), int(rng.integers(20, 50))
    popularity = rng.uniform(0.2, 0.7) / np.arange(1, n_items + 1) ** rng.uniform(0, 1)
    held = rng.random((n_transactions, n_items)) < rng.permutation(popularity)
    utility = [range(n_items)] if seed % 2 else [range(0, n_items, 2), range(1, n_items, 2)]
    release = same_as_oracle(
        {
            "transactions": [set(np.flatnonzero(row).tolist()) for row in held],
            "n_items": n_items,
            "utility": [set(u) for u in utility],
            "k": int(rng.integers(n_transactions // 4, n_transactions // 2)),
            "m": int(rng.integers(2, 5)),
            "max_suppression": 1.0,
        }
    )
    assert release is not None
    assert release.merges + release.suppressed > 0


def test_a_pair_is_protected_that_is_rare_only_after_merging() -> None:
    # Of four rare items, merging makes two pairs with 4 that are rare again: nobody lists these beforehand.
    transactions = [{0, 4}, {1}, {2}, {3}, {4}, {4}, {0}]
    release = anonymise(transactions, 5, utility=[set(range(5))], k=2, m=2, max_suppression=0.0)
    assert not rare_itemsets(transactions, release.label.tolist(), 2, 2)
    alone = anonymise(transactions, 5, utility=[set(range(5))], k=2, m=1, max_suppression=0.0)
    assert rare_itemsets(transactions, alone.label.tolist(), 2, 2)


def test_what_was_beside_a_suppressed_item_is_looked_at_again() -> None:
    # 0 and 1 are all of their utility constraint, and together meet 2 once. What is left of them is rare and goes.
    transactions = [{0}, {1}, {1, 2}, {2}, {2}, {2}]
    problem: dict[str, Any] = {"transactions": transactions, "n_items": 3, "utility": [{0, 1}], "k": 3, "m": 2}
    release = same_as_oracle(problem | {"max_suppression": 1.0})
    assert release is not None
    assert release.label.tolist() == [SUPPRESSED, SUPPRESSED, 2]


def test_progress_ends_with_all_generalised_items_of_the_last_size() -> None:
    seen: list[tuple[int, int, int]] = []
    transactions = [{0, 1}, {0, 2}, {1, 2}, {0, 1, 2}]
    anonymise(transactions, 3, utility=[{0, 1, 2}], k=2, m=3, progress=lambda *step: seen.append(step))
    assert {size for size, _, _ in seen} == {2, 3}
    assert all(done <= of for _, done, of in seen)
    last, done, of = seen[-1]
    assert (last, done) == (3, of)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"k": 1}, "k is 1"),
        ({"m": 0}, "m is 0"),
        ({"max_suppression": 1.5}, "max_suppression is 1.5"),
        ({"utility": [{0, 1}, {1}]}, "item 1 is in more than one utility constraint"),
    ],
)
def test_wrong_arguments(change: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        anonymise([{0, 1}, {0}], 2, **({"utility": [], "k": 2, "m": 1} | change))


def test_nothing_to_do() -> None:
    assert anonymise([], 0, utility=[], k=2, m=2).label.tolist() == []
    assert anonymise([set(), set()], 2, utility=[{0, 1}], k=2, m=2).label.tolist() == [0, 1]
