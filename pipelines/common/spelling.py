"""What a name that is not known was probably meant to be."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

# Known names that are looked at; to compare with more takes too long for a message.
_MOST = 10_000


def suggestion(name: object, known: Iterable[str], *, cutoff: float = 0.7) -> str:
    """The end of a message: the one or few known names that are nearly alike; empty if there are none.

    Args:
        name: what was given.
        known: the names that there are.
        cutoff: how nearly alike, 0 to 1; less is needed among names of three letters.
    """
    spelled = {each.casefold(): each for each, _ in zip(known, range(_MOST), strict=False)}
    alike = difflib.get_close_matches(str(name).casefold(), spelled, n=3, cutoff=cutoff)
    return f"; did you mean {' or '.join(repr(spelled[each]) for each in alike)}?" if alike else ""
