"""Attack a release of any family, by the methods that are asked for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Unpack

from setrisk.pipelines.common import utc
from setrisk.pipelines.common.progress import Progress, ignore_progress
from setrisk.pipelines.common.quoting import call, literal
from setrisk.pipelines.database.names import family_of, is_made_here
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.database.task import task
from setrisk.pipelines.database.transaction import transaction
from setrisk.pipelines.methods.attack_run import AttackRun
from setrisk.pipelines.methods.description import AttackMethod, Method
from setrisk.pipelines.methods.families import FAMILIES
from setrisk.pipelines.methods.keywords import AttackParameters
from setrisk.pipelines.releases.planned_attacks import plan_attacks
from setrisk.pipelines.risk.stored_risk import store_baseline_risk, store_risk

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation


@task(writes=True, known=["release"])
def attack(
    con: DuckDBPyConnection,
    release: str,
    method: str | AttackMethod | Sequence[str | AttackMethod] | None = None,
    *,
    knowledge: str = "self",
    progress: Progress = ignore_progress,
    **parameters: Unpack[AttackParameters],
) -> DuckDBPyRelation:
    """Attack a release and store what the attacks find and, if the original data are here, whom they put at risk.

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
            none of them has is an error. Type checkers know those of the methods that come with setrisk.

    Returns:
        The findings of these attacks: `setrisk.elimination_findings`, `setrisk.reassociation_findings`,
        `setrisk.composition_findings`, `setrisk.rule_findings` or `setrisk.leakage_findings`, as its family has them.

    Raises:
        UnknownRelease, UnknownMethod, UnknownKnowledge, BadInput: nothing was stored.

    Examples:
        >>> method = setrisk.methods.RedistributedElimination(context=1)
        >>> setrisk.attack(con, "r1", method, knowledge="literature").columns
        ['attack', 'generalised_item', 'record', 'item', 'step']
        >>> found = setrisk.attack(con, "r1", method="rba", context=1)  # the same, by name
    """
    family = family_of(con, release)
    runs = plan_attacks(con, release, family, method, knowledge, parameters)
    with transaction(con):
        for number, (chosen, asked) in enumerate(runs):
            progress(f"attacking with {chosen.name}", number, len(runs))
            run(
                con,
                "catalog/store_attack",
                **asked.names,
                parameters=json.dumps(asked.parameters),
                by_default=chosen.has_defaults(asked.parameters),
                attacked_at=utc.current_time(),
            )
            try:
                _run_attack(con, chosen, asked, progress)
            except Exception as error:
                error.add_note(f"in the attack {asked.attack}, of the package {chosen.package}")
                raise
        if is_made_here(con, release):
            progress("looking at who is at risk")
            store_risk(con, release, [asked.attack for chosen, asked in runs if not chosen.is_baseline])
    findings = con.sql(f"FROM {call(f'setrisk.{FAMILIES[family].findings}', release)}")
    return findings.filter(f"list_contains({literal([asked.attack for _, asked in runs])}, attack)").order("ALL")


def _run_attack(con: DuckDBPyConnection, chosen: Method, asked: AttackRun, progress: Progress) -> None:
    """Store the findings of one attack, in the caller's transaction.

    The attack itself reads only published tables. A random baseline is run several times, for the mean risk of its
    draws, if the original data are here: that is stored, too, and the findings of the first draw are kept.
    """
    if chosen.is_baseline and is_made_here(con, asked.release):
        draws = asked.parameters["draws"]

        def guess(draw: int, attack: str) -> None:
            progress(f"guessing who is at risk, {chosen.name}", draw - 1, draws)
            seeded = {**asked.parameters, "seed": asked.parameters["seed"] + draw - 1}
            chosen.run(con, replace(asked, attack=attack, parameters=seeded), progress)

        store_baseline_risk(con, asked.release, asked.attack, draws, guess)
    else:
        chosen.run(con, asked, progress)
