"""Who is asked about, and what is known of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from setrisk.udf.common.arrays import Integers

CHOICES = ("random", "rarest")
"""Which items are known first."""

# Whoever links two sources chooses among so many people: the more there are, the less often the choice is right.
MOST_CHOICES = 100


@dataclass(frozen=True)
class Person:
    """Someone who is asked about.

    Attributes:
        sizes: for which numbers of items.
        items: all items of the person, the first known first.
        are_sensitive: whether each of them is sensitive.
    """

    sizes: frozenset[int]
    items: list[int]
    are_sensitive: list[bool]


def sizes_asked(known: Sequence[int]) -> list[int]:
    """How many items people need to be asked about: as many as are known; one more, to be inferred; twice as many, for
    two sources.
    """
    return sorted({size for number in known for size in (number, number + 1, 2 * number)})


def knowable_items(people: Sequence[Person], known: Sequence[int]) -> list[list[int]]:
    """What is known of each person one after the other, of whom one item at least is left to be guessed."""
    return [person.items[: min(max(known), len(person.items) - 1)] for person in people]


def harmless_items(people: Sequence[Person], known: Sequence[int]) -> list[list[int]]:
    """What is known of each person one after the other, if a sensitive item is to be guessed."""
    return [
        [item for item, is_sensitive in zip(person.items, person.are_sensitive, strict=True) if not is_sensitive][
            : max(known)
        ]
        for person in people
    ]


@dataclass(frozen=True)
class Linked:
    """People of whom two sources know other items.

    Attributes:
        firsts: what the first source knows of each.
        seconds: what the second source does.
        choices: the places in `seconds` of those to choose from, a row for each; the right one is at the row's own.
    """

    firsts: list[list[int]]
    seconds: list[list[int]]
    choices: Integers


def sides_linked(known: int, members: Sequence[Person], outsiders: Sequence[Person], seed: int) -> dict[str, Linked]:
    """Those of two sides, people in the release and others, who are linked by so many known items of each source; none
    if a side has nobody with enough items.
    """
    sides = {
        variant: [person.items for person in side if 2 * known in person.sizes]
        for variant, side in (("main", members), ("control", outsiders))
    }
    # It is as hard about members as about others, and about one release as about another.
    n_choices = min(MOST_CHOICES, *map(len, sides.values()))
    if not n_choices:
        return {}
    found = {}
    for variant, asked in sides.items():
        # People are in a random order already. The person is somewhere among the next ones, since ties are broken by
        # the order.
        starts = np.arange(len(asked)) - np.random.default_rng(seed).integers(n_choices, size=len(asked))
        choices = (starts[:, np.newaxis] + np.arange(n_choices)) % len(asked)
        firsts, seconds = ([items[start : 2 * known : 2] for items in asked] for start in (0, 1))
        found[variant] = Linked(firsts, seconds, choices)
    return found
