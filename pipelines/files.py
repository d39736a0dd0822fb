"""Files as users have them: packed, cut off, or with a name that reads as a pattern."""

from __future__ import annotations

import gzip
import os
import shutil
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, cast

import duckdb

from setrisk.errors import BadInput


def ending(path: str | Path) -> str:
    """The ending that tells what a file holds, `.gz` aside, in lower case."""
    return Path(Path(path).name.removesuffix(".gz")).suffix.lower()


def is_plain(path: Path) -> bool:
    """Whether it is a file of its own, and not a stream, even one that is written to a file, such as /dev/stdout."""
    return path.is_file() and path.parts[:2] not in (("/", "dev"), ("/", "proc"))


def check_writable(path: Path, what: str, sign: bytes | None = None) -> None:
    """See that a file can be written, and takes the place of nothing but an earlier one of its kind.

    Args:
        path: the file.
        what: it is, for the message.
        sign: stands near the beginning of earlier ones, which may be replaced; without it nothing may.

    Raises:
        BadInput: it may not, or there is no folder for it.
    """
    if path.is_dir():
        raise BadInput(f"{path} is a folder: give the name of a file")
    if not path.parent.is_dir():
        raise BadInput(f"cannot write {path}: there is no folder {path.parent}")
    if not is_plain(path):
        return
    if sign is None:
        raise BadInput(f"{path} exists already: remove it, choose another name, or force")
    with path.open("rb") as file:
        if path.stat().st_size and sign not in file.read(4096):
            raise BadInput(f"{path} exists already, and is no {what}: remove it, or choose another name")


def write_whole(path: Path, text: str) -> None:
    """Write a file whole or not at all, for the user alone; a stream, such as /dev/stdout, just gets the text.

    Raises:
        BadInput: it cannot be written.
    """
    try:
        if str(path) == "/dev/stdout":
            sys.stdout.write(text)
            return
        if path.exists() and not is_plain(path):
            with path.open("a", encoding="utf-8") as stream:
                stream.write(text)
            return
        target = path.resolve()
        number, written = tempfile.mkstemp(dir=target.parent, prefix=".", suffix=".part")
        try:
            with os.fdopen(number, "w", encoding="utf-8") as file:
                file.write(text)
            Path(written).replace(target)
        finally:
            Path(written).unlink(missing_ok=True)
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}; what was there is still there") from error


def open_binary(path: str | Path) -> BinaryIO:
    """The file, unpacked where it is packed."""
    return cast(BinaryIO, gzip.open(path)) if str(path).endswith(".gz") else open(path, "rb")


@contextmanager
def readable(source: object) -> Iterator[Any]:
    """The source itself; a gzipped Parquet file, which DuckDB cannot read, is unpacked into a temporary file.

    Raises:
        BadInput: there is no such file, or it is cut off.
    """
    if not isinstance(source, str | Path):
        yield source
        return
    path = Path(source)
    is_pattern = "://" in str(source) or (any(c in str(source) for c in "*?[") and not path.exists())
    if not is_pattern and not path.exists():
        raise BadInput(f"{source}: no such file")
    if not is_pattern and path.is_dir():
        raise BadInput(f"{source}: is a folder; name a file")
    if path.name.endswith(".gz") and not is_pattern and duckdb.__version__.startswith("1."):
        # DuckDB 1.5 reads a file that is cut off as far as it goes, and says nothing.
        _unpack(path, Path(os.devnull))
    if path.name.endswith(".parquet.gz"):
        with tempfile.TemporaryDirectory() as folder:
            unpacked = Path(folder) / "unpacked.parquet"
            _unpack(path, unpacked)
            yield unpacked
    elif not is_pattern and any(c in str(source) for c in "*?["):
        # DuckDB would take the name for a pattern, and read other files.
        with tempfile.TemporaryDirectory() as folder:
            yield shutil.copyfile(path, Path(folder) / f"copy{ending(path)}{'.gz' if path.suffix == '.gz' else ''}")
    else:
        yield source


def _unpack(packed: Path, into: Path) -> None:
    try:
        with gzip.open(packed) as source, into.open("wb") as out:
            shutil.copyfileobj(source, out)
    except (OSError, EOFError, zlib.error) as error:
        raise BadInput(f"{packed}: cannot be unpacked: {error}") from error
