"""Attacks that eliminate added items from generalised releases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.methods.attack_run import AttackRun
from setrisk.pipelines.semantics.scoring import score

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

STORE = "generalisation/store_eliminations"


def eliminate_release(con: DuckDBPyConnection, asked: AttackRun, progress: Progress) -> None:
    """Attack a release and store which members the attack eliminates. They replace those that an earlier attack of the
    same name found.

    Raises:
        BadInput: utility constraints are given, and the release labels its generalised items, or has none of the items.
    """
    if asked.parameters["utility_constraints"] is not None:
        _check_constraints(con, asked)
    view = view_of(asked)
    score(con, asked.knowledge, "generalisation/stage_context_pairs", progress=progress, release=asked.release, **view)
    progress(f"attacking with {asked.method}")
    run(con, STORE, **arguments_of(asked))


def arguments_of(asked: AttackRun) -> dict[str, Any]:
    """What the statement that stores the eliminations is given."""
    return {
        **asked.names,
        "threshold": asked.parameters.get("threshold"),
        "scaled": asked.parameters.get("scaled", False),
        "seed": asked.parameters.get("seed", 0),
        **view_of(asked),
    }


def view_of(asked: AttackRun) -> dict[str, Any]:
    """What the attacker looks at, as the statements take it."""
    names = ("context", "conjunctive", "labelled", "unlabelled_k", "utility_constraints")
    return {name: asked.parameters[name] for name in names}


def _check_constraints(con: DuckDBPyConnection, asked: AttackRun) -> None:
    """Refuse utility constraints that tell nothing: with a wrong file an attack finds nothing, and looks harmless."""
    if asked.parameters["labelled"]:
        raise BadInput(
            "utility_constraints separate generalised items that are not labelled: set labelled to false, too, or "
            "leave them out"
        )
    named = {item for constraint in asked.parameters["utility_constraints"] for item in constraint}
    if not run(con, "generalisation/named_items", release=asked.release, items=sorted(named)).fetchall():
        raise BadInput(f"utility_constraints name no item that {asked.release} publishes; is it the right file?")
