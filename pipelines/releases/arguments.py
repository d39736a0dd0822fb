"""What the method of a release was given, kept so that `assess` can make such a release again."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.database.statements import run
from setrisk.pipelines.database.tables import is_table
from setrisk.pipelines.methods.description import Method

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def keep_arguments(con: DuckDBPyConnection, release: str, method: Method, arguments: Mapping[str, Any]) -> None:
    """Store them; a frame or a query among them cannot be kept."""
    try:
        text = json.dumps(arguments, default=os.fspath, allow_nan=False)
    except (TypeError, ValueError):
        text = None
    contents_hash = None if text is None else hash_of_contents(con, method, arguments)
    run(con, "catalog/keep_arguments", release=release, arguments=text, hash=contents_hash)


def hash_of_contents(con: DuckDBPyConnection, method: Method, arguments: Mapping[str, Any]) -> str:
    """A hash of what the tables and files hold that the arguments name; a file that is gone counts as empty."""
    found = []
    for value in method.tables(arguments):
        if not isinstance(value, str | Path):
            continue
        if is_table(con, str(value)):
            found += run(con, "catalog/hash_of_table", table_name=str(value)).fetchall()
        elif Path(value).is_file():
            found.append((hashlib.sha256(Path(value).read_bytes()).hexdigest(),))
    return ", ".join(each for (each,) in found)
