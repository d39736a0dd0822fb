"""The attribute linkage attack: infer one item of a person from all the others by means of a histogram."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.methods.attack_run import AttackRun

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

STORE = "histogram/store_leakages"


def link_release(con: DuckDBPyConnection, asked: AttackRun, progress: Progress) -> None:
    """Attack a histogram and store each item that can be inferred from the other items of a maximal itemset with the
    requested confidence. The findings of an earlier attack of that name are replaced.
    """
    progress("attacking with attribute linkage")
    run(con, STORE, **arguments_of(asked))


def arguments_of(asked: AttackRun) -> dict[str, Any]:
    """What the statement that stores the findings is given."""
    return {"release": asked.release, "attack": asked.attack, "confidence": asked.parameters["confidence"]}
