"""What is asked of a release, and what is counted of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

UNIFORM = "uniform"
"""Draws at random what a release leaves open."""
SHARPER = "sharper"
"""Has attacked the release first, and draws what the attack leaves open."""


@dataclass(frozen=True)
class Question:
    """What is asked of a release.

    Attributes:
        release: the release.
        members: a data set of people who are in it.
        outsiders: a data set of people of the same population who are not, for the control.
        known: numbers of known items, each 1 to 50.
        k: a person is narrowed down if fewer than k records may be the person's.
        people: how many people to ask about at most, for each of them.
        reconstructions: how many reconstructions the adversary draws.
        seed: seed of the draws.
        sensitive: names of items that nobody is to learn of a person; none to leave the question out.
        max_cells: of how many cells, a member of a generalised item in a record each, the sharper adversary decides at
            most; of a release with more, the uniform one is asked alone. None to ask both of any release.
    """

    release: str
    members: str
    outsiders: str
    known: Sequence[int]
    k: int
    people: int
    reconstructions: int
    seed: int
    sensitive: Sequence[str] = ()
    max_cells: int | None = None


@dataclass(frozen=True)
class Count:
    """How often an attack was right.

    Attributes:
        criterion: `narrowing`, `inference`, `linkability`, `singling_out`, `sensitive_precision` or
            `sensitive_recall`.
        known: known items of each person, or items of each predicate.
        choice: which items are known: `random` ones, or the `rarest`.
        variant: of the attack: `main`, on people in the release; `control`, on others; `naive`, without what is known.
        attempts: how often it was tried.
        successes: how often it was right.
        k: of narrowing, the number of records below which a person counts.
        scale: what the successes are multiplied by, since uniqueness depends on how many people there are; 1 but for
            the control of singling out.
        adversary: `uniform`, who draws at random what a release leaves open, or `sharper`, who has attacked it.
    """

    criterion: str
    known: int
    choice: str
    variant: str
    attempts: int
    successes: int
    k: int | None = None
    scale: float = 1.0
    adversary: str = UNIFORM
