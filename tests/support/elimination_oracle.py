"""The elimination methods as the papers print them, slow and literal: what the kernels are tested against.

THESIS is Ong's thesis (Algorithms 4.1 to 4.5), CONTEXT the paper "Exploiting Contextual Information in
Attacking Set-Generalized Transactions" (Algorithms 1 and 2). A table is a list of rows; None is an unknown
cell. Where the two disagree or are silent, the reading is the one of `setrisk.udf.generalisation.elimination`.
Neither rounding nor the scale of a table decides: numbers of a table are equal within 2**-30 of its largest distance,
and ratios within 2**-20.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

Cell = tuple[int, int]
Table = list[list[float | None]]
Weights = list[list[float]]


class Iteration(NamedTuple):
    """One turn of the loop: what went and why, and the tables after it (None where a cell has gone)."""

    cell: Cell
    value: float
    row_weights: Weights
    column_weights: Weights
    weighted: Table


def tolerance_of(table: Table) -> float:
    return 2**-30 * max(flat(table), default=0.0)


def mean(values: list[float]) -> float:
    return math.fsum(values) / len(values) if values else 0.0


def known(distances: Table) -> Table:
    return [[None if d is None or math.isnan(d) or d < 0 else float(d) for d in row] for row in distances]


def flat(table: Table) -> list[float]:
    return [value for row in table for value in row if value is not None]


def groups(table: Table) -> list[list[Cell]]:
    """The comparable groups, rows before columns: the cells of each that are known and not gone."""
    rows, columns = len(table), len(table[0])
    by_row = [[(i, j) for j in range(columns) if table[i][j] is not None] for i in range(rows)]
    by_column = [[(i, j) for i in range(rows) if table[i][j] is not None] for j in range(columns)]
    return by_row + by_column


def vulnerability(values: list[float], scaled: bool, tolerance: float = 0.0) -> float:
    """CONTEXT Definition 5.2; `scaled` is THESIS formula (4.5)."""
    values = sorted(values)
    if len(values) < 2:
        return 0.0
    largest_gap = max(gaps(values, tolerance))
    return largest_gap / (values[-1] - values[0]) if scaled and largest_gap > 0 else largest_gap


def gaps(ascending: list[float], tolerance: float) -> list[float]:
    """Between neighbours; none between equal ones."""
    return [high - low if high - low > tolerance else 0.0 for low, high in itertools.pairwise(ascending)]


def lower_cluster(cells: list[Cell], weighted: Table, tolerance: float) -> list[Cell]:
    """THESIS Definition 19: the cells below the (first) largest gap; all of them where all are equal."""
    ordered = sorted(cells, key=lambda c: weighted[c[0]][c[1]])
    values = [weighted[i][j] for i, j in ordered]
    widths = gaps(values, tolerance)
    if not any(widths):
        return cells
    return ordered[: first_largest(widths, tolerance) + 1]


def weighting(table: Table, gone_in_row: list[int], gone_in_column: list[int]) -> Table:
    """THESIS Algorithm 4.2. A row holds as many cells as there are columns, and the other way round."""
    rows, columns = len(table), len(table[0])
    weighted: Table = [[None] * columns for _ in range(rows)]
    for i in range(rows):
        for j in range(columns):
            if table[i][j] is not None:
                row_weight = 1 / (columns - gone_in_row[i])
                column_weight = 1 / (rows - gone_in_column[j])
                weighted[i][j] = table[i][j] * (1 - row_weight) * (1 - column_weight)
    return weighted


def equal_weights(table: Table, gone_in_row: list[int], gone_in_column: list[int]) -> tuple[Weights, Weights]:
    """THESIS Figure 4.6."""
    rows, columns = len(table), len(table[0])
    return (
        [[1 / (columns - gone_in_row[i])] * columns for i in range(rows)],
        [[1 / (rows - gone_in_column[j]) for j in range(columns)] for _ in range(rows)],
    )


def rweighting(
    table: Table, weighted: Table, row_weights: Weights, column_weights: Weights, cell: Cell, tolerance: float
) -> tuple[Weights, Weights]:
    """THESIS Algorithm 4.4: the lower clusters of its row and column inherit the weight of a cell.

    The cell itself takes part in the clustering but gets no share. If it was the whole lower cluster, the
    rest of the group shares. (The last cell of a row or column gets weight 1 in `iterations`, free of
    rounding errors.)
    """
    i, j = cell
    all_groups = groups(table)
    for group, weights in (
        (all_groups[i], row_weights),
        (all_groups[len(table) + j], column_weights),
    ):
        rest = [c for c in group if c != cell]
        heirs = [c for c in lower_cluster(group, weighted, tolerance) if c != cell] or rest
        for x, y in heirs:
            weights[x][y] += weights[i][j] / len(heirs)
    return row_weights, column_weights


def redistributed(table: Table, row_weights: Weights, column_weights: Weights) -> Table:
    """The weighted distances under given weight tables (THESIS Algorithm 4.5, lines 8 to 11)."""
    rows, columns = len(table), len(table[0])
    weighted: Table = [[None] * columns for _ in range(rows)]
    for i in range(rows):
        for j in range(columns):
            if table[i][j] is not None:
                weighted[i][j] = table[i][j] * (1 - row_weights[i][j]) * (1 - column_weights[i][j])
    return weighted


def first_largest(values: list[float], tolerance: float) -> int:
    most = max(values)
    return next(k for k, value in enumerate(values) if value >= most - tolerance)


def largest(cells: list[Cell], table: Table, tolerance: float) -> Cell:
    """The first of the largest cells."""
    return cells[first_largest([table[i][j] for i, j in cells], tolerance)]


def default_threshold(method: str, distances: Table, scaled: bool = False) -> float:
    table = known(distances)
    if method == "tba":
        return mean(flat(table))
    weighted = weighting(table, [0] * len(table), [0] * len(table[0]))
    if method == "wba":
        return mean(flat(weighted))
    tolerance = tolerance_of(table)
    return mean([vulnerability([weighted[i][j] for i, j in g], scaled, tolerance) for g in groups(table)])


def iterations(
    method: str, distances: Table, threshold: float | None = None, scaled: bool = False
) -> Iterator[Iteration]:
    """THESIS Algorithms 4.1 (wba), 4.3 (gba) and 4.5 (rba): one loop, another choice, another weighting."""
    table = known(distances)
    rows, columns = len(table), len(table[0])
    gone_in_row, gone_in_column = [0] * rows, [0] * columns
    row_weights, column_weights = equal_weights(table, gone_in_row, gone_in_column)
    weighted = weighting(table, gone_in_row, gone_in_column)
    if threshold is None:
        threshold = default_threshold(method, distances, scaled)
    tolerance = tolerance_of(table)
    of_values = 2**-20 if scaled else tolerance

    def may_go(cell: Cell) -> bool:
        return columns - gone_in_row[cell[0]] >= 2 and rows - gone_in_column[cell[1]] >= 2

    def choose() -> tuple[float, Cell | None]:
        if method == "wba":
            cells = [c for group in groups(table)[:rows] for c in group if may_go(c)]
            values = [weighted[i][j] for i, j in cells]
        else:
            targets = [g for g in groups(table) if g and may_go(largest(g, weighted, tolerance))]
            cells = [largest(g, weighted, tolerance) for g in targets]
            values = [vulnerability([weighted[i][j] for i, j in g], scaled, tolerance) for g in targets]
        return (max(values), cells[first_largest(values, of_values)]) if values else (-1.0, None)

    value, cell = choose()
    while value > threshold + of_values:
        assert cell is not None
        i, j = cell
        if method == "rba":
            row_weights, column_weights = rweighting(table, weighted, row_weights, column_weights, cell, tolerance)
        table[i][j] = None
        gone_in_row[i] += 1
        gone_in_column[j] += 1
        if method == "rba":
            if gone_in_row[i] == columns - 1:
                row_weights[i] = [1.0] * columns
            if gone_in_column[j] == rows - 1:
                for x in range(rows):
                    column_weights[x][j] = 1.0
            weighted = redistributed(table, row_weights, column_weights)
        else:
            row_weights, column_weights = equal_weights(table, gone_in_row, gone_in_column)
            weighted = weighting(table, gone_in_row, gone_in_column)
        yield Iteration(cell, value, row_weights, column_weights, weighted)
        value, cell = choose()


def farthest(distances: Table) -> list[Cell]:
    """THESIS formula (4.1): the first of the largest distances, if it is above 0."""
    table = known(distances)
    if not any(flat(table)) or min(len(table), len(table[0])) < 2:
        return []
    return [largest([cell for group in groups(table)[: len(table)] for cell in group], table, tolerance_of(table))]


def by_distance(distances: Table, threshold: float) -> Iterator[Cell]:
    """THESIS formula (4.2): the distances above the threshold, the largest first, equal neighbours in reading order."""
    table = known(distances)
    tolerance = tolerance_of(table)
    cells = [(i, j) for i, row in enumerate(table) for j, d in enumerate(row) if d and d > threshold + tolerance]
    runs: list[list[Cell]] = []
    last = math.inf
    for i, j in sorted(cells, key=lambda cell: -table[cell[0]][cell[1]]):
        if last - table[i][j] > tolerance:
            runs.append([])
        runs[-1].append((i, j))
        last = table[i][j]
    left_in_row, left_in_column = [len(table[0])] * len(table), [len(table)] * len(table[0])
    for i, j in itertools.chain.from_iterable(map(sorted, runs)):
        if left_in_row[i] >= 2 and left_in_column[j] >= 2:
            left_in_row[i] -= 1
            left_in_column[j] -= 1
            yield i, j


def random_attack(distances: Table, seed: int) -> Iterator[Cell]:
    """THESIS 5.2."""
    generator = np.random.Generator(np.random.PCG64(seed))
    cells = [(i, j) for i, row in enumerate(known(distances)) for j, d in enumerate(row) if d is not None]
    left_in_row, left_in_column = [len(distances[0])] * len(distances), [len(distances)] * len(distances[0])
    drawn = generator.permutation(len(cells))
    attempts = int(generator.integers(len(cells) + 1))
    coins = generator.integers(2, size=attempts)
    for k in range(attempts):
        i, j = cells[drawn[k]]
        if coins[k] and left_in_row[i] >= 2 and left_in_column[j] >= 2:
            left_in_row[i] -= 1
            left_in_column[j] -= 1
            yield i, j


def cells_in_order(
    method: str,
    distances: Table,
    threshold: float | None = None,
    scaled: bool = False,
    seed: int | None = None,
) -> list[Cell]:
    """The cells in the order in which the method eliminates them."""
    if not distances or not distances[0]:
        return []
    if method == "ra":
        assert seed is not None
        return list(random_attack(distances, seed))
    if method == "mda":
        return farthest(distances)
    if method == "tba":
        if threshold is None:
            threshold = default_threshold(method, distances)
        return list(by_distance(distances, threshold))
    return [iteration.cell for iteration in iterations(method, distances, threshold, scaled)]
