"""What separates the items of lines: found from the lines if the user does not name it, checked if the user does."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from setrisk.errors import BadInput
from setrisk.pipelines.common.quoting import drop, union
from setrisk.pipelines.common.share import percent
from setrisk.pipelines.database.duckdb_errors import name_of
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.transactions.error_locations import Place
from setrisk.pipelines.transactions.layout import Layout
from setrisk.pipelines.transactions.separate_reader import stream
from setrisk.pipelines.transactions.source_views import FRAME

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# Names for messages. '' is any white space, which is used if no other separator fits better.
NAMES = {
    ",": "commas",
    ";": "semicolons",
    "\t": "tabs",
    "|": "vertical bars",
    " ": "spaces",
    "": "white space",
    "\n": "line ends",
}
CANDIDATES = (",", ";", "\t", "|", "")
# A separator under which each line is one item.
LINE_END = "\n"

_SAMPLE = "_setrisk_sample"
# Size of the sample in bytes, taken evenly from all files.
_LOOKED_AT = 1 << 18
# With fewer lines than this, nothing is concluded from a separator that no line contains.
_FEW_LINES = 5
# Shares of lines that contain a separator.
_HARDLY_ANY, _SOME, _MANY, _MOST = 0.01, 0.05, 0.2, 0.5
# By how much the shares of items that occur once must differ for one separator to be better than another.
_CLEARLY = 0.1


@dataclass(frozen=True)
class _Fit:
    """How well a candidate fits the lines of the sample.

    Attributes:
        separator: the candidate.
        n_lines: number of lines in the sample.
        n_holding: number of lines that contain the candidate.
        n_items: number of distinct items into which it splits the lines.
        once: share of the items of all lines that occur once.
    """

    separator: str
    n_lines: int
    n_holding: int
    n_items: int
    once: float

    @property
    def share_held(self) -> float:
        return self.n_holding / self.n_lines


def find_separator(con: DuckDBPyConnection, place: Place, layout: Layout) -> str:
    """The separator of the items in the lines of text files.

    Raises:
        BadInput: hardly any line contains the given separator.
    """
    given = layout.separator
    if given == LINE_END:
        return given
    fits = _fits(con, place, layout, given)
    likely = _likeliest_fit([fit for fit in fits.values() if fit.separator != given or fit.separator in CANDIDATES])
    if given is None:
        return likely.separator if likely else ""
    fit = fits.get(given)
    if fit is None or fit.n_lines < _FEW_LINES or fit.share_held >= _HARDLY_ANY:
        return given
    said = f"{name_of(place.source)}: {fit.n_holding:,} of {fit.n_lines:,} lines contain the separator {given!r}"
    if likely and likely.share_held >= (_SOME if likely.separator else _MOST):
        better = f"leave it out, or use {likely.separator!r}" if likely.separator else "leave it out"
        said += f", and {percent(likely.share_held)} contain {NAMES[likely.separator]}: {better}"
    else:
        said += ": name the right one"
    raise BadInput(f"{said}; if each line is one item, use '\\n'")


def separator_name(separator: str) -> str:
    """The name of a separator, for messages."""
    return NAMES.get(separator, repr(separator))


def _fits(con: DuckDBPyConnection, place: Place, layout: Layout, given: str | None) -> dict[str, _Fit]:
    assert place.reader is not None
    size = sum(os.path.getsize(opened.file.path) for opened in place.files)
    step = max(1, size // _LOOKED_AT)
    parts = (
        f"SELECT {number} AS file, l.line, l.text "
        f"FROM (SELECT row_number() OVER () AS line, f.text FROM {opened.reader} AS f) AS l WHERE l.line % {step} = 0"
        for number, opened in enumerate(place.files, 1)
    )
    con.register(FRAME, stream(place.reader, union(parts)))
    found = run(
        con,
        "transactions/separator_counts",
        candidates=list(dict.fromkeys((*CANDIDATES, *([given] if given else [])))),
        skip=layout.skip,
        comment=layout.comment or "",
    ).fetchall()
    con.unregister(FRAME)
    con.execute(drop("TABLE", _SAMPLE))
    return {
        separator: _Fit(
            separator, n_lines, n_holding, n_items + n_broken, (n_once + n_broken) / max(1, n_entries + n_broken)
        )
        for separator, n_lines, n_holding, n_broken, n_entries, n_items, n_once in found
        if n_lines
    }


def _likeliest_fit(fits: list[_Fit]) -> _Fit | None:
    """The candidate that gives the smallest share of items that occur once; among equals, the one that more lines
    contain. White space, which names contain too, is taken only if it is clearly better, or if no other candidate is in
    most lines, is in clearly more lines than white space, or gives fewer distinct items, most of which occur again.
    """
    blank = next((fit for fit in fits if not fit.separator), None)
    others = sorted(
        (fit for fit in fits if fit.separator and fit.share_held >= _SOME), key=lambda fit: (fit.once, -fit.share_held)
    )
    if not others or blank is None:
        return blank
    best = others[0]
    if best.once > blank.once + _CLEARLY:
        return blank
    makes_fewer = best.n_items < blank.n_items and best.once < _MOST
    is_held = best.share_held > _MOST or best.share_held >= max(_MANY, blank.share_held + _SOME)
    return best if is_held or best.once < blank.once - _CLEARLY or makes_fewer else blank
