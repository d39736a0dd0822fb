"""COAT on sets, step by step as `setrisk.udf.generalisation.coat.coat` describes it; slow, exact, for small data."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

Generalised = frozenset[int]
Forms = dict[int, Generalised]


class Result(NamedTuple):
    forms: Forms  # the generalised item of each item; suppressed items are missing
    merges: int
    suppressed: int
    utility_loss: Fraction


class Infeasible(NamedTuple):
    constraint_index: int
    constraint: set[int]


class Problem(NamedTuple):
    transactions: Sequence[set[int]]
    n_items: int
    k: int
    weights: Sequence[int]

    def support(self, itemset: frozenset[Generalised]) -> int:
        return sum(all(g & transaction for g in itemset) for transaction in self.transactions)

    def violating_subsets(self, constraint: set[int], forms: Forms) -> Iterator[frozenset[Generalised]]:
        image = {forms[item] for item in constraint if item in forms}
        for size in range(1, len(image) + 1):
            for subset in map(frozenset, combinations(image, size)):
                if 0 < self.support(subset) < self.k:
                    yield subset

    def utility_loss(self, g: Generalised) -> Fraction:
        weight = Fraction(sum(self.weights[item] for item in g), len(g))
        share = Fraction(self.support(frozenset([g])), len(self.transactions))
        return Fraction(2 ** len(g) - 1, 2**self.n_items - 1) * weight * share


def coat(
    transactions: Sequence[set[int]],
    n_items: int,
    constraints: Sequence[set[int]],
    utility: Sequence[set[int]],
    k: int,
    max_suppression: float,
    weights: Sequence[int] | None = None,
) -> Result | Infeasible:
    problem = Problem(transactions, n_items, k, weights or [1] * n_items)
    forms: Forms = {item: frozenset([item]) for item in range(n_items)}
    merges = suppressed = 0
    while True:
        violations = [
            (
                -problem.support(subset),
                index,
                len(subset),
                sorted(min(g & constraint) for g in subset),
                subset,
            )
            for index, constraint in enumerate(constraints)
            for subset in problem.violating_subsets(constraint, forms)
        ]
        if not violations:
            generalised = {g for g in forms.values() if len(g) > 1}
            return Result(forms, merges, suppressed, sum(map(problem.utility_loss, generalised), Fraction()))
        _, index, _, _, subset = min(violations, key=lambda violation: violation[:4])
        constraint = constraints[index]
        g = min(subset, key=lambda g: (problem.support(frozenset([g])), min(g & constraint)))
        item = min(g & constraint)
        allowed = next((u for u in utility if item in u), set())
        others = {forms[other] for other in allowed if other in forms} - {g}
        if others:
            merges += 1
            ranked = {_rank(problem, constraint, subset, g, other, forms): other for other in others}
            merged = g | ranked[min(ranked)]
            forms |= dict.fromkeys(merged, merged)
        else:
            suppressed += 1
            if suppressed > Fraction(str(max_suppression)) * n_items:
                return Infeasible(index, constraint)
            del forms[item]
            forms |= dict.fromkeys(g - {item}, g - {item})


def _rank(
    problem: Problem,
    constraint: set[int],
    subset: frozenset[Generalised],
    g: Generalised,
    other: Generalised,
    forms: Forms,
) -> tuple[bool, bool, Fraction, int]:
    merged = g | other
    violates_constraint = any(problem.violating_subsets(constraint, forms | dict.fromkeys(merged, merged)))
    subset_after = frozenset(merged if x in (g, other) else x for x in subset)
    violates_subset = 0 < problem.support(subset_after) < problem.k
    return violates_constraint, violates_subset, problem.utility_loss(merged), min(other)
