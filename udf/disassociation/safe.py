"""Safe disassociation: items are suppressed in some sub-records, until the chunks of a release have no cover problem.

Source: Awad, Al Bouna, Couchot and Philippe, "Safe disassociation of set-valued datasets" (2019), for partial
suppression as the means; what is suppressed is our own choice.

Four repairs take turns, each if the one before it finds nothing to do:

1. A chunk shows an itemset of at most m items in fewer than k sub-records: they lose the item of it that most
   sub-records hold. And, if covers are to go, a chunk has an item that another one covers: one of the sub-records that
   show both loses the item that covers or, if that would leave fewer than k that show both, all lose the other one.
2. An itemset of at most m items, or a pair, is linked for certain in fewer than k records: one of its chunks shows its
   part of it in so many sub-records fewer, so that they need not meet the others. Every item of the itemset is tried,
   in the fewest sub-records and in all of them, together with the first repair of the chunk; what loses least is done.
3. All records of a cluster have an item, so that each term of its term chunk is with it for certain: one sub-record
   loses the item, or more, by the first repair.
4. Chunks whose sub-records cannot meet in k records, for want of others to fill the rest: a cluster that needs them
   moves its rarest item to its term chunk, since a term may be in any record. If there is none to move, one of the
   shared chunks that meet is dropped.

Each repair suppresses occurrences of items, and none adds any: that ends. An item that a record chunk shows no longer
goes to the term chunk of its cluster; of a shared chunk it is lost, because the release does not show which of the
clusters hold it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from setrisk.errors import InfeasibleConstraint
from setrisk.udf.common.arrays import Floats
from setrisk.udf.disassociation.cover import chunk_supports, covers, crowded_chunks, links_in, needs, own_support
from setrisk.udf.disassociation.published_chunks import Itemset, Place, PublishedChunks

SubRecords = list[Itemset]


class Suppressed(NamedTuple):
    """An item that a sub-record, numbered from 1, no longer holds."""

    place: Place
    sub_record: int
    item: int


@dataclass(frozen=True)
class SafeChunks:
    """A release without cover problems.

    Attributes:
        release: what is left, without sub-records that became empty.
        suppressed: what is not.
        moved: the items, each with its cluster, that became terms of a term chunk.
        lost: the items, each with its joint cluster, that a shared chunk showed and that are not shown any more.
    """

    release: PublishedChunks
    suppressed: list[Suppressed]
    moved: list[tuple[int, int]]
    lost: list[tuple[int, int]]


def make_safe(release: PublishedChunks, *, k: int, m: int, without_covers: bool = False) -> SafeChunks:
    """Suppress items until every promise is kept and no link is certain in fewer than k records.

    Args:
        release: the chunks.
        k: least support of what may be known.
        m: most items that may be known.
        without_covers: whether items that cover others of their chunk are suppressed in places, too.

    Raises:
        InfeasibleConstraint: a cluster has fewer than k records.
    """
    small = [cluster for cluster, n_records in release.n_records.items() if n_records < k]
    if small:
        raise InfeasibleConstraint(f"cluster {small[0]} has fewer than {k} records: nothing in it can be in so many")
    shown = {place: list(sub_records) for place, sub_records in release.chunks.items()}
    terms = {cluster: set(release.terms_of(cluster)) for cluster in release.n_records}
    publishing: dict[int, list[Place]] = {number: [] for number in (*release.n_records, *release.joints)}
    for place in shown:
        publishing[place.publishing_cluster].append(place)
    for family in {tuple(release.family_of(cluster)) for cluster in release.n_records}:
        joints = {joint: release.joints[joint] for joint in release.joints_of(family[0])}
        places = [place for number in (*family, *joints) for place in publishing[number]]
        n_records = {cluster: release.n_records[cluster] for cluster in family}
        _Family(n_records, joints, places, shown, terms, k, m, without_covers).repair()
    suppressed = [
        Suppressed(place, number, item)
        for place, before in release.chunks.items()
        for number, (all_items, left) in enumerate(zip(before, shown[place], strict=True), 1)
        for item in sorted(all_items - left)
    ]
    safe = PublishedChunks(release.n_records, _without_empty(shown), terms, release.joints)
    gone = [
        (place.publishing_cluster, item)
        for place in release.chunks
        for item in sorted(release.items_of(place) - frozenset().union(*shown[place]))
    ]
    return SafeChunks(
        safe,
        suppressed,
        [(publisher, item) for publisher, item in gone if publisher in release.n_records],
        [(publisher, item) for publisher, item in gone if publisher in release.joints],
    )


def _without_empty(shown: Mapping[Place, Sequence[Itemset]]) -> dict[Place, SubRecords]:
    left = {place: [items for items in sub_records if items] for place, sub_records in shown.items()}
    return {place: sub_records for place, sub_records in left.items() if sub_records}


@dataclass
class _Family:
    """The clusters of an outermost joint cluster, or a cluster in none, and the chunks of all as they are by now."""

    n_records: Mapping[int, int]
    joints: Mapping[int, Set[int]]
    places: Sequence[Place]
    shown: dict[Place, SubRecords]
    terms: dict[int, set[int]]
    k: int
    m: int
    without_covers: bool

    def repair(self) -> None:
        """Repair what is to be repaired."""
        for place in self.places:
            self._show(place, self._repair(self.shown[place]))
        changed = True
        while changed:
            changed = False
            release = self._release()
            for cluster in self.n_records:
                while (
                    self._weaken_a_link(release, cluster)
                    or self._free_the_terms(release, cluster)
                    or self._make_room(release, cluster)
                ):
                    # A cluster that is left already may have a part in what changed: it is visited again.
                    changed = True
                    release = self._release()

    def _repair(self, sub_records: SubRecords) -> SubRecords:
        left = make_frequent(sub_records, k=self.k, m=self.m)
        return uncover(left, k=self.k, m=self.m) if self.without_covers else left

    def _release(self) -> PublishedChunks:
        shown = _without_empty({place: self.shown[place] for place in self.places})
        terms = {cluster: self.terms[cluster] for cluster in self.n_records}
        return PublishedChunks(self.n_records, shown, terms, self.joints)

    def _show(self, place: Place, sub_records: SubRecords) -> None:
        gone = frozenset().union(*self.shown[place]) - frozenset().union(*sub_records)
        self.shown[place] = sub_records
        if place.publishing_cluster in self.n_records:
            self.terms[place.publishing_cluster] |= gone

    def _weaken_a_link(self, release: PublishedChunks, cluster: int) -> bool:
        # A pair is linked whatever m is.
        link = next(links_in(release, cluster, m=max(self.m, 2), below=self.k), None)
        if link:
            parts = {place: link.itemset & release.items_of(place) for place in release.places_of(cluster)}
            self._show_less({place: part for place, part in parts.items() if part}, link.least)
        return bool(link)

    def _free_the_terms(self, release: PublishedChunks, cluster: int) -> bool:
        """Take an item that all records have out of one: any term of the term chunk is with it for certain."""
        if self.k == 1 or not release.terms_of(cluster):
            return False
        for place in release.places_of(cluster):
            for item, support in sorted(_supports(self.shown[place]).items()):
                if own_support(release, cluster, place, support) == release.n_records[cluster]:
                    self._show_less({place: frozenset({item})}, 1)
                    return True
        return False

    def _show_less(self, parts: Mapping[Place, Itemset], n: int) -> None:
        """Show one of these itemsets in n sub-records fewer, at least: the one that loses least."""
        choices = [
            (place, self._repair(weaker))
            for place, part in parts.items()
            for weaker in _weaker(self.shown[place], part, n)
        ]
        self._show(*max(choices, key=lambda choice: _size(choice[1]) - _size(self.shown[choice[0]])))

    def _make_room(self, release: PublishedChunks, cluster: int) -> bool:
        crowded = next(crowded_chunks(release, cluster, k=self.k, m=self.m), None)
        if crowded:
            needy = [member for member, need in needs(release, cluster, crowded, self.k).items() if need]
            rarest = min(
                (
                    (support, item, place)
                    for place in release.chunks
                    if place.publishing_cluster in needy
                    for item, support in _supports(self.shown[place]).items()
                ),
                default=None,
            )
            if rarest:
                _, item, place = rarest
                self._show(place, [items - {item} for items in self.shown[place]])
            else:
                dropped = next(place for place in crowded if place.publishing_cluster in self.joints)
                self._show(dropped, [frozenset()] * len(self.shown[dropped]))
        return bool(crowded)


def make_frequent(sub_records: Sequence[Itemset], *, k: int, m: int) -> SubRecords:
    """Suppress items until every itemset of at most m items that a sub-record holds is held by k of them."""
    times = Counter(sub_records)
    items = sorted(frozenset().union(*times))
    column = {item: number for number, item in enumerate(items)}
    held = np.zeros((len(times), len(items)), dtype=bool)
    for row, each in enumerate(times):
        held[row, [column[item] for item in each]] = True
    counts = np.array(list(times.values()), dtype=np.float64)
    while (rare := _first_rare(held, counts, k, m)) is not None:
        supports = counts @ held
        most = max(rare, key=lambda number: (supports[number], -number))
        held[held[:, rare].all(axis=1), most] = False
    left = {
        each: frozenset(items[number] for number in np.flatnonzero(row)) for each, row in zip(times, held, strict=True)
    }
    return [left[each] for each in sub_records]


def _first_rare(held: NDArray[np.bool_], counts: Floats, k: int, m: int) -> list[int] | None:
    """The columns of the smallest itemset of at most m items that rows hold, but rows with a count below k together;
    the first of those as small.
    """
    supports = counts @ held
    if len(rare := np.flatnonzero((supports > 0) & (supports < k))):
        return [int(rare[0])]
    if m == 1:
        return None
    # Whole numbers as floating ones, which are multiplied faster, and exactly up to 2^53.
    pairs = np.triu((held * counts[:, None]).T @ held.astype(np.float64), 1)
    if len(rare_pairs := np.argwhere((pairs > 0) & (pairs < k))):
        return [int(number) for number in rare_pairs[0]]
    if m == 2:
        return None
    rows = [frozenset(np.flatnonzero(row).tolist()) for row in held]
    larger = chunk_supports([row for row, n in zip(rows, counts, strict=True) for _ in range(int(n))], m)
    found = min(((len(each), each) for each, support in larger.items() if support < k), default=None)
    return None if found is None else list(found[1])


def uncover(sub_records: Sequence[Itemset], *, k: int, m: int) -> SubRecords:
    """Suppress items of a chunk without rare itemsets until no item covers another one, and none is rare."""
    left = list(sub_records)
    while covered := {item: by for item, by in covers(left).items() if by}:
        supports = _supports(left)
        holders: dict[int, list[int]] = {item: [] for item in covered}
        for number, items in enumerate(left):
            for item in items & covered.keys():
                holders[item].append(number)
        for item in sorted(covered, key=lambda item: (-supports[item], item)):
            cover = min(covered[item], key=lambda one: (-supports[one], one))
            if len(holders[item]) <= k:
                # One sub-record less with both would make them rare.
                for number in holders[item]:
                    left[number] -= {item}
            elif all(cover in left[number] for number in holders[item] if item in left[number]):
                # At best the sub-record shows several items that are covered by the same one.
                loses = max(holders[item], key=lambda number: (_n_covered(left[number], cover, covered), -number))
                left[loses] -= {cover}
        left = make_frequent(left, k=k, m=m)
    return left


def _n_covered(items: Itemset, cover: int, covered: Mapping[int, Itemset]) -> int:
    return sum(cover in covered.get(item, ()) for item in items)


def _weaker(sub_records: SubRecords, part: Itemset, n: int) -> list[SubRecords]:
    """Ways to hold an itemset in n sub-records fewer, or in fewer still. Of equal sub-records, those that occur most
    often lose the item first: what they hold besides stays frequent.
    """
    times = Counter(sub_records)
    holders = [number for number, items in enumerate(sub_records) if part <= items]
    holders.sort(key=lambda number: (-times[sub_records[number]], sorted(sub_records[number]), number))
    ways = []
    for item in sorted(part):
        some = set(holders[:n])
        ways.append([items - {item} if number in some else items for number, items in enumerate(sub_records)])
        ways.append([items - {item} for items in sub_records])
    return ways


def _supports(sub_records: Sequence[Itemset]) -> Counter[int]:
    return Counter(item for items in sub_records for item in items)


def _size(sub_records: SubRecords) -> int:
    return sum(map(len, sub_records))
