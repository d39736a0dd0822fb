"""The picture of risk by the number of known items: a panel for each criterion, and a line for each release."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from setrisk.pipelines.common.share import limit_percent
from setrisk.pipelines.report.axes import Axis, Label, fitting_axis, spread_out
from setrisk.pipelines.report.parts import share_text

# A panel, and the margins around its axes, in its own units.
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 340, 200, 46, 56, 10, 34

PANELS = {
    "narrowing": "Narrowed down to fewer than {k} records",
    "singling_out": "Singling out",
    "linkability": "Linkability",
    "inference": "Inference",
    "sensitive_precision": "Sensitive items: precision of guesses",
    "sensitive_recall": "Sensitive items: recall of guesses",
}
"""The criteria in the order of their panels, and the titles of these."""


@dataclass(frozen=True)
class Known:
    """What was measured of one number of known items.

    Attributes:
        known: the number.
        risk, low, high: the risk, and the ends of its interval.
        is_weak: whether the attack is too weak to say anything.
    """

    known: int
    risk: float
    low: float
    high: float
    is_weak: bool = False


@dataclass(frozen=True)
class Measured:
    """A line before it is drawn.

    Attributes:
        name: what it is of.
        points: what was measured, by the number of known items.
        group: the number of its colour.
        is_before: whether it is of the data as they are.
        label: what is written at its end, if that is not only in the legend.
    """

    name: str
    points: Sequence[Known]
    group: int
    is_before: bool = False
    label: str = ""


@dataclass(frozen=True)
class Dot:
    """A number of a line, in the units of the panel."""

    x: float
    y: float
    is_weak: bool
    text: str


@dataclass(frozen=True)
class Line:
    """A line with its band: points of a polyline and of a polygon."""

    group: int
    is_before: bool
    path: str
    band: str
    dots: list[Dot]
    label: Label


@dataclass(frozen=True)
class Panel:
    """The lines of one criterion.

    Attributes:
        title: above it.
        note: in place of lines that are missing; empty if none is.
        lines: the lines.
        x_ticks, y_ticks: where the numbers of the axes are, and these.
        limit: where the limit is, and what it says; None if there is none.
    """

    title: str
    note: str
    lines: list[Line]
    x_ticks: list[tuple[float, str]]
    y_ticks: list[tuple[float, str]]
    limit: tuple[float, str] | None
    width: int = _WIDTH
    height: int = _HEIGHT
    left: int = _LEFT
    right: int = _WIDTH - _RIGHT
    top: int = _TOP
    bottom: int = _HEIGHT - _BOTTOM


@dataclass(frozen=True)
class Curves:
    """The panels, and what explains them.

    Attributes:
        title: above all.
        panels: one per criterion.
        legend: group, whether it is of the data as they are, and name of each line.
        notes: sentences below.
    """

    title: str
    panels: list[Panel]
    legend: list[tuple[int, bool, str]]
    notes: list[str]


@dataclass(frozen=True)
class Criterion:
    """What a panel is to show.

    Attributes:
        title: of the panel.
        lines: of the panel.
        note: in place of lines that are missing; empty if none is.
        limit: the most that the owner accepts, if that was given.
    """

    title: str
    lines: Sequence[Measured]
    note: str = ""
    limit: float | None = None


def curves(title: str, criteria: Sequence[Criterion], notes: Sequence[str]) -> list[Curves]:
    """A panel for each criterion of which anything was measured, with the same axes; no picture if nothing was."""
    shown = [criterion for criterion in criteria if any(line.points for line in criterion.lines)]
    if not shown:
        return []
    every = [known for criterion in shown for line in criterion.lines for known in line.points]
    limits = [criterion.limit for criterion in shown if criterion.limit is not None]
    y_axis = fitting_axis([*(known.high for known in every), *limits], _HEIGHT - _BOTTOM, _TOP)
    numbers = sorted({known.known for known in every})
    legend = {
        (line.group, line.is_before, line.name): None for criterion in shown for line in criterion.lines if line.points
    }
    return [
        Curves(title, [_panel(criterion, numbers, y_axis) for criterion in shown], list(legend), list(notes)),
    ]


def _panel(criterion: Criterion, numbers: Sequence[int], y_axis: Axis) -> Panel:
    room = _WIDTH - _RIGHT - _LEFT
    least, most = numbers[0], numbers[-1]

    def x_place(known: int) -> float:
        within = 0.5 if least == most else (known - least) / (most - least)
        return round(_LEFT + 12 + (room - 24) * within, 1)

    lines = [line for line in criterion.lines if line.points]
    ends = spread_out([y_axis.place(line.points[-1].risk) for line in lines], _TOP, _HEIGHT - _BOTTOM)
    return Panel(
        criterion.title,
        criterion.note,
        [
            Line(
                line.group,
                line.is_before,
                _points((x_place(known.known), y_axis.place(known.risk)) for known in line.points),
                _points(
                    [
                        *((x_place(known.known), y_axis.place(known.high)) for known in line.points),
                        *((x_place(known.known), y_axis.place(known.low)) for known in reversed(line.points)),
                    ]
                ),
                [
                    Dot(x_place(known.known), y_axis.place(known.risk), known.is_weak, _numbers_in_words(line, known))
                    for known in line.points
                ],
                Label(line.label or share_text(line.points[-1].risk), _WIDTH - _RIGHT + 4, end + 4),
            )
            for line, end in zip(lines, ends, strict=True)
        ],
        [(x_place(number), str(number)) for number in numbers],
        [(y_axis.place(number), limit_percent(number)) for number in y_axis.numbers],
        None
        if criterion.limit is None
        else (y_axis.place(criterion.limit), f"the limit, {limit_percent(criterion.limit)}"),
    )


def _points(places: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in places)


def _numbers_in_words(line: Measured, known: Known) -> str:
    said = f"{line.name}, {known.known} known: {share_text(known.risk)} "
    said += f"({share_text(known.low)} to {share_text(known.high)})"
    return f"{said}; the attack is too weak to say anything" if known.is_weak else said
