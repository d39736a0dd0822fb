"""The repository is the package: a Python that starts beside a folder called `setrisk` finds that first."""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path


def warn_if_it_hides_another() -> None:
    """Say so if this is a checkout that was found only because Python started beside it, and another setrisk is
    installed, which was most likely meant.
    """
    here = Path(__file__).absolute().parent
    if not (here / "pyproject.toml").is_file() or not sys.path:
        return
    # What Python itself puts in front: the folder of the script, or the one that it starts in.
    is_beside = not sys.flags.safe_path and Path(sys.path[0]).resolve() == here.parent.resolve()
    if is_beside and (other := _other_install(here)):
        warnings.warn(
            f"this setrisk is the checkout {here}, since Python started beside it; it hides the one that is installed "
            f"in {other}: start Python in another folder, or with -P",
            RuntimeWarning,
            # Whoever imports it, past the machinery of imports, which is left out.
            stacklevel=3,
        )


def _other_install(here: Path) -> Path | None:
    """Where another setrisk is installed, if so."""
    # Later: it takes longer than all else here.
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        found = distribution("setrisk")
    except PackageNotFoundError:
        return None
    about = json.loads(found.read_text("direct_url.json") or "{}")
    if about.get("dir_info", {}).get("editable"):
        from urllib.parse import urlsplit
        from urllib.request import url2pathname

        place = Path(url2pathname(urlsplit(about["url"]).path))
    else:
        place = Path(str(found.locate_file("setrisk")))
    return None if not place.exists() or place.resolve() == here.resolve() else place
