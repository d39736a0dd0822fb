"""Noisy supports of items and of pairs of items, epsilon-differentially private, for universes of any size.

A record has few items, whatever the size of the universe: it is cut to some of them, drawn at random, so that a record
more changes only so many counts, each by 1 (Zeng, Naughton and Cai, "On differentially private frequent itemset
mining", VLDB 2012, who cut transactions for that reason; how much is cut, and what is done about it, is our own).
Three things are counted, one after the other, each with its part of epsilon: how many items records have, in how many
records each item is, and in how many each pair is of the items that are clear of the noise. What is decided on the
way, such as where to cut, is decided by noisy counts alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from setrisk.udf.common.arrays import Floats, Integers
from setrisk.udf.histogram.noise import Noise

# The parts of the budget: for the sizes of records, for items; all that is left is for pairs.
_FOR_SIZES, _FOR_ITEMS = 0.05, 0.25
# Sizes of records are counted in ranges, each of which begins with one of these.
_SIZES = np.array([1, 2, 3, 4, 5, 7, 9, 12, 17, 23, 33, 49, 73, 109, 163, 245, 367, 550, 825])
# Records are cut to no more items than this. When items are counted, this share of the records is not cut, or more.
_MOST_KEPT, _WHOLE_SHARE = 32, 0.9
# Standard deviations of the noise that a count of an item must reach, and those of sizes: of large records more, since
# a few of them that are not there would pass for many pairs.
_CLEAR_ITEM, _CLEAR_SIZE, _CLEAR_LARGE, _LARGE = 3.0, 2.0, 4.0, 49
# About how many items that nobody has may be taken for some that people have, however large the universe is.
_FALSE_ITEMS = 5
# No more items are kept, the most frequent ones: they have half a million pairs, and a million records of them take
# some gigabytes.
_MOST_ITEMS = 1_000


@dataclass(frozen=True)
class Supports:
    """What is known of the records, private as it is.

    Attributes:
        n_records: about how many records with items there are.
        items: the items that are clear of the noise, ascending columns.
        item_supports: about how many records have each, above 0.
        pair_supports: about how many have two of them, items x items, symmetric; the diagonal is 0. Below 0 possibly.
        item_cut: how many items of a record were counted at most, 1 or more.
        pair_cut: of how many items of a record the pairs were counted at most, 2 or more.
        least_item: about how many records an item must have to be one of these.
        item_noise: standard deviation of the noise in a support of an item.
        pair_noise: in a support of a pair.
        spent: of epsilon, by what it was spent on.
    """

    n_records: int
    items: Integers
    item_supports: Floats
    pair_supports: Floats
    item_cut: int
    pair_cut: int
    least_item: float
    item_noise: float
    pair_noise: float
    spent: Mapping[str, float]


def noisy_supports(held: csr_array, occurrences: Integers, *, epsilon: float, noise: Noise) -> Supports:
    """Count records by size, by item, and by pair of items.

    Args:
        held: which items each distinct itemset has, a row each, none of them empty, and a column per item, at least
            one. Which items there are must not come from the records.
        occurrences: of each itemset.
        epsilon: the budget, above 0: a record more or less makes no outcome more than exp(epsilon) times as likely.
        noise: the source of the draws.
    """
    # A little less, so that rounding never spends more.
    epsilon *= 1 - 2**-40
    spent = {"sizes": _FOR_SIZES * epsilon, "items": _FOR_ITEMS * epsilon}
    spent["pairs"] = epsilon - sum(spent.values())
    n_items = held.shape[1]
    sizes = _noisy_sizes(np.diff(held.indptr), occurrences, n_items, spent["sizes"], noise)
    n_records = sizes.sum()

    records = csr_array(held[np.repeat(np.arange(held.shape[0]), occurrences)])
    item_cut = choose_item_cut(sizes, n_items, spent["items"])
    per_item = spent["items"] / item_cut
    counted = cut_records(records, item_cut, noise).sum(axis=0)
    supports = counted + noise.laplace(np.full(n_items, per_item))
    clear = max(_CLEAR_ITEM * deviation(per_item), math.log(n_items / (2 * _FALSE_ITEMS)) / per_item)
    items = np.flatnonzero(supports > clear)
    items = np.sort(items[np.argsort(-supports[items], kind="stable")[:_MOST_ITEMS]])
    kept = share_kept(np.arange(1.0, len(sizes) + 1), sizes, item_cut, 1)
    item_supports = supports[items] / kept

    # Without the other items, records are smaller.
    thinned = min(1.0, item_supports.sum() / max(sizes @ np.arange(1, len(sizes) + 1), 1.0))
    pair_cut, pair_kept = choose_pair_cut(sizes, thinned, item_supports, spent["pairs"])
    epsilon_of_pair = spent["pairs"] / math.comb(pair_cut, 2)
    common = cut_records(csr_array(records[:, items]), pair_cut, noise)
    above = np.triu_indices(len(items), 1)
    pairs = np.zeros((len(items), len(items)))
    pairs[above] = (common.T @ common).toarray()[above] + noise.laplace(np.full(len(above[0]), epsilon_of_pair))
    return Supports(
        n_records=round(n_records),
        items=items,
        item_supports=item_supports,
        pair_supports=(pairs + pairs.T) / pair_kept,
        item_cut=item_cut,
        pair_cut=pair_cut,
        least_item=clear / kept,
        item_noise=deviation(per_item) / kept,
        pair_noise=deviation(epsilon_of_pair) / pair_kept,
        spent=spent,
    )


def deviation(epsilon: float) -> float:
    """The standard deviation of discrete Laplace noise; near sqrt(2) / epsilon if epsilon is small."""
    return math.sqrt(2 * math.exp(-epsilon)) / -math.expm1(-epsilon)


def _noisy_sizes(sizes: Integers, occurrences: Integers, n_items: int, epsilon: float, noise: Noise) -> Floats:
    """About how many records have 1, 2, ... items; those of a range are spread over it evenly."""
    starts = _SIZES[n_items >= _SIZES]
    ends = np.minimum(np.append(_SIZES[1:] - 1, 2 * _SIZES[-1])[: len(starts)], n_items)
    which = np.searchsorted(starts, sizes, side="right") - 1
    counts = np.bincount(which, occurrences, len(starts)) + noise.laplace(np.full(len(starts), epsilon))
    # A range that noise alone may have filled would pass for many large records.
    counts[counts < np.where(starts < _LARGE, _CLEAR_SIZE, _CLEAR_LARGE) * deviation(epsilon)] = 0
    widths = ends - starts + 1
    return np.repeat(counts / widths, widths)


def cut_records(records: csr_array, most: int, noise: Noise) -> csr_array:
    """Records, a row each, of which those with more items keep so many, drawn at random."""
    sizes = np.diff(records.indptr)
    is_long = np.repeat(sizes > most, sizes)
    row = np.repeat(np.arange(len(sizes)), sizes)[is_long]
    order = np.lexsort((noise.uniform(len(row)), row))
    # The place of an entry in its record, after shuffling.
    starts = np.flatnonzero(np.diff(row, prepend=-1))
    place = np.arange(len(row)) - np.repeat(starts, np.diff(starts, append=len(row)))
    keeps = ~is_long
    keeps[np.flatnonzero(is_long)[order[place < most]]] = True
    entries = np.flatnonzero(keeps)
    bounds = np.searchsorted(entries, records.indptr)
    return csr_array((np.ones(len(entries), dtype=np.int64), records.indices[entries], bounds), shape=records.shape)


def share_kept(n_items: Floats, weights: Floats, cut: int, size: int) -> float:
    """The share of all itemsets of a size, in all records, that is left when records are cut to so many items.

    Args:
        n_items: numbers of items, which need not be whole.
        weights: how many records have so many.
        cut: how many items are kept of a record at most.
        size: of the itemsets: 1 for items, 2 for pairs.
    """

    def subsets(n: Floats) -> Floats:
        return n if size == 1 else np.maximum(n * (n - 1), 0.0)

    before = weights @ subsets(n_items)
    after = weights @ subsets(np.minimum(n_items, cut))
    return float(after / before) if before > 0 else 1.0


def _largest_cut(sizes: Floats, n_items: int) -> int:
    """The most items that records may be cut to: no more than the largest have; at least 1."""
    largest = int(np.flatnonzero(sizes)[-1]) + 1 if sizes.any() else 1
    return max(min(_MOST_KEPT, n_items, largest), 1)


def choose_item_cut(sizes: Floats, n_items: int, epsilon: float) -> int:
    """To how many items records are cut before items are counted: nine in ten records are left whole, and more if what
    cutting loses, and of some items more than of others, is worse than the noise that it saves.

    Args:
        sizes: how many records have 1, 2, ... items.
        n_items: how many items there are.
        epsilon: what is spent on items.
    """
    n_held = np.arange(1.0, len(sizes) + 1)
    most = _largest_cut(sizes, n_items)
    whole = 1 + int(np.searchsorted(np.cumsum(sizes), _WHOLE_SHARE * sizes.sum()))
    mean = max(float(sizes @ n_held) / n_items, 1.0)

    def loss(cut: int) -> float:
        kept = share_kept(n_held, sizes, cut, 1)
        return deviation(epsilon / cut) / kept / mean + 1 - kept

    return min(range(min(whole, most), most + 1), key=loss)


def choose_pair_cut(sizes: Floats, thinned: float, item_supports: Floats, epsilon: float) -> tuple[int, float]:
    """To how many items records are cut before pairs are counted, and what share of the pairs that leaves.

    The more items are left, the more noise there must be; the fewer, the more pairs are lost, and of some more than of
    others. What is least is the sum of the share that is lost and of the noise, as a share of the support of a typical
    frequent pair: the geometric mean of what pairs have on average and of the most that any pair can have.

    Args:
        sizes: how many records have 1, 2, ... items.
        thinned: the share of these items that are among those whose pairs are counted.
        item_supports: in how many records each of those is.
        epsilon: what is spent on pairs.
    """
    n_left: Floats = thinned * np.arange(1.0, len(sizes) + 1)
    n_items = len(item_supports)
    mean = sizes @ np.maximum(n_left * (n_left - 1), 0) / max(n_items * (n_items - 1), 1)
    typical = math.sqrt(max(mean, 1.0) * max(np.sort(item_supports)[-2], 1.0)) if n_items > 1 else 1.0

    def loss(cut: int) -> float:
        kept = share_kept(n_left, sizes, cut, 2)
        return deviation(epsilon / math.comb(cut, 2)) / kept / typical + 1 - kept

    cut = min(range(2, _largest_cut(sizes, n_items) + 1), key=loss, default=2)
    return cut, share_kept(n_left, sizes, cut, 2)
