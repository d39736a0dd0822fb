"""Which cells of a distance table are not original items: the six elimination methods.

A distance table belongs to one generalised item: a row per record (context) that holds it, a column per
member, and in the cell the semantic distance between the two, >= 0 and without unit. Large distances speak
for items that the generalisation added. Every row and every column keeps at least one cell (THESIS,
Observation 1).

Sources: THESIS is Ong's thesis, chapter 4 and section 5.2; CONTEXT is "Exploiting Contextual Information in
Attacking Set-Generalized Transactions", section 5.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from setrisk.errors import BadInput, UnknownMethod
from setrisk.udf.common.arrays import Floats
from setrisk.udf.generalisation.comparable_groups import ComparableGroups, RedistributedTable, WeightedTable
from setrisk.udf.generalisation.ties import descending_order, first_equal, first_largest, is_above, tolerance_of

Cell = tuple[int, int]

# The methods, and which options each takes. The classes of pipelines/generalisation/methods.py have them as fields with
# types and ranges, which a kernel that knows nothing of pipelines cannot read; tests/methods/test_descriptions.py holds
# the two together.
OPTIONS: Mapping[str, frozenset[str]] = {
    "ra": frozenset({"seed"}),
    "mda": frozenset(),
    "tba": frozenset({"threshold"}),
    "wba": frozenset({"threshold"}),
    "gba": frozenset({"threshold", "scaled"}),
    "rba": frozenset({"threshold", "scaled"}),
}
METHODS = tuple(OPTIONS)
# Keeps sums over a whole table finite; semantic distances stay below 100.
_FARTHEST = 1e100


def eliminate(
    method: str,
    distances: Floats,
    *,
    threshold: float | None = None,
    scaled: bool = False,
    seed: int | None = None,
    permuted: bool = False,
) -> NDArray[np.int32]:
    """Eliminate the cells of one distance table that are probably not original items.

    A cell goes only while its row and its column hold at least two cells. A NaN (unknown) never goes and
    never counts in a mean, a gap or a vulnerability, but is a kept cell of its row and column. A negative
    distance is unreliable (THESIS 3.1.2) and counts as unknown. Ties: rows before columns, then the lower
    index; in a group the first of the largest cells. What differs by no more than 2^-30 of the table's largest
    distance is equal, so that a table may be multiplied by any positive number (with its threshold) and loses the same
    cells, unless two numbers differ by just that tolerance: then rounding decides. With `scaled` vulnerabilities
    are ratios, equal within 2^-20 (see `ties`).

    Args:
        method: one of `METHODS`:
            ra, the random baseline (THESIS 5.2); mda, the one largest distance above 0 (THESIS formula 4.1);
            tba, every distance above the threshold, largest first (THESIS formula 4.2);
            wba, the largest weighted distance, again and again (THESIS Algorithm 4.1);
            gba, the largest cell of the most vulnerable comparable group (CONTEXT Algorithm 1);
            rba, the same with the weights redistributed to the lower clusters (CONTEXT Algorithm 2).
        distances: rows x columns, in [0, 1e100]; NaN or negative = unknown. Not changed.
        threshold: finite, >= 0; a cell or group goes above it, not at it. tba: a distance; wba: a weighted
            distance; gba and rba: a vulnerability. Default: `default_threshold`. Not for ra and mda.
        scaled: gba and rba only: divide a vulnerability by the range of its group (THESIS formula 4.5).
        seed: of ra and of permuted distances, >= 0: the same seed gives the same eliminations. None draws a fresh one.
        permuted: eliminate after the known distances have changed places at random, which is a baseline: what the
            method finds if it does not know which distance belongs to which cell.

    Returns:
        rows x columns: the step 1, 2, ... at which the cell goes; 0 = kept.

    Raises:
        UnknownMethod: the method is not one of `METHODS`.
        BadInput: the table is not two-dimensional or holds an infinite cell, or an option is out of range or
            does not suit the method.
    """
    table = _check_table(method, distances, threshold, scaled, seed, permuted=permuted)
    if permuted:
        table = permuted_distances(table, seed)
    steps = np.zeros(table.shape, dtype=np.int32)
    if table.size:
        for step, (i, j) in enumerate(_cells(method, table, threshold, scaled, seed), start=1):
            steps[i, j] = step
    return steps


def permuted_distances(distances: Floats, seed: int | None) -> Floats:
    """A copy of a table, in which the known distances have changed places at random."""
    table = distances.copy()
    known = ~np.isnan(table)
    table[known] = np.random.Generator(np.random.PCG64(seed)).permutation(table[known])
    return table


def eliminate_lists(
    method: str,
    distances: Sequence[Sequence[float | None] | None],
    threshold: float | None = None,
    scaled: bool = False,
    seed: int | None = None,
    permuted: bool = False,
) -> list[list[int | None]]:
    """`eliminate` for lists of rows, as SQL has them.

    None is an unknown distance on the way in and a kept or unknown cell on the way out; a row that is None
    has no cells. A table without cells, [] or [[]], comes back as it is.

    Raises:
        BadInput: the rows differ in length; and all that `eliminate` raises.
    """
    rows = [[] if row is None else row for row in distances]
    columns = len(rows[0]) if rows else 0
    for number, row in enumerate(rows, start=1):
        if len(row) != columns:
            raise BadInput(
                f"distance table: row {number} has {len(row)} cell(s), row 1 has {columns}; "
                "give every row a cell per member of the generalised item, NULL if the distance is unknown"
            )
    # With a dtype, numpy reads None as NaN.
    table = np.array(rows, dtype=np.float64).reshape(len(rows), columns)
    steps = eliminate(method, table, threshold=threshold, scaled=scaled, seed=seed, permuted=permuted)
    return [[step or None for step in row] for row in steps.tolist()]


def default_threshold(method: str, distances: Floats, *, scaled: bool = False) -> float:
    """The threshold that `eliminate` takes when none is given; 0 for a table without known cells.

    tba: the mean of the known distances (THESIS formula 4.3; its text lets a distance of 0 count). wba: the
    mean of the initial weighted distances (THESIS Algorithm 4.1, line 4). gba, rba: the mean vulnerability of
    all rows and columns of the initial weighted table (CONTEXT Algorithm 1, line 3). Arguments and errors are
    those of `eliminate`; ra and mda have no threshold, which is a BadInput.
    """
    table = _check_table(method, distances, None, scaled, None)
    if "threshold" not in OPTIONS[method]:
        takers = ", ".join(_methods_with("threshold"))
        raise BadInput(f"elimination method {method!r} has no threshold; choose one of {takers}")
    if np.isnan(table).all():
        return 0.0
    if method == "tba":
        return _mean(table[~np.isnan(table)])
    weighted = WeightedTable(table)
    if method == "wba":
        return _mean(weighted.weighted[~np.isnan(table)])
    return _mean(ComparableGroups(weighted, scaled=scaled).at_start)


def _cells(method: str, table: Floats, threshold: float | None, scaled: bool, seed: int | None) -> Iterator[Cell]:
    """The cells in the order in which they go."""
    if method == "ra":
        return _without_last_cells(table.shape, _random_cells(table, seed))
    if method == "mda":
        return _without_last_cells(table.shape, _farthest_cell(table))
    if threshold is None:
        threshold = default_threshold(method, table, scaled=scaled)
    if method == "tba":
        return _without_last_cells(table.shape, _farthest_cells(table, threshold))
    if method == "wba":
        return _weighted_cells(WeightedTable(table), threshold)
    weighted = WeightedTable(table) if method == "gba" else RedistributedTable(table)
    return _grouped_cells(ComparableGroups(weighted, scaled=scaled), threshold)


def _random_cells(table: Floats, seed: int | None) -> list[Cell]:
    """The cells that a random attack wants to eliminate, in order (THESIS 5.2, which leaves details open).

    The number of attempts is uniform on 0 .. number of known cells. Each attempt draws a known cell that has
    not been drawn before and tosses a fair coin whether to eliminate it.
    """
    generator = np.random.Generator(np.random.PCG64(seed))
    known = np.argwhere(~np.isnan(table))
    attempts = generator.permutation(known)[: generator.integers(len(known) + 1)]
    heads = generator.integers(2, size=len(attempts)) == 1
    return [(i, j) for i, j in attempts[heads].tolist()]


def _farthest_cell(table: Floats) -> list[Cell]:
    """The first of the largest cells, if it is above 0 (THESIS 4.1)."""
    distances = np.nan_to_num(table)
    i, j = divmod(first_largest(distances.ravel(), tolerance_of(table)), table.shape[1])
    return [(i, j)] if distances[i, j] > 0 else []


def _farthest_cells(table: Floats, threshold: float) -> list[Cell]:
    """The cells above the threshold, descending, equal ones in reading order (THESIS 4.2)."""
    tolerance = tolerance_of(table)
    above = table > threshold + tolerance
    return [(i, j) for i, j in np.argwhere(above)[descending_order(table[above], tolerance)].tolist()]


def _without_last_cells(shape: tuple[int, ...], candidates: list[Cell]) -> Iterator[Cell]:
    """The candidates in their order, without those that are the last cell of their row or column by then."""
    rows, columns = shape
    left_in_row, left_in_column = [columns] * rows, [rows] * columns
    for i, j in candidates:
        if left_in_row[i] >= 2 and left_in_column[j] >= 2:
            left_in_row[i] -= 1
            left_in_column[j] -= 1
            yield i, j


def _weighted_cells(table: WeightedTable, threshold: float) -> Iterator[Cell]:
    """WBA, THESIS Algorithm 4.1. A last cell has weighted distance 0, so it never is above the threshold."""
    # The largest cell of each row, and where it is: cells only come down, so that what was found of a row is still an
    # upper bound when it is out of date. To look for the largest cell of the whole table at each step would take time
    # by the square of its size.
    place = table.weighted.argmax(axis=1)
    most = table.weighted[np.arange(table.rows), place]
    outdated = np.zeros(table.rows, dtype=bool)
    while is_above(largest := most[i := int(most.argmax())], threshold, table.tolerance):
        if not outdated[i]:
            i = first_largest(most, table.tolerance)
        row = table.weighted_of[i]
        if outdated[i]:
            place[i] = row.argmax()
            most[i] = row[place[i]]
            outdated[i] = False
            continue
        j = first_equal(row, largest, table.tolerance)
        table.eliminate(i, j)
        outdated |= place == j
        outdated[i] = True
        yield i, j


def _grouped_cells(groups: ComparableGroups, threshold: float) -> Iterator[Cell]:
    """GBA and RBA, CONTEXT Algorithms 1 and 2: they differ in the weighted table under the groups."""
    while cell := groups.most_vulnerable_cell(threshold):
        groups.eliminate(*cell)
        yield cell


def _mean(values: Floats) -> float:
    return math.fsum(values.tolist()) / values.size


def _check_table(
    method: str,
    distances: Floats,
    threshold: float | None,
    scaled: bool,
    seed: int | None,
    *,
    permuted: bool = False,
) -> Floats:
    """A copy of the table in which NaN alone says unknown."""
    _check_options(method, threshold, scaled, None if permuted else seed)
    if seed is not None and seed < 0:
        raise BadInput(f"seed is {seed}; give an integer >= 0")
    table = np.array(distances, dtype=np.float64)
    if table.ndim != 2:
        raise BadInput(f"distance table: {table.ndim} dimension(s); give rows (records) x columns (members)")
    too_far = np.argwhere(np.abs(table) > _FARTHEST)
    if len(too_far):
        i, j = too_far[0].tolist()
        raise BadInput(
            f"distance table: row {i + 1}, column {j + 1} holds {table[i, j]}; "
            f"give a distance in 0 .. {_FARTHEST:g}, or NULL (NaN) if it is unknown"
        )
    table[table < 0] = np.nan
    return table


def _check_options(method: str, threshold: float | None, scaled: bool, seed: int | None) -> None:
    if method not in METHODS:
        raise UnknownMethod(f"there is no elimination method {method!r}; choose one of {', '.join(METHODS)}")
    for option, is_given in (("threshold", threshold is not None), ("scaled", scaled), ("seed", seed is not None)):
        if is_given and option not in OPTIONS[method]:
            takers = ", ".join(_methods_with(option))
            raise BadInput(f"elimination method {method!r} takes no {option}; leave it out, or choose one of {takers}")
    if threshold is not None and not 0 <= threshold < math.inf:
        raise BadInput(f"threshold is {threshold}; give a finite number >= 0")


def _methods_with(option: str) -> list[str]:
    return [method for method, options in OPTIONS.items() if option in options]
