"""The attack on membership by its definition, one release and one person at a time; slow, for a few people.

The ends of intervals are those of Clopper and Pearson (1934): the probability with which so many successes, or more,
are as rare as the error, and that with which so many, or fewer, are.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

Record = frozenset[int]
# A release of so many people, of whom each has items, if these are all items.
Draw = Callable[[Sequence[Record], Sequence[int]], Sequence[Record]]
SIGNS: dict[str, Callable[[int, int], bool]] = {
    "at least": lambda number, value: number >= value,
    "at most": lambda number, value: number <= value,
    "is": lambda number, value: number == value,
    "is not": lambda number, value: number != value,
}


class Attacked(NamedTuple):
    sign: tuple[str, int]
    member_rate: float
    outsider_rate: float
    low: float
    high: float


def attack(
    people: Sequence[Record], attacked: Sequence[Record], items: Sequence[int], draw: Draw, releases: int, *,
    items_of_data: bool, significance_level: float,
) -> list[Attacked]:  # fmt: skip
    """What the attack gets of each person; items are in order, and so are those who have the same."""
    with_all = [draw(people, items) for _ in range(releases)]
    found = []
    for person in attacked:
        others = list(people)
        others.remove(person)
        left = [item for item in items if not items_of_data or any(item in other for other in others)]
        without = [draw(others, left) for _ in range(releases)]
        members = [list(release).count(person) for release in with_all]
        outsiders = [list(release).count(person) for release in without]
        found.append(_compared(members, outsiders, significance_level / len(attacked)))
    return found


def _compared(members: list[int], outsiders: list[int], error: float) -> Attacked:
    """The first half chooses the sign, the other half counts it; four bounds share the error."""
    half = len(members) // 2
    values = sorted({*members[:half], *outsiders[:half]})
    signs = [(sign, value) for sign in SIGNS for value in values]
    chosen = max(signs, key=lambda sign: _count(sign, members[:half]) - _count(sign, outsiders[:half]))
    n = len(members) - half
    seen, unseen = _count(chosen, members[half:]), _count(chosen, outsiders[half:])
    return Attacked(
        chosen,
        seen / n,
        unseen / n,
        lower_end(seen, n, error / 4) - upper_end(unseen, n, error / 4),
        upper_end(seen, n, error / 4) - lower_end(unseen, n, error / 4),
    )


def _count(sign: tuple[str, int], numbers: list[int]) -> int:
    relation, value = sign
    return sum(SIGNS[relation](number, value) for number in numbers)


def lower_end(seen: int, n: int, error: float) -> float:
    """The probability with which `seen` of n, or more, are as rare as the error."""
    return _rising_root(lambda p: 1 - _at_most(seen - 1, n, p), error) if seen else 0.0


def upper_end(seen: int, n: int, error: float) -> float:
    """The probability with which `seen` of n, or fewer, are as rare as the error."""
    return _rising_root(lambda p: 1 - _at_most(seen, n, p), 1 - error) if seen < n else 1.0


def _at_most(seen: int, n: int, p: float) -> float:
    return sum(math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(seen + 1))


def _rising_root(function: Callable[[float], float], value: float) -> float:
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) < value else (low, middle)
    return low
