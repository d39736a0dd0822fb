"""Axes of pictures that end where the values do, and labels in them that do not overlap."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

LINE = 12.0
"""The height of a line of labels, in the units of the picture."""
# The width of a character; wide rather than narrow.
_CHARACTER = 6.4
# Between two labels side by side.
_GAP = 6.0
_MOST_STEPS = 6


@dataclass(frozen=True)
class Axis:
    """An axis, from its first value to its last, and where these are in the picture.

    Attributes:
        low, high: the first and the last value.
        start, stop: where they are.
        step: from one number that is written beside it to the next.
    """

    low: float
    high: float
    start: float
    stop: float
    step: float

    def place(self, value: float) -> float:
        """Where a value is; beyond the ends, at the nearer one."""
        within = min(max(value, self.low), self.high)
        return round(self.start + (self.stop - self.start) * (within - self.low) / (self.high - self.low), 2)

    @property
    def numbers(self) -> list[float]:
        """The values that are written beside it."""
        return [self.low + n * self.step for n in range(round((self.high - self.low) / self.step) + 1)]


def fitting_axis(values: Iterable[float], start: float, stop: float, *, from_zero: bool = True) -> Axis:
    """An axis that ends at the next round number beyond the values, and begins at 0 or, if that would waste more than
    half of it, at the round number before them.
    """
    low, high = min(given := list(values)), max(given)
    low = low if not from_zero and high > low > high / 2 else 0.0
    step = _round_step((high - low) or 1.0)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    last = max(last, first + 1)
    return Axis(first * step, last * step, start, stop, step)


def _round_step(width: float) -> float:
    """The smallest of 1, 2 and 5 times a power of ten of which a few steps are enough for an axis."""
    power = 10.0 ** math.floor(math.log10(width / _MOST_STEPS))
    return next(step for part in (1, 2, 5, 10) if _MOST_STEPS * (step := part * power) >= width * (1 - 1e-9))


@dataclass(frozen=True)
class DrawnLimits:
    """The limits that are drawn in a picture.

    Attributes:
        y, x: where they are; None if there is none.
        text: what they are; empty if there is none.
    """

    y: float | None
    x: float | None
    text: str


@dataclass(frozen=True)
class Label:
    """The place of a label.

    Attributes:
        text: what is written; empty if there is no room for it.
        x, y: the left end of its baseline.
        is_far: whether it is so far from its point that a line should join them.
    """

    text: str
    x: float
    y: float
    is_far: bool = False


# Where a label may be, beside its point: to the right, to the left, above and below.
_DIRECTIONS = ((1, -0.6), (1, 0.6), (-1, -0.6), (-1, 0.6), (0, -1), (0, 1), (1, 0), (-1, 0))
_DISTANCES = (9.0, 16.0, 26.0, 38.0)


def place_labels(
    points: Sequence[tuple[float, float]],
    texts: Sequence[Sequence[str]],
    frame: tuple[float, float, float, float],
    strokes: Sequence[tuple[float, float, float, float]] = (),
) -> list[Label]:
    """A label for each point, where it covers neither a point nor another label, nor a line if there is room.

    Args:
        points: where they are.
        texts: what each label may say, the most welcome first.
        frame: left, top, right and bottom of where labels may be.
        strokes: left, top, right and bottom of lines, which are upright or level.
    """
    radius = 6.0
    taken = [(x - radius, y - radius, x + radius, y + radius) for x, y in points]
    labels = []
    for (x, y), choices in zip(points, texts, strict=True):
        label, box = _free_place(x, y, choices, [*taken, *strokes], frame)
        if box is None and strokes:
            label, box = _free_place(x, y, choices, taken, frame)
        labels.append(label)
        if box is not None:
            taken.append(box)
    return labels


_Box = tuple[float, float, float, float]


def _free_place(
    x: float, y: float, choices: Sequence[str], taken: Sequence[_Box], frame: _Box
) -> tuple[Label, _Box | None]:
    for distance in _DISTANCES:
        for text in choices:
            width = _CHARACTER * len(text) + _GAP
            for right, down in _DIRECTIONS:
                middle = x + right * (distance + width / 2), y + down * distance
                box = (middle[0] - width / 2, middle[1] - LINE / 2, middle[0] + width / 2, middle[1] + LINE / 2)
                if _is_within(box, frame) and not any(_overlap(box, other) for other in taken):
                    is_far = distance > _DISTANCES[1]
                    return Label(text, round(box[0] + _GAP / 2, 1), round(middle[1] + 4, 1), is_far), box
    return Label("", x, y), None


def _overlap(a: _Box, b: _Box) -> bool:
    # A line has no width.
    return a[0] < max(b[2], b[0] + 1) and b[0] < a[2] and a[1] < max(b[3], b[1] + 1) and b[1] < a[3]


def _is_within(box: _Box, frame: _Box) -> bool:
    return box[0] >= frame[0] and box[1] >= frame[1] and box[2] <= frame[2] and box[3] <= frame[3]


def spread_out(places: Sequence[float], low: float, high: float) -> list[float]:
    """Heights of labels beside one another's lines, moved as little as is needed for all of them to be read; none is
    beyond the ends as long as there is room.
    """
    order = sorted(range(len(places)), key=lambda number: places[number])
    moved = [min(max(places[number], low), high) for number in order]
    for above, below in pairwise(range(len(moved))):
        moved[below] = max(moved[below], moved[above] + LINE)
    # Back from the lower end, if that went beyond it.
    if moved and moved[-1] > high:
        moved[-1] = high
        for below, above in pairwise(range(len(moved) - 1, -1, -1)):
            moved[above] = min(moved[above], moved[below] - LINE)
    found = [0.0] * len(places)
    for number, height in zip(order, moved, strict=True):
        found[number] = round(height, 1)
    return found
