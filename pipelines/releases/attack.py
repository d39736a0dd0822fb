"""Attack a release of any family, by the methods that are asked for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput
from setrisk.pipelines.common import utc
from setrisk.pipelines.common.progress import Progress, silent
from setrisk.pipelines.common.quoting import call, literal
from setrisk.pipelines.common.spelling import meant
from setrisk.pipelines.database.names import family_of, is_made_here
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.database.task import task
from setrisk.pipelines.database.transaction import transaction
from setrisk.pipelines.methods.description import METHODS, AttackMethod, Method
from setrisk.pipelines.methods.families import FAMILIES
from setrisk.pipelines.methods.registry import method as method_named
from setrisk.pipelines.risk.stored_risk import forget_draws, store_baseline_draw, store_risk

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation


@task(writes=True, known=["release"])
def attack(
    con: DuckDBPyConnection,
    release: str,
    method: str | AttackMethod | Sequence[str | AttackMethod] | None = None,
    *,
    knowledge: str = "self",
    progress: Progress = silent,
    **parameters: Any,
) -> DuckDBPyRelation:
    """Attack a release and store what the attacks find and, where the original data are here, whom they put at risk.

    Args:
        con: a DuckDB connection.
        release: the release to attack.
        method: one or several methods that attack its family, as descriptions with their parameters, such as
            `setrisk.methods.RedistributedElimination(context=1)`, or by name; by default, and with "all", all of them:
            the worst is not known before they are run, and guessing is one.
        knowledge: the attacker's semantic knowledge: `self` (the published records alone), a corpus, or an embedding;
            attacks on serial releases and histograms do not use one.
        progress: called with each step.
        **parameters: parameters of the methods that are given by name. Each takes those that it has; a name that
            none of them has is an error.

    Returns:
        The findings of these attacks: `setrisk.elimination_findings`, `setrisk.reassociation_findings`,
        `setrisk.composition_findings` or `setrisk.leakage_findings`, as its family has them.

    Raises:
        UnknownRelease, UnknownMethod, UnknownKnowledge, BadInput: nothing was stored.

    Examples:
        >>> method = setrisk.methods.RedistributedElimination(context=1)
        >>> setrisk.attack(con, "r1", method, knowledge="literature").columns
        ['attack', 'generalised_item', 'record', 'item', 'step']
        >>> found = setrisk.attack(con, "r1", method="rba", context=1)  # the same, by name
    """
    family = family_of(con, release)
    asked: list[Any]
    asked = [method] if isinstance(method, str | AttackMethod) else list(method or ())
    asked = [part for each in asked for part in (_names(each) if isinstance(each, str) else [each])]
    if method is None or asked == ["all"]:
        asked = [m.name for m in METHODS if m.task == "attack" and m.family == family]
    if knowledge != "self" and not FAMILIES[family].semantic:
        raise BadInput(f"attacks on releases of the family {family} compare no items: leave out the knowledge")
    if not asked or not isinstance(knowledge, str) or not all(isinstance(each, str | AttackMethod) for each in asked):
        raise BadInput("name one or several methods to attack with, and knowledge")
    named = [method_named(each, "attack", family) for each in asked if isinstance(each, str)]
    known = {p.name for m in named for p in m.parameters}
    for name in parameters:
        if name not in known:
            names = ", ".join(m.name for m in named)
            raise BadInput(f"{names}: no parameter {name!r}; there are {', '.join(sorted(known))}{meant(name, known)}")
    given = []
    for each in asked:
        if isinstance(each, str):
            chosen = method_named(each, "attack", family)
            own = {p.name for p in chosen.parameters}
            values = {name: value for name, value in parameters.items() if name in own}
        else:
            chosen, values = method_named(each.method.name, "attack", family), each.given()
        given.append((chosen, chosen.arguments(values)))
    with transaction(con):
        attacks = []
        for number, (chosen, arguments) in enumerate(given):
            progress(f"attacking with {chosen.name}", number, len(given))
            attacks.append(chosen.attack_name(knowledge if FAMILIES[family].semantic else None, arguments))
            run(
                con,
                "catalog/store_attack",
                release=release,
                attack=attacks[-1],
                method=chosen.name,
                knowledge=knowledge,
                parameters=json.dumps(arguments),
                attacked_at=utc.now(),
            )
            _run_attack(con, release, chosen, knowledge, attacks[-1], arguments, progress)
    findings = con.sql(f"FROM {call(f'setrisk.{FAMILIES[family].findings}', release)}")
    return findings.filter(f"list_contains({literal(attacks)}, attack)").order("ALL")


def _names(text: str) -> list[str]:
    """Names that are separated by commas."""
    return [name.strip() for name in text.split(",")]


def _run_attack(
    con: DuckDBPyConnection,
    release: str,
    chosen: Method,
    knowledge: str,
    attack: str,
    arguments: dict[str, Any],
    progress: Progress,
) -> None:
    """Store the findings of one attack, and its risk where the original data are here, in the caller's transaction.

    The attack itself reads only published tables; computing the risk needs the owner's. A random baseline is run
    several times, for its mean: the findings of the first draw are kept.
    """
    is_owned = is_made_here(con, release)
    if is_owned:
        forget_draws(con, release, attack)
    draws = arguments.get("draws", 1) if is_owned else 1
    for draw in range(draws, 0, -1):
        seeded = {"seed": arguments["seed"] + draw - 1} if "draws" in arguments else {}
        chosen.run(con, release, chosen.name, knowledge, attack, arguments | seeded, progress)
        if not is_owned:
            continue
        if "draws" in arguments:
            progress(f"looking at who is at risk by guessing, {chosen.name}", draws - draw, draws)
            store_baseline_draw(con, release, attack, draw)
        else:
            progress(f"looking at who is at risk by {chosen.name}")
            store_risk(con, release, attack)
