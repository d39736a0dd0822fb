"""Signals that end the program, such as Ctrl-C: temporary folders are removed before it ends."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from typing import NoReturn

from setrisk.udf.common import stopping

# Seconds in which a query may hear of it; some steps of DuckDB's do not look.
_PATIENCE = 10.0

# Exit codes of the signals that came.
ended_by: list[int] = []
# The pipe that signals are written to, made once per process.
_pipes: list[int] = []


def install_handlers() -> None:
    """Turn SIGINT into KeyboardInterrupt, and SIGTERM and SIGHUP into SystemExit, in kernels that DuckDB's threads run
    too. SIGTERM and SIGHUP force an exit if a query does not return within ten seconds. Signals that the parent process
    ignores, as nohup does, stay ignored.
    """
    forget()
    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    numbers = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
    for number in numbers:
        signal.signal(number, _end)
    if os.name != "nt" and not _pipes:
        # Python runs handlers between its own steps; what comes through the pipe is seen within those of DuckDB.
        reading, writing = os.pipe()
        os.set_blocking(writing, False)
        _pipes.append(writing)
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
        deadly = [number for number in numbers if number != signal.SIGINT]
        threading.Thread(target=_watch, args=(reading, deadly), daemon=True).start()


def forget() -> None:
    """Forget the signals that came, as a prompt does after Ctrl-C."""
    ended_by.clear()
    stopping.resume()


def leave(code: int) -> NoReturn:
    """End the process. Python cannot end in good order while a kernel runs in a thread of DuckDB's."""
    if stopping.wait_until_done(_PATIENCE if ended_by else 0):
        sys.exit(code)
    os._exit(code)


def _end(number: int, frame: object) -> None:
    ended_by.append(128 + number)
    stopping.stop()
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    sys.exit(128 + number)


def _watch(reading: int, numbers: list[int]) -> None:
    while (heard := os.read(reading, 1)) and heard[0] not in numbers:
        pass
    time.sleep(_PATIENCE)
    os._exit(128 + heard[0])
