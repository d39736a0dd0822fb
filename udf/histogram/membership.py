"""Does a noisy histogram reveal whether a person is in the data? An attack that knows all but that.

Releases of the data with the person and without are drawn, and the attack tells them apart by one number of each: the
occurrences of exactly the person's items. Epsilon-differential privacy bounds how well any attack can: see
`setrisk.membership_audit`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from setrisk.errors import NoiseSpent
from setrisk.udf.common.arrays import Integers
from setrisk.udf.histogram.events import Event, Relation, code_counts, probability_bounds
from setrisk.udf.histogram.noisy_partitioning import Histograms

# Draws releases of data: of itemsets, with a column per item that is left; of how often each occurs, 1 or more; of
# which items of the universe are left; and so many.
Draw = Callable[[NDArray[np.bool_], Integers, NDArray[np.bool_], int], Histograms]

# Releases that are drawn together.
_BATCH = 20


@dataclass(frozen=True)
class Advantage:
    """How well an event distinguishes releases with a person from releases without.

    Attributes:
        event: whoever sees it takes the person for a member of the data.
        member_rate: how often it is there in releases with the person, 0 to 1.
        outsider_rate: how often it is there in releases without, 0 to 1.
        low: lower bound of the difference of the two probabilities, -1 to 1.
        high: upper bound, -1 to 1; the two hold together but for the significance level.
    """

    event: Event
    member_rate: float
    outsider_rate: float
    low: float
    high: float


def attack_members(
    held: NDArray[np.bool_],
    occurrences: Integers,
    rows: list[int],
    draw: Draw,
    *,
    releases: int,
    items_of_data: bool = False,
    significance_level: float = 0.05,
    progress: Callable[[int, int], None],
) -> list[Advantage]:
    """How well releases reveal whether each of some people is in the data.

    Args:
        held: which items each distinct itemset of the data has, itemsets x items.
        occurrences: how many people have exactly these items, of each itemset, 1 or more.
        rows: the itemsets of the people to attack, each once.
        draw: draws releases, independent of each other.
        releases: how many to draw with all people, and as many without each, 4 at least.
        items_of_data: whether the items are those that somebody in the data has: one that the person alone has is then
            in no release without the person.
        significance_level: probability, at most, that not all bounds of all people hold (Bonferroni), above 0 and
            below 1.
        progress: gets how many of how many releases are drawn.

    Returns:
        One for each of the rows. The place of each event is 0: it looks at the one number alone.

    Raises:
        NoiseSpent: one release alone does not fit into memory.
    """

    def count_from(n_before: int) -> Callable[[int], None]:
        return lambda n: progress(n_before + n, releases * (1 + len(rows)))

    all_items = np.ones(held.shape[1], dtype=bool)
    shown = occurrences_in_releases(
        partial(draw, held, occurrences, all_items), held[rows], releases, progress=count_from(0)
    )
    found = []
    for number, row in enumerate(rows):
        others, fewer, is_left = _without_person(held, occurrences, row, items_of_data)
        (outsiders,) = occurrences_in_releases(
            partial(draw, others, fewer, is_left),
            held[[row]][:, is_left],
            releases,
            progress=count_from((1 + number) * releases),
        )
        if held[row][~is_left].any():
            # No release can show an item that nobody else has.
            outsiders[:] = 0
        found.append(advantage(shown[number], outsiders, significance_level=significance_level / len(rows)))
    return found


def occurrences_in_releases(
    draw: Callable[[int], Histograms],
    itemsets: NDArray[np.bool_],
    releases: int,
    *,
    progress: Callable[[int], None],
) -> Integers:
    """How often each itemset occurs in each of as many releases as are asked for.

    Args:
        draw: draws so many releases.
        itemsets: which items each has, itemsets x items.
        releases: how many to draw.
        progress: gets how many are drawn.

    Returns:
        itemsets x releases: how many records have exactly these items; 0 for those that are not published.

    Raises:
        NoiseSpent: one release alone does not fit into memory.
    """
    found = np.zeros((len(itemsets), releases), dtype=np.int64)
    batch, start = _BATCH, 0
    while start < releases:
        n = min(batch, releases - start)
        try:
            drawn = draw(n)
        except NoiseSpent:
            if batch == 1:
                raise
            # Together they do not fit into memory; begin again, so that none is left out for what it shows.
            batch, start = 1, 0
            found[:] = 0
            continue
        for row, itemset in enumerate(itemsets):
            is_equal = (drawn.held == itemset).all(axis=1)
            np.add.at(found[row], start + drawn.release[is_equal], drawn.occurrences[is_equal])
        start += n
        progress(start)
    return found


def spread_itemsets(held: NDArray[np.bool_], occurrences: Integers, people: int) -> list[int]:
    """Itemsets of so many people, evenly from those that occur most often to those that occur least.

    Args:
        held: which items each distinct itemset has, itemsets x items.
        occurrences: how many people have exactly these items, of each itemset, 1 or more.
        people: how many to choose, 1 or more.

    Returns:
        Their rows, in that order, each once: fewer than were asked for if several of the people have the same items.
    """
    # Of equally frequent ones, in the order of their items, whatever order they were read in.
    order = np.lexsort((*held.T[::-1], -occurrences))
    last_person = occurrences[order].cumsum() - 1
    persons = np.linspace(0, last_person[-1], people).round().astype(np.int64)
    return list(dict.fromkeys(order[last_person.searchsorted(persons)].tolist()))


def advantage(members: Integers, outsiders: Integers, *, significance_level: float = 0.05) -> Advantage:
    """How well one number of a release reveals whether a person is in the data.

    The first half of the releases chooses the event, the second half alone bounds its probabilities (Clopper and
    Pearson 1934). If what the number says for the person never falls as it grows, or never rises, some threshold is
    the test of the ratio of likelihoods, of which none is better (Neyman and Pearson 1933); single values are tried,
    too.

    Args:
        members: the number, in each of the releases with the person, 2 at least.
        outsiders: the number, in as many releases without.
        significance_level: probability, at most, that the two bounds do not hold, above 0 and below 1.
    """
    half = len(members) // 2
    event = _most_separating_event(members[:half], outsiders[:half])
    n = len(members) - half
    seen, other = (event.count_in(each[half:, None]) for each in (members, outsiders))
    error = significance_level / 4
    member_low, outsider_high = probability_bounds(seen, other, n, error)
    outsider_low, member_high = probability_bounds(other, seen, n, error)
    return Advantage(event, seen / n, other / n, float(member_low - outsider_high), float(member_high - outsider_low))


def _without_person(
    held: NDArray[np.bool_], occurrences: Integers, row: int, items_of_data: bool
) -> tuple[NDArray[np.bool_], Integers, NDArray[np.bool_]]:
    """The itemsets without one of those who have that of the row, their occurrences, and which items are left: all,
    unless they are those of the data.
    """
    fewer = occurrences.copy()
    fewer[row] -= 1
    is_there = fewer > 0
    others = held[is_there]
    is_left: NDArray[np.bool_] = np.ones(held.shape[1], dtype=bool)
    if items_of_data:
        is_left &= others.any(axis=0)
    return others[:, is_left], fewer[is_there], is_left


def _most_separating_event(members: Integers, outsiders: Integers) -> Event:
    """The event whose frequencies, in equally many releases, differ most, if it is more frequent in the first."""
    values, code = np.unique(np.concatenate([members, outsiders]), return_inverse=True)
    with_person, without = code_counts(code, len(members))
    more = with_person - without
    relations: list[Relation] = ["at least", "at most", "is", "is not"]
    gains = np.array([more[::-1].cumsum()[::-1], more.cumsum(), more, -more])
    relation, place = np.unravel_index(gains.argmax(), gains.shape)
    return Event(0, relations[relation], (int(values[place]),))
