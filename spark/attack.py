"""Attack releases on Spark."""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput
from setrisk.pipelines.common import utc
from setrisk.pipelines.disassociation import reassociation
from setrisk.pipelines.generalisation import elimination
from setrisk.pipelines.histogram import linkage
from setrisk.pipelines.methods.attack_run import NO_ATTACK, AttackRun
from setrisk.pipelines.releases.planned_attacks import plan_attacks
from setrisk.pipelines.semantics.scoring import SELF
from setrisk.spark.failures import in_one_line
from setrisk.spark.keep import keep
from setrisk.spark.relations import relation
from setrisk.spark.rows import add_rows, release_of, replace_rows, require_written, rows_of, size_of, view_of
from setrisk.spark.statements import rows_to_write
from setrisk.spark.steps import shared_steps
from setrisk.spark.unchanged import Unchanged

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from setrisk.pipelines.methods.description import AttackMethod, Method


@dataclass(frozen=True)
class _Family:
    """How releases of a family are attacked: the statement that stores what is found, its arguments, the table that it
    writes, the statement that finds who is at risk by that, the relation with what was found, and the statement that
    finds who is at risk without any attack, with its arguments.
    """

    store: str
    arguments_of: Callable[[AttackRun], dict[str, Any]]
    table: str
    risk: str
    findings: str
    unattacked: tuple[str, Mapping[str, Any]]


_FAMILIES = {
    "disassociation": _Family(
        reassociation.STORE,
        reassociation.arguments_of,
        "reassociation",
        "risk/store_disassociation_risk",
        "reassociation_findings",
        ("risk/store_unattacked_risk", {}),
    ),
    "generalisation": _Family(
        elimination.STORE,
        elimination.arguments_of,
        "elimination",
        "risk/store_generalisation_risk",
        "elimination_findings",
        ("risk/store_generalisation_risk", {"attacks": [NO_ATTACK]}),
    ),
    "histogram": _Family(
        linkage.STORE,
        linkage.arguments_of,
        "leakage",
        "risk/store_histogram_risk",
        "leakage_findings",
        ("risk/store_unattacked_risk", {}),
    ),
}
_RUN = (
    "release STRING, attack STRING, method STRING, knowledge STRING, parameters STRING, by_default BOOLEAN, "
    "attacked_at TIMESTAMP_NTZ"
)


@in_one_line("attack the release", "attacks that were made before this are stored")
def attack(
    session: SparkSession,
    release: str,
    method: str | AttackMethod | Sequence[str | AttackMethod] | None = None,
    **parameters: Any,
) -> DataFrame:
    """Attack a release, and store what the attacks find and whom they put at risk. Attacks that compare items do so by
    the release itself alone. Each cluster, generalised item, or person is decided on where its rows are: on a worker.
    An attack of a name that is stored already is not made again: it would find the same.

    Args:
        session: an attached session; setrisk must be installed on its workers.
        release: a release on Spark.
        method: one or several methods, by their names or descriptions, as in `setrisk.attack`; all of them without it,
            guessing included, which is drawn several times.
        **parameters: parameters of the methods that are given by name.

    Returns:
        What these attacks find, as in `setrisk.reassociation_findings`, `setrisk.elimination_findings` or
        `setrisk.leakage_findings`.

    Raises:
        UnknownRelease, UnknownMethod, BadInput: nothing was stored.
        SetriskError: what Spark could not do; attacks before it are stored, and nothing of this one is.

    Examples:
        >>> setrisk.spark.attack(session, "chunks of visits", "aba").columns[:4]
        ['attack', 'cluster', 'anchor', 'publishing_cluster']
    """
    entry = release_of(session, release)
    name = entry["family"]
    if name not in _FAMILIES:
        raise BadInput(
            f"the release {release!r} is of the family {name}; on Spark those of the families {', '.join(_FAMILIES)} "
            "are attacked: attack it on one machine"
        )
    knowledge = parameters.pop("knowledge", SELF)
    runs = plan_attacks(None, release, name, method, knowledge, parameters)
    if knowledge != SELF:
        raise BadInput("knowledge: on Spark attackers compare items by the release alone; fetch it for other knowledge")
    if any(asked.parameters.get("utility_constraints") is not None for _, asked in runs):
        raise BadInput("utility_constraints: on Spark attackers do not know them; fetch the release for that")
    if own := [chosen.name for chosen, _ in runs if chosen.package != "setrisk"]:
        raise BadInput(
            f"{own[0]} is an attack of your own, and on Spark those of setrisk run: name these, or fetch the release"
        )
    family = _FAMILIES[name]
    people = size_of(session, entry["dataset"])
    stored = _stored(session, release, people)
    for chosen, asked in runs:
        if asked.attack not in stored:
            with in_one_line(f"attack with {asked.attack}", "nothing of this attack was stored"):
                _store(session, family, chosen, asked, Unchanged(session, release=release), people)
    findings = relation(session, family.findings, release=release)
    return findings.where(findings["attack"].isin([asked.attack for _, asked in runs]))


def _stored(session: SparkSession, release: str, people: int) -> set[str]:
    """The attacks that are stored. As for the gate, one whose risk is lost, be it that of some people, or by one of the
    draws of guessing, was not made.
    """
    made = {row["attack"]: json.loads(row["parameters"]) for row in rows_of(session, "attack_run", release).collect()}
    risks = rows_of(session, "record_risk", release).groupBy("attack").count()
    whole = {row["attack"] for row in risks.where(risks["count"] == people).collect()}
    draws = rows_of(session, "baseline_draw", release).groupBy("attack", "draw").agg({"records": "sum"})
    n_draws = Counter(row["attack"] for row in draws.where(draws["sum(records)"] == people).collect())
    return {attack for attack in whole & made.keys() if n_draws[attack] >= made[attack].get("draws", 0)}


def _store(
    session: SparkSession, family: _Family, chosen: Method, asked: AttackRun, unchanged: Unchanged, people: int
) -> None:
    """Store what one attack finds. All is computed before anything is written, and the attack is entered last."""
    draws = [asked]
    if chosen.is_baseline:
        draws += [
            replace(
                asked,
                attack=f"draw {draw + 1} {secrets.token_hex(8)}",
                parameters={**asked.parameters, "seed": asked.parameters["seed"] + draw},
            )
            for draw in range(1, asked.parameters["draws"])
        ]
    names = [draw.attack for draw in draws]
    entry = (
        asked.method, asked.knowledge, json.dumps(asked.parameters), chosen.has_defaults(asked.parameters),
        utc.current_time(),
    )  # fmt: skip
    entries = session.createDataFrame([(asked.release, name, *entry) for name in names], _RUN)
    with shared_steps(session):
        found = keep(
            reduce(
                lambda one, other: one.unionByName(other),
                (
                    rows_to_write(session, family.store, {}, into=family.table, **family.arguments_of(draw))
                    for draw in draws
                ),
            )
        )
        with view_of(session, "attack_run", entries) as runs, view_of(session, family.table, found) as view:
            coming = {"attack_run": runs, family.table: view}
            risks = keep(rows_to_write(session, family.risk, coming, release=asked.release, attacks=names))
    stored = {family.table: found, "record_risk": risks}
    if chosen.is_baseline:
        with view_of(session, "record_risk", risks) as view:
            stored["baseline_draw"] = keep(
                rows_to_write(
                    session,
                    "risk/store_baseline_draws",
                    {"record_risk": view},
                    into="baseline_draw",
                    release=asked.release,
                    attack=asked.attack,
                    first=1,
                    draws=names,
                )
            )
    nothing = "nothing of this attack was stored"
    unchanged.require(nothing)
    _forget(session, asked, stored)  # what is left of an attempt that Spark did not end
    _restore_unattacked(session, asked.release, family, people)
    own = {table: rows.where(rows["attack"] == asked.attack) for table, rows in stored.items()}
    try:
        for table, rows in own.items():
            add_rows(session, table, rows)
        require_written(session, asked.release, own, nothing, attack=asked.attack)
        add_rows(session, "attack_run", entries.where(entries["attack"] == asked.attack))
        unchanged.require(nothing)
    except BaseException:
        _forget(session, asked, stored)
        raise


def _restore_unattacked(session: SparkSession, release: str, family: _Family, people: int) -> None:
    """Store again who is at risk without any attack, if that was lost while Spark took out rows of another attack."""
    risks = rows_of(session, "record_risk", release)
    if risks.where(risks["attack"] == NO_ATTACK).count() != people:
        statement, given = family.unattacked
        unattacked = rows_to_write(session, statement, {}, release=release, **given)
        of_attacks = risks.where(risks["attack"] != NO_ATTACK)
        replace_rows(session, "record_risk", release, keep(of_attacks.unionByName(unattacked)).drop("release"))


def _forget(session: SparkSession, asked: AttackRun, tables: Iterable[str]) -> None:
    """Take what an attack has written out of the tables. Spark replaces all rows of a release at once, and if it fails
    meanwhile those of other attacks are gone, too: these count as not made until it has ended, so that the gate refuses
    the release.
    """
    left = [
        (table, rows)
        for table in (*tables, "attack_run")
        if not (rows := rows_of(session, table, asked.release)).where(rows["attack"] == asked.attack).isEmpty()
    ]
    if not left:
        return
    runs = rows_of(session, "attack_run", asked.release)
    runs = keep(runs.where(runs["attack"] != asked.attack))
    others = {table: keep(rows.where(rows["attack"] != asked.attack)) for table, rows in left if table != "attack_run"}
    replace_rows(session, "attack_run", asked.release, None)
    for table, rows in {**others, "attack_run": runs}.items():
        replace_rows(session, table, asked.release, rows.drop("release"))
