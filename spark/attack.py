"""Attack a release in chunks on Spark."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput, UnknownRelease
from setrisk.pipelines.common import utc
from setrisk.pipelines.releases.planned_attacks import plan_attacks
from setrisk.spark.failures import in_one_line
from setrisk.spark.relations import relation
from setrisk.spark.rows import add_rows, replace_rows, rows_of, view_of
from setrisk.spark.statements import rows_to_insert

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from setrisk.pipelines.methods.attack_run import AttackRun
    from setrisk.pipelines.methods.description import AttackMethod, Method

_RUN = (
    "release STRING, attack STRING, method STRING, knowledge STRING, parameters STRING, by_default BOOLEAN, "
    "attacked_at TIMESTAMP_NTZ"
)


def attack(
    session: SparkSession,
    release: str,
    method: str | AttackMethod | Sequence[str | AttackMethod] | None = None,
    **parameters: Any,
) -> DataFrame:
    """Attack a release in chunks, and store what the attacks find and whom they put at risk. The attacks compare items
    by the release itself alone, and decide on each cluster where its rows are.

    Args:
        session: an attached session; setrisk must be installed on its workers.
        release: a disassociated release on Spark. Others are attacked on one machine, after `fetch`.
        method: one or several methods, by their names or descriptions, as in `setrisk.attack`; all of them without it,
            guessing included, which is drawn several times.
        **parameters: parameters of the methods that are given by name.

    Returns:
        Where these attacks put sub-records and terms, as in `setrisk.reassociation_findings`.

    Raises:
        UnknownRelease, UnknownMethod, BadInput: nothing was stored.
        SetriskError: what Spark could not do; attacks before it are stored, and nothing of this one is.

    Examples:
        >>> setrisk.spark.attack(session, "chunks of visits", "aba").columns[:4]
        ['attack', 'cluster', 'publishing_cluster', 'chunk']
    """
    found = rows_of(session, "release", release).select("family").collect()
    if not found:
        raise UnknownRelease(f"there is no release {release!r} on Spark")
    if found[0]["family"] != "disassociation":
        raise BadInput(
            f"the release {release!r} is of the family {found[0]['family']}; on Spark releases by disassociation are "
            "attacked: fetch it (setrisk.spark.fetch), and attack it on one machine"
        )
    if parameters.pop("knowledge", "self") != "self":
        raise BadInput("knowledge: on Spark attackers compare items by the release alone; fetch it for other knowledge")
    runs = plan_attacks(None, release, "disassociation", method, "self", parameters)
    for chosen, asked in runs:
        with in_one_line(f"attack with {asked.attack}", "nothing of this attack was stored"):
            _store(session, chosen, asked)
    names = [asked.attack for _, asked in runs]
    findings = relation(session, "reassociation_findings", release=release)
    return findings.where(findings["attack"].isin(names))


def _store(session: SparkSession, chosen: Method, asked: AttackRun) -> None:
    """Store what one attack finds, in place of what it found before. All is computed before anything is written, and
    the attack itself is entered last.
    """
    names, seeds = [asked.attack], [asked.parameters.get("seed", 0)]
    if chosen.is_baseline:
        more = range(1, asked.parameters["draws"])
        names += [f"draw {draw + 1} {secrets.token_hex(8)}" for draw in more]
        seeds += [seeds[0] + draw for draw in more]
    entry = (
        asked.method, asked.knowledge, json.dumps(asked.parameters), chosen.has_defaults(asked.parameters),
        utc.current_time(),
    )  # fmt: skip
    entries = session.createDataFrame([(asked.release, name, *entry) for name in names], _RUN)
    placed = reduce(
        lambda one, other: one.unionByName(other),
        (_placements(session, asked, name, seed) for name, seed in zip(names, seeds, strict=True)),
    ).localCheckpoint()
    with view_of(session, "attack_run", entries) as runs, view_of(session, "reassociation", placed) as placements:
        coming = {"attack_run": runs, "reassociation": placements}
        risks = _computed(session, "risk/store_disassociation_risk", coming, release=asked.release, attacks=names)
    stored = {"reassociation": placed, "record_risk": risks}
    if chosen.is_baseline:
        with view_of(session, "record_risk", risks) as view:
            stored["baseline_draw"] = _computed(
                session,
                "risk/store_baseline_draws",
                {"record_risk": view},
                release=asked.release,
                attack=asked.attack,
                first=1,
                draws=names,
            )
    for table, rows in {**stored, "attack_run": entries}.items():
        _replace(session, table, asked, rows.where(rows["attack"] == asked.attack))


def _placements(session: SparkSession, asked: AttackRun, name: str, seed: int) -> DataFrame:
    """Where one attack, or one draw of guessing, puts sub-records and terms."""
    return rows_to_insert(
        session,
        "disassociation/store_placements",
        {},
        release=asked.release,
        attack=name,
        method=asked.method,
        knowledge=asked.knowledge,
        anchors=asked.parameters["anchors"],
        as_printed=asked.parameters.get("as_printed", False),
        seed=seed,
    )


def _computed(session: SparkSession, name: str, coming: Mapping[str, str], **arguments: Any) -> DataFrame:
    """The rows that a statement would insert, computed now."""
    return rows_to_insert(session, name, coming, **arguments).localCheckpoint()


def _replace(session: SparkSession, table: str, asked: AttackRun, rows: DataFrame) -> None:
    """Put rows in the place of those of an attack that a table has."""
    there = rows_of(session, table, asked.release)
    if there.where(there["attack"] == asked.attack).isEmpty():
        add_rows(session, table, rows)
    else:
        others = there.where(there["attack"] != asked.attack).localCheckpoint()
        replace_rows(session, table, asked.release, others.unionByName(rows).drop("release"))
