"""The units that a column may have, and what types and ranges go with each."""

from __future__ import annotations

import re
from dataclasses import dataclass

_LOWEST = re.compile(r"(>=|>)? ?(-?\d+(?:\.\d+)?)")
_INTEGERS = ("INTEGER", "BIGINT", "HUGEINT")


@dataclass(frozen=True)
class Unit:
    """Types that columns of a unit may have, and their range, or None for any without negative numbers."""

    types: tuple[str, ...]
    range: str | None = None


_COUNTED = (
    "attempts candidates cells components copies counterfeits draws findings items itemsets lines pairs placements "
    "queries reconstructions records releases tables transactions words"
)
UNITS = {
    **dict.fromkeys(_COUNTED.split(), Unit(_INTEGERS)),
    **dict.fromkeys(("mean cells", "mean itemsets", "mean placements", "mean records"), Unit(("DOUBLE",))),
    # Counts that search engines give may be estimates, and larger than integers hold.
    "documents": Unit((*_INTEGERS, "DOUBLE")),
    "epsilon": Unit(("DECIMAL",)),
    "fraction": Unit(("DOUBLE",), "0 to 1"),
    "seconds": Unit(("DOUBLE",)),
}


def fault(type_: str, unit: str, range_: str, meaning: str) -> str | None:
    """What is wrong with unit, type and range of a column, if anything is."""
    if not unit:
        return "`0 to 1` is the range of the unit `fraction`" if (type_, range_) == ("DOUBLE", "0 to 1") else None
    if unit not in UNITS:
        return f"`{unit}` is not a unit; sql/compiler/units.py lists them"
    wanted = UNITS[unit]
    if type_.partition("(")[0] not in wanted.types:
        return f"`{unit}` goes with {' or '.join(wanted.types)}, not with {type_}"
    if wanted.range:
        return None if range_ == wanted.range else f"`{unit}` goes with the range `{wanted.range}`"
    # A difference may be negative, if its meaning says when.
    if "negative" in meaning:
        return None
    lowest = _LOWEST.match(range_)
    return None if lowest and float(lowest[2]) >= 0 else f"`{unit}` needs a range from 0 or more"
