"""Apriori-based anonymisation: its kernel against a count-tree, and the paper's example."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setrisk.errors import BadInput, InfeasibleConstraint
from setrisk.udf.common.taxonomy import balanced_taxonomy, from_parents
from setrisk.udf.generalisation.km import Cut, km
from tests.support import km_oracle

Rows = list[tuple[str, str]]

# Terrovitis, Mamoulis and Kalnis 2008, Figures 1 and 2.
PAPER = [{"a1", "b1", "b2"}, {"a2", "b1"}, {"a2", "b1", "b2"}, {"a1", "a2", "b2"}]
TREE = [("a1", "A"), ("a2", "A"), ("b1", "B"), ("b2", "B"), ("A", "All"), ("B", "All")]


def run(transactions: list[set[str]], rows: Rows, k: int, m: int) -> tuple[dict[str, set[str]], Cut]:
    """The items that each item may be read as, and the cut."""
    leaves, tree = from_parents(rows)
    pairs = [(tid, leaves.index(item)) for tid, transaction in enumerate(transactions) for item in transaction]
    tids, items = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    cut = km(tids, items, n_transactions=len(transactions), taxonomy=tree, k=k, m=m)
    together = {
        item: {other for n, other in enumerate(leaves) if cut.node[n] == node}
        for item, node in zip(leaves, cut.node.tolist(), strict=True)
    }
    return together, cut


def test_the_example_of_the_paper() -> None:
    """Figure 2: for k = m = 2 a1 and a2 become A, and b1 and b2 stay."""
    together, cut = run(PAPER, TREE, 2, 2)
    assert together == {"a1": {"a1", "a2"}, "a2": {"a1", "a2"}, "b1": {"b1"}, "b2": {"b2"}}
    # Five of eleven entries are published as A, which is two of four items.
    assert cut.loss == pytest.approx(5 / 11 * 2 / 4)


@pytest.mark.parametrize("m", [2, 4])
def test_the_case_of_a_public_implementation(m: int) -> None:
    """qiyuangong/Apriori_based_Anonymization, test.py: for k = 2 only b1 and b2 are generalised."""
    transactions = [{"a1"}, *2 * [{"b1", "b2"}], *2 * [{"a1", "a2", "b2"}], {"a1", "a2"}, {"a1", "a2", "b1", "b2"}]
    together, _ = run(transactions, TREE, 2, m)
    assert together == {"a1": {"a1"}, "a2": {"a2"}, "b1": {"b1", "b2"}, "b2": {"b1", "b2"}}


@st.composite
def problems(draw: st.DrawFn) -> tuple[list[set[str]], Rows, int, int]:
    """Transactions over the leaves of a tree in which no node has one child alone."""
    n_leaves = draw(st.integers(2, 7))
    parts = [f"i{number}" for number in range(n_leaves)]
    rows: Rows = []
    while len(parts) > 1:
        size = draw(st.integers(2, min(4, len(parts))))
        start = draw(st.integers(0, len(parts) - size))
        name = f"n{len(rows)}"
        rows += [(part, name) for part in parts[start : start + size]]
        parts[start : start + size] = [name]
    items = st.sampled_from([f"i{number}" for number in range(n_leaves)])
    transactions = draw(st.lists(st.sets(items, max_size=5), min_size=4, max_size=12))
    return transactions, rows, draw(st.integers(2, 4)), draw(st.integers(1, 3))


@settings(max_examples=400)
@given(problem=problems())
def test_it_publishes_what_a_count_tree_would(problem: tuple[list[set[str]], Rows, int, int]) -> None:
    transactions, rows, k, m = problem
    n_held = sum(map(bool, transactions))
    if 0 < n_held < k:
        with pytest.raises(InfeasibleConstraint, match="hold any item"):
            run(transactions, rows, k, m)
        return
    together, cut = run(transactions, rows, k, m)
    expected = km_oracle.anonymise(transactions, dict(rows), k, m)
    assert together == {
        item: {other for other in expected if expected[other] == node} for item, node in expected.items()
    }
    published = [{frozenset(together[item]) for item in transaction} for transaction in transactions]
    for size in range(1, m + 1):
        for itemset in {i for record in published for i in combinations(sorted(record, key=sorted), size)}:
            assert sum(set(itemset) <= record for record in published) >= k
    n_entries = sum(map(len, transactions))
    ncp = sum(len(together[item]) * (len(together[item]) > 1) for transaction in transactions for item in transaction)
    assert cut.loss == pytest.approx(ncp / n_entries / len(together) if n_entries else 0)


@pytest.mark.parametrize(("given", "message"), [({"k": 1}, "k is 1"), ({"m": 0}, "m is 0")])
def test_wrong_numbers(given: dict[str, int], message: str) -> None:
    numbers = {"k": 2, "m": 2} | given
    with pytest.raises(BadInput, match=message):
        km([0, 1], [0, 1], n_transactions=2, taxonomy=balanced_taxonomy(2, 2), **numbers)
