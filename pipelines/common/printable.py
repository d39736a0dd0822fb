"""Text of others, such as names of items, where it is shown."""

from __future__ import annotations

import re

# What a terminal obeys instead of showing it, what turns the direction of writing, and what is not a character at all.
_STEERING = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
    "\U000e0000-\U000e0fff]"
)


def printable_text(text: str, *, kept: str = "") -> str:
    """The text with escapes for characters that steer what shows it, instead of being shown.

    Args:
        text: a line; or several, if line ends are kept.
        kept: which of these characters stay as they are.
    """
    return _STEERING.sub(
        lambda found: found[0] if found[0] in kept else found[0].encode("unicode_escape").decode(), text
    )
