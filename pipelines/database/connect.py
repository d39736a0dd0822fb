"""Open a database, or remove one that was just made."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from setrisk.errors import BadInput
from setrisk.pipelines.common.argument_types import check_types
from setrisk.pipelines.database.attach import _attach
from setrisk.pipelines.database.statements import run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


# Bytes before the first block of a database's file.
_HEADERS = 3 * 4096
# Optimizers, of which a version of DuckDB may lack some.
_MOVING = ["projection_pullup", "projection_placement"]


@check_types
def connect(path: str | Path = ":memory:", *, read_only: bool = False) -> DuckDBPyConnection:
    """Open the DuckDB database at `path` (made if there is none) with setrisk attached.

    Two optimizers of DuckDB are turned off, which shortens the planning of the largest relations; `RESET
    disabled_optimizers` turns them on.

    Raises:
        BadInput: the file is not a DuckDB database, is in no folder, is locked by another process, or cannot be made.
        WrongVersion: a newer setrisk wrote the database.

    Examples:
        >>> with setrisk.connect() as con:
        ...     con.sql("SELECT count(*) > 50 FROM setrisk.functions").fetchall()
        [(True,)]
    """
    _check_file(path)
    is_there = Path(path).exists()
    try:
        con = duckdb.connect(str(path), read_only=read_only)
    except duckdb.Error as error:
        # What could not be made whole; if another process has it, that made it.
        if not is_there and not _is_locked(str(error)) and _is_unfinished(Path(path)):
            _remove(Path(path))
        raise BadInput(f"cannot open {path}: {reason_with_advice(str(error).splitlines()[0])}") from error
    is_new = False
    try:
        # Between the two another process may have made it.
        is_new = not is_there and not has_content(con)
        # DuckDB would draw its own bars into the output of long queries, pipes included. In a notebook without
        # ipywidgets it draws none, and does not let itself be asked.
        with suppress(duckdb.InvalidInputException):
            con.execute("SET enable_progress_bar = false")
        # If another connection to the database has locked the settings, they stay.
        with suppress(duckdb.InvalidInputException):
            _plan_quickly(con)
        _attach(con, is_new=True)
    except BaseException:
        if is_new:
            close_and_remove(con, Path(path))
        con.close()
        raise
    return con


def _plan_quickly(con: DuckDBPyConnection) -> None:
    """Turn off the optimizers that move projections about, unless the user has turned off others. On small data
    they take a third of the time of `may_publish`; no row changes.
    """
    found = run(con, "catalog/optimizers_to_turn_off", names=_MOVING).fetchall()
    if found:
        con.execute("SET disabled_optimizers = $names", {"names": ",".join(name for (name,) in found)})


def has_content(con: DuckDBPyConnection) -> bool:
    """Whether there is more in the database than what `attach` makes."""
    return bool(run(con, "catalog/filled_tables").fetchall())


def close_and_remove(con: DuckDBPyConnection, path: Path) -> None:
    """Remove a database that this process has made."""
    # Before it is closed, while no other process can open it; Windows does that afterwards alone.
    _remove(path)
    con.close()
    if os.name == "nt":
        _remove(path)


def _is_unfinished(path: Path) -> bool:
    """Whether a file has no more than the headers of a database, and no log beside it."""
    return path.is_file() and path.stat().st_size <= _HEADERS and not Path(f"{path}.wal").exists()


def _remove(path: Path) -> None:
    for each in (path, Path(f"{path}.wal")):
        with suppress(OSError):
            each.unlink(missing_ok=True)


def _check_file(path: str | Path) -> None:
    """Refuse the files of other programs, for which DuckDB would fetch a reader from the network."""
    if str(path).startswith(":memory:"):
        return
    if Path(path).is_dir():
        raise BadInput(f"cannot open {path}: it is a folder; name a DuckDB file")
    if not Path(path).parent.is_dir():
        raise BadInput(f"cannot open {path}: there is no folder {Path(path).parent}; make it first")
    if Path(path).is_file():
        with suppress(OSError), Path(path).open("rb") as file:
            head = file.read(12)
            if head[8:] != b"DUCK":
                raise BadInput(
                    f"cannot open {path}: it is not a DuckDB database; name one, or a file that is not there yet"
                )


def reason_with_advice(reason: str) -> str:
    """DuckDB's words, and what they call for."""
    if _is_locked(reason):
        return f"{reason}; end the other process, or wait for it"
    if "with version number" in reason:
        return f"{reason}; upgrade DuckDB"
    if is_damage(reason):
        return f"{reason}; the file is damaged: go back to a copy of it, or make it again"
    return reason


def is_damage(reason: str) -> bool:
    """Whether DuckDB says that a database's file is not as it was written."""
    return "Corrupt database file" in reason or "Could not read enough bytes from file" in reason


def _is_locked(reason: str) -> bool:
    """Whether DuckDB says that another process has the file open. Names of files and blocks may hold the word, too."""
    return "Could not set lock on file" in reason
