"""PCTA on sets, step by step as `setrisk.udf.generalisation.pcta.pcta` describes it; slow, exact, for small data."""

from collections.abc import Sequence

from tests.support.coat_oracle import Forms, Problem


def pcta(transactions: Sequence[set[int]], n_items: int, constraints: Sequence[set[int]], k: int) -> Forms | None:
    """The cluster of each item; None if one cluster of all items does not do."""
    problem = Problem(transactions, n_items, k, [1] * n_items)
    forms: Forms = {item: frozenset([item]) for item in range(n_items)}
    while True:
        violations = [
            (-problem.support(subset), index, len(subset), sorted(min(g & constraint) for g in subset), subset)
            for index, constraint in enumerate(constraints)
            for subset in problem.violating_subsets(constraint, forms)
        ]
        if not violations:
            return forms
        subset = min(violations, key=lambda violation: violation[:4])[4]
        pairs = [
            (problem.utility_loss(one | other), min(one), min(other), one | other)
            for one in subset
            for other in set(forms.values()) - {one}
        ]
        if not pairs:
            return None
        merged = min(pairs, key=lambda pair: pair[:3])[3]
        forms |= dict.fromkeys(merged, merged)
