"""The database that a command opens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

import setrisk
from setrisk.errors import BadInput
from setrisk.pipelines.common.folders import remove_orphans
from setrisk.pipelines.database.attach import OutOfDate, ensure_attached
from setrisk.pipelines.database.connect import close_and_remove, has_content

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@contextmanager
def open_database(path: Path, *, make: bool = False, read_only: bool = False) -> Iterator[DuckDBPyConnection]:
    """Open a database. If there is none, it is made only with `make`, and stays only if something is written into it.

    Raises:
        BadInput: there is no such database, or it cannot be opened.
    """
    remove_orphans()
    is_there = path.exists()
    if not make and not is_there:
        raise BadInput(f"{path}: no such database; `setrisk load` makes one")
    if read_only:
        _bring_up_to_date(path)
    with setrisk.connect(path, read_only=read_only) as con:
        is_new = not is_there and not has_content(con)
        try:
            yield con
        except BaseException:
            if is_new and not _has_content(con):
                close_and_remove(con, path)
            raise


def _bring_up_to_date(path: Path) -> None:
    """Install the relations of this version in a database of another one, if it can be opened for writing."""
    with setrisk.connect(path, read_only=True) as con:
        try:
            ensure_attached(con)
            return
        except OutOfDate:
            pass
        except BadInput:  # there is nothing of setrisk's in it, which the command says
            return
    setrisk.connect(path).close()


def _has_content(con: DuckDBPyConnection) -> bool:
    """Whether something was written before the error, which may be of the database itself."""
    try:
        return has_content(con)
    except duckdb.Error:
        return False
