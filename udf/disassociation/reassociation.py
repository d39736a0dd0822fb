"""Which anchors a random attack draws, and which an optimal assignment chooses.

Source: DISASSOC 6.2 (the random attack). The assignment is our own: an anchor takes at most one sub-record of a chunk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from setrisk.udf.common.arrays import Integers

# Numbers that are drawn at once: 32 MB.
_AT_ONCE = 4_000_000
# Sub-records times anchors up to which the assignment of each to each is faster than that of kinds to kinds.
_SMALL = 500_000


def drawn_anchors(n_anchors: int, copies: Sequence[int], seed: int) -> list[list[int]]:
    """Draw anchors for each fragment, each anchor at most once a fragment.

    Args:
        n_anchors: from which to draw.
        copies: how many anchors each fragment gets, if there are so many.
        seed: of the draws, at least 0; equal seeds draw alike.

    Returns:
        For each fragment the numbers of its anchors, from 1, in the order in which they were drawn.
    """
    found: list[list[int]] = []
    for drawn, sizes in _draw_anchors(n_anchors, copies, seed):
        found += [anchors[:size] for anchors, size in zip((1 + drawn).tolist(), sizes.tolist(), strict=True)]
    return found


def drawn_anchor_marks(n_anchors: int, copies: Sequence[int], seed: int) -> list[str]:
    """The same draws, without their order: a text for each fragment, with a 1 for each anchor that it gets and 0 for
    the others. If only that counts, texts come out of a kernel many times faster than lists of numbers.
    """
    found: list[str] = []
    for drawn, sizes in _draw_anchors(n_anchors, copies, seed):
        marks = np.full((len(sizes), n_anchors), ord("0"), dtype=np.uint8)
        of_fragment, nth = np.nonzero(np.arange(drawn.shape[1]) < sizes[:, None])
        marks[of_fragment, drawn[of_fragment, nth]] = ord("1")
        text = marks.tobytes().decode("ascii")
        found += [text[start : start + n_anchors] for start in range(0, len(text), n_anchors)]
    return found


def _draw_anchors(n_anchors: int, copies: Sequence[int], seed: int) -> Iterator[tuple[Integers, Integers]]:
    """For some fragments at a time the numbers of the anchors that they draw, from 0 and in order, and how many of them
    count.
    """
    draw = np.random.default_rng(seed)
    rows = max(1, _AT_ONCE // n_anchors)
    for start in range(0, len(copies), rows):
        sizes = np.minimum(copies[start : start + rows], n_anchors)
        most = int(sizes.max())
        # The anchors with the smallest of so many equally likely numbers.
        keys = draw.random((len(sizes), n_anchors))
        smallest = keys.argpartition(most - 1, axis=1)[:, :most]
        in_order = np.take_along_axis(keys, smallest, axis=1).argsort(axis=1)
        yield np.take_along_axis(smallest, in_order, axis=1), sizes


def assigned_anchor_sets(
    scores: Sequence[Sequence[float | None]], copies: Sequence[int], anchors: Sequence[int]
) -> list[list[int]]:
    """Assign the sub-records of a chunk to anchors so that the sum of their scores is largest.

    Args:
        scores: for each fragment its score with each anchor set; an unknown one counts as the lowest of all.
        copies: how many sub-records are equal to each fragment.
        anchors: how many anchors are equal to each anchor set. No anchor takes two sub-records; if there are fewer
            anchors than sub-records, some get none.

    Returns:
        For each fragment the numbers of the anchor sets that its copies are placed on, from 1, the best first.
    """
    table = np.array(scores, dtype=np.float64).reshape(len(copies), len(anchors))
    known = table[~np.isnan(table)]
    table = np.where(np.isnan(table), known.min() if len(known) else 0.0, table)
    # Anchor sets that all fragments score alike are one.
    distinct, kind = np.unique(table, axis=1, return_inverse=True)
    room = np.bincount(kind, weights=anchors, minlength=distinct.shape[1]).astype(np.int64)
    # No sub-record needs more than as many of its best anchors as there are sub-records.
    best_first = np.argsort(-distinct, axis=1, kind="stable")
    better = np.cumsum(room[best_first], axis=1) - room[best_first]
    useful = np.unique(best_first[better < sum(copies)])
    given = _transport_copies(distinct[:, useful], np.asarray(copies), np.minimum(room[useful], sum(copies)))
    free = [
        np.repeat(sets, np.asarray(anchors)[sets]).tolist()
        for sets in (np.flatnonzero(kind == n) for n in useful.tolist())
    ]
    found = []
    for fragment, row in enumerate(given):
        chosen = [free[n].pop(0) for n in np.repeat(np.arange(len(row)), row).tolist()]
        found.append([at + 1 for at in sorted(chosen, key=lambda at: (-table[fragment, at], at))])
    return found


def _transport_copies(table: NDArray[np.float64], copies: Integers, room: Integers) -> Integers:
    """How many copies of each fragment (row) go to each kind of anchor set (column), so that as many are placed as can
    be and the sum of their scores is largest.
    """
    from scipy.optimize import linear_sum_assignment, linprog
    from scipy.sparse import eye_array, kron, vstack

    n_fragments, n_kinds = table.shape
    if copies.sum() * room.sum() <= _SMALL:
        rows, columns = linear_sum_assignment(table.repeat(copies, axis=0).repeat(room, axis=1), maximize=True)
        given = np.zeros((n_fragments, n_kinds), dtype=np.int64)
        np.add.at(given, (np.arange(n_fragments).repeat(copies)[rows], np.arange(n_kinds).repeat(room)[columns]), 1)
        return given
    # A transportation problem: its vertices are whole numbers, and the simplex method ends in one.
    by_fragment, by_kind = np.ones((1, n_kinds)), np.ones((1, n_fragments))
    solved = linprog(  # type: ignore[call-overload]  # its stubs know no sparse tables
        -table.ravel(),
        A_ub=vstack([kron(eye_array(n_fragments), by_fragment), kron(by_kind, eye_array(n_kinds))]),
        b_ub=np.concatenate([copies, room]),
        A_eq=np.ones((1, table.size)),
        b_eq=[min(copies.sum(), room.sum())],
        method="highs-ds",
    )
    return np.asarray(solved.x.round(), dtype=np.int64).reshape(table.shape)


def matched_anchors(clusters: Sequence[int], marks: Sequence[str]) -> list[int]:
    """Match records with anchors of their cluster, as many as can be.

    Args:
        clusters: of each record.
        marks: of each record a text with a 1 for each anchor of the cluster that fits it, and 0 for the others, which
            may be left out at the end.

    Returns:
        The cluster of each pair of a largest matching.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    if not len(clusters):
        return []
    cluster_of = np.asarray(clusters)
    lengths = np.array([len(each) for each in marks])
    # All clusters at once: no pair links two of them, and a call costs more than most clusters.
    numbers, cluster_places = np.unique(cluster_of, return_inverse=True)
    n_anchors = np.zeros(len(numbers), dtype=np.int64)
    np.maximum.at(n_anchors, cluster_places, lengths)
    first_anchor = np.concatenate([[0], np.cumsum(n_anchors)])
    fitting = np.flatnonzero(np.frombuffer("".join(marks).encode("ascii"), dtype=np.uint8) == ord("1"))
    starts = np.concatenate([[0], np.cumsum(lengths)])
    record_of = np.searchsorted(starts, fitting, side="right") - 1
    anchor_of = fitting - starts[record_of] + first_anchor[cluster_places][record_of]
    fits = csr_array(
        (np.ones(len(fitting), dtype=np.int8), (record_of, anchor_of)), shape=(len(marks), first_anchor[-1])
    )
    found: list[int] = cluster_of[maximum_bipartite_matching(fits, perm_type="column") >= 0].tolist()
    return found
