"""Methods from other packages: each names the module that describes them as an entry point of the group
`setrisk.methods`.
"""

from __future__ import annotations

import warnings
from importlib.metadata import entry_points

GROUP = "setrisk.methods"


def load() -> None:
    """Import the modules, whose classes register themselves. One that cannot be imported is warned of and left out."""
    for entry in entry_points(group=GROUP):
        try:
            entry.load()
        except Exception as error:  # whatever another package does wrong
            warnings.warn(f"the methods of {entry.name} ({entry.value}) cannot be loaded: {error}", stacklevel=2)
