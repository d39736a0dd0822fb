"""How wide the columns of a table are, so that it takes few lines, or little of it is cut off."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from rich.cells import cell_len

# Of longer texts the lines are estimated.
_LONG = 1000


def column_widths(columns: Sequence[Sequence[str]], least: Sequence[int], room: int) -> list[int]:
    """A width for each column, so that all fit and the rows take few lines.

    Each column starts as wide as its longest cell. Then, as long as they do not fit, that column is narrowed by a
    character which adds the fewest lines to the table.

    Args:
        columns: the cells of each.
        least: how wide each column must be.
        room: how wide all may be together; not less than the sum of `least`.
    """
    counters = [[_line_counter(cell) for cell in column] for column in columns]
    widths = [
        max(narrowest, min(room, max(map(cell_len, column)))) for column, narrowest in zip(columns, least, strict=True)
    ]
    lines = [[count(width) for count in column] for column, width in zip(counters, widths, strict=True)]
    while sum(widths) > room:
        steps = []
        for number, width in enumerate(widths):
            if width > least[number]:
                narrower = [count(width - 1) for count in counters[number]]
                n_lines = sum(map(max, zip(*lines[:number], narrower, *lines[number + 1 :], strict=True)))
                # Among equals the one in which fewer cells grow, then the widest.
                steps.append((n_lines, sum(narrower), -width, number, narrower))
        *_, number, narrower = min(steps)
        widths[number] -= 1
        lines[number] = narrower
    return widths


def one_line_widths(columns: Sequence[Sequence[str]], least: Sequence[int], room: int) -> list[int]:
    """A width for each column, so that all fit and little is cut off if each row takes one line. What is cut off the
    first column counts twice, since that says what its row is about.

    Args:
        columns: the cells of each.
        least: how wide each column must be.
        room: how wide all may be together; not less than the sum of `least`.
    """
    lengths = [[cell_len(cell) for cell in column] for column in columns]
    widths = list(least)
    for _ in range(room - sum(least)):
        n_cut = [sum(length > width for length in column) for column, width in zip(lengths, widths, strict=True)]
        n_cut[0] *= 2
        if not any(n_cut):
            break
        widths[n_cut.index(max(n_cut))] += 1
    return widths


def _line_counter(text: str) -> Callable[[int], int]:
    """The number of lines that a text takes at a width: broken between words, and within those that are longer."""
    words = [(cell_len(word), len(blanks)) for word, blanks in re.findall(r"(\S+)(\s*)", text[:_LONG])]

    @cache
    def n_lines(width: int) -> int:
        if len(text) > _LONG:
            return -(-len(text) // width)
        result, used = 1, 0
        for length, blanks in words:
            if used and used + length > width:
                result, used = result + 1, 0
            n_more = (length - 1) // width
            result += n_more
            used += length - n_more * width + blanks
        return result

    return n_lines
