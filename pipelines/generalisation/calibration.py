"""How sure the eliminations of stored attacks are: the attacker tries the same attacks on releases of its own."""

from __future__ import annotations

import json
import secrets
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput
from setrisk.pipelines.common.progress import Progress, ignore_progress
from setrisk.pipelines.common.quantities import quantity
from setrisk.pipelines.common.quoting import call
from setrisk.pipelines.database.deletion import drop_releases
from setrisk.pipelines.database.names import family_of
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.database.task import task
from setrisk.pipelines.database.transaction import transaction
from setrisk.pipelines.generalisation.elimination import eliminate_release, view_of
from setrisk.pipelines.methods.attack_run import AttackRun
from setrisk.pipelines.methods.registry import method as method_named
from setrisk.pipelines.semantics.scoring import scorer_of

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

    The attacker knows everything of what the release publishes as it is, the items that are not generalised. It
    generalises some of them in the same way (shadow releases: as many members, and supports of about the same sum),
    attacks them as it attacked the release, and learns when eliminations are right, by logistic regression. This reads
    published tables alone. What knowledge has scored for it stays scored; nothing else of the shadow releases stays.
    If knowledge has been replaced since the attack, attack again first.

    Args:
        con: a DuckDB connection.
        release: a generalised release with stored attacks. Attacks that guess (ra), those that do without labels, which
            say what is published as it is, and those of other packages are left out.
        shadows: how many shadow releases to make, 1 to 100.
        seed: the seed of the shadow releases, 0 or more; the same seed gives the same belief. None draws a fresh one.
        progress: called with each step.

    Returns:
        `setrisk.elimination_beliefs`, the surest first. `setrisk.belief_evaluation` holds them against the data.

    Raises:
        UnknownRelease, UnknownKnowledge: there is no such release, or the knowledge of an attack has been dropped.
        BadInput: it is not a generalised release, it generalises nothing or nearly everything, no attack on it is
            stored, or an attack eliminated nothing from the shadow releases, so that there is nothing to learn from.

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
    attacks = _stored_attacks(con, release)
    staged = _draw_shadows(con, release, shadows, np.random.default_rng(seed))
    with transaction(con):
        learnt = _attack_shadows(con, attacks, staged, progress)
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
            table = {"_setrisk_beliefs": {**cells, "belief": belief}}
            run(con, "generalisation/store_beliefs", tables=table, release=release, attack=each.attack)
    found = con.sql(f"FROM {call('setrisk.elimination_beliefs', release)}")
    return found.order("belief DESC, attack, record, item")


def _stored_attacks(con: DuckDBPyConnection, release: str) -> list[AttackRun]:
    """The stored attacks that can be calibrated."""
    attacks = []
    for attack, method, knowledge, given in run(con, "risk/informed_attacks", release=release).fetchall():
        parameters = method_named(method, "attack").arguments(json.loads(given))
        if parameters["labelled"]:
            scorer_of(con, knowledge)  # an error if it has been dropped
            attacks.append(
                AttackRun(release=release, attack=attack, method=method, knowledge=knowledge, parameters=parameters)
            )
    if not attacks:
        raise BadInput(
            f"no attack on {release} is stored that goes by more than guessing and knows what is generalised: attack "
            "it first"
        )
    return attacks


def _draw_shadows(
    con: DuckDBPyConnection, release: str, shadows: int, generator: np.random.Generator
) -> list[dict[str, NDArray[Any]]]:
    """For each shadow release the items that it generalises, and into which generalised item."""
    import numpy as np

    from setrisk.udf.generalisation.shadows import draw_shadow

    shapes = run(con, "generalisation/table_shapes", release=release).fetchnumpy()
    plain = run(con, "generalisation/plain_items", release=release).fetchnumpy()
    members, records, supports = (
        np.asarray(column, dtype=np.int64) for column in (shapes["members"], shapes["records"], plain["support"])
    )
    if not len(members):
        raise BadInput(f"{release} generalises nothing: there is no elimination to be sure of")
    drawn = [draw_shadow(members, records, supports, generator) for _ in range(shadows)]
    if not any(labels.any() for labels in drawn):
        raise BadInput(
            f"{release} publishes only {quantity(len(supports), 'item')} as they are: too few for generalised items "
            f"of {members.min()} or more, to learn from"
        )
    items = np.asarray(plain["item_id"])
    return [{"item_id": items[labels > 0], "generalised_item": labels[labels > 0]} for labels in drawn]


def _attack_shadows(
    con: DuckDBPyConnection, attacks: list[AttackRun], staged: list[dict[str, NDArray[Any]]], progress: Progress
) -> dict[str, list[tuple[Floats, NDArray[np.bool_]]]]:
    """By attack: the traits of its eliminations from each shadow release, and whether they were right."""
    import numpy as np

    learnt = defaultdict(list)
    shadow = f"shadow {secrets.token_hex(4)}"
    for number, labels in enumerate(staged):
        progress("attacking shadow releases", number, len(staged))
        release = attacks[0].release
        run(con, "generalisation/publish_shadow", tables={"_setrisk_labels": labels}, release=release, shadow=shadow)
        for each in attacks:
            of_shadow = replace(each, release=shadow)
            eliminate_release(con, of_shadow, ignore_progress)
            _, traits = _traits(con, of_shadow)
            found = run(
                con, "generalisation/right_eliminations", release=release, shadow=shadow, attack=each.attack
            ).fetchnumpy()
            learnt[each.attack].append((traits, np.asarray(found["is_right"], dtype=np.bool_)))
        drop_releases(con, [(shadow,)])
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
