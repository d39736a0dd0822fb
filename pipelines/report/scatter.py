"""The picture of risk and utility: releases by how wrong they are, and by how many people are at risk in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from textwrap import shorten

from setrisk.pipelines.common.quantities import word_list
from setrisk.pipelines.common.share import limit_percent
from setrisk.pipelines.report.axes import Axis, DrawnLimits, Label, fitting_axis, place_labels
from setrisk.pipelines.report.curves import BEYOND, INTERVALS
from setrisk.pipelines.report.parts import Row, value_text
from setrisk.pipelines.report.unmeasured import TOO_WEAK, UNKNOWN

# The picture, and the margins around its axes, in its own units.
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 400, 290, 48, 6, 28, 38
# Room for marks at the ends of the axes, and between marks of releases that are at one place.
_MARK, _BESIDE = 8, 11.0
_ERROR = "error"
# Characters of a parameter in a name.
_LONGEST_VALUE = 30


@dataclass(frozen=True)
class Measure:
    """What the picture shows upwards, and what releases are held against.

    Attributes:
        name: in words.
        column: of the rows.
        interval: the columns of its ends, if it has any.
        is_common: whether it means the same for releases of all families.
        limit: the most that the owner accepts, if that was given.
        max_error: the largest error, if there is a limit on it.
        notes: what is not known of releases, and why.
    """

    name: str
    column: str
    interval: tuple[str, str] | None = None
    is_common: bool = False
    limit: float | None = None
    max_error: float | None = None
    notes: tuple[str, ...] = ()


AT_RISK = Measure("share at risk", "share_at_risk")
"""The share of the records that the worst attack of the family puts at risk."""


@dataclass(frozen=True)
class Point:
    """Releases at one place, in the units of the picture.

    Attributes:
        text: what they are, and their numbers.
        marks: style and x of the mark of each, and whether nothing is known of it for all that was measured.
        x, y: where they are.
        low, high: the ends of the interval; None if it has none.
        label: its label, and where that is.
        is_above: whether the upper end of the interval is above the limit.
        ringed_x: x of the mark of the recommended release, if that is here.
    """

    text: str
    marks: list[tuple[int, float, bool]]
    x: float
    y: float
    low: float | None
    high: float | None
    label: Label
    is_above: bool
    ringed_x: float | None = None


@dataclass(frozen=True)
class Scatter:
    """Releases by error and risk; those on the line are beaten by none in both.

    Attributes:
        title: above it.
        x_name, y_name: of the axes.
        points: the releases.
        legend: style and name of each release.
        x_ticks, y_ticks: where the numbers of the axes are, and these.
        front: the line, as the points of a polyline.
        limits: the limits, if there are any.
        notes: what else it says, below it.
    """

    title: str
    x_name: str
    y_name: str
    points: list[Point]
    legend: list[tuple[int, str]]
    x_ticks: list[tuple[float, str]]
    y_ticks: list[tuple[float, str]]
    front: str
    limits: DrawnLimits
    notes: list[str]
    width: int = _WIDTH
    height: int = _HEIGHT
    left: int = _LEFT
    right: int = _WIDTH - _RIGHT
    top: int = _TOP
    bottom: int = _HEIGHT - _BOTTOM


def names_of_releases(rows: Sequence[Row]) -> dict[int | str, str]:
    """The method of each release, by its number, with the parameters by which it differs from others of its method."""
    values: dict[tuple[str, str], set[str]] = defaultdict(set)
    for row in rows:
        for name, value in _parameters(row).items():
            values[row["method"], name].add(str(value))
    return {
        row["cell"]: ", ".join(
            [
                row["method"],
                *(
                    f"{name.replace('_', ' ')} {shorten(value_text(value), _LONGEST_VALUE, placeholder='...')}"
                    for name, value in _parameters(row).items()
                    if len(values[row["method"], name]) > 1
                ),
            ]
        )
        for row in sorted(rows, key=lambda row: row["cell"])
    }


def _parameters(row: Row) -> Mapping[str, object]:
    return {name: value for name, value in (row["parameters"] or {}).items() if value is not None}


def risk_and_utility(rows: Sequence[Row], measure: Measure, recommended: int | str | None = None) -> list[Scatter]:
    """A point for each release that has both, with a ring around the recommended one; no chart if none has."""
    there = [row for row in rows if row[_ERROR] is not None and row[measure.column] is not None]
    if not there:
        return []
    names = {str(cell): name for cell, name in names_of_releases(rows).items()}
    # Of all of them, so that a release looks the same in several pictures.
    styles = {cell: style for style, cell in enumerate(names)}
    x_axis, y_axis = _axes(there, measure)
    places: dict[tuple[float, float], list[Row]] = defaultdict(list)
    for row in there:
        places[x_axis.place(row[_ERROR]), y_axis.place(row[measure.column])].append(row)
    is_comparable = measure.is_common or len({row["method"] for row in rows}) == 1
    known = [place for place, found in places.items() if not all(row.get("is_unknown") for row in found)]
    front = _front(known) if is_comparable and known else []
    intervals = {place: _interval(found, measure, y_axis) for place, found in places.items()}
    limits = _drawn_limits(measure, x_axis, y_axis)
    strokes = [
        *((x, high, x, low) for (x, _), (low, high) in intervals.items() if low is not None and high is not None),
        *((min(x, to_x), min(y, to_y), max(x, to_x), max(y, to_y)) for (x, y), (to_x, to_y) in pairwise(front)),
        *([] if limits.y is None else [(float(_LEFT), limits.y, float(_WIDTH), limits.y)]),
        *([] if limits.x is None else [(limits.x, float(_TOP), limits.x, float(_HEIGHT - _BOTTOM))]),
    ]
    labels = place_labels(
        list(places),
        [
            [", ".join(_label(str(row["cell"]), names) for row in found), ", ".join(str(row["cell"]) for row in found)]
            for found in places.values()
        ],
        (_LEFT, 14, _WIDTH, _HEIGHT - _BOTTOM),
        strokes,
    )
    points = [
        Point(
            "; ".join(_numbers_in_words(row, measure) for row in found),
            marks,
            *place,
            *intervals[place],
            label,
            _is_above(found, measure),
            next((x for row, (_, x, _) in zip(found, marks, strict=True) if row["cell"] == recommended), None),
        )
        for (place, found), label in zip(places.items(), labels, strict=True)
        for marks in [_marks(found, place[0], styles)]
    ]
    shown = {str(row["cell"]) for row in there}
    ringed = [_label(str(row["cell"]), names) for row in there if row["cell"] == recommended]
    return [
        Scatter(
            f"Risk and utility, by {measure.name}{': better is down and to the left' if is_comparable else ''}",
            "error of counting queries, 0 right to 2 wrong",
            f"{measure.name}: highest risk" if measure.interval else measure.name,
            points,
            [(styles[cell], _label(cell, names)) for cell in names if cell in shown],
            [(x_axis.place(number), value_text(number)) for number in x_axis.numbers],
            [(y_axis.place(number), limit_percent(number)) for number in y_axis.numbers],
            " ".join(f"{x:g},{y:g}" for x, y in front),
            limits,
            [
                *(f"The ring is around the recommended release, {name}." for name in ringed),
                *_notes(rows, there, points, measure, is_comparable=is_comparable, has_limits=bool(limits.text)),
            ],
        )
    ]


def _marks(rows: Sequence[Row], x: float, styles: Mapping[str, int]) -> list[tuple[int, float, bool]]:
    """The marks of releases at one place, side by side."""
    left = x - _BESIDE * (len(rows) - 1) / 2
    return [
        (styles[str(row["cell"])], round(left + _BESIDE * n, 2), bool(row.get("is_unknown")))
        for n, row in enumerate(rows)
    ]


def _axes(rows: Sequence[Row], measure: Measure) -> tuple[Axis, Axis]:
    """Axes for all that is drawn. A limit of the error is drawn unless all are far from it."""
    errors = [row[_ERROR] for row in rows]
    ends = [row[name] for row in rows for name in measure.interval or () if row[name] is not None]
    limits = [measure.max_error] if measure.max_error is not None and max(errors) >= measure.max_error / 2 else []
    return (
        fitting_axis([*errors, *limits], _LEFT + _MARK, _WIDTH - _RIGHT - _MARK, from_zero=False),
        fitting_axis([*(row[measure.column] for row in rows), *ends, measure.limit or 0.0], _HEIGHT - _BOTTOM, _TOP),
    )


def _drawn_limits(measure: Measure, x_axis: Axis, y_axis: Axis) -> DrawnLimits:
    has_error = measure.max_error is not None and measure.max_error <= x_axis.high
    words = [
        *([] if measure.limit is None else [f"risk {limit_percent(measure.limit)}"]),
        *([f"error {measure.max_error:g}"] if has_error else []),
    ]
    return DrawnLimits(
        None if measure.limit is None else y_axis.place(measure.limit),
        x_axis.place(measure.max_error) if has_error and measure.max_error is not None else None,
        f"limit{'s' if len(words) > 1 else ''}: {', '.join(words)}" if words else "",
    )


def _interval(rows: Sequence[Row], measure: Measure, y_axis: Axis) -> tuple[float | None, float | None]:
    """The ends of the interval of releases at one place: the widest, if they differ."""
    if measure.interval is None:
        return None, None
    lows, highs = ([row[name] for row in rows if row[name] is not None] for name in measure.interval)
    return (y_axis.place(min(lows)), y_axis.place(max(highs))) if lows and highs else (None, None)


def _is_above(rows: Sequence[Row], measure: Measure) -> bool:
    """Whether one of them is above the limit, by the upper end of its interval if it has one."""
    column = measure.interval[1] if measure.interval else measure.column
    return measure.limit is not None and any(row[column] is not None and row[column] > measure.limit for row in rows)


def _label(cell: str, names: Mapping[str, str]) -> str:
    return names[cell] if names[cell].startswith(cell) else f"{cell}: {names[cell]}"


def _notes(
    rows: Sequence[Row],
    there: Sequence[Row],
    points: Sequence[Point],
    measure: Measure,
    *,
    is_comparable: bool,
    has_limits: bool,
) -> list[str]:
    """What the picture means, and what it does not show."""
    notes = []
    if is_comparable:
        notes.append("The dotted line joins the releases that no other one beats in both.")
    if measure.interval:
        notes.append(INTERVALS)
    if has_limits:
        notes.append(BEYOND)
    if any(is_unknown for point in points for *_, is_unknown in point.marks):
        notes.append(
            f"An empty mark is a release of which the risk is {UNKNOWN}: the attacks were {TOO_WEAK}, or nobody could "
            "be asked about. It does not mean safe, and the dotted line leaves it out."
        )
    if not is_comparable:
        notes.append("Compare releases of one family only: at risk means something else in each.")
    if measure.max_error is not None and max(row[_ERROR] for row in there) < measure.max_error / 2:
        notes.append(f"All keep the limit of the error, {measure.max_error:g}, which is beyond the right end.")
    if without_error := [str(row["cell"]) for row in rows if row[_ERROR] is None]:
        notes.append(f"Not in this picture, since the error is unknown: {word_list(without_error)}.")
    if measure.column == AT_RISK.column and (unknown := [str(r["cell"]) for r in rows if r[measure.column] is None]):
        notes.append(f"Unknown (not 0), since no attack was run: {word_list(unknown)}.")
    if unnamed := sum(not point.label.text for point in points):
        notes.append(f"For {unnamed} of the points there is no room for a number; the table has them all.")
    return [*notes, *measure.notes]


def _numbers_in_words(row: Row, measure: Measure) -> str:
    said = f"{row['cell']}: {row['method']}, {value_text(row['parameters'])}; error {value_text(row[_ERROR])}, "
    said += f"{measure.name} {value_text(row[measure.column], measure.column)}"
    if measure.interval and None not in (ends := [row[name] for name in measure.interval]):
        said += f" ({' to '.join(value_text(end, measure.column) for end in ends)})"
    return f"{said}; {UNKNOWN}" if row.get("is_unknown") else said


def _front(places: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The steps from one unbeaten place to the next; y grows downwards in pictures."""
    best: list[tuple[float, float]] = []
    for x, y in sorted(places, key=lambda place: (place[0], -place[1])):
        if not best or y > best[-1][1]:
            best.append((x, y))
    corners = [corner for (_, y), (x, below) in pairwise(best) for corner in ((x, y), (x, below))]
    return [(best[0][0], float(_TOP)), best[0], *corners, (float(_WIDTH - _RIGHT), best[-1][1])]
