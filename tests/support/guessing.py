"""Guess less often than is the default, which takes longer than all attacks together where data are small.

As a program it is a process of `whatif` that does so.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import setrisk.pipelines.releases.attack
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.methods.attack_run import AttackRun
from setrisk.pipelines.methods.description import Method
from setrisk.pipelines.whatif import worker, workers

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

DRAWS = 10


def guess_twice(set_attribute: Callable[[Any, str, Any], None]) -> None:
    """Where draws are not given, or as many as by default."""
    run_attack = setrisk.pipelines.releases.attack._run_attack

    def guessing_twice(con: DuckDBPyConnection, chosen: Method, asked: AttackRun, progress: Progress) -> None:
        if asked.parameters.get("draws") == DRAWS:
            asked = replace(asked, parameters={**asked.parameters, "draws": 2})
            # Draws that are asked for, and missing, are lost.
            con.execute(
                "UPDATE setrisk.attack_run SET parameters = $1 WHERE release = $2 AND attack = $3",
                [json.dumps(asked.parameters), asked.release, asked.attack],
            )
        run_attack(con, chosen, asked, progress)

    set_attribute(setrisk.pipelines.releases.attack, "_run_attack", guessing_twice)
    set_attribute(workers, "WORKER", "tests.support.guessing")


if __name__ == "__main__":
    # To the end; to import pytest for its own way would take each process a tenth of a second.
    guess_twice(setattr)
    worker.main(Path(sys.argv[1]), int(sys.argv[2]))
