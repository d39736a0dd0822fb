"""A separate DuckDB instance that reads files.

A damaged file can make DuckDB invalidate the whole instance that reads it ("database has been invalidated"), which must
not be the user's. The rows reach the user's connection as a stream of Arrow batches, without a copy on disk.
"""

from __future__ import annotations

import atexit
import itertools
import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from setrisk.errors import BadInput
from setrisk.pipelines.common.quoting import literal

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_lock = threading.Lock()
# At most one, which is kept: making an instance takes as long as loading a small file.
_instances: list[DuckDBPyConnection] = []
# Its current settings for memory and threads.
_limits: list[tuple[str, int]] = []
_numbers = itertools.count()


@contextmanager
def read_separately(con: DuckDBPyConnection) -> Iterator[DuckDBPyConnection]:
    """A connection to the reading instance, with the memory limit and the threads of the user's connection."""
    ((memory, threads),) = con.execute("SELECT current_setting('memory_limit'), current_setting('threads')").fetchall()
    with _lock:
        reader = _instance().cursor()
        if _limits != [(memory, threads)]:  # setting them takes some time
            reader.execute(f"SET memory_limit = {literal(memory)}")
            reader.execute(f"SET threads = {literal(threads)}")
            _limits[:] = [(memory, threads)]
    try:
        yield reader
    finally:
        reader.close()


def check_may_read(con: DuckDBPyConnection, path: str) -> None:
    """Check that the user's connection may read a file; the reading instance always may.

    Raises:
        BadInput: the settings of the connection forbid it.
    """
    if con.execute("SELECT current_setting('enable_external_access')").fetchall() == [(True,)]:
        return
    try:
        con.execute("FROM glob($path)", {"path": path}).fetchall()
    except duckdb.PermissionException as error:
        raise BadInput(f"{path}: this connection may not read it: its setting enable_external_access is off") from error


def stream(reader: DuckDBPyConnection, query: str) -> object:
    """The result of a query, to be registered on a connection to another instance; it can be read once."""
    return reader.sql(query).__arrow_c_stream__()


def _instance() -> DuckDBPyConnection:
    """The instance; a new one if a damaged file has invalidated the last."""
    if _instances:
        try:
            _instances[0].execute("SELECT 1").fetchall()
        except duckdb.Error:
            _close()
        else:
            return _instances[0]
    # For what does not fit into memory; DuckDB would use a folder below the current one.
    folder = Path(tempfile.gettempdir()) / f"setrisk-{os.getpid()}-{next(_numbers)}"
    con = duckdb.connect(config={"temp_directory": str(folder)})
    with suppress(duckdb.InvalidInputException):  # in a notebook without ipywidgets
        con.execute("SET enable_progress_bar = false")
    _limits.clear()
    _instances.append(con)
    return con


def _close() -> None:
    while _instances:
        with suppress(duckdb.Error):
            _instances.pop().close()


def _forget() -> None:
    _inherited.extend(_instances)
    _instances.clear()


# Closing removes its temporary folder.
atexit.register(_close)
# After a fork the threads of an instance do not exist in the child, and the parent closes the instance.
_inherited: list[DuckDBPyConnection] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
