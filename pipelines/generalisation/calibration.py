"""How sure the eliminations of stored attacks are: the attacker tries the same attacks on releases of its own."""

from __future__ import annotations

import json
import secrets
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput, SetriskError
from setrisk.pipelines.common.progress import Progress, ignore_progress
from setrisk.pipelines.common.quantities import quantity
from setrisk.pipelines.common.quoting import call
from setrisk.pipelines.database.deletion import drop_dataset
from setrisk.pipelines.database.names import family_of
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.database.task import task
from setrisk.pipelines.database.transaction import transaction
from setrisk.pipelines.generalisation.elimination import eliminate_release, view_of
from setrisk.pipelines.methods.attack_run import AttackRun
from setrisk.pipelines.methods.registry import method as method_named
from setrisk.pipelines.releases.protect import make_release
from setrisk.pipelines.semantics.scoring import scorer_of
from setrisk.pipelines.transactions.load import load

if TYPE_CHECKING:
    import numpy as np
    from duckdb import DuckDBPyConnection, DuckDBPyRelation
    from numpy.typing import NDArray

    from setrisk.udf.common.arrays import Floats

_TRAITS = ("log_distance", "log_members", "log_records", "lateness")
_CELL = ("generalised_item", "record", "item_id")


@task(writes=True, known=["release"])
def calibrate(
    con: DuckDBPyConnection,
    release: str,
    *,
    shadows: int = 3,
    seed: int | None = None,
    progress: Progress = ignore_progress,
) -> DuckDBPyRelation:
    """Learn how sure the eliminations of the stored attacks on a generalised release are, as an attacker can.

    What the release publishes as it is, the items that are not generalised, serves as data of which the attacker knows
    everything. It makes releases of them by COAT with the k of the release (shadow releases), attacks them in the same
    way, and learns when eliminations are right (logistic regression). It reads published tables alone.

    Args:
        con: a DuckDB connection.
        release: a generalised release with stored attacks; guessing (ra) is not calibrated.
        shadows: how many shadow releases to make, 1 to 100.
        seed: the seed of the shadow releases, 0 or more; the same seed gives the same belief. None draws a fresh one.
        progress: called with each step.

    Returns:
        `setrisk.elimination_beliefs`, the surest first. `setrisk.belief_evaluation` holds them against the data.

    Raises:
        UnknownRelease, UnknownKnowledge: there is no such release, or the knowledge of an attack has been dropped.
        BadInput: it is not a generalised release, no attack on it is stored, its k is unknown, or an attack eliminated
            nothing from the shadow releases, or none could be made, so that there is nothing to learn from.

    Examples:
        >>> found = setrisk.calibrate(con, "r1", seed=1)
        >>> found.columns
        ['attack', 'generalised_item', 'record', 'item', 'belief']
    """
    import numpy as np

    from setrisk.udf.generalisation.belief import learn_belief

    if family_of(con, release) != "generalisation":
        raise BadInput(f"{release} is not a generalised release: no attack eliminates anything from it")
    if not 1 <= shadows <= 100:
        raise BadInput(f"shadows is {shadows}; it must be from 1 to 100")
    if seed is not None and seed < 0:
        raise BadInput(f"seed is {seed}; give an integer >= 0")
    attacks = [
        AttackRun(release=release, attack=attack, method=method, knowledge=knowledge, parameters=json.loads(parameters))
        for attack, method, knowledge, parameters in run(con, "risk/informed_attacks", release=release).fetchall()
    ]
    if not attacks:
        raise BadInput(f"no attack on {release} is stored that goes by more than guessing: attack it first")
    for each in attacks:
        scorer_of(con, each.knowledge)  # an error if it has been dropped
    generator = np.random.default_rng(seed)
    with transaction(con):
        learnt = _attack_shadows(con, release, attacks, shadows, generator, progress)
        for each in attacks:
            cells, own_traits = _traits(con, each)
            if not len(own_traits):
                continue
            traits, is_right = (np.concatenate(parts) for parts in zip(*learnt[each.attack], strict=True))
            if not len(is_right):
                raise BadInput(
                    f"{each.attack} eliminated nothing from {quantity(shadows, 'shadow release')}: what {release} "
                    "publishes as it is may not suffice to learn from; try more of them (shadows, --shadows)"
                )
            belief = learn_belief(traits, is_right).beliefs(own_traits)
            staged = {"_setrisk_beliefs": {**cells, "belief": belief}}
            run(con, "generalisation/store_beliefs", tables=staged, release=release, attack=each.attack)
    found = con.sql(f"FROM {call('setrisk.elimination_beliefs', release)}")
    return found.order("belief DESC, attack, record, item")


def _attack_shadows(
    con: DuckDBPyConnection,
    release: str,
    attacks: list[AttackRun],
    shadows: int,
    generator: np.random.Generator,
    progress: Progress,
) -> dict[str, list[tuple[Floats, NDArray[np.bool_]]]]:
    """By attack: the traits of its eliminations from each shadow release, and whether they were right. Nothing of the
    shadow releases stays.
    """
    import numpy as np

    learnt = defaultdict(list)
    dataset, shadow = f"plain {secrets.token_hex(4)}", f"shadow {secrets.token_hex(4)}"
    ((k, share),) = run(con, "generalisation/stage_plain_records", release=release).fetchall()
    if k is None:
        raise BadInput(f"the k of {release} is unknown: only attacks on releases of coat can be calibrated")
    coat = method_named("coat", "protect")
    try:
        load(con, dataset, con.table("_setrisk_plain_records"), format="lists")
        for number in range(shadows):
            progress("attacking shadow releases", number, shadows)
            given = {
                "k": k,
                "random_constraints": share,
                "max_suppression": 1.0,
                "keep_order": True,
                "seed": int(generator.integers(2**31)),
            }
            make_release(con, dataset, shadow, coat, given, replace=True, is_risk_stored=False)
            for each in attacks:
                of_shadow = replace(each, release=shadow)
                eliminate_release(con, of_shadow, ignore_progress)
                _, traits = _traits(con, of_shadow)
                found = run(con, "generalisation/right_eliminations", release=shadow, attack=each.attack).fetchnumpy()
                learnt[each.attack].append((traits, np.asarray(found["is_right"], dtype=np.bool_)))
    except SetriskError as error:
        raise BadInput(
            f"no release can be made of what {release} publishes as it is, to learn from: {error}"
        ) from error
    drop_dataset(con, dataset, cascade=True)
    run(con, "generalisation/drop_plain_records")
    return learnt


def _traits(con: DuckDBPyConnection, asked: AttackRun) -> tuple[dict[str, NDArray[Any]], Floats]:
    """Which cells an attack eliminated, and the traits of each."""
    import numpy as np

    found = run(
        con,
        "generalisation/elimination_traits",
        release=asked.release,
        attack=asked.attack,
        knowledge=asked.knowledge,
        **view_of(asked),
    ).fetchnumpy()
    cells = {name: np.asarray(found[name]) for name in _CELL}
    return cells, np.column_stack([np.asarray(found[name], dtype=np.float64) for name in _TRAITS])
