"""What the program writes to. Whatever becomes of it, commands go on: that nobody reads what they say, or that it
cannot be written, must not change what they have found.
"""

from __future__ import annotations

import io
import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from setrisk.pipelines.whatif.broken_pipes import has_no_reader

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class Lasting(io.RawIOBase):
    """A stream that takes everything: once a write has failed, the rest goes nowhere."""

    def __init__(self, raw: io.RawIOBase) -> None:
        """Write to `raw` as long as that works."""
        self._raw = raw
        self._is_lost = False
        # Why the rest is lost; None also if its reader has seen enough.
        self.failure: OSError | None = None

    def writable(self) -> bool:
        """It is."""
        return True

    def fileno(self) -> int:
        """The descriptor beneath."""
        return self._raw.fileno()

    def isatty(self) -> bool:
        """Whether a terminal shows it."""
        return self._raw.isatty()

    def write(self, data: ReadableBuffer, /) -> int:
        """Write some of the data, and say how many bytes."""
        try:
            while not self._is_lost:
                written = self._raw.write(data)
                if written is not None:
                    return written
                select.select([], [self.fileno()], [])  # whoever reads is slow, and has it not wait
        except OSError as error:
            self._is_lost = True
            if not has_no_reader(error):
                self.failure = error
        return memoryview(data).nbytes


@contextmanager
def keep_writable() -> Iterator[None]:
    """Let standard output and standard error take whatever is written, until the end."""
    _open_all()
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (_lasting_stream(stream, number) for number, stream in enumerate(before, 1))
    try:
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        sys.stdout, sys.stderr = before


def write_failure() -> OSError | None:
    """Why standard output could not be written, if so; None if all of it was, or its reader has seen enough."""
    sys.stdout.flush()
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    return raw.failure if isinstance(raw, Lasting) else None


def _open_all() -> None:
    """See that the three standard descriptors are open: the next file, such as the database, would get the number of
    one that is not, and whatever is printed in it.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            null = os.open(os.devnull, os.O_RDWR)
            if null != number:
                os.dup2(null, number)
                os.close(null)
            os.set_inheritable(number, True)  # for processes that are started from here, too


def _lasting_stream(stream: TextIO | None, number: int) -> TextIO:
    if stream is None:  # it was closed when the program began
        return open(number, "w", encoding="utf-8", closefd=False)
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    # What the encoding of a pipe or a terminal lacks is written as an escape.
    stream.reconfigure(errors="backslashreplace")
    raw = getattr(stream.buffer, "raw", stream.buffer)
    if not isinstance(raw, io.RawIOBase):
        return stream
    stream.flush()
    return io.TextIOWrapper(
        io.BufferedWriter(Lasting(raw)),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering or stream.write_through,
    )
