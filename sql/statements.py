"""The statements that install the relations, kept between processes as bytecode is: to read and check all files takes
two seconds.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import sys
from contextlib import suppress
from importlib.metadata import version
from importlib.util import cache_from_source
from pathlib import Path

from setrisk.sql import FOLDER, digest, relations


@functools.cache
def statements(*, udfs: frozenset[str]) -> tuple[str, ...]:
    """CREATE MACRO and COMMENT ON of each relation, each after those that it calls.

    Raises:
        BadSql: as `relations`, where they are made anew.
    """
    # Where the bytecode of this file is.
    kept = Path(cache_from_source(str(FOLDER / "statements.py"))).with_name(f"statements-{_key(udfs)}.json")
    with suppress(OSError, ValueError):
        return tuple(json.loads(kept.read_text(encoding="utf-8")))
    every = relations(udfs=udfs)
    made = tuple(statement for relation in every for statement in (relation.macro(), relation.comment()))
    if not sys.dont_write_bytecode:
        # Where the package cannot be written to, they are made each time.
        with suppress(OSError):
            kept.parent.mkdir(parents=True, exist_ok=True)
            for older in kept.parent.glob("statements-*.json"):
                older.unlink(missing_ok=True)
            # Renamed when it is whole: two processes may write at once.
            written = kept.with_suffix(f".{os.getpid()}")
            written.write_text(json.dumps(made), encoding="utf-8")
            written.replace(kept)
    return made


def _key(udfs: frozenset[str]) -> str:
    """Of all that the statements are made from: SQL files, kernels' names, and the code that makes them."""
    hashed = hashlib.sha256(f"{digest()} {sorted(udfs)} {version('sqlglot')}".encode())
    for path in sorted(FOLDER.glob("*.py")):
        hashed.update(path.read_bytes())
    return hashed.hexdigest()[:16]
