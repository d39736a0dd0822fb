"""GBA and RBA against their literal transcription, on one random table, and alone on a larger one.

The transcription is the oracle of the tests: nested loops over the whole table, all groups rebuilt at every
step. Written compactly (list comprehensions over plain numbers), the same algorithm takes half that time.
"""

from __future__ import annotations

import importlib.util
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from setrisk.udf.elimination import eliminate

METHODS = ("gba", "rba")
TIMES_FASTER = 100.0
SECONDS_ALONE = 30.0
ORACLE = Path(__file__).parents[1] / "tests" / "generalisation" / "elimination_oracle.py"


def run() -> list[dict[str, Any]]:
    """One row per method and table; `target` is a ratio (peer / ours), or seconds where there is no peer."""
    oracle = load_oracle()
    return [against_the_transcription(method, oracle) for method in METHODS] + [alone(method) for method in METHODS]


def against_the_transcription(method: str, oracle: ModuleType) -> dict[str, Any]:
    table = random_table(200)
    rows = table.tolist()
    # A disturbance of the machine in a run of milliseconds weighs more than in one of seconds.
    ours = min(seconds(lambda: eliminate(method, table)) for _ in range(5))
    peer = seconds(lambda: oracle.cells_in_order(method, rows))
    return {
        "benchmark": f"eliminate {method} 200 x 16",
        "peer": "literal transcription in Python",
        "ours_seconds": ours,
        "peer_seconds": peer,
        "ratio": peer / ours,
        "target": TIMES_FASTER,
        "met": peer / ours >= TIMES_FASTER,
        "peak_mb": peak_mb(lambda: eliminate(method, table)),
    }


def alone(method: str) -> dict[str, Any]:
    """Threshold 0: the attack goes on until it can take no further cell, which is its worst case."""
    table = random_table(2000)
    ours = seconds(lambda: eliminate(method, table, threshold=0.0))
    return {
        "benchmark": f"eliminate {method} 2000 x 16 to the end",
        "peer": None,
        "ours_seconds": ours,
        "peer_seconds": None,
        "ratio": None,
        "target": SECONDS_ALONE,
        "met": ours <= SECONDS_ALONE,
        "peak_mb": peak_mb(lambda: eliminate(method, table)),
    }


def random_table(rows: int) -> np.ndarray:
    return np.random.default_rng(1).random((rows, 16))


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def peak_mb(work: Callable[[], object]) -> float:
    """Memory allocated at the peak, the table itself not counted; measured apart, since tracing slows."""
    tracemalloc.start()
    work()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / 1e6


def load_oracle() -> ModuleType:
    spec = importlib.util.spec_from_file_location("elimination_oracle", ORACLE)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(ORACLE)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    for row in run():
        print(row)
