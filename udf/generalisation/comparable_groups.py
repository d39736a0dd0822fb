"""Weighted distances and their comparable groups, kept up to date while cells are eliminated.

Sources: THESIS is Ong's thesis, chapter 4; CONTEXT is "Exploiting Contextual Information in Attacking
Set-Generalized Transactions", section 5. A comparable group is a row or a column of the distance table
(CONTEXT Definition 5.1); groups are numbered rows first, then columns.

An elimination moves the cells of one row and one column and no others, and never up. Both classes live on
that: `WeightedTable` revises those two groups alone, and `ComparableGroups` bounds what that can have done to
the rest.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from setrisk.udf.common.arrays import Floats
from setrisk.udf.generalisation.ties import (
    RATIO_TOLERANCE,
    first_equal,
    first_largest,
    gaps_between,
    is_above,
    tolerance_of,
)

Cell = tuple[int, int]

_TINIEST = math.ulp(0.0)


class Clusters(NamedTuple):
    """The two clusters of a group: what is below its (first) largest gap, and the rest (THESIS Definition 19).

    Without any gap, where all are equal, all are in the lower cluster.
    """

    ascending: Floats
    """The weighted distances of the known cells."""
    gaps: Floats
    """Between neighbours in `ascending`."""
    largest_gap: float

    def top(self, tolerance: float) -> int:
        """The index in `ascending` of the last cell of the lower cluster."""
        return first_equal(self.gaps, self.largest_gap, tolerance) if self.largest_gap > 0 else len(self.gaps)


class WeightedTable:
    """A distance table revised by the chance that a cell is original, equal for all cells of a row or column.

    weighted[i, j] = distances[i, j] * (1 - row weight) * (1 - column weight): CONTEXT Definition 5.3, THESIS
    formula (4.4). The weight in a row is 1 / (cells left in it), as THESIS Figure 4.6 and the text of both
    sources say; the printed formulas subtract the eliminations in a row from the number of *rows*, which is
    the same in square tables only.

    Attributes:
        distances: rows x columns, >= 0. A cell that is unknown or has gone has distance 0, so that it sorts
            first, is not the largest cell of a group that has a gap, and does not move.
        weighted: rows x columns, 0 <= weighted <= distances.
        weighted_of: the same numbers, a view for each group.
        tolerance: up to which difference two numbers of this table are equal, from the start to the end.
        left: cells left in each group, unknown ones included.
        known: known cells left in each group.
        some_alike: whether any two groups had the same distances at the start.
        alike: if some are, a number for each group; groups with the same one have the same weighted distances.
    """

    def __init__(self, distances: Floats) -> None:
        """Weight a table of distances >= 0 (NaN = unknown) with at least one row and column."""
        self.rows, self.columns = rows, columns = distances.shape
        known = ~np.isnan(distances)
        self.left: list[int] = [columns] * rows + [rows] * columns
        self.known: list[int] = [*known.sum(axis=1).tolist(), *known.sum(axis=0).tolist()]
        # The long axis is contiguous: its groups take the time.
        self.distances = np.array(np.where(known, distances, 0.0), order="F" if rows > columns else "C")
        self.tolerance = tolerance_of(distances)
        self.weighted = self.distances * (1 - 1 / columns) * (1 - 1 / rows)
        self._distances_of = _groups_of(self.distances)
        self.weighted_of = _groups_of(self.weighted)
        self._start_weights()
        self._start_equal_groups(known)

    def _start_equal_groups(self, known: NDArray[np.bool_]) -> None:
        cells = np.where(known, self.distances, -1.0)
        of_row, of_column = (np.unique(each, axis=0, return_inverse=True)[1].ravel() for each in (cells, cells.T))
        self.alike = np.concatenate([of_row, self.rows + of_column]).astype(np.int64)
        self.some_alike = int(of_row.max()) + int(of_column.max()) + 2 < len(self.alike)
        # 64 bits at random for each group: which cells of a group have gone is known by the sum of theirs.
        self._signs = np.random.default_rng(0).integers(2**63, size=len(self.alike))

    def _start_weights(self) -> None:
        self._row_factors = np.full(self.rows, 1 - 1 / self.columns)
        self._column_factors = np.full(self.columns, 1 - 1 / self.rows)

    def hand_on_weight(self, i: int, j: int, clusters: Callable[[int], Clusters]) -> None:
        """Hand on the weight of a cell about to go; `clusters` gives those of a group by its number.

        Here there is nothing to do: equal weights follow from the number of cells left.
        """

    def eliminate(self, i: int, j: int) -> tuple[Floats, Floats]:
        """Take a known cell, not the last of its row or column, and revise the weighted distances of both.

        Returns:
            How far each cell of the row and each cell of the column has come down, >= 0; one array each.
        """
        row, column = i, self.rows + j
        self.distances[i, j] = 0.0
        for group in (row, column):
            self.left[group] -= 1
            self.known[group] -= 1
        if self.some_alike:
            self._split(row, column)
        return self._revise(row, column)

    def _split(self, row: int, column: int) -> None:
        """Groups that were alike still are, and to the last bit, if the same cells of them have gone."""
        self.alike[row] ^= self._signs[column]
        self.alike[column] ^= self._signs[row]

    def _revise(self, row: int, column: int) -> tuple[Floats, Floats]:
        i, j = row, column - self.rows
        self._row_factors[i] = row_factor = 1 - 1 / self.left[row]
        self._column_factors[j] = column_factor = 1 - 1 / self.left[column]
        return (
            self._replace(row, self._distances_of[row] * row_factor * self._column_factors),
            self._replace(column, self._distances_of[column] * self._row_factors * column_factor),
        )

    def _replace(self, group: int, revised: Floats) -> Floats:
        weighted = self.weighted_of[group]
        drop = weighted - revised
        weighted[:] = revised
        return drop


class RedistributedTable(WeightedTable):
    """A weighted table whose lower clusters inherit the weight of a cell that goes (THESIS Algorithm 4.4).

    The clusters are those of the weighted distances before the elimination, the cell about to go included;
    the *other* cells of the lower cluster share what it leaves, equally, so that the known cells of a group
    keep their sum of weights. Only this reading gives the printed weights after ten iterations (CONTEXT
    Figure 9). Where the texts are silent: equal cells are one cluster, the lower one. If the cell was the
    whole lower cluster, the rest of the group, now the only cluster, shares. If no other cell of the group is
    known, the weight lapses. The last cell of a row or column has weight 1 there, without rounding errors.

    Attributes:
        row_weights: rows x columns, in [0, 1]; without meaning if a cell has gone or is unknown.
        column_weights: the same.
    """

    def _start_weights(self) -> None:
        self.row_weights = np.full_like(self.distances, 1 / self.columns)
        self.column_weights = np.full_like(self.distances, 1 / self.rows)
        self._last_parted = 0
        self._row_weights_of = _groups_of(self.row_weights)
        self._column_weights_of = _groups_of(self.column_weights)

    def hand_on_weight(self, i: int, j: int, clusters: Callable[[int], Clusters]) -> None:
        """Hand on the weight of a cell about to go; `clusters` gives those of a group by its number."""
        row, column = i, self.rows + j
        for group, at, weights in (
            (row, j, self._row_weights_of[row]),
            (column, i, self._column_weights_of[column]),
        ):
            if self.left[group] == 2:
                weights.fill(1.0)
            elif self.known[group] > 1:
                _share(weights, self.weighted_of[group], at, clusters(group), self.tolerance)

    def _revise(self, row: int, column: int) -> tuple[Floats, Floats]:
        return self._revise_group(row), self._revise_group(column)

    def _split(self, row: int, column: int) -> None:
        # What a cell leaves to the others of its group depends on the order in which cells have gone, so that this row
        # and this column are like no others from now on. In the others it changes equal cells equally.
        for group in (row, column):
            self._last_parted -= 1
            self.alike[group] = self._last_parted

    def _revise_group(self, group: int) -> Floats:
        revised = self._distances_of[group] * (1 - self._row_weights_of[group])
        revised *= 1 - self._column_weights_of[group]
        return self._replace(group, revised)


def _groups_of(table: Floats) -> list[Floats]:
    """A view for each comparable group; slicing anew each time would cost as much as the arithmetic."""
    return [*table, *table.T]


def _share(weights: Floats, group: Floats, at: int, clusters: Clusters, tolerance: float) -> None:
    """Share the weight of cell `at` of a group of weighted distances, two or more of them known."""
    ascending, top = clusters.ascending, clusters.top(tolerance)
    limit = ascending.item(top)
    heirs = top if group.item(at) <= limit else top + 1
    if heirs == 0:
        limit, heirs = ascending.item(-1), len(ascending) - 1
    # The cell itself and cells unknown or gone get a share too, which no one will read.
    np.add(weights, weights.item(at) / heirs, out=weights, where=group <= limit)


class ComparableGroups:
    """The vulnerabilities of all groups of a weighted table: exact where they decide, bounds elsewhere.

    The vulnerability of a group is its largest gap between neighbouring weighted distances (CONTEXT
    Definition 5.2); with `scaled`, divided by the range of the group (THESIS formula 4.5; 0 if there is no
    gap). It is 0 with fewer than two known cells. What counts as equal is said in `ties`.

    A cell that comes down by d widens a gap by d at most; a cell that goes makes one gap of two. So upper
    bounds follow an elimination by additions, and a group is measured again only when its bound comes out on
    top.

    Attributes:
        at_start: the vulnerability of each group before any elimination, rows first, then columns.
    """

    def __init__(self, table: WeightedTable, *, scaled: bool = False) -> None:
        """Measure all groups of the table, which from now on changes through `eliminate` alone."""
        self._table = table
        self._scaled = scaled
        n_groups = table.rows + table.columns
        self._gap = np.zeros(n_groups)
        self._range = np.zeros(n_groups)
        self._bound = np.zeros(n_groups) if scaled else self._gap
        self._largest = float(table.weighted.max())
        self._tolerance = RATIO_TOLERANCE if scaled else table.tolerance
        # Per elimination: a cell that goes may make a gap of two that count as none, and bounds, which are sums, have
        # rounding errors.
        self._slack = 3 * table.tolerance
        # If many groups tie, as in tables of equal rows, measuring all rows at once is the cheaper way.
        self._measured_singly = max(16, n_groups // 32)
        # The clusters of the groups measured since the last elimination.
        self._clusters: dict[int, Clusters] = {}
        self._measure_rows()
        self._measure_columns()
        self.at_start = self._bound.copy()

    def most_vulnerable_cell(self, threshold: float) -> Cell | None:
        """The first largest cell of the most vulnerable group.

        None if no group is above the threshold (>= 0). Ties: rows before columns, then the lower index. The
        condition of the sources, that the row and the column of that cell hold two cells, takes care of
        itself: the last cell of a row or column has weighted distance 0, the largest have more.
        """
        exact = range(0)
        while is_above(self._bound.item(group := int(self._bound.argmax())), threshold, self._tolerance):
            if group in exact or group in self._clusters:
                group = first_largest(self._bound, self._tolerance)
                if group in exact or group in self._clusters:
                    return self._largest_cell(group)
            if len(self._clusters) < self._measured_singly:
                self._measure(group)
            else:
                measured = self._measure_rows() if group < self._table.rows else self._measure_columns()
                # The others stay exact if they were: else a row that ties with a column would have all rows and all
                # columns measured in turn, for ever.
                exact = range(len(self._bound)) if exact else measured
        return None

    def eliminate(self, i: int, j: int) -> None:
        """Take a known cell, not the last of its row or column, out of the table."""
        self._table.hand_on_weight(i, j, self._clusters_of)
        row_drop, column_drop = self._table.eliminate(i, j)
        self._clusters.clear()
        # The cell itself does not come down in its groups: it goes.
        row_drop[j] = column_drop[i] = 0.0
        row, column = i, self._table.rows + j
        if self._scaled:
            self._follow_scaled(row, column, row_drop, column_drop)
        else:
            self._gap[row] += self._gap[row] + row_drop[row_drop.argmax()]
            self._gap[column] += self._gap[column] + column_drop[column_drop.argmax()]
            self._gap[: self._table.rows] += column_drop
            self._gap[self._table.rows :] += row_drop
            self._gap += self._slack

    def _follow_scaled(self, row: int, column: int, row_drop: Floats, column_drop: Floats) -> None:
        drop = np.concatenate([column_drop, row_drop])
        # A group at rest gets no slack: divided by a range of nearly 0 it would not be a small one.
        drop[drop > 0] += self._slack
        self._gap += drop
        # The old range will do: a cell that narrows it by n widens a gap by n less than its drop, and n
        # taken from both sides of a fraction <= 1 makes it no larger. What a cell that goes does is unknown.
        self._gap[row] = self._gap[column] = self._largest
        self._range[row] = self._range[column] = 0.0
        spread = np.maximum(self._range, self._gap)
        np.divide(self._gap, np.maximum(spread, _TINIEST, out=spread), out=self._bound)

    def _largest_cell(self, group: int) -> Cell:
        at = first_largest(self._table.weighted_of[group], self._table.tolerance)
        return (group, at) if group < self._table.rows else (at, group - self._table.rows)

    def _clusters_of(self, group: int) -> Clusters:
        return self._clusters.get(group) or self._measure(group)

    def _measure(self, group: int) -> Clusters:
        known = self._table.known[group]
        ascending = self._table.weighted_of[group].copy()
        ascending.sort()
        ascending = ascending[len(ascending) - known :]
        # With fewer than two known cells there never is a gap again; an infinite range keeps the bound at 0.
        gaps, gap, spread = ascending[1:] - ascending[:-1], 0.0, np.inf
        if known >= 2:
            gap = gaps.item(gaps.argmax())
            if gap <= 2 * self._table.tolerance:
                # So small that it may be none, or equal one that is none; this is seldom asked for.
                gaps = gaps_between(ascending, self._table.tolerance)
                gap = gaps.item(gaps.argmax())
            spread = ascending.item(-1) - ascending.item(0)
        # If all members of a generalised item are equally far, thousands of columns are alike.
        alike = self._table.alike == self._table.alike[group] if self._table.some_alike else group
        self._gap[alike] = gap
        if self._scaled:
            self._range[alike] = spread
            self._bound[alike] = gap / spread if gap > 0 else 0.0
        self._clusters[group] = clusters = Clusters(ascending, gaps, gap)
        return clusters

    def _measure_rows(self) -> range:
        self._measure_many(slice(None, self._table.rows), self._table.weighted)
        return range(self._table.rows)

    def _measure_columns(self) -> range:
        self._measure_many(slice(self._table.rows, None), self._table.weighted.T)
        return range(self._table.rows, self._table.rows + self._table.columns)

    def _measure_many(self, groups: slice, cells: Floats) -> None:
        size = cells.shape[1]
        unknown = size - np.array(self._table.known[groups])
        ascending = np.sort(cells, axis=1)
        gaps = gaps_between(ascending, self._table.tolerance)
        gaps[np.arange(size - 1) < unknown[:, None]] = 0.0
        self._gap[groups] = gap = gaps.max(axis=1, initial=0.0)
        if self._scaled:
            smallest = np.take_along_axis(ascending, np.minimum(unknown, size - 1)[:, None], axis=1)
            spread = np.where(unknown > size - 2, np.inf, ascending[:, -1] - smallest[:, 0])
            self._range[groups] = spread
            self._bound[groups] = np.divide(gap, spread, out=np.zeros_like(gap), where=gap > 0)
