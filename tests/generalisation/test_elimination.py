"""The elimination kernels against every printed table of the papers, and against their literal transcription.

THESIS is Ong's thesis, CONTEXT "Exploiting Contextual Information in Attacking Set-Generalized Transactions".
Printed numbers have two decimals, so the tolerance is 0.006; every one of them is reproduced. Weights are
printed as fractions and exact. Where both sources print an iteration, they agree.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setrisk.errors import BadInput, UnknownMethod
from setrisk.udf.generalisation.comparable_groups import ComparableGroups, RedistributedTable, WeightedTable
from setrisk.udf.generalisation.elimination import METHODS, default_threshold, eliminate, eliminate_lists
from tests.support import elimination_oracle as oracle

PRINT = 0.006
GROUP_BASED = ("gba", "rba")
GONE = None

# CONTEXT Figure 4 = THESIS Figure 3.6; columns blood pressure, icd, limbs, injury.
FIGURE_4 = [
    [0.56, 0.78, 1.57, 2.19],
    [1.75, 0.58, 1.74, 1.53],
    [2.60, 2.93, 1.78, 1.49],
    [1.60, 1.51, 1.89, 1.03],
]
C1, C2, C3, C4 = range(4)
BP, ICD, LIMBS, INJURY = range(4)


def array(table) -> np.ndarray:
    return np.array(table, dtype=np.float64)


def in_order(steps: np.ndarray) -> list[tuple[int, int]]:
    """The cells by step; fails unless the steps are 1 .. n, each once."""
    cells = sorted((int(steps[i, j]), (int(i), int(j))) for i, j in np.argwhere(steps))
    assert [step for step, _ in cells] == list(range(1, len(cells) + 1))
    return [cell for _, cell in cells]


def oracle_tables(method: str) -> Iterator[tuple[tuple[int, int], np.ndarray, np.ndarray, np.ndarray]]:
    """The cell eliminated, and the row weights, column weights and weighted table after it."""
    for iteration in oracle.iterations(method, FIGURE_4):
        weighted = array(iteration.weighted)
        row_weights, column_weights = array(iteration.row_weights), array(iteration.column_weights)
        row_weights[np.isnan(weighted)] = column_weights[np.isnan(weighted)] = np.nan
        yield iteration.cell, row_weights, column_weights, weighted


def kernel_tables(method: str) -> Iterator[tuple[tuple[int, int], np.ndarray, np.ndarray, np.ndarray]]:
    table = RedistributedTable(array(FIGURE_4)) if method == "rba" else WeightedTable(array(FIGURE_4))
    groups = ComparableGroups(table)
    threshold = default_threshold(method, array(FIGURE_4))
    gone = np.zeros((4, 4), dtype=bool)
    for cell in oracle.cells_in_order(method, FIGURE_4):
        if method == "wba":
            table.eliminate(*cell)
        else:
            assert groups.most_vulnerable_cell(threshold) == cell
            groups.eliminate(*cell)
        gone[cell] = True
        if method == "rba":
            row_weights, column_weights = table.row_weights, table.column_weights
        else:
            left = array(table.left)
            row_weights = np.repeat(1 / left[:4, None], 4, axis=1)
            column_weights = np.repeat(1 / left[None, 4:], 4, axis=0)
        yield cell, *(np.where(gone, np.nan, t) for t in (row_weights, column_weights, table.weighted))


@pytest.fixture(params=[oracle_tables, kernel_tables], ids=["oracle", "kernel"])
def iterations(request):
    """A function from a method to its list of iterations on FIGURE_4."""
    return lambda method: list(request.param(method))


def assert_printed(actual: np.ndarray, printed) -> None:
    np.testing.assert_allclose(actual, array(printed), rtol=0, atol=PRINT, equal_nan=True)


# One iteration as printed: row weights, column weights, weighted table.

AFTER_ICD_OF_C3 = (  # CONTEXT Figure 5, THESIS Figures 4.8 and 4.11
    [[1 / 4] * 4, [1 / 4] * 4, [1 / 3, GONE, 1 / 3, 1 / 3], [1 / 4] * 4],
    [[1 / 4, 1 / 3, 1 / 4, 1 / 4]] * 2 + [[1 / 4, GONE, 1 / 4, 1 / 4], [1 / 4, 1 / 3, 1 / 4, 1 / 4]],
    [[0.32, 0.39, 0.88, 1.23], [0.98, 0.29, 0.98, 0.86], [1.30, GONE, 0.89, 0.75], [0.90, 0.76, 1.06, 0.58]],
)
WBA_FOURTH = (  # THESIS Figure 4.9
    [[1 / 3, 1 / 3, 1 / 3, GONE], [1 / 4] * 4, [GONE, GONE, 1 / 2, 1 / 2], [1 / 3, 1 / 3, GONE, 1 / 3]],
    [[1 / 3, 1 / 3, 1 / 3, GONE], [1 / 3] * 4, [GONE, GONE, 1 / 3, 1 / 3], [1 / 3, 1 / 3, GONE, 1 / 3]],
    [[0.25, 0.35, 0.70, GONE], [0.88, 0.29, 0.87, 0.77], [GONE, GONE, 0.59, 0.50], [0.71, 0.67, GONE, 0.46]],
)
GBA_FIFTH = (  # CONTEXT Figure 6, THESIS Figure 4.12
    [[1 / 3, 1 / 3, 1 / 3, GONE], [GONE, 1 / 2, GONE, 1 / 2], [GONE, GONE, 1 / 2, 1 / 2], [1 / 4] * 4],
    [
        [1 / 2, 1 / 3, 1 / 3, GONE],
        [GONE, 1 / 3, GONE, 1 / 3],
        [GONE, GONE, 1 / 3, 1 / 3],
        [1 / 2, 1 / 3, 1 / 3, 1 / 3],
    ],
    [[0.19, 0.35, 0.70, GONE], [GONE, 0.19, GONE, 0.51], [GONE, GONE, 0.59, 0.50], [0.60, 0.76, 0.95, 0.52]],
)
RBA_FIRST = (  # CONTEXT Figure 8, THESIS Figure 4.15
    [[1 / 4] * 4, [1 / 4] * 4, [1 / 4, GONE, 3 / 8, 3 / 8], [1 / 4] * 4],
    AFTER_ICD_OF_C3[1],
    [[0.32, 0.39, 0.88, 1.23], [0.98, 0.29, 0.98, 0.86], [1.46, GONE, 0.83, 0.70], [0.90, 0.76, 1.06, 0.58]],
)
RBA_SECOND = (  # THESIS Figure 4.16
    [[1 / 4] * 4, [1 / 4] * 4, [GONE, GONE, 1 / 2, 1 / 2], [1 / 4] * 4],
    [
        [1 / 2, 1 / 3, 1 / 4, 1 / 4],
        [1 / 4, 1 / 3, 1 / 4, 1 / 4],
        [GONE, GONE, 1 / 4, 1 / 4],
        [1 / 4, 1 / 3, 1 / 4, 1 / 4],
    ],
    [[0.21, 0.39, 0.88, 1.23], [0.98, 0.29, 0.98, 0.86], [GONE, GONE, 0.67, 0.56], [0.90, 0.76, 1.06, 0.58]],
)
RBA_TENTH = (  # CONTEXT Figure 9, THESIS Figure 4.17
    [[1 / 2, 1 / 2, GONE, GONE], [GONE, 1, GONE, GONE], [GONE, GONE, 1 / 2, 1 / 2], [GONE, GONE, GONE, 1]],
    [
        [1, 1 / 2, GONE, GONE],
        [GONE, 1 / 2, GONE, GONE],
        [GONE, GONE, 1, 1 / 2],
        [GONE, GONE, GONE, 1 / 2],
    ],
    [[0.0, 0.20, GONE, GONE], [GONE, 0.0, GONE, GONE], [GONE, GONE, 0.0, 0.37], [GONE, GONE, GONE, 0.0]],
)


@pytest.mark.parametrize(
    ("method", "number", "printed"),
    [
        pytest.param("wba", 1, AFTER_ICD_OF_C3, id="thesis-4.8"),
        pytest.param("wba", 4, WBA_FOURTH, id="thesis-4.9"),
        pytest.param("gba", 1, AFTER_ICD_OF_C3, id="context-5"),
        pytest.param("gba", 5, GBA_FIFTH, id="context-6"),
        pytest.param("rba", 1, RBA_FIRST, id="context-8"),
        pytest.param("rba", 2, RBA_SECOND, id="thesis-4.16"),
        pytest.param("rba", 10, RBA_TENTH, id="context-9"),
    ],
)
def test_iteration_is_as_printed(iterations, method, number, printed):
    _, *tables = iterations(method)[number - 1]
    for table, table_printed in zip(tables, printed, strict=True):
        assert_printed(table, table_printed)


@pytest.mark.parametrize(("method", "number"), [("wba", 4), ("gba", 5), ("rba", 10)])
def test_number_of_iterations_is_as_printed(iterations, method, number):
    assert len(iterations(method)) == number
    assert eliminate(method, array(FIGURE_4)).max() == number


def test_initial_weights_and_weighted_table():
    """THESIS Figures 4.6 and 4.7."""
    printed = [
        [0.32, 0.44, 0.88, 1.23],
        [0.98, 0.33, 0.98, 0.86],
        [1.46, 1.65, 1.00, 0.84],
        [0.90, 0.85, 1.06, 0.58],
    ]
    assert_printed(WeightedTable(array(FIGURE_4)).weighted, printed)
    table = RedistributedTable(array(FIGURE_4))
    assert_printed(table.weighted, printed)
    np.testing.assert_array_equal(table.row_weights, np.full((4, 4), 1 / 4))
    np.testing.assert_array_equal(table.column_weights, np.full((4, 4), 1 / 4))
    assert_printed(array(oracle.weighting(FIGURE_4, [0] * 4, [0] * 4)), printed)
    weights = oracle.equal_weights(FIGURE_4, [0] * 4, [0] * 4)
    np.testing.assert_array_equal(array(weights), np.full((2, 4, 4), 1 / 4))


def test_weights_of_a_table_that_is_not_square():
    """THESIS Figure 4.6: a cell of a row with N^c cells has weight 1 / N^c in it."""
    table = RedistributedTable(np.ones((2, 3)))
    assert (table.row_weights == 1 / 3).all()
    assert (table.column_weights == 1 / 2).all()
    np.testing.assert_allclose(table.weighted, (1 - 1 / 3) * (1 - 1 / 2))
    np.testing.assert_array_equal(WeightedTable(np.ones((2, 3))).weighted, table.weighted)


def test_vulnerabilities_in_the_text():
    assert oracle.vulnerability(FIGURE_4[C2], scaled=False) == pytest.approx(0.95)  # CONTEXT 5.1
    assert oracle.vulnerability(FIGURE_4[C3], scaled=False) == pytest.approx(0.82)  # CONTEXT 5.1
    groups = ComparableGroups(WeightedTable(array(FIGURE_4)))
    assert groups.at_start[C1] == pytest.approx(0.44, abs=PRINT)  # THESIS, after Definition 20
    assert groups.at_start[4 + ICD] == pytest.approx(0.80, abs=PRINT)  # CONTEXT 5.1, THESIS 4.4
    assert groups.at_start.argmax() == 4 + ICD
    scaled = ComparableGroups(WeightedTable(array(FIGURE_4)), scaled=True)
    assert scaled.at_start[C1] == pytest.approx(0.48, abs=PRINT)  # THESIS, after Definition 20


def test_thresholds_in_the_text():
    assert default_threshold("tba", array(FIGURE_4)) == pytest.approx(1.595625)
    assert default_threshold("wba", array(FIGURE_4)) == pytest.approx(0.90, abs=PRINT)  # THESIS 4.3
    for method in GROUP_BASED:
        assert default_threshold(method, array(FIGURE_4)) == pytest.approx(0.45, abs=PRINT)  # CONTEXT 5.1


def test_mda_takes_icd_from_c3():
    """THESIS Figure 4.1."""
    assert in_order(eliminate("mda", array(FIGURE_4))) == [(C3, ICD)]


TBA_PRINTED = [(C3, ICD), (C3, BP), (C1, INJURY), (C4, LIMBS), (C3, LIMBS), (C2, BP), (C2, LIMBS)]


def test_tba_at_the_printed_threshold():
    """THESIS Figure 4.3: at the mean rounded to 1.60, (C4, blood pressure) with 1.60 stays."""
    assert in_order(eliminate("tba", array(FIGURE_4), threshold=1.60)) == TBA_PRINTED


def test_tba_at_the_exact_mean():
    """The mean of the printed distances is 1.595625, which is exceeded by (C4, blood pressure) too."""
    assert in_order(eliminate("tba", array(FIGURE_4))) == [*TBA_PRINTED, (C4, BP)]


def test_gba_stops_at_blood_pressure():
    """CONTEXT 5.1: in the fifth iteration the largest vulnerability is 0.41, of the column blood pressure."""
    *_, (_, _, _, weighted) = oracle_tables("gba")
    largest = max(
        oracle.vulnerability([weighted[c] for c in group], scaled=False)
        for group in oracle.groups([[None if np.isnan(w) else w for w in row] for row in weighted])
    )
    blood_pressure = weighted[:, BP][~np.isnan(weighted[:, BP])]
    assert oracle.vulnerability(blood_pressure.tolist(), scaled=False) == largest
    assert largest == pytest.approx(0.41, abs=PRINT)
    assert largest < default_threshold("gba", array(FIGURE_4))


def test_rba_leaves_six_cells():
    """CONTEXT Figure 9, THESIS Figures 4.17 and 4.18."""
    kept = {(int(i), int(j)) for i, j in np.argwhere(eliminate("rba", array(FIGURE_4)) == 0)}
    assert kept == {(C1, BP), (C1, ICD), (C2, ICD), (C3, LIMBS), (C3, INJURY), (C4, INJURY)}


def test_eliminated_cell_alone_in_the_lower_cluster_leaves_its_weight_to_the_rest():
    """A reading of our own, where the papers are silent: the sum of weights in the column stays 1."""
    table = RedistributedTable(array([[0.1, 0.2, 0.3], [5.0, 9.0, 9.0], [6.0, 9.0, 9.0]]))
    ComparableGroups(table).eliminate(0, 0)
    np.testing.assert_allclose(table.column_weights[1:, 0], 1 / 2)


def test_equal_cells_share_alike():
    """A reading of our own: equal cells are one cluster, the lower one."""
    table = RedistributedTable(np.ones((3, 4)))
    ComparableGroups(table).eliminate(0, 0)
    np.testing.assert_allclose(table.row_weights[0, 1:], 1 / 3)
    np.testing.assert_allclose(table.column_weights[1:, 0], 1 / 2)


# Against the oracle, on tables with ties, unknown cells, equal rows and single rows or columns.

DISTANCE = st.one_of(
    st.integers(0, 4).map(float),
    st.integers(0, 30).map(lambda tenths: tenths / 10),
    st.floats(0, 10),
    st.sampled_from([None, None, -0.5]),
)


@st.composite
def tables(draw):
    rows, columns = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    cells = draw(st.sampled_from([DISTANCE, st.integers(0, 2).map(float), st.floats(0, 1)]))
    row = st.lists(cells, min_size=columns, max_size=columns)
    if draw(st.booleans()):
        return draw(st.lists(row, min_size=rows, max_size=rows))
    kinds = draw(st.lists(row, min_size=1, max_size=2))
    return [list(draw(st.sampled_from(kinds))) for _ in range(rows)]


def arguments(method, table, threshold, scaled, seed):
    """The arguments that suit the method."""
    return {
        "threshold": None if method in ("ra", "mda") else threshold,
        "scaled": scaled and method in GROUP_BASED,
        "seed": seed if method == "ra" else None,
    }


thorough = settings(max_examples=100)
options = {
    "table": tables(),
    "threshold": st.one_of(st.none(), st.sampled_from([0.0, 0.1, 0.5])),
    "scaled": st.booleans(),
    "seed": st.integers(0, 2**32),
}


@pytest.mark.parametrize("method", METHODS)
@thorough
@given(**options)
def test_kernel_is_the_oracle(method, table, threshold, scaled, seed):
    given_options = arguments(method, table, threshold, scaled, seed)
    steps = eliminate(method, array(table), **given_options)
    assert in_order(steps) == oracle.cells_in_order(method, table, **given_options)


@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("method", GROUP_BASED)
@pytest.mark.parametrize(
    "kind", ["continuous", "rounded", "equal rows", "wide", "gaps", "unlike columns", "unlike rows"]
)
def test_kernel_is_the_oracle_on_larger_tables(method, kind, scaled):
    """Large enough for bounds to drift, and for ties of so many groups that all are measured at once."""
    generator = np.random.default_rng(20)
    table = generator.gamma(4, 0.4, size=(5, 40) if kind == "wide" else (40, 5))
    if kind == "rounded":
        table = table.round(1)
    elif kind == "equal rows":
        table = np.tile(table[:1], (40, 1))
    elif kind == "gaps":
        table[generator.random(table.shape) < 0.3] = np.nan
    elif kind == "unlike columns":
        table *= 10.0 ** generator.integers(-8, 8, size=(1, 5))
    elif kind == "unlike rows":
        table *= 10.0 ** generator.integers(-16, 1, size=(40, 1))
    for threshold in (None, 0.0):
        steps = eliminate(method, table, threshold=threshold, scaled=scaled)
        assert in_order(steps) == oracle.cells_in_order(method, table.tolist(), threshold, scaled)


@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("seed", [1, 5])
@pytest.mark.parametrize("method", GROUP_BASED)
def test_ties_of_many_rows_with_many_columns_come_to_an_end(method, seed, scaled):
    """All rows and all columns were measured in turn, for ever."""
    quarters = np.random.default_rng(seed).integers(0, 5, (20, 20)) / 4
    steps = eliminate(method, quarters, threshold=0.0, scaled=scaled)
    assert in_order(steps) == oracle.cells_in_order(method, quarters.tolist(), 0.0, scaled)


@pytest.mark.parametrize("method", GROUP_BASED)
def test_bounds_that_are_never_asked_for_stay_finite(method):
    """Two cells have the scaled vulnerability 1: row after row comes first, and no column is ever measured."""
    table = np.tile([1.0, 2.0, 4.0], (2500, 1))
    steps = eliminate(method, table, scaled=True, threshold=0.0)
    assert len(in_order(steps)) > 4000


@pytest.mark.parametrize("method", METHODS)
@thorough
@given(**options)
def test_every_row_and_column_keeps_a_cell(method, table, threshold, scaled, seed):
    steps = eliminate(method, array(table), **arguments(method, table, threshold, scaled, seed))
    assert (steps == 0).any(axis=0).all()
    assert (steps == 0).any(axis=1).all()
    assert not steps[~(array(table) >= 0)].any()
    assert steps.dtype == np.int32


@thorough
@given(table=tables(), seed=st.integers(0, 2**32))
def test_ra_is_determined_by_its_seed(table, seed):
    np.testing.assert_array_equal(eliminate("ra", array(table), seed=seed), eliminate("ra", array(table), seed=seed))


@pytest.mark.parametrize("method", METHODS[1:])
@thorough
@given(table=tables(), seed=st.integers(0, 2**32))
def test_permuted_distances_are_those_of_the_table_in_other_cells(method, table, seed):
    """What goes is what goes from a table with the same distances in other known cells."""
    known = array(table) >= 0
    shuffled = np.full(known.shape, np.nan)
    shuffled[known] = np.random.Generator(np.random.PCG64(seed)).permutation(array(table)[known])
    np.testing.assert_array_equal(
        eliminate(method, array(table), seed=seed, permuted=True), eliminate(method, shuffled)
    )
    assert eliminate_lists(method, table, seed=seed, permuted=True) == eliminate_lists(method, shuffled.tolist())


def test_cells_change_places_alike_often():
    """The only large distance goes, wherever it is: a quarter of the time in each cell."""
    steps = [eliminate("mda", array([[9.0, 1.0], [1.0, 1.0]]), seed=seed, permuted=True) for seed in range(2000)]
    np.testing.assert_allclose(np.mean([step > 0 for step in steps], axis=0), 1 / 4, atol=0.05)


def test_ra_varies_with_its_seed_and_without():
    table = np.ones((20, 20))
    outcomes = [eliminate("ra", table, seed=seed) for seed in (1, 2, None, None)]
    assert len({outcome.tobytes() for outcome in outcomes}) == 4


def test_ra_eliminates_a_quarter_in_the_mean():
    """Half of the attempts, which are half of the cells; last cells hardly matter in a large table."""
    shares = [(eliminate("ra", np.ones((20, 20)), seed=seed) > 0).mean() for seed in range(400)]
    assert np.mean(shares) == pytest.approx(0.25, abs=0.02)
    assert max(shares) < 0.6


@pytest.mark.parametrize("method", ["mda", "tba", "wba", "gba", "rba"])
@thorough
@given(data=st.data(), shape=st.tuples(st.integers(2, 6), st.integers(2, 6)), seed=st.integers(0, 1000))
def test_order_of_rows_and_columns_does_not_matter_without_ties(method, data, shape, seed):
    """Distances from a continuous distribution: hypothesis' own floats are full of ties."""
    table = np.random.default_rng(seed).gamma(4, 0.4, size=shape)
    rows, columns = data.draw(st.permutations(range(shape[0]))), data.draw(st.permutations(range(shape[1])))
    threshold = None if method == "mda" else default_threshold(method, table)
    expected = eliminate(method, table, threshold=threshold)[np.ix_(rows, columns)]
    np.testing.assert_array_equal(eliminate(method, table[np.ix_(rows, columns)], threshold=threshold), expected)


# Ties, unknown cells, edges.


def test_ties_go_in_reading_order():
    assert in_order(eliminate("tba", array([[1, 3, 3], [3, 1, 1], [1, 1, 1]]))) == [(0, 1), (0, 2), (1, 0)]
    assert in_order(eliminate("mda", np.ones((2, 2)))) == [(0, 0)]


def test_equal_gaps_are_equal_although_they_are_rounded():
    """(1, 2) is 0.75 of 1 and (7, 1) the same after four steps, up to the last bit, which must not decide."""
    quarters = [[1, 0.75], [0.25, 0.25], [0.5, 0.25], [0.25, 0.75], [1, 0.5], [1, 1], [1, 0.75]]
    assert in_order(eliminate("gba", array(quarters))) == [(3, 1), (4, 0), (0, 0), (5, 1), (6, 0)]


# Numbers whose differences tie, large and small. A difference of just the tolerance is left to rounding, and none of
# small integers times weights is 1.234567.
NEAR_TIES = {
    "quarters": st.integers(0, 4).map(lambda n: n / 4),
    "within a millionth": st.integers(0, 4).map(lambda n: 1 + n * 1e-7),
    "of single precision": st.builds(lambda n, ulps: n / 4 + ulps * 2.0**-24, st.integers(0, 4), st.integers(0, 3)),
    "far apart": st.builds(lambda n, unit: n * unit, st.integers(0, 4), st.sampled_from([1.0, 1.234567e9])),
}
FACTORS = (3.0, 0.1, 1 / 3, 7e5, 7e-5)


@pytest.mark.parametrize("kind", NEAR_TIES)
@pytest.mark.parametrize("method", METHODS[1:])
@given(
    data=st.data(),
    shape=st.tuples(st.integers(1, 8), st.integers(1, 6)),
    scaled=st.booleans(),
    threshold=st.sampled_from([None, 0.0, 0.25]),
)
def test_the_scale_of_a_table_does_not_matter(method, kind, data, shape, scaled, threshold):
    """There are ties at every step, and factors that are no powers of two round them differently."""
    row = st.lists(NEAR_TIES[kind], min_size=shape[1], max_size=shape[1])
    table = array(data.draw(st.lists(row, min_size=shape[0], max_size=shape[0])))
    given_options = arguments(method, table, threshold, scaled, None)
    expected = eliminate(method, table, **given_options)
    assert in_order(expected) == oracle.cells_in_order(method, table.tolist(), **given_options)
    is_distance = threshold and method != "mda" and not given_options["scaled"]
    for factor in FACTORS:
        if is_distance:
            given_options["threshold"] = threshold * factor
        np.testing.assert_array_equal(eliminate(method, table * factor, **given_options), expected)


@pytest.mark.parametrize("factor", FACTORS)
def test_gaps_of_a_ten_millionth_are_equal_although_they_are_rounded(factor):
    table = array([[1.0000003, 1.0, 1.0000001], [1.0000001, 1.0000003, 1.0000002]])
    np.testing.assert_array_equal(eliminate("rba", table * factor), eliminate("rba", table))


def test_numbers_are_equal_within_a_billionth_of_the_largest_distance():
    """The largest is 1000, and 1e-6 as much as a difference may be; what equals the largest goes in reading order."""
    assert in_order(eliminate("mda", array([[1000 - 9e-7, 0], [1000, 0]]))) == [(0, 0)]
    assert in_order(eliminate("mda", array([[1000 - 2e-6, 0], [1000, 0]]))) == [(1, 0)]
    for small, expected in ((9e-7, []), (2e-6, [(0, 0)])):
        table = array([[small, 0, 0], [1000, 1000, 1000], [0, 0, 0]])
        gone = in_order(eliminate("tba", table, threshold=0.0))
        assert [cell for cell in gone if cell[0] == 0] == expected


def test_what_is_equal_has_no_gap():
    """Beside distances of 1, and beside such of 0.01."""
    near = [[1e-10, 3e-10, 0], [0, 2e-10, 4e-10]]
    for far, has_gap in ((1.0, False), (0.01, True)):
        groups = ComparableGroups(WeightedTable(array([*near, [far] * 3])))
        assert (groups.at_start[:2] > 0).tolist() == [has_gap] * 2


def test_rows_come_before_columns():
    """Row 0 and column 0 are equally vulnerable; the largest cell of row 0 goes."""
    table = array([[0, 4, 0], [4, 0, 0], [0, 0, 0]])
    groups = ComparableGroups(WeightedTable(table))
    assert groups.at_start[0] == groups.at_start[3] == groups.at_start.max()
    assert groups.most_vulnerable_cell(0.0) == (0, 1)


@pytest.mark.parametrize("method", ["tba", "wba", "gba", "rba"])
@pytest.mark.parametrize("value", [0.0, 0.1, 0.7, 1 / 3])
@pytest.mark.parametrize("shape", [(3, 3), (7, 11), (49, 3)])
def test_nothing_is_above_the_mean_of_equal_cells(method, value, shape):
    assert not eliminate(method, np.full(shape, value)).any()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("shape", [(1, 5), (5, 1), (1, 1)])
def test_single_row_or_column_keeps_all(method, shape):
    table = np.arange(1.0, 1 + np.prod(shape)).reshape(shape)
    assert not eliminate(method, table).any()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("shape", [(0, 0), (0, 3), (3, 0)])
def test_table_without_cells(method, shape):
    assert eliminate(method, np.empty(shape)).shape == shape


@pytest.mark.parametrize("method", METHODS)
def test_table_of_unknown_cells(method):
    assert not eliminate(method, np.full((3, 4), np.nan)).any()
    if method not in ("ra", "mda"):
        assert default_threshold(method, np.full((3, 4), np.nan)) == 0.0


def test_unknown_cells_count_as_kept_and_nowhere_else():
    table = array([[9.0, np.nan], [1.0, 2.0]])
    assert default_threshold("tba", table) == pytest.approx(4.0)
    assert in_order(eliminate("tba", table)) == [(0, 0)]
    assert default_threshold("wba", table) == pytest.approx(1.0)
    assert default_threshold("gba", table) == pytest.approx((1 + 8) / 4 / 4)


def test_negative_distance_is_unknown():
    negative, unknown = (
        array([[-3, 1, 5], [2, 2, 4], [1, 3, 1]]),
        array([[np.nan, 1, 5], [2, 2, 4], [1, 3, 1]]),
    )
    for method in METHODS[1:]:
        np.testing.assert_array_equal(eliminate(method, negative), eliminate(method, unknown))


def test_mda_wants_a_distance_above_zero():
    assert not eliminate("mda", np.zeros((3, 3))).any()


def test_input_is_not_changed():
    table = array([[-3, 1, 5], [2, 2, 4], [1, 3, 1]])
    before = table.copy()
    for method in METHODS:
        eliminate(method, table)
    np.testing.assert_array_equal(table, before)


# The face towards SQL.


def test_lists_speak_none():
    assert eliminate_lists("tba", [[1.0, None], [5.0, 1.0]]) == [[None, None], [1, None]]
    assert eliminate_lists("rba", FIGURE_4)[C3] == [2, 1, None, None]


@pytest.mark.parametrize("table", [[], [[]], [[], []]])
@pytest.mark.parametrize("method", METHODS)
def test_lists_without_cells_come_back(method, table):
    assert eliminate_lists(method, table) == table


@pytest.mark.parametrize("table", [[[1.0, 2.0], [3.0]], [[1.0], []], [[1.0, 2.0], None]])
def test_ragged_lists_are_bad_input(table):
    with pytest.raises(BadInput, match=r"row 2 has \d cell"):
        eliminate_lists("tba", table)


@thorough
@given(table=tables(), method=st.sampled_from(METHODS[1:]))
def test_lists_and_arrays_agree(table, method):
    steps = eliminate(method, array(table)).tolist()
    assert eliminate_lists(method, table) == [[step or None for step in row] for row in steps]


# Bad input.


@pytest.mark.parametrize(
    ("method", "wrong", "message"),
    [
        ("ra", {"threshold": 1.0}, "'ra' takes no threshold.*tba, wba, gba, rba"),
        ("mda", {"threshold": 0.0}, "'mda' takes no threshold"),
        ("tba", {"scaled": True}, "'tba' takes no scaled.*gba, rba"),
        ("wba", {"seed": 1}, "'wba' takes no seed.*ra"),
        ("tba", {"threshold": -0.1}, "threshold is -0.1"),
        ("rba", {"threshold": float("nan")}, "threshold is nan"),
        ("rba", {"threshold": float("inf")}, "threshold is inf"),
        ("ra", {"seed": -1}, "seed is -1"),
    ],
)
def test_unsuitable_option(method, wrong, message):
    with pytest.raises(BadInput, match=message):
        eliminate(method, np.ones((2, 2)), **wrong)


def test_unknown_method_names_the_known_ones():
    with pytest.raises(UnknownMethod, match=r"'xba'.*ra, mda, tba, wba, gba, rba"):
        eliminate("xba", np.ones((2, 2)))
    with pytest.raises(BadInput, match="'mda' has no threshold"):
        default_threshold("mda", np.ones((2, 2)))


@pytest.mark.parametrize("value", [np.inf, -np.inf, 1e101])
@pytest.mark.parametrize("method", METHODS)
def test_infinite_distance_is_bad_input(method, value):
    table = np.ones((2, 3))
    table[1, 2] = value
    with pytest.raises(BadInput, match="row 2, column 3"):
        eliminate(method, table)


def test_table_must_have_two_dimensions():
    with pytest.raises(BadInput, match="1 dimension"):
        eliminate("tba", np.ones(3))


@pytest.mark.parametrize(("method", "few"), [("tba", 8_000), ("wba", 4_000), ("gba", 4_000), ("rba", 4_000)])
def test_memory_is_linear_in_the_table(method: str, few: int) -> None:
    """Eight times the rows may take no more than nine times the memory; a square of them would take 64 times. There are
    so many that the some hundred kB of small objects that Python keeps for later do not matter: most for `tba`, which
    takes the least memory.
    """

    def peak(rows: int) -> int:
        table = np.random.default_rng(1).random((rows, 8))
        tracemalloc.start()
        try:
            eliminate(method, table, threshold=0.9)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(2_000)  # what the first call imports and keeps is no memory of the table
    assert peak(8 * few) <= 9 * peak(few)
