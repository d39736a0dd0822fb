"""What separates the items of lines: found from the lines where the user does not say it, checked where he does."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from setrisk.errors import BadInput
from setrisk.pipelines.apart import stream
from setrisk.pipelines.faults import name_of
from setrisk.pipelines.layout import Layout
from setrisk.pipelines.opening import FRAME
from setrisk.pipelines.places import Place
from setrisk.pipelines.statements import run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# What they are called. '' is any white space, the separator where no other fits better.
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
# Bytes of text, from all over the files, that are looked at.
_LOOKED_AT = 1 << 18
# Lines below which nothing is concluded from a separator that none holds.
_FEW_LINES = 5
# Shares of lines: hardly any hold it; some do; many do; most do.
_HARDLY_ANY, _SOME, _MANY, _MOST = 0.01, 0.05, 0.2, 0.5
# By how much the share of items that occur once must differ to tell that one separator is better than another.
_CLEARLY = 0.1


@dataclass(frozen=True)
class _Fit:
    """How well a candidate fits: how many lines hold it, how many different items it makes, and the share of entries
    whose item occurs once.
    """

    separator: str
    n_lines: int
    n_holding: int
    n_items: int
    once: float

    @property
    def held(self) -> float:
        return self.n_holding / self.n_lines


def of_files(con: DuckDBPyConnection, place: Place, layout: Layout) -> str:
    """What separates the items of the lines of text files.

    Raises:
        BadInput: hardly any line holds the given separator.
    """
    given = layout.separator
    if given == LINE_END:
        return given
    fits = _fits(con, place, layout, given)
    likely = _likely([fit for fit in fits.values() if fit.separator != given or fit.separator in CANDIDATES])
    if given is None:
        return likely.separator if likely else ""
    fit = fits.get(given)
    if fit is None or fit.n_lines < _FEW_LINES or fit.held >= _HARDLY_ANY:
        return given
    said = f"{name_of(place.source)}: {fit.n_holding:,} of {fit.n_lines:,} lines hold the separator {given!r}"
    if likely and likely.held >= (_SOME if likely.separator else _MOST):
        better = f"leave it out, or say {likely.separator!r}" if likely.separator else "leave it out"
        said += f", and {likely.held:.0%} hold {NAMES[likely.separator]}: {better}"
    else:
        said += ": say which one they hold"
    raise BadInput(f"{said}; where each line is one item, say '\\n'")


def in_words(separator: str) -> str:
    """What a separator is called."""
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
    con.register(FRAME, stream(place.reader, " UNION ALL ".join(parts)))
    found = run(
        con,
        "transactions/separator_counts",
        candidates=list(dict.fromkeys((*CANDIDATES, *([given] if given else [])))),
        skip=layout.skip,
        comment=layout.comment or "",
    ).fetchall()
    con.unregister(FRAME)
    con.execute(f"DROP TABLE temp.{_SAMPLE}")
    return {
        separator: _Fit(
            separator, n_lines, n_holding, n_items + n_broken, (n_once + n_broken) / max(1, n_entries + n_broken)
        )
        for separator, n_lines, n_holding, n_broken, n_entries, n_items, n_once in found
        if n_lines
    }


def _likely(fits: list[_Fit]) -> _Fit | None:
    """The candidate under which items occur again most; of those that are alike in that, the one that more lines hold.
    White space, which names hold too, only where it is clearly better, or where no other is held by most lines, is held
    by more than hold white space, or makes fewer items that occur again.
    """
    blank = next((fit for fit in fits if not fit.separator), None)
    others = sorted((fit for fit in fits if fit.separator and fit.held >= _SOME), key=lambda fit: (fit.once, -fit.held))
    if not others or blank is None:
        return blank
    best = others[0]
    if best.once > blank.once + _CLEARLY:
        return blank
    makes_fewer = best.n_items < blank.n_items and best.once < _MOST
    is_held = best.held > _MOST or best.held >= max(_MANY, blank.held + _SOME)
    return best if is_held or best.once < blank.once - _CLEARLY or makes_fewer else blank
