"""Axes end where the values do, and labels cover nothing."""

from itertools import combinations

import pytest

from setrisk.pipelines.report.axes import fitting_axis, place_labels, spread_out


@pytest.mark.parametrize(
    ("values", "ends", "step"),
    [
        ([0.34, 0.12], (0, 0.4), 0.1),
        ([0.97], (0, 1), 0.2),
        ([1.0, 0.0], (0, 1), 0.2),
        ([0.0], (0, 1), 0.2),
        ([0.004], (0, 0.004), 0.001),
        ([0.00013], (0, 0.00014), 0.00005),
        ([37.0], (0, 40), 10),
    ],
)
def test_an_axis_ends_at_the_next_round_number(values: list[float], ends: tuple[float, float], step: float) -> None:
    axis = fitting_axis(values, 0, 100)
    assert axis.step == pytest.approx(step)
    assert axis.low == ends[0]
    assert axis.high >= max(values)
    assert axis.high - max(values) < axis.step or max(values) == 0
    assert 2 <= len(axis.numbers) <= 7
    assert axis.place(axis.high) == 100


def test_an_axis_of_values_far_from_zero_begins_near_them() -> None:
    axis = fitting_axis([0.52, 0.58], 0, 100, from_zero=False)
    assert (axis.low, axis.high) == (pytest.approx(0.52), pytest.approx(0.58))
    assert fitting_axis([0.1, 0.58], 0, 100, from_zero=False).low == 0


def test_labels_cover_neither_points_nor_labels() -> None:
    points = [(100 + 7 * (n % 5), 100 + 5 * (n // 5)) for n in range(25)]
    labels = place_labels(points, [[f"{n}: k 10", str(n)] for n in range(25)], (50, 14, 480, 280))
    boxes = [(a.x, a.y - 10, a.x + 6.4 * len(a.text), a.y + 2) for a in labels if a.text]
    assert len(boxes) > 5
    for a, b in combinations(boxes, 2):
        assert a[2] <= b[0] + 0.2 or b[2] <= a[0] + 0.2 or a[3] <= b[1] + 0.2 or b[3] <= a[1] + 0.2
    for left, top, right, bottom in boxes:
        assert not [(x, y) for x, y in points if left < x < right and top < y < bottom]


def test_labels_of_lines_are_moved_no_further_than_needed() -> None:
    assert spread_out([50, 100], 10, 200) == [50, 100]
    assert spread_out([100, 50, 51], 10, 200) == [100, 50, 62]
    assert spread_out([199, 200, 198], 10, 200) == [188, 200, 176]
    assert spread_out([], 0, 1) == []
