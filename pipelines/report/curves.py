"""The picture of risk by the number of known items: a panel for each criterion, and a line for each release."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from setrisk.pipelines.common.quantities import word_list
from setrisk.pipelines.common.share import limit_percent
from setrisk.pipelines.report.axes import LINE, Axis, DrawnLimits, Label, fitting_axis, spread_out
from setrisk.pipelines.report.parts import share_text
from setrisk.pipelines.report.unmeasured import TOO_WEAK, UNKNOWN

# A panel, and the margins around its axes, in its own units.
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 352, 214, 46, 80, 24, 34
# Between the lines at one number of known items, so that their intervals can be told apart, and the most in all.
_BESIDE, _MOST_BESIDE = 6.0, 30.0
# Bands of more lines than these would hide each other.
_MOST_BANDS = 2
INTERVALS = (
    "Marks are estimates, and the upright lines through them 95 % intervals. Limits hold for the upper end of the "
    "interval: a thick end is above the limit."
)
"""What marks in pictures mean, and what limits hold for."""
BEYOND = "What is beyond a limit is tinted."
"""What the tint in pictures with limits means."""
WEAK = f"An empty mark is an attack that was {TOO_WEAK}, or a risk that is {UNKNOWN}: it does not mean safe."
"""What empty marks mean."""

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
        is_unknown: whether nothing is known of the risk by this criterion, for all that was measured.
    """

    known: int
    risk: float
    low: float
    high: float
    is_weak: bool = False
    is_unknown: bool = False


@dataclass(frozen=True)
class Measured:
    """A line before it is drawn.

    Attributes:
        name: what it is of.
        points: what was measured, by the number of known items.
        style: the number of its colour, mark and dashes.
        is_before: whether it is of the data as they are.
        label: what is written at its end, if that is not only in the legend.
    """

    name: str
    points: Sequence[Known]
    style: int
    is_before: bool = False
    label: str = ""


@dataclass(frozen=True)
class Dot:
    """A number of a line, in the units of the panel: where it is, the ends of its interval, and what it says.

    Attributes:
        is_weak: whether the mark is empty: the attack is too weak to say anything, or the risk is unknown.
        is_above: whether the upper end of the interval is above the limit, also if the risk is unknown.
    """

    x: float
    y: float
    low: float
    high: float
    is_weak: bool
    is_above: bool
    text: str


@dataclass(frozen=True)
class Line:
    """A line: points of a polyline, of the polygon of its band, if it has one, and its label, if there is room."""

    style: int
    is_before: bool
    path: str
    band: str
    dots: list[Dot]
    label: Label | None


@dataclass(frozen=True)
class Panel:
    """The lines of one criterion.

    Attributes:
        title: above it.
        notes: what it does not show, or says besides.
        lines: the lines.
        x_ticks, y_ticks: where the numbers of the axes are, and these.
        limits: the limit, if there is one.
    """

    title: str
    notes: list[str]
    lines: list[Line]
    x_ticks: list[tuple[float, str]]
    y_ticks: list[tuple[float, str]]
    limits: DrawnLimits
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
        legend: style, whether it is of the data as they are, and name of each line.
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
        notes: what is not known, and why.
        limit: the most that the owner accepts, if that was given.
    """

    title: str
    lines: Sequence[Measured]
    notes: Sequence[str] = ()
    limit: float | None = None


def curves(title: str, criteria: Sequence[Criterion], notes: Sequence[str]) -> list[Curves]:
    """A panel for each criterion of which anything was measured, with the same axes; no picture if nothing was. Of the
    others stay the notes.
    """
    shown = [criterion for criterion in criteria if any(line.points for line in criterion.lines)]
    if not shown:
        return []
    every = [known for criterion in shown for line in criterion.lines for known in line.points]
    limits = [criterion.limit for criterion in shown if criterion.limit is not None]
    y_axis = fitting_axis([*(known.high for known in every), *limits], _HEIGHT - _BOTTOM, _TOP)
    numbers = sorted({known.known for known in every})
    legend = {
        (line.style, line.is_before, line.name): None for criterion in shown for line in criterion.lines if line.points
    }
    absent = [
        f"{criterion.title}: {note[:1].lower()}{note[1:]}"
        for criterion in criteria
        if criterion not in shown
        for note in criterion.notes
    ]
    weak = [WEAK] if any(known.is_weak or known.is_unknown for known in every) else []
    panels = [_panel(criterion, numbers, y_axis) for criterion in shown]
    return [Curves(title, panels, sorted(legend), [*notes, *([BEYOND] if limits else []), *weak, *absent])]


def _panel(criterion: Criterion, numbers: Sequence[int], y_axis: Axis) -> Panel:
    lines = [line for line in criterion.lines if line.points]
    width = min(_BESIDE * (len(lines) - 1), _MOST_BESIDE)
    margin = 12 + width / 2
    room = _WIDTH - _RIGHT - _LEFT - 2 * margin
    least, most = numbers[0], numbers[-1]

    def x_place(known: int, place: int | None = None) -> float:
        within = 0.5 if least == most else (known - least) / (most - least)
        beside = 0.0 if place is None or len(lines) == 1 else width * (place / (len(lines) - 1) - 0.5)
        return round(_LEFT + margin + room * within + beside, 1)

    drawn = [
        [
            Dot(
                x_place(known.known, place),
                y_axis.place(known.risk),
                y_axis.place(known.low),
                y_axis.place(known.high),
                known.is_weak or known.is_unknown,
                not line.is_before and criterion.limit is not None and known.high > criterion.limit,
                _numbers_in_words(line, known),
            )
            for known in line.points
        ]
        for place, line in enumerate(lines)
    ]
    labels = _labels(lines, [dots[-1].y for dots in drawn])
    notes = [*_beyond_limit(lines, drawn), *criterion.notes]
    if unlabelled := labels.count(None):
        notes.append(f"For the numbers of {unlabelled} lines there is no room: see their marks below.")
    return Panel(
        criterion.title,
        notes,
        [
            Line(
                line.style,
                line.is_before,
                _points((dot.x, dot.y) for dot in dots),
                _points([*((dot.x, dot.high) for dot in dots), *((dot.x, dot.low) for dot in reversed(dots))])
                if len(lines) <= _MOST_BANDS
                else "",
                dots,
                label,
            )
            for line, dots, label in zip(lines, drawn, labels, strict=True)
        ],
        [(x_place(number), str(number)) for number in numbers],
        [(y_axis.place(number), limit_percent(number)) for number in y_axis.numbers],
        DrawnLimits(None, None, "")
        if criterion.limit is None
        else DrawnLimits(y_axis.place(criterion.limit), None, f"limit {limit_percent(criterion.limit)}"),
    )


def _beyond_limit(lines: Sequence[Measured], drawn: Sequence[Sequence[Dot]]) -> list[str]:
    """Which lines are above the limit, in a sentence; none if no line is. Without numbers there is only one release."""
    above = [line for line, dots in zip(lines, drawn, strict=True) if any(dot.is_above for dot in dots)]
    if not above:
        return []
    highest = share_text(max(known.high for line in above for known in line.points))
    named = word_list(
        [f"{line.label} (unknown)" if line.points[0].is_unknown else line.label for line in above if line.label]
    )
    return [f"Above the limit: {named}." if named else f"Above the limit: it may be up to {highest}."]


def _labels(lines: Sequence[Measured], ends: Sequence[float]) -> list[Label | None]:
    """A label beside the end of each line; of the highest ones, if there is no room for all."""
    n_labels = int((_HEIGHT - _BOTTOM - _TOP) / LINE) + 1
    labelled = sorted(range(len(lines)), key=lambda place: ends[place])[:n_labels]
    heights = spread_out([ends[place] for place in labelled], _TOP, _HEIGHT - _BOTTOM)
    found: list[Label | None] = [None] * len(lines)
    for place, height in zip(labelled, heights, strict=True):
        text = lines[place].label or share_text(lines[place].points[-1].risk)
        found[place] = Label(text, _WIDTH - _RIGHT + 20, height + 4, is_far=True)
    return found


def _points(places: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in places)


def _numbers_in_words(line: Measured, known: Known) -> str:
    said = f"{line.name}, {known.known} known: {share_text(known.risk)} "
    said += f"({share_text(known.low)} to {share_text(known.high)})"
    if known.is_unknown:
        return f"{said}; {UNKNOWN}"
    return f"{said}; the attack is {TOO_WEAK}" if known.is_weak else said
