"""PCTA: its kernel against a literal transcription of its steps."""

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setrisk.errors import BadInput, InfeasibleConstraint
from setrisk.udf.generalisation.coat import Generalisation
from setrisk.udf.generalisation.pcta import pcta
from tests.support import pcta_oracle

Problem = tuple[list[set[int]], list[set[int]], int]
N_ITEMS = 6


def run(transactions: list[set[int]], constraints: list[set[int]], k: int) -> Generalisation:
    pairs = [(tid, item) for tid, transaction in enumerate(transactions) for item in transaction]
    tids, items = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    return pcta(
        tids,
        items,
        n_transactions=len(transactions),
        n_items=N_ITEMS,
        constraints=[np.array(sorted(constraint)) for constraint in constraints],
        k=k,
    )


def clusters(label: list[int]) -> set[frozenset[int]]:
    members: dict[int, set[int]] = defaultdict(set)
    for item, name in enumerate(label):
        members[name].add(item)
    return set(map(frozenset, members.values()))


items = st.integers(0, N_ITEMS - 1)


@settings(max_examples=300)
@given(
    transactions=st.lists(st.sets(items, max_size=5), min_size=3, max_size=12),
    constraints=st.lists(st.sets(items, min_size=1, max_size=4), max_size=4),
    k=st.integers(2, 4),
)
def test_it_merges_what_its_steps_would(transactions: list[set[int]], constraints: list[set[int]], k: int) -> None:
    expected = pcta_oracle.pcta(transactions, N_ITEMS, constraints, k)
    if expected is None:
        with pytest.raises(InfeasibleConstraint, match="hold any item"):
            run(transactions, constraints, k)
        return
    assert clusters(run(transactions, constraints, k).label.tolist()) == set(expected.values())


def test_it_takes_the_cheapest_merge_of_all_items_of_a_constraint() -> None:
    """Joining 1 and 2 costs least, since four transactions hold one of them; then two hold 0 and one of them."""
    transactions = [{0, 1}, {0}, {0}, {1}, {0, 2}, {2}, *[{3}, {4}, {5}] * 6]
    found = run(transactions, [{0, 1}], 2)
    assert found.label.tolist() == [0, 1, 1, 3, 4, 5]
    assert (found.merges, found.suppressed) == (1, 0)


def test_wrong_k() -> None:
    with pytest.raises(BadInput, match="k is 1"):
        run([{0}], [{0}], 1)
