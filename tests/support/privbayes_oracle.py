"""PrivBayes in plain Python, step by step: Zhang et al. 2017, for binary attributes. A histogram is a dict from
itemsets to counts; attributes are numbered from 0.
"""

from fractions import Fraction
from itertools import combinations, product

Histogram = dict[frozenset[int], int]
# For each attribute, in order, the probability that it is there, by the values of its parents.
Conditionals = list[dict[tuple[int, ...], Fraction]]


def count(data: Histogram, values: dict[int, int]) -> int:
    """The records with these values of these attributes."""
    return sum(n for itemset, n in data.items() if all((item in itemset) == value for item, value in values.items()))


def score(data: Histogram, attribute: int, parents: tuple[int, ...]) -> Fraction:
    """N times R = 1/2 sum |Pr[x, p] - Pr[x] Pr[p]| (Zhang et al., 5.3)."""
    n = count(data, {})
    if n == 0:
        return Fraction(0)
    total = Fraction(0)
    for x in (0, 1):
        for values in product((0, 1), repeat=len(parents)):
            p = dict(zip(parents, values, strict=True))
            joint = Fraction(count(data, {attribute: x, **p}), n)
            total += abs(joint - Fraction(count(data, {attribute: x}), n) * Fraction(count(data, p), n))
    return n * total / 2


def candidates(order: list[int], n_items: int, degree: int) -> list[tuple[int, tuple[int, ...]]]:
    """Pairs of an attribute that is left and min(degree, chosen) of the chosen (Algorithm 2, lines 4 to 6)."""
    left = [item for item in range(n_items) if item not in order]
    return [(x, parents) for x in left for parents in combinations(order, min(degree, len(order)))]


def useful_degree(n_items: int, n: int, epsilon: float, theta: float) -> int:
    """The largest k with marginals of theta times the noise, on average (Definition 4.7), which is of scale (d - k) /
    epsilon on counts.
    """
    useful = [k for k in range(n_items) if n / 2 ** (k + 1) / ((n_items - k) / epsilon) >= theta]
    return max(useful, default=0)


def marginal(data: Histogram, attributes: list[int]) -> dict[tuple[int, ...], int]:
    """The records of each combination of values."""
    return {
        values: count(data, dict(zip(attributes, values, strict=True)))
        for values in product((0, 1), repeat=len(attributes))
    }


def noisy_conditionals(data: Histogram, order: list[int], parents: list[tuple[int, ...]], degree: int) -> Conditionals:
    """Algorithm 1, with noise of 0."""
    of_joint = []
    for i in range(degree, len(order)):
        of_joint.append(_conditional(marginal(data, [*parents[i], order[i]])))
    of_first = marginal(data, [*parents[degree], order[degree]])
    derived = []
    for i in range(degree):
        table = dict.fromkeys(product((0, 1), repeat=i + 1), 0)
        for values, n in of_first.items():
            table[values[: i + 1]] += n
        assert parents[i] == parents[degree][:i]
        assert order[i] == parents[degree][i]
        derived.append(_conditional(table))
    return derived + of_joint


def _conditional(table: dict[tuple[int, ...], int]) -> dict[tuple[int, ...], Fraction]:
    found = {}
    for values in {values[:-1] for values in table}:
        n = table[(*values, 0)] + table[(*values, 1)]
        found[values] = Fraction(table[(*values, 1)], n) if n else Fraction(1, 2)
    return found


def joint(order: list[int], parents: list[tuple[int, ...]], chances: Conditionals) -> dict[frozenset[int], Fraction]:
    """The probability of every itemset: the product of the conditional ones."""
    found = {}
    for values in product((0, 1), repeat=len(order)):
        of = dict(zip(order, values, strict=True))
        probability = Fraction(1)
        for attribute, before, chance in zip(order, parents, chances, strict=True):
            present = chance[tuple(of[parent] for parent in before)]
            probability *= present if of[attribute] else 1 - present
        found[frozenset(item for item in of if of[item])] = probability
    return found
