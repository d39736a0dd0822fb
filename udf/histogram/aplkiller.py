"""APLKiller (Wang, Li, Lui, Sun 2022): noisy histograms in which no itemset is identified by what it has without one of
its items (APL Algorithm 1).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from setrisk.udf.common import masks
from setrisk.udf.common.arrays import Integers, Numbers
from setrisk.udf.common.taxonomy import Taxonomy
from setrisk.udf.histogram.noise import Noise
from setrisk.udf.histogram.noisy_partitioning import Budget, Drawn, join_drawn, partition_records

# The largest epsilon of the steps as printed: they draw about e^epsilon times for a count that is 0.
MOST_REDRAWN = 10.0


def redrawn_epsilon(epsilon: float) -> float:
    """What a count costs that is drawn again until it is positive, for an epsilon that each draw is made with: the log
    ratio for counts 1 and 2, at the value 1.
    """
    return math.log(math.exp(epsilon) + 1 - math.exp(-epsilon))


def aplkiller(
    held: NDArray[np.bool_],
    occurrences: Integers,
    trees: Sequence[Taxonomy],
    budgets: Sequence[Budget],
    noise: Noise,
    *,
    n_releases: int = 1,
    as_printed: bool = False,
) -> Drawn:
    """Releases of a histogram without attribute privacy leakages.

    From the largest size down: itemsets of the size by LevelPart, and what each of them has without one item, its
    boundary, with a noisy count of its own. Boundary itemsets are left out of what the next smaller size is made of, so
    that a record is counted with epsilon once: as a boundary itemset, or by LevelPart.

    Epsilon-differentially private for neighbours that differ in one occurrence of one itemset: whether a record is
    counted at its size as a boundary itemset or by LevelPart depends on larger records and on their noise alone, and
    either costs at most epsilon. What is published of a boundary itemset is the larger of 1 and its noisy count, which
    costs nothing more. The universe, the trees and epsilon are public.

    Args:
        held: the items of each distinct itemset; a column per item.
        occurrences: of each distinct itemset, 1 or more.
        trees: the taxonomy for itemsets of 1, 2, ... items; one per item.
        budgets: epsilon, the same everywhere, and the thresholds for itemsets of 1, 2, ... items.
        noise: where draws come from.
        n_releases: how many releases are made.
        as_printed: the steps as the paper prints them, for reproduction only. They draw the count of a boundary
            itemset until it is positive, which is not epsilon-differentially private: how long that takes depends on
            the count. And if LevelPart draws a boundary itemset of the size above, they publish both.

    Returns:
        The itemsets of all releases; each itemset of a release once, and none of them with an APL.

    Raises:
        NoiseSpent: thresholds so low that noise alone makes more partitions than fit into memory.
    """
    n_items = held.shape[1]
    sizes = held.sum(axis=1)
    alive = np.ones((n_releases, len(held)), dtype=bool)
    drawn: list[Drawn] = []
    # The boundary of the size above: nothing as yet.
    boundary = join_drawn([], n_items=n_items)
    touched: dict[int, Numbers] = {}
    for size in range(n_items, 0, -1):
        tree, budget = trees[size - 1], budgets[size - 1]
        if id(tree) not in touched:
            touched[id(tree)] = tree.touched_children(held)
        of_size = np.flatnonzero(sizes == size)
        release, place = np.nonzero(alive[:, of_size])
        found = partition_records(
            touched[id(tree)],
            occurrences,
            (release, of_size[place]),
            tree,
            budget,
            noise,
            n_releases=n_releases,
            size=size,
        )
        if not as_printed:
            found = _select(found, ~_is_among(found, boundary))
        drawn.append(found)
        if size > 1:
            boundary = _boundary(found)
            below = np.flatnonzero(sizes == size - 1)
            count = _take_out(boundary, held[below], occurrences[below], below, alive)
            boundary = _add_noise(boundary, count, budget.epsilon, noise, as_printed)
            drawn.append(boundary)
    every = join_drawn(drawn, n_items=n_items)
    return _add_up(every) if as_printed else every


def _select(found: Drawn, rows: NDArray[np.bool_] | Integers) -> Drawn:
    return Drawn(found.release[rows], found.held[rows], found.occurrences[rows], found.spent[rows])


def _keys(release: Integers, numbers: Integers) -> Integers:
    """A number for each itemset of a release."""
    keys: Integers = release * (numbers.max(initial=0) + 1) + numbers
    return keys


def _is_among(found: Drawn, others: Drawn) -> NDArray[np.bool_]:
    """Which of the itemsets are among the others of the same release."""
    if not len(found.release) or not len(others.release):
        return np.zeros(len(found.release), dtype=bool)
    numbers = masks.itemset_numbers(np.concatenate([found.held, others.held]))
    keys = _keys(np.concatenate([found.release, others.release]), numbers)
    is_there: NDArray[np.bool_] = np.isin(keys[: len(found.release)], keys[len(found.release) :])
    return is_there


def _boundary(found: Drawn) -> Drawn:
    """Every itemset without one item, each once a release; without counts yet."""
    if not len(found.release):
        return found
    row, item = np.nonzero(found.held)
    held = found.held[row]
    held[np.arange(len(row)), item] = False
    release = found.release[row]
    _, first = np.unique(_keys(release, masks.itemset_numbers(held)), return_index=True)
    zeros = np.zeros(len(first), dtype=np.int64)
    return Drawn(release[first], held[first], zeros, zeros.astype(np.float64))


def _take_out(
    boundary: Drawn, held: NDArray[np.bool_], occurrences: Integers, places: Integers, alive: NDArray[np.bool_]
) -> Integers:
    """How often each boundary itemset really occurs; if it does, it is taken out of what is alive."""
    if not len(boundary.release):
        return boundary.occurrences
    numbers = masks.itemset_numbers(np.concatenate([boundary.held, held]))
    of_boundary, of_data = np.split(numbers, [len(boundary.held)])
    place = np.full(numbers.max(initial=-1) + 1, -1)
    place[of_data] = np.arange(len(of_data))
    found = place[of_boundary]
    occurs = found >= 0
    alive[boundary.release[occurs], places[found[occurs]]] = False
    count = np.zeros(len(found), dtype=np.int64)
    count[occurs] = occurrences[found[occurs]]
    return count


def _add_noise(boundary: Drawn, count: Integers, epsilon: float, noise: Noise, as_printed: bool) -> Drawn:
    spent = np.full(len(count), epsilon)
    noisy = count + noise.laplace(spent)
    while as_printed and (noisy <= 0).any():
        again = np.flatnonzero(noisy <= 0)
        noisy[again] = count[again] + noise.laplace(spent[again])
    return Drawn(boundary.release, boundary.held, np.maximum(noisy, 1), spent)


def _add_up(every: Drawn) -> Drawn:
    """Itemsets that were published twice, once, with all their occurrences."""
    _, first, place = np.unique(
        _keys(every.release, masks.itemset_numbers(every.held)), return_index=True, return_inverse=True
    )
    summed = np.bincount(place, weights=every.occurrences).astype(np.int64)
    return Drawn(every.release[first], every.held[first], summed, every.spent[first])
