"""Methods from other packages: each names the module that describes them as an entry point of the group
`setrisk.methods`.
"""

from __future__ import annotations

import sys
from importlib.metadata import entry_points

from setrisk.pipelines.methods.description import METHODS, Method

GROUP = "setrisk.methods"

# The methods that every process knows that imports setrisk.
_known_everywhere: list[Method] = []


def load() -> None:
    """Import the modules, whose classes register themselves. One that cannot be imported is reported on standard error
    and left out.
    """
    for entry in entry_points(group=GROUP):
        try:
            entry.load()
        except Exception as error:  # whatever another package does wrong
            # A line, and not a warning: those show a place in this file, and may be errors.
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            print(
                f"setrisk: warning: the methods of {entry.name} ({entry.value}) cannot be loaded: {reason}",
                file=sys.stderr,
            )
    _known_everywhere.extend(METHODS)


def is_known_everywhere(method: Method) -> bool:
    """Whether other processes know a method, too: not one that a script of the user describes for itself."""
    return any(known is method for known in _known_everywhere)
