"""Names of files, and writing them whole."""

from __future__ import annotations

import gzip
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, cast

from setrisk.errors import BadInput


def ending(path: str | Path) -> str:
    """The ending that says what a file holds, `.gz` aside, in lower case."""
    return Path(Path(path).name.removesuffix(".gz")).suffix.lower()


def exists(name: str | Path) -> bool:
    """Whether there is something of that name; what no file can be called, as a long list of items, is not."""
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False


def is_plain(path: Path) -> bool:
    """Whether it is a file of its own, and not a stream, even one that is written to a file, such as /dev/stdout."""
    return path.is_file() and path.parts[:2] not in (("/", "dev"), ("/", "proc"))


def check_writable(path: Path, what: str, sign: bytes | None = None) -> None:
    """See that a file can be written, and takes the place of nothing but an earlier one of its kind.

    Args:
        path: the file.
        what: what it is, for the message, such as `a picture`.
        sign: is near the beginning of earlier ones, which may be replaced; without it nothing may.

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
        raise BadInput(
            f"{path} exists already: remove it, choose another name, or replace it with replace=True (--replace)"
        )
    with path.open("rb") as file:
        if path.stat().st_size and sign not in file.read(4096):
            raise BadInput(f"{path} exists already, and is not {what}: remove it, or choose another name")


def write_whole(path: Path, text: str) -> None:
    """Write a file whole or not at all, for the user alone; a stream, such as /dev/stdout, just gets the text, as far
    as it is read.

    Raises:
        BadInput: it cannot be written.
    """
    try:
        if str(path) == "/dev/stdout":
            sys.stdout.write(text)
            return
        if path.exists() and not is_plain(path):
            # A reader that has seen enough is not an error.
            with suppress(BrokenPipeError), path.open("a", encoding="utf-8") as stream:
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
    """The file, unpacked if it is packed."""
    return cast(BinaryIO, gzip.open(path)) if str(path).endswith(".gz") else open(path, "rb")
