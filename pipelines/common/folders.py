"""Folders for copies of private data, which must not outlive the process that made them."""

from __future__ import annotations

import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform != "win32":
    import fcntl

_PREFIX = "setrisk-"
# A file in the folder that its process has locked: however that ends, the lock ends with it.
_OWNER = "owner.lock"


@contextmanager
def make_own_folder() -> Iterator[str]:
    """A new folder that the user alone can read. It goes at the end of the block; if the process is killed before,
    `remove_orphans` removes it.
    """
    with tempfile.TemporaryDirectory(prefix=_PREFIX, ignore_cleanup_errors=True) as folder:
        lock = _lock(Path(folder))
        try:
            yield folder
        finally:
            remove(Path(folder))
            if lock is not None:
                os.close(lock)


def remove_orphans() -> None:
    """Remove the folders of processes that were killed, not of living ones. Windows does not say which these are."""
    if sys.platform == "win32":
        return
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):  # no such folder of ours; or its process lives
            about = folder.lstat()
            if not stat.S_ISDIR(about.st_mode) or about.st_uid != os.getuid():
                continue
            lock = os.open(folder / _OWNER, os.O_RDWR | os.O_NOFOLLOW)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                remove(folder)
            finally:
                os.close(lock)


def remove(folder: Path) -> None:
    """Remove a folder, although others may write into it, or remove it, at the same time. What says whose it is goes
    last: if this process is killed in between, `remove_orphans` still finds the rest.
    """
    for _ in range(100):
        with suppress(OSError):
            for entry in folder.iterdir():
                if entry.name != _OWNER:
                    _remove_entry(entry)
            if all(entry.name == _OWNER for entry in folder.iterdir()):
                (folder / _OWNER).unlink(missing_ok=True)
                folder.rmdir()
        if not folder.exists():
            return


def _remove_entry(entry: Path) -> None:
    if entry.is_dir() and not entry.is_symlink():
        shutil.rmtree(entry, ignore_errors=True)
    else:
        with suppress(OSError):
            entry.unlink()


def _lock(folder: Path) -> int | None:
    """The open file that says whose the folder is; None if files cannot be locked."""
    if sys.platform == "win32":
        return None
    # Before it has its name, so that nobody finds it without its lock.
    unnamed = folder / "new.lock"
    lock = os.open(unnamed, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        unnamed.rename(folder / _OWNER)
    except OSError:
        os.close(lock)
        return None
    return lock
