"""Guess less often than is the default, which takes longer than all attacks together where data are small.

As a program it is a process of `whatif` that does so.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import setrisk.pipelines.releases.attack
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.methods.attack_run import AttackRun
from setrisk.pipelines.methods.description import Method
from setrisk.pipelines.whatif import worker, workers

if TYPE_CHECKING:
    import pytest
    from duckdb import DuckDBPyConnection

DRAWS = 10


def guess_twice(patch: pytest.MonkeyPatch) -> None:
    """Where draws are not given, or as many as by default."""
    run_attack = setrisk.pipelines.releases.attack._run_attack

    def guessing_twice(con: DuckDBPyConnection, chosen: Method, asked: AttackRun, progress: Progress) -> None:
        if asked.parameters.get("draws") == DRAWS:
            asked = replace(asked, parameters={**asked.parameters, "draws": 2})
        run_attack(con, chosen, asked, progress)

    patch.setattr(setrisk.pipelines.releases.attack, "_run_attack", guessing_twice)
    patch.setattr(workers, "WORKER", "tests.support.guessing")


class _Patch:
    """As pytest's, whose import would take each process a tenth of a second; it patches to the end."""

    setattr = staticmethod(setattr)


if __name__ == "__main__":
    guess_twice(_Patch())  # type: ignore[arg-type]
    worker.main(Path(sys.argv[1]), int(sys.argv[2]))
