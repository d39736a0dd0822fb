"""Kernels that end before they are done, because the program does.

DuckDB calls kernels in threads of its own, where Python raises nothing when a signal comes; it waits for them, or goes
on without them, and then the program would end while they still run.
"""

from __future__ import annotations

import ctypes
import functools
import threading
import time
from collections.abc import Callable
from typing import Any

# A signal's handler may run while its own thread holds it.
_lock = threading.RLock()
_running: set[int] = set()
_stopping = threading.Event()

# Seconds between two looks at what is still running.
_STEP = 0.01


@functools.cache
def make_stoppable(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Let a kernel be ended by `stop`, with a KeyboardInterrupt. The same function each time: DuckDB 2.0.0 may call one
    whose last reference is gone.
    """

    @functools.wraps(kernel)
    def run(*given: Any) -> Any:
        thread = threading.get_ident()
        with _lock:
            if _stopping.is_set():
                raise KeyboardInterrupt
            _running.add(thread)
        try:
            return kernel(*given)
        finally:
            with _lock:
                _running.discard(thread)

    return run


def stop() -> None:
    """End all kernels that run in other threads, at their next step of Python, and those that are about to begin."""
    with _lock:
        _stopping.set()
        for thread in _running - {threading.get_ident()}:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(KeyboardInterrupt))


def resume() -> None:
    """Let kernels run again."""
    _stopping.clear()


def wait_until_done(patience: float) -> bool:
    """Whether no kernel runs any more, as soon as that is so.

    Args:
        patience: seconds to wait for it.
    """
    end = time.monotonic() + patience
    while _running:
        if time.monotonic() > end:
            return False
        time.sleep(_STEP)
    return True
