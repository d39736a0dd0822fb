"""A DuckDB instance of setrisk's own that reads the files of others.

A damaged file can make DuckDB give up the whole instance that reads it ("database has been invalidated"): that must
not be the user's. What it reads reaches the user's connection as a stream of Arrow batches, without a copy on disk.
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
from setrisk.pipelines.quoting import literal

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_lock = threading.Lock()
# At most one: to make an instance takes as long as loading a small file.
_instances: list[DuckDBPyConnection] = []
# What it was last told of memory and threads.
_limits: list[tuple[str, int]] = []
_numbers = itertools.count()


@contextmanager
def apart(con: DuckDBPyConnection) -> Iterator[DuckDBPyConnection]:
    """A connection to the reading instance, with as much memory and as many threads as the user's connection has."""
    ((memory, threads),) = con.execute("SELECT current_setting('memory_limit'), current_setting('threads')").fetchall()
    with _lock:
        reader = _instance().cursor()
        if _limits != [(memory, threads)]:  # to set them takes some time
            reader.execute(f"SET memory_limit = {literal(memory)}; SET threads = {int(threads)}")
            _limits[:] = [(memory, threads)]
    try:
        yield reader
    finally:
        reader.close()


def check_may_read(con: DuckDBPyConnection, path: str) -> None:
    """See that the user's connection may read a file, which the reading instance always may.

    Raises:
        BadInput: its settings forbid it.
    """
    if con.execute("SELECT current_setting('enable_external_access')").fetchall() == [(True,)]:
        return
    try:
        con.execute("SELECT count(*) FROM glob($path)", {"path": path}).fetchall()
    except duckdb.PermissionException as error:
        raise BadInput(f"{path}: this connection may not read it: its setting enable_external_access is off") from error


def stream(reader: DuckDBPyConnection, query: str) -> object:
    """The result of a query, for `register` on a connection to another instance; it can be read once."""
    return reader.sql(query).__arrow_c_stream__()


def _instance() -> DuckDBPyConnection:
    """The instance, a new one where a damaged file has ended the last."""
    if _instances:
        try:
            _instances[0].execute("SELECT 1").fetchall()
        except duckdb.Error:
            _close()
        else:
            return _instances[0]
    # What does not fit into memory goes there, not into a folder below the current one.
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
# The threads of an instance are not there after a fork, and the instance is the parent's to close.
_inherited: list[DuckDBPyConnection] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
