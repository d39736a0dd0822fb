"""The picture of risk and utility: releases by how wrong they are, and by how many people are at risk in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from setrisk.pipelines.common.share import limit_percent
from setrisk.pipelines.report.axes import Label, fitting_axis, place_labels
from setrisk.pipelines.report.parts import Row, value_text

# The picture, and the margins around its axes, in its own units.
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 400, 290, 48, 6, 28, 38
# Room for marks at the ends of the axes.
_MARK = 8
_ERROR = "error"


@dataclass(frozen=True)
class Measure:
    """What the picture shows upwards.

    Attributes:
        name: in words.
        column: of the rows.
        interval: the columns of its ends, if it has any.
        is_common: whether it means the same for releases of all families.
        limit: the most that the owner accepts, if that was given.
    """

    name: str
    column: str
    interval: tuple[str, str] | None = None
    is_common: bool = False
    limit: float | None = None


AT_RISK = Measure("share at risk", "share_at_risk")
"""The share of the records that the worst attack of the family puts at risk."""


@dataclass(frozen=True)
class Point:
    """Releases at one place, in the units of the picture.

    Attributes:
        text: what they are, and their numbers.
        group: the number of the method.
        x, y: where it is.
        low, high: the ends of its interval; None if it has none.
        label: its label, and where that is.
        is_weak: whether the attack is too weak to say anything.
    """

    text: str
    group: int
    x: float
    y: float
    low: float | None
    high: float | None
    label: Label
    is_weak: bool


@dataclass(frozen=True)
class Scatter:
    """Releases by error and risk; those on the line are beaten by none in both.

    Attributes:
        title: above it.
        x_name, y_name: of the axes.
        points: the releases.
        groups: the methods.
        x_ticks, y_ticks: where the numbers of the axes are, and these.
        front: the line, as the points of a polyline.
        limit: where the limit is, and what it says; None if there is none.
        notes: what else it says, below it.
    """

    title: str
    x_name: str
    y_name: str
    points: list[Point]
    groups: list[str]
    x_ticks: list[tuple[float, str]]
    y_ticks: list[tuple[float, str]]
    front: str
    limit: tuple[float, str] | None
    notes: list[str]
    width: int = _WIDTH
    height: int = _HEIGHT
    left: int = _LEFT
    right: int = _WIDTH - _RIGHT
    top: int = _TOP
    bottom: int = _HEIGHT - _BOTTOM


def risk_and_utility(rows: Sequence[Row], measure: Measure) -> list[Scatter]:
    """A point for each release that has both; no chart if none has."""
    there = [row for row in rows if row[_ERROR] is not None and row[measure.column] is not None]
    if not there:
        return []
    ends = [row[name] for row in there for name in measure.interval or () if row[name] is not None]
    x_axis = fitting_axis([row[_ERROR] for row in there], _LEFT + _MARK, _WIDTH - _RIGHT - _MARK, from_zero=False)
    y_axis = fitting_axis(
        [*(row[measure.column] for row in there), *ends, measure.limit or 0.0], _HEIGHT - _BOTTOM, _TOP
    )
    # Of all of them, so that a method looks the same in several pictures.
    groups = sorted({str(row["method"]) for row in rows})
    names = _short_names(there)
    places: dict[tuple[float, float], list[Row]] = defaultdict(list)
    for row in there:
        places[x_axis.place(row[_ERROR]), y_axis.place(row[measure.column])].append(row)
    texts = [
        [", ".join(names[str(row["cell"])] for row in found), ", ".join(str(row["cell"]) for row in found)]
        for found in places.values()
    ]
    labels = place_labels(list(places), texts, (_LEFT, 14, _WIDTH, _HEIGHT - _BOTTOM))
    points = []
    for ((x, y), found), label in zip(places.items(), labels, strict=True):
        low, high = (
            (None if found[0][name] is None else y_axis.place(found[0][name]) for name in measure.interval)
            if measure.interval
            else (None, None)
        )
        said = "; ".join(_numbers_in_words(row, measure) for row in found)
        group, is_weak = groups.index(str(found[0]["method"])), any(row.get("is_weak") for row in found)
        points.append(Point(said, group, x, y, low, high, label, is_weak))
    is_comparable = measure.is_common or len(groups) == 1
    notes = ["The line joins the releases that no other one beats in both."] if is_comparable else []
    if measure.interval:
        notes.append("Upright lines are 95 % intervals.")
    if any(point.is_weak for point in points):
        notes.append("A dashed mark is an attack that was too weak to say anything: it does not mean safe.")
    if not is_comparable:
        notes.append("Compare points of one colour only: at risk means something else in each family.")
    if unnamed := sum(not label.text for label in labels):
        notes.append(f"For {unnamed} of the points there is no room for a number; the table has them all.")
    return [
        Scatter(
            "Risk and utility: better is down and to the left",
            "error of counting queries, 0 right to 2 wrong",
            measure.name,
            points,
            groups,
            [(x_axis.place(number), value_text(number)) for number in x_axis.numbers],
            [(y_axis.place(number), limit_percent(number)) for number in y_axis.numbers],
            _front([(point.x, point.y) for point in points]) if is_comparable else "",
            None
            if measure.limit is None
            else (y_axis.place(measure.limit), f"the limit, {limit_percent(measure.limit)}"),
            notes,
        )
    ]


def _numbers_in_words(row: Row, measure: Measure) -> str:
    said = f"{row['cell']}: {row['method']}, {value_text(row['parameters'])}; error {value_text(row[_ERROR])}, "
    said += f"{measure.name} {value_text(row[measure.column], measure.column)}"
    if measure.interval and None not in (ends := [row[name] for name in measure.interval]):
        said += f" ({' to '.join(value_text(end, measure.column) for end in ends)})"
    return said


def _short_names(rows: Sequence[Row]) -> dict[str, str]:
    """For each release its number, and the parameters by which it differs from the others of its method."""
    values: dict[tuple[str, str], set[str]] = defaultdict(set)
    for row in rows:
        for name, value in _parameters(row).items():
            values[row["method"], name].add(str(value))
    return {
        str(row["cell"]): " ".join(
            [
                f"{row['cell']}:",
                *(
                    f"{name.replace('_', ' ')} {value_text(value)}"
                    for name, value in _parameters(row).items()
                    if len(values[row["method"], name]) > 1
                ),
            ]
        ).removesuffix(":")
        for row in rows
    }


def _parameters(row: Row) -> Mapping[str, object]:
    return {name: value for name, value in (row["parameters"] or {}).items() if value is not None}


def _front(places: Sequence[tuple[float, float]]) -> str:
    """The steps from one unbeaten place to the next; y grows downwards in pictures."""
    best: list[tuple[float, float]] = []
    for x, y in sorted(places, key=lambda place: (place[0], -place[1])):
        if not best or y > best[-1][1]:
            best.append((x, y))
    corners = [corner for (_, y), (x, below) in pairwise(best) for corner in ((x, y), (x, below))]
    ends = [(best[0][0], float(_TOP)), best[0], *corners, (float(_WIDTH - _RIGHT), best[-1][1])]
    return " ".join(f"{x:g},{y:g}" for x, y in ends)
