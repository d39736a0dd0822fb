"""Check the files that users give (packed, cut off, a pipe, with mixed line ends), make them readable for DuckDB."""

from __future__ import annotations

import codecs
import gzip
import os
import re
import shutil
import stat
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from setrisk.errors import BadInput
from setrisk.pipelines.common.files import ending, exists, open_binary
from setrisk.pipelines.common.folders import make_own_folder
from setrisk.pipelines.transactions.separate_reader import check_may_read, read_separately

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_CHUNK = 1 << 20
_STDIN = "/dev/stdin"
# How the text of a query starts, which is not a name of a file.
_QUERY = re.compile(r"\s*(SELECT|FROM|WITH)\s", re.IGNORECASE)
# How files begin that are neither text nor Parquet, and what to do with them.
_OTHERS = (
    (b"PK\x03\x04", "is packed with zip, or a spreadsheet: unpack it, or save it as CSV"),
    (b"\x28\xb5\x2f\xfd", "is packed with zstd: unpack it first"),
    (b"BZh", "is packed with bzip2: unpack it first"),
    (b"\xfd7zXZ\x00", "is packed with xz: unpack it first"),
    (b"\xff\xfe", "is written in UTF-16: save it as UTF-8"),
    (b"\xfe\xff", "is written in UTF-16: save it as UTF-8"),
    (b"SQLite format 3\x00", "is an SQLite database: export the table as CSV"),
)


@dataclass(frozen=True)
class InputFile:
    """A file that DuckDB can read.

    Attributes:
        path: where it is, which may be a copy.
        name: what the user calls it.
        kind: `lines`, `csv`, `json` or `parquet`.
        is_mixed: whether its lines have different ends.
    """

    path: str
    name: str
    kind: str
    is_mixed: bool = False


@dataclass(frozen=True)
class Scratch:
    """Temporary files that only the user can read; the stack removes them."""

    stack: ExitStack

    def path(self, name: str) -> Path:
        """The path of a new file, in a folder of its own."""
        return Path(self.stack.enter_context(make_own_folder())) / name


@contextmanager
def make_readable(con: DuckDBPyConnection, source: str | Path) -> Iterator[Path]:
    """The path of one file, or of a copy that DuckDB can read.

    Raises:
        BadInput: as `check_files` does.
    """
    with read_separately(con) as reader, ExitStack() as stack:
        kind = "parquet" if ending(source) == ".parquet" else "csv"
        (file,) = check_files(con, reader, source, Scratch(stack), lambda _: kind)
        yield Path(file.path)


def check_files(
    con: DuckDBPyConnection,
    reader: DuckDBPyConnection,
    source: str | Path,
    scratch: Scratch,
    kind_of: Callable[[str], str],
) -> list[InputFile]:
    """The file, or the files of a pattern in the order of their names, checked from the first byte to the last.

    Args:
        con: the user's connection.
        reader: a connection to the reading instance.
        source: a path, a pattern, `/dev/stdin` or a URL.
        scratch: for copies.
        kind_of: the kind of `InputFile` that is expected, given the file's name.

    Raises:
        BadInput: there is no such file; it is a folder, a device, or a pipe that may never end; it is visibly cut off
            or damaged; or it contains a NUL character where text is expected.
    """
    name = str(source)
    check_may_read(con, name)
    if _is_pattern(name):
        found = [path for (path,) in reader.execute("SELECT g.file FROM glob($name) AS g", {"name": name}).fetchall()]
        if not found:
            raise _pattern_error(name)
        return [_check_file(_fetch(reader, path, scratch), path, kind_of(path), scratch) for path in found]
    return [_check_file(_regular_file(name, scratch), name, kind_of(name), scratch)]


def check_exists(source: str | Path) -> None:
    """Check that there is a file of that name, or one that matches the pattern; URLs are not checked.

    Raises:
        BadInput: there is none, or it is a folder.
    """
    name = str(source)
    if not _is_pattern(name):
        _require_no_folder(name, _file_mode(name))
    elif "://" not in name and not glob(name, recursive=True):
        raise _pattern_error(name)


def _pattern_error(name: str) -> BadInput:
    return BadInput(f"{name}: no files found that match this pattern{_advice_on_query(name)}")


def _advice_on_query(name: str) -> str:
    return "; a query is given as con.sql(...), or by --sql" if _QUERY.match(name) else ""


def _is_pattern(name: str) -> bool:
    """Whether it is a pattern or a URL, whose files DuckDB finds."""
    return "://" in name or (any(c in name for c in "*?[") and not exists(name))


def _fetch(reader: DuckDBPyConnection, path: str, scratch: Scratch) -> str:
    """The path of a file of a pattern. A URL is fetched first, since only a local file can be checked."""
    if "://" not in path:
        return _regular_file(path, scratch)
    local = scratch.path(Path(path).name)
    ((content,),) = reader.execute("SELECT b.content FROM read_blob($path) AS b", {"path": path}).fetchall()
    local.write_bytes(content)
    return str(local)


def _regular_file(name: str, scratch: Scratch) -> str:
    """The path of a regular file: this one, or a copy of what a pipe contains."""
    path, mode, is_handed_over = Path(name), _file_mode(name), _is_inherited(name)
    _require_no_folder(name, mode)
    if stat.S_ISFIFO(mode) and not is_handed_over:
        raise BadInput(f"{name}: is a named pipe, which may never end: write a file, or pipe into `setrisk load ... -`")
    if (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)) and is_handed_over:
        return _copy_pipe(name, scratch)
    if not stat.S_ISREG(mode):
        what = "is a terminal" if is_handed_over and _is_terminal(name) else "is a device"
        raise BadInput(f"{name}: {what}, not a file: name a file, or pipe one into `setrisk load ... -`")
    if any(c in name for c in "*?["):
        # DuckDB would read the name as a pattern, and open other files.
        packed = ".gz" if path.suffix == ".gz" else ""
        return str(shutil.copyfile(path, scratch.path(f"copy{ending(path)}{packed}")))
    return name


def _require_no_folder(name: str, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise BadInput(f"{name}: is a folder; name a file")


def _is_inherited(name: str) -> bool:
    """Whether it is a file that was open when the process was started, such as stdin."""
    return name == _STDIN or name.startswith(("/dev/fd/", "/proc/self/fd/"))


def _file_mode(name: str) -> int:
    """The mode of a file, which says what kind of file it is."""
    try:
        # If stdin was closed, Python has none, and another file may have its number now.
        if _is_inherited(name) and sys.stdin is None and Path(name).name in ("stdin", "0"):
            raise FileNotFoundError
        return Path(name).stat().st_mode
    except (OSError, ValueError) as error:
        if _is_inherited(name):
            raise BadInput(f"{name}: is closed: nothing can be read from it") from error
        is_word = not {"/", os.sep, "."} & set(name)
        or_table = ", and no such table" if is_word else ""
        raise BadInput(f"{name}: no such file{or_table}{_advice_on_query(name)}") from error


def _is_terminal(name: str) -> bool:
    try:
        with open(name, "rb", buffering=0) as file:
            return file.isatty()
    except OSError:
        return False


def _copy_pipe(name: str, scratch: Scratch) -> str:
    """A copy of what a pipe contains, up to its end."""
    with open(name, "rb") as pipe:
        head = pipe.read(len(b"\x1f\x8b"))
        path = scratch.path("piped.gz" if head == b"\x1f\x8b" else "piped")
        with path.open("wb") as file:
            file.write(head)
            shutil.copyfileobj(pipe, file, _CHUNK)
    return str(path)


def _check_file(path: str, name: str, kind: str, scratch: Scratch) -> InputFile:
    try:
        with open_binary(path) as file:
            start = file.read(16)
        kind = _check_kind(start, kind, name)
        if kind == "parquet":
            return InputFile(_unpack(path, scratch) if path.endswith(".gz") else path, name, kind)
        scanned = _scan(path, name)
        is_mixed = scanned.is_mixed
        # DuckDB would read the records that are there, without an error.
        if kind == "json" and scanned.first == b"[" and scanned.last != b"]":
            raise BadInput(f"{name}:{scanned.n_lines}: not JSON: the array is not closed")
        if is_mixed and kind == "lines":
            return InputFile(_unify_line_ends(path, scratch), name, kind)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise BadInput(f"{name}: cannot be unpacked: {error}") from error
    except OSError as error:
        raise BadInput(f"{name}: cannot be read: {error.strerror or error}") from error
    return InputFile(path, name, kind, is_mixed)


def _check_kind(start: bytes, kind: str, name: str) -> str:
    """The kind of a file; if its name has no ending, its first bytes decide."""
    for sign, what in _OTHERS:
        if start.startswith(sign) and kind != "parquet":
            raise BadInput(f"{name}: {what}")
    if start.startswith(b"\x1f\x8b") and kind != "parquet":
        raise BadInput(f"{name}: is packed with gzip: give it a name that ends in .gz")
    if kind == "csv" and not ending(name):
        if start.startswith(b"PAR1"):
            return "parquet"
        if start.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"[", b"{"):
            return "json"
    if kind == "lines" and start.startswith(b"PAR1"):
        raise BadInput(f"{name}: is a Parquet file, not lines of text: choose another format, such as lists or long")
    return kind


def _unpack(path: str, scratch: Scratch) -> str:
    """An unpacked copy, for files that DuckDB cannot unpack."""
    unpacked = scratch.path("unpacked.parquet")
    with gzip.open(path) as packed, unpacked.open("wb") as out:
        shutil.copyfileobj(packed, out, _CHUNK)
    return str(unpacked)


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    """The file in pieces, none of which ends between CR and LF."""
    kept = b""
    for chunk in iter(partial(file.read, _CHUNK), b""):
        chunk = kept + chunk
        kept = b"\r" if chunk.endswith(b"\r") else b""
        yield chunk[: len(chunk) - len(kept)]
    yield kept


@dataclass(frozen=True)
class _Scanned:
    """A text file: whether its lines have different ends, how many lines it has, its first and last byte but blanks."""

    is_mixed: bool
    n_lines: int
    first: bytes
    last: bytes


def _scan(path: str, name: str) -> _Scanned:
    """Read a text file to its end. This also checks whether it can be unpacked."""
    ends: set[str] = set()
    first = last = b""
    is_open = False
    n_lines = 0
    with open_binary(path) as file:
        for chunk in _chunks(file):
            nul = chunk.find(b"\0")
            if nul >= 0:
                n_lines += len(re.findall(rb"\r\n|\n|\r", chunk[:nul]))
                raise BadInput(f"{name}:{n_lines + 1}: holds a NUL character, which is not text: remove it")
            text = chunk.strip()
            first, last = first or text.removeprefix(codecs.BOM_UTF8)[:1], text[-1:] or last
            n_lf, n_cr = chunk.count(b"\n"), chunk.count(b"\r")
            n_crlf = chunk.count(b"\r\n") if n_cr else 0
            n_lines += n_lf + n_cr - n_crlf
            ends.update(end for end, n in (("\r\n", n_crlf), ("\n", n_lf - n_crlf), ("\r", n_cr - n_crlf)) if n)
            is_open = not chunk.endswith((b"\n", b"\r")) if chunk else is_open
    return _Scanned(len(ends) > 1, n_lines + is_open, first, last)


def _unify_line_ends(path: str, scratch: Scratch) -> str:
    """A copy whose lines all end in LF: DuckDB loses or doubles lines if their ends differ."""
    copy = scratch.path("lines.txt")
    with open_binary(path) as file, copy.open("wb") as out:
        for chunk in _chunks(file):
            out.write(chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
    return str(copy)
