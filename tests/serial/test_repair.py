"""The loops that repair a Sanony draft: what they ask, what they change, and when they end."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setrisk.errors import InfeasibleConstraint
from setrisk.udf.serial.sanony import (
    MOST_ROUNDS,
    SLACK,
    Changes,
    Remedy,
    chosen_changes,
    forward_step,
    repair,
    withheld_copies,
)
from tests.support import repair_oracle

ITEMS = st.sampled_from(["flu", "HIV"])
COPIES = st.integers(0, 5)


def remedies() -> st.SearchStrategy[list[Remedy]]:
    """At most one for each scope, cluster and item."""
    number = st.none() | COPIES
    in_cluster = st.builds(
        Remedy, st.sampled_from(["cluster", "transitive"]), st.integers(1, 3), ITEMS, number, COPIES, number
    )
    in_release = st.builds(Remedy, st.just("global"), st.just(0), ITEMS, number, COPIES, number)
    return st.lists(in_cluster | in_release, max_size=6, unique_by=lambda remedy: remedy[:3])


class Scripted:
    """A draft that answers what it is told, and notes what is asked of it."""

    def __init__(
        self,
        rounds: Sequence[tuple[bool, Sequence[Remedy]]],
        at_risk: Sequence[frozenset[int]] = (frozenset(),),
        without: frozenset[int] = frozenset(),
    ) -> None:
        self.log: list[object] = []
        self._rounds, self._at_risk, self._without = iter(rounds), iter(at_risk), without
        self._remedies: Sequence[Remedy] = ()

    def take_back(self, *, transitive: bool) -> bool:
        self.log.append(("take back", transitive))
        needed, self._remedies = next(self._rounds, (False, ()))
        return needed

    def remedies(self, *, slack: float, transitive: bool) -> Sequence[Remedy]:
        assert slack == SLACK
        self.log.append(("remedies", transitive))
        return self._remedies

    def change(self, changes: Changes) -> None:
        self.log.append(changes)

    def records_at_risk(self) -> frozenset[int]:
        self.log.append("at risk")
        return next(self._at_risk)

    def records_at_risk_without(self) -> frozenset[int]:
        self.log.append("without")
        return self._without


@settings(max_examples=300)
@given(rows=remedies(), moved=st.sets(st.tuples(st.integers(1, 3), ITEMS)))
def test_changes_are_those_of_the_description(rows: list[Remedy], moved: set[tuple[int, str]]) -> None:
    assert chosen_changes(rows, moved) == repair_oracle.chosen(rows, moved)


@settings(max_examples=300)
@given(
    rounds=st.lists(st.tuples(st.booleans(), remedies()), max_size=8),
    at_risk=st.lists(st.frozensets(st.integers(1, 3)), min_size=2, max_size=2),
    without=st.frozensets(st.integers(1, 3)),
)
def test_the_loop_asks_and_ends_as_the_description_says(
    rounds: list[tuple[bool, list[Remedy]]], at_risk: list[frozenset[int]], without: frozenset[int]
) -> None:
    log, left = repair_oracle.calls(rounds, at_risk, without)
    draft = Scripted(rounds, at_risk, without)
    if left is None:
        with pytest.raises(InfeasibleConstraint, match="beliefs above what r_th allows"):
            repair(draft)
    else:
        assert repair(draft) == left
    assert draft.log == log


def test_it_gives_up_after_so_many_rounds() -> None:
    numbers: list[int] = []
    endless = [(False, [Remedy("global", 0, "flu", 1, 1, 1)])] * 1000
    with pytest.raises(InfeasibleConstraint, match=f"after {MOST_ROUNDS} rounds"):
        repair(Scripted(endless), progress=numbers.append)
    assert numbers == list(range(1, MOST_ROUNDS + 1))


@settings(max_examples=60)
@given(
    clusters=st.lists(st.tuples(st.integers(1, 12), st.integers(0, 12)), min_size=1, max_size=5),
    in_bag=st.integers(0, 6),
    r_th=st.integers(1, 4),
)
def test_a_release_that_is_kept_as_numbers_is_repaired(clusters: list[tuple[int, int]], in_bag: int, r_th: int) -> None:
    sizes, copies = [n for n, _ in clusters], [min(n, held) for n, held in clusters]
    draft = repair_oracle.ModelDraft(sizes, copies, min(in_bag, sum(sizes) - sum(copies)), r_th)
    n_copies = sum(draft.copies) + draft.in_bag
    try:
        assert repair(draft) == frozenset()
    except InfeasibleConstraint:
        assert draft.records_at_risk()
    else:
        assert not draft.records_at_risk()
    # Nothing is lost: copies move to the bag, or become more; clusters grow.
    assert sum(draft.copies) + draft.in_bag >= n_copies
    assert all(now >= then for now, then in zip(draft.sizes, sizes, strict=True))


def test_the_forward_step_adds_the_most_that_any_term_needs_until_none_does() -> None:
    answers = iter([[(1, "flu", 2), (1, "HIV", 5), (2, "flu", 1), (0, "flu", 9)], [(0, "HIV", 3), (3, "HIV", 4)], []])
    added: list[dict[int, int]] = []
    numbers: list[int] = []
    forward_step(lambda: next(answers), added.append, progress=numbers.append)
    # Of the 9 that the release needs, 6 are added to clusters; of the 3, all.
    assert added == [{1: 5, 2: 1, 0: 3}, {3: 4}]
    assert numbers == [1, 2, 3]


def test_the_forward_step_ends_if_no_number_is_enough_or_no_round_the_last() -> None:
    with pytest.raises(InfeasibleConstraint, match="no number of counterfeits brings the belief in 'flu' down"):
        forward_step(lambda: [(1, "HIV", 2), (2, "flu", None)], lambda numbers: None)
    with pytest.raises(InfeasibleConstraint, match=f"after {MOST_ROUNDS} rounds"):
        forward_step(lambda: [(1, "HIV", 2)], lambda numbers: None)


@settings(max_examples=200)
@given(
    numbers=st.dictionaries(ITEMS, st.integers(0, 9)),
    held=st.dictionaries(st.tuples(st.none() | st.integers(1, 3), ITEMS), st.integers(1, 4)),
    seed=st.integers(0, 99),
)
def test_copies_are_left_out_of_the_bag_first(
    numbers: dict[str, int], held: dict[tuple[int | None, str], int], seed: int
) -> None:
    rows = withheld_copies(numbers, Counter(held), random.Random(seed))
    taken = +Counter({(cluster, item): n for cluster, item, n in rows})
    assert taken == repair_oracle.withheld(numbers, Counter(held), random.Random(seed))
    assert all(n <= held[place] for place, n in taken.items())
    for item, n in numbers.items():
        assert sum(taken[place] for place in held if place[1] == item) == min(
            n, sum(copies for place, copies in held.items() if place[1] == item)
        )
