"""How Sanony repairs a release until it leaves no record of its series at risk.

Neither loop sees the release itself: in each round they ask what is wrong with it, decide what to change, and hand the
changes over. `forward_step` is the last step of Algorithm 1 as printed; `repair` is our own, and changes less.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeVar

from setrisk.errors import InfeasibleConstraint
from setrisk.udf.serial.counterfeits import numbers_beyond_clusters

# Each round makes the release larger, and so the rates that limit the beliefs smaller.
MOST_ROUNDS = 100
# How far below the promise to go, as a fraction of it: each counterfeit makes every rate a little smaller.
SLACK = 0.05

# Cluster, or None for the global bag, and item.
Place = tuple[int | None, str]

_Key = TypeVar("_Key", bound=Hashable)
_Record = TypeVar("_Record", bound=Hashable)
_Shown = TypeVar("_Shown", bound=Hashable, covariant=True)


class Remedy(NamedTuple):
    """The smallest changes that bring one belief down to what is allowed. Any one of the three numbers is enough.

    Attributes:
        scope: `cluster`, `transitive`, or `global` for the release as a whole.
        cluster: from 1; 0 for the release as a whole.
        item: a sensitive item.
        counterfeits: how many records without the term to add to the cluster; None if no number is enough.
        fewer_copies: how many copies of the term the cluster or, in scope `global`, the release must lose.
        more_copies: how many copies of the term to add elsewhere in the release; None if no number is enough.
    """

    scope: str
    cluster: int
    item: str
    counterfeits: int | None
    fewer_copies: int
    more_copies: int | None


@dataclass(frozen=True)
class Changes:
    """What to change in a release, in this order.

    Attributes:
        to_bag: how many copies of a sensitive item to move from a cluster to the global bag, by cluster and item.
        withheld: how many copies of a sensitive item to leave out of the release, by item.
        counterfeits: how many records without sensitive items to add, by cluster.
        more_copies: how many copies of a sensitive item to add to the global bag, by item.
    """

    to_bag: dict[tuple[int, str], int] = field(default_factory=dict)
    withheld: dict[str, int] = field(default_factory=dict)
    counterfeits: dict[int, int] = field(default_factory=dict)
    more_copies: dict[str, int] = field(default_factory=dict)


class Draft(Protocol[_Shown]):
    """A release that is not published yet, the last of its series."""

    def take_back(self, *, transitive: bool) -> bool:
        """Add the counterfeits that take back what the draft reveals of records of other releases (Lemma 4); whether
        any were needed.
        """

    def remedies(self, *, slack: float, transitive: bool) -> Sequence[Remedy]:
        """What would bring each belief in the draft's own records that is too high to (1 - slack) of what is allowed;
        in an order that depends on the releases alone. Transitive composition counts only if it is asked for.
        """

    def change(self, changes: Changes) -> None:
        """Make these changes."""

    def records_at_risk(self) -> AbstractSet[_Shown]:
        """The records of the series that are at risk by any composition, transitive composition included."""

    def records_at_risk_without(self) -> AbstractSet[_Shown]:
        """The same, if the draft were not in the series."""


def repair(draft: Draft[_Record], *, progress: Callable[[int], None] = lambda number: None) -> AbstractSet[_Record]:
    """Change a draft, only if it breaks a promise, until no record of its series is at risk by any composition.

    What it reveals about other releases is taken back with counterfeits, as in backward perturbation. For its own
    records, `chosen_changes` decides. Transitive composition takes longest to find, and little of it is left once the
    others are gone, so it is looked at last.

    Args:
        draft: the release.
        progress: called with the number of each round, from 1.

    Returns:
        The records that stay at risk: none, unless all of them are at risk without the draft already. Releases by
        other methods are not safe together, and no later release can repair that.

    Raises:
        InfeasibleConstraint: after `MOST_ROUNDS` rounds, or with nothing left to change, records are still at risk.
    """
    moved: set[tuple[int, str]] = set()
    transitive = False
    for number in range(1, MOST_ROUNDS + 1):
        progress(number)
        taken_back = draft.take_back(transitive=transitive)
        remedies = draft.remedies(slack=SLACK, transitive=transitive)
        if remedies:
            changes = chosen_changes(remedies, moved)
            moved |= changes.to_bag.keys()
            draft.change(changes)
        elif not taken_back:
            at_risk = draft.records_at_risk()
            if not at_risk:
                return at_risk
            if transitive:
                if at_risk <= draft.records_at_risk_without():
                    return at_risk
                break
            transitive = True
    raise _repair_error()


def chosen_changes(remedies: Iterable[Remedy], moved: Collection[tuple[int, str]]) -> Changes:
    """The changes that meet all remedies of a round.

    Args:
        remedies: at most one for each scope, cluster and item.
        moved: clusters and items whose copies have moved to the bag in an earlier round. More of that does not help:
            what is left of the belief comes from the cluster's share of the bag.

    Returns:
        For a belief in the release as a whole, copies that are left out. For one in a cluster, copies that move to the
        bag; the next time, the smaller of counterfeits (also if both are the same) and more copies in the release. Of
        several numbers for the same cluster or item, the largest.
    """
    changes = Changes()
    for remedy in remedies:
        place = remedy.cluster, remedy.item
        if remedy.scope == "global":
            changes.withheld[remedy.item] = remedy.fewer_copies
        elif place not in moved:
            _raise_to(changes.to_bag, place, remedy.fewer_copies)
        elif remedy.counterfeits is not None and (
            remedy.more_copies is None or remedy.counterfeits <= remedy.more_copies
        ):
            _raise_to(changes.counterfeits, remedy.cluster, remedy.counterfeits)
        else:
            _raise_to(changes.more_copies, remedy.item, remedy.more_copies or 0)
    return changes


def _raise_to(numbers: dict[_Key, int], key: _Key, number: int) -> None:
    numbers[key] = max(numbers.get(key, 0), number)


def forward_step(
    needed: Callable[[], Sequence[tuple[int, str, int | None]]],
    add: Callable[[dict[int, int]], None],
    *,
    progress: Callable[[int], None] = lambda number: None,
) -> None:
    """The second step of forward perturbation, round by round, until it needs no counterfeits (SANONY Algorithm 1).

    Args:
        needed: asks for cluster, 0 for the release as a whole, sensitive item, and how many counterfeits without it
            bring the belief in it down to what is allowed; None if no number is enough.
        add: adds so many counterfeits to each cluster, and for 0 to any.
        progress: called with the number of each round, from 1.

    Raises:
        InfeasibleConstraint: no number is enough, or `MOST_ROUNDS` rounds are not.
    """
    for number in range(1, MOST_ROUNDS + 1):
        progress(number)
        rows = needed()
        if not rows:
            return
        numbers: dict[int, int] = {}
        for cluster, item, n in rows:
            if n is None:
                raise InfeasibleConstraint(
                    f"no number of counterfeits brings the belief in {item!r} down to what r_th allows; raise r_th, or "
                    "make clusters larger. Nothing was published"
                )
            _raise_to(numbers, cluster, n)
        add(numbers_beyond_clusters(numbers))
    raise _repair_error()


def withheld_copies(
    numbers: Mapping[str, int], held: Counter[Place], draw: random.Random
) -> list[tuple[int | None, str, int]]:
    """The places of the copies that are left out of a release: the bag first, then random clusters.

    Args:
        numbers: how many copies of each sensitive item to leave out; all that there are, if there are fewer.
        held: the copies of each sensitive item by place, in an order that depends on the release alone.
        draw: the source of the draws: each copy outside the bag is as likely as any other.

    Returns:
        Cluster, or None for the bag, item, and the copies that are left out there, 0 or more.
    """
    taken: list[tuple[int | None, str, int]] = []
    for item, n in numbers.items():
        bagged = min(n, held[None, item])
        others = [cluster for cluster, held_item in held.elements() if held_item == item and cluster is not None]
        drawn = Counter(draw.sample(others, min(n - bagged, len(others))))
        taken += [(cluster, item, copies) for cluster, copies in [(None, bagged), *drawn.items()]]
    return taken


def _repair_error() -> InfeasibleConstraint:
    return InfeasibleConstraint(
        f"after {MOST_ROUNDS} rounds there are beliefs above what r_th allows; raise r_th, or make clusters larger. "
        "Nothing was published"
    )
