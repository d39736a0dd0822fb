"""COAT for all itemsets, step by step as `setrisk.udf.generalisation.coat_all.coat_all` describes it; slow, exact."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from tests.support.coat_oracle import Forms, Generalised, Problem, Result


def coat_all(
    transactions: Sequence[set[int]],
    n_items: int,
    utility: Sequence[set[int]],
    k: int,
    m: int,
    max_suppression: float,
) -> Result | set[int]:
    """What `coat_all` makes; or the itemset that needs more suppression than the limit, by its smallest items."""
    problem = Problem(transactions, n_items, k, [1] * n_items)
    forms: Forms = {item: frozenset([item]) for item in range(n_items)}
    merges = suppressed = 0

    def rank(g: Generalised) -> tuple[int, int]:
        return -problem.support(frozenset([g])), min(g)

    def rare_itemsets(size: int) -> Iterator[list[Generalised]]:
        for itemset in combinations(sorted(set(forms.values()), key=rank), size):
            if 0 < problem.support(frozenset(itemset)) < k:
                yield list(itemset)

    while rare := next((found for size in range(1, m + 1) if (found := list(rare_itemsets(size)))), None):
        itemset = min(
            rare, key=lambda one: ([rank(g) for g in one[:-1]], -problem.support(frozenset(one)), min(one[-1]))
        )
        lowest = itemset[-1]
        allowed = next((u for u in utility if min(lowest) in u), set())
        others = {forms[other] for other in allowed if other in forms} - {lowest}
        if others:
            merges += 1

            def cost(other: Generalised) -> tuple[bool, Fraction, int]:
                merged = lowest | other  # noqa: B023  # called in this turn of the loop
                after = frozenset(merged if g in (lowest, other) else g for g in itemset)  # noqa: B023
                # The added uncertainty, as the number of which it is the logarithm.
                added = Fraction(
                    len(merged) ** problem.support(frozenset([merged])),
                    len(other) ** problem.support(frozenset([other])),
                )
                return problem.support(after) < k, added, min(other)

            merged = lowest | min(others, key=cost)
            forms |= dict.fromkeys(merged, merged)
        else:
            suppressed += 1
            if suppressed > Fraction(str(max_suppression)) * n_items:
                return {min(g) for g in itemset}
            del forms[min(lowest)]
            forms |= dict.fromkeys(lowest - {min(lowest)}, lowest - {min(lowest)})
    generalised = {g for g in forms.values() if len(g) > 1}
    return Result(forms, merges, suppressed, sum(map(problem.utility_loss, generalised), Fraction()))
