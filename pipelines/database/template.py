"""A database that holds what `install` makes, and nothing else: copying it is much quicker than making it, since
DuckDB binds each macro that is created, and none that is copied.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import cache_from_source
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from setrisk.pipelines.common import quoting
from setrisk.pipelines.common.quoting import identifier
from setrisk.pipelines.database import install
from setrisk.udf import registration
from setrisk.version import __version__

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# In seconds. A process that writes one needs much less than an hour.
_HOUR, _MONTH = 60 * 60, 30 * 24 * 60 * 60
# What the template is called while it is attached.
_NAME = "_setrisk_template"


@contextmanager
def open_template(con: DuckDBPyConnection) -> Iterator[str | None]:
    """The statement that does what `install` does in a database without any schema of setrisk, good while this lasts;
    None if there is no template. No transaction may be open.
    """
    path = _find() or _make_lasting() or _make_temporary()
    try:
        if path:
            con.execute(quoting.attach(path, _NAME, "(READ_ONLY)"))
    except duckdb.Error:
        # The connection may be forbidden to read files, or the file is damaged: then the next one makes another.
        _remove_damaged(path)
        path = None
    if not path:
        yield None
        return
    try:
        ((database,),) = con.execute("SELECT current_database()").fetchall()
        yield f"COPY FROM DATABASE {identifier(_NAME)} TO {identifier(database)} (SCHEMA)"
    finally:
        con.execute(quoting.detach(_NAME))


def copy_template(path: Path) -> bool:
    """Write the template to a file that is not there yet; whether there is one. Opening the file finds damage."""
    found = _find()
    if found is None:
        return False
    with suppress(OSError):
        shutil.copyfile(found, path)
    return path.exists()


def _remove_damaged(path: Path | None) -> None:
    """Remove a template that cannot be opened."""
    try:
        duckdb.connect(str(path), read_only=True).close()
    except duckdb.Error:
        with suppress(OSError):
            Path(str(path)).unlink()


def _folders() -> Iterator[tuple[Path, bool]]:
    """Folders where it stays, the best first, and whether one may be written: beside the bytecode, where the image of a
    container keeps it, the user's cache, and a folder for temporary files that is the user's alone.
    """
    yield _folder_of_bytecode(), not sys.dont_write_bytecode
    from platformdirs import user_cache_path

    with suppress(RuntimeError):  # there may be no home
        yield user_cache_path("setrisk", appauthor=False), True
    if private := _private_folder():
        yield private, True


def _folder_of_bytecode() -> Path:
    return Path(cache_from_source(__file__)).parent


def _private_folder() -> Path | None:
    """A folder for temporary files that no other user can write: another's database would be run as ours."""
    if not hasattr(os, "getuid"):
        return None
    folder = Path(tempfile.gettempdir()) / f"setrisk_of_user_{os.getuid()}"
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        if stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077:
            return folder
    return None


def _make_temporary() -> Path | None:
    """The template in a folder that goes with this process, if it can be kept nowhere else."""
    folder = _folder_of_process()
    return _make(folder / _file_name()) if folder else None


@cache
def _folder_of_process() -> Path | None:
    try:
        folder = Path(tempfile.mkdtemp(prefix="setrisk_template_"))
    except OSError:
        return None
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _find() -> Path | None:
    return next((path for folder, _ in _folders() if (path := folder / _file_name()).exists()), None)


def _make_lasting() -> Path | None:
    """The template, made in the first place that can be written."""
    for folder, may_be_written in _folders():
        if may_be_written and (path := _make(folder / _file_name())):
            return path
    return None


def _make(path: Path) -> Path | None:
    if path.exists():
        return path
    # Renamed when it is whole: two processes may write at once.
    written = path.with_suffix(f".{os.getpid()}")
    with suppress(OSError, duckdb.Error), _remove_afterwards(written):
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove_older(path.parent)
        with duckdb.connect(written) as con:
            registration.register(con)
            con.begin()  # each statement by itself would be written to disk
            install.install(con)
            con.commit()
            con.execute("CHECKPOINT")
        written.replace(path)
    return path if path.exists() else None


def _remove_older(folder: Path) -> None:
    """Remove the templates of other versions, and what killed processes have left. Other environments may use those in
    a folder of the user, and would make them again: there they stay for a month.
    """
    is_own = folder == _folder_of_bytecode()
    for older in folder.glob("template-*"):
        is_written = older.suffix != ".duckdb"
        kept_for = _MONTH if not is_own else _HOUR if is_written else 0
        # Another process may have it open, and some systems forbid to remove it then.
        with suppress(OSError):
            if time.time() - older.stat().st_mtime > kept_for:
                older.unlink()


@contextmanager
def _remove_afterwards(path: Path) -> Iterator[None]:
    """Whatever happens, neither the database nor its log stays."""
    try:
        yield
    finally:
        for each in (path, Path(f"{path}.wal")):
            with suppress(OSError):
                each.unlink(missing_ok=True)


def _file_name() -> str:
    """Its name depends on all that it is made from: SQL files, kernels' names, DuckDB, and this code."""
    made_with = (install.digest(), *sorted(registration.NAMES), duckdb.__version__, __version__)
    hashed = hashlib.sha256(" ".join(made_with).encode())
    for path in map(Path, (__file__, install.__file__, quoting.__file__)):
        hashed.update(path.read_bytes())
    return f"template-{hashed.hexdigest()[:16]}.duckdb"
