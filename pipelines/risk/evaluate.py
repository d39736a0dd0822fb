"""How well attacks did, for the owner of the data."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from setrisk.errors import BadInput
from setrisk.pipelines.common.quoting import call, literal, union
from setrisk.pipelines.database.names import family_of
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.database.task import task
from setrisk.pipelines.methods.families import FAMILIES
from setrisk.pipelines.semantics.scoring import scorer_of
from setrisk.pipelines.utility.utility import MOST_DRAWS

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation


@task(writes=False, known=["release"], originals=True)
def evaluate(
    con: DuckDBPyConnection, release: str, *, draws: int = 30, detailed: bool = False, permuted: bool = False
) -> DuckDBPyRelation:
    """Compare what the stored attacks on a release found with the data, beside guessing; for the owner of the data.

    Args:
        con: a DuckDB connection.
        release: a release that was made in this database.
        draws: draws of the baselines, 2 to 10,000; composition attacks on serial releases have none.
        detailed: a row per generalised item, or per cluster, instead of one per attack.
        permuted: hold each attack on a generalised release against itself, too: how well it does if the distances of
            each table have changed places at random (rows that end in `:permuted`). This takes the knowledge as it is
            now, and runs each attack `draws` times.

    Returns:
        The rows of `setrisk.elimination_evaluation` (with `permuted` those of `setrisk.elimination_baseline`, too),
        `setrisk.reassociation_evaluation`, `setrisk.composition_evaluation` or `setrisk.leakage_evaluation`, as its
        family has them; with `detailed`, those of the relation of that name that ends in `_by_item` or `_by_cluster`,
        or of `setrisk.leakage_truth`.

    Raises:
        UnknownRelease: there is no such release.
        BadInput: the release was imported, so that its original data are not here; or `permuted` is asked of a release
            that is not generalised, or with `detailed`.
        UnknownKnowledge: the knowledge behind an attack has been dropped, and is needed for `permuted`.

    Examples:
        >>> found = setrisk.evaluate(con, "r1", draws=5, permuted=True)
        >>> found.filter("attack LIKE 'rba:%'").project("attack, round(recall, 2)").fetchall()
        [('rba:literature', 0.83), ('rba:literature:permuted', 0.82)]
    """
    family = FAMILIES[family_of(con, release)]
    if not 2 <= draws <= MOST_DRAWS:
        raise BadInput(f"draws is {draws}; it must be from 2 to {MOST_DRAWS:,}")
    relation = family.detailed_evaluation if detailed else family.evaluation
    given = draws if family.semantic else None
    queries = [f"FROM {call(f'setrisk.{relation}', release, draws=given)}"]
    if permuted:
        if not family.evaluation_baseline:
            raise BadInput(
                f"{release} is not a generalised release: it has no distances to permute; leave permuted out"
            )
        if detailed:
            raise BadInput("permuted distances are there for whole attacks alone; leave permuted or detailed out")
        for attack, method, knowledge, parameters in run(con, "risk/informed_attacks", release=release).fetchall():
            scorer_of(con, knowledge)  # an error if it has been dropped
            arguments = {"knowledge": knowledge, **json.loads(parameters), "draws": draws}
            baseline = call(f"setrisk.{family.evaluation_baseline}", release, method, **arguments)
            queries.append(f"SELECT * REPLACE ({literal(f'{attack}:permuted')} AS attack) FROM {baseline}")
    return con.sql(f"FROM ({union(queries)}) ORDER BY ALL")
