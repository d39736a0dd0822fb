"""Predicates "has all of these items" that a release suggests are true of one person."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from setrisk.udf.assessment.records import Records
from setrisk.udf.common.arrays import Floats, Integers

# How many predicates are tried for each one that is asked for.
_TRIES = 10


def predicates(records: Records, known: int, number: int, seed: int) -> list[tuple[int, ...]]:
    """Itemsets out of random records whose mean support over the reconstructions rounds to at most 1.

    If none of those that are tried has so little, those of the smallest support are taken: whoever attacks such a
    release would try them, and a release on which nothing was tried would look safe.

    Args:
        records: what the release shows.
        known: how many items each has.
        number: how many to find at most; fewer are found if the release has few such itemsets.
        seed: seed of the draws.
    """
    draws = np.random.default_rng(seed)
    fit = (records.sizes >= known).nonzero()[0]
    if not len(fit):
        return []
    ends = records.weights[fit].cumsum()
    drawn = fit[ends.searchsorted(drawn_places(draws, number, int(ends[-1])), side="right")]
    itemsets = (drawn_items(draws, records.items_of(record), known) for record in drawn)
    return rarest(itemsets, records.support, number, int(records.reconstructions.max()) + 1)


def drawn_places(draws: np.random.Generator, number: int, weight: int) -> Integers:
    """Where records are drawn that are tried for so many predicates, in the order of the draws: places from 0 among all
    records together, of which each takes as many as it has weight.
    """
    return (draws.random(_TRIES * number) * weight).astype(np.int64)


def drawn_items(draws: np.random.Generator, items: Integers, known: int) -> tuple[int, ...]:
    """So many of the items of a record."""
    return tuple(sorted(draws.choice(items, known, replace=False).tolist()))


def rarest(
    itemsets: Iterable[tuple[int, ...]],
    support: Callable[[tuple[int, ...]], int],
    number: int,
    n_reconstructions: int,
) -> list[tuple[int, ...]]:
    """The first itemsets whose mean support over the reconstructions rounds to at most 1, or those of the smallest
    support if none has so little; so many at most.
    """
    found: dict[tuple[int, ...], int] = {}
    most = 1.5 * n_reconstructions
    n_kept = 0
    for itemset in itemsets:
        if itemset not in found:
            found[itemset] = support(itemset)
            n_kept += found[itemset] < most
            if n_kept == number:
                break
    if not n_kept:
        least = min(found.values())
        return [itemset for itemset, support in found.items() if support == least][:number]
    return [itemset for itemset, support in found.items() if support < most]


def naive_predicates(item_weights: Integers, known: int, number: int, seed: int) -> list[tuple[int, ...]]:
    """Itemsets of items that are drawn by their frequency in the release, each without regard to the others.

    Args:
        item_weights: the weight of the records that hold each item.
        known: how many items each has.
        number: how many to draw; none if the release shows fewer items than are known.
        seed: seed of the draws.
    """
    shown = item_weights.nonzero()[0]
    if len(shown) < known:
        return []
    draws = np.random.default_rng(seed)
    shares = item_weights[shown] / item_weights[shown].sum()
    return [tuple(sorted(draws.choice(shown, known, replace=False, p=shares).tolist())) for _ in range(number)]


def supports(records: Records, itemsets: Sequence[Sequence[int]]) -> Integers:
    """How many people of some data have all items of each itemset."""
    return np.array([records.support(itemset) for itemset in itemsets], dtype=np.int64)


def most_by_chance(n_people: int) -> float:
    """The highest chance that exactly one of so many people fits a predicate that knows nothing of them: about 0.37.

    It is reached where each person fits with probability 1 / n_people (Cohen and Nissim, PNAS 117, 2020).
    """
    return (1 - 1 / n_people) ** (n_people - 1) if n_people > 1 else 1.0


def control_of_all(right: int, gain: float, times: float, attempts: int, n_people: int) -> float:
    """How many predicates would fit exactly one person if there were as many others as there are members.

    Uniqueness depends on the number of people, and there are fewer others. What is gained by being a member is measured
    in samples of equal size, of which each holds a member less often than all members do. So the gain grows with the
    sample, a little less than proportionally: proportionally is on the safe side.

    Args:
        right: predicates that fit exactly one of all members.
        gain: how many more fit exactly one member than one of the others, in samples of equal size.
        times: how many times as many members as people in a sample there are.
        attempts: all predicates.
        n_people: all members.
    """
    return min(max(right - gain * times, 0.0), most_by_chance(n_people) * attempts)


def chances_of_one(counts: Integers, n_people: int, n_sampled: int) -> Floats:
    """How likely a random sample of people has exactly one of those who fit a predicate.

    Args:
        counts: how many of all people fit each predicate.
        n_people: all people.
        n_sampled: how many of them are drawn, without replacement.
    """
    # One of c is drawn, and none of the others: c n / N times (N - n - j) / (N - 1 - j) for j from 0 to c - 2.
    # Written out, since scipy.stats takes longer to import than most assessments run.
    others = np.arange(max(int(counts.max(initial=0)) - 1, 0), dtype=np.float64)
    left_out = np.maximum(n_people - n_sampled - others, 0) / (n_people - 1 - others)
    none_of_others = np.concatenate(([1.0], np.cumprod(left_out)))
    return np.asarray(counts * (n_sampled / n_people) * none_of_others[np.maximum(counts - 1, 0)], dtype=np.float64)
