"""Sanony: Anony, and counterfeits that keep releases from revealing together what none of them reveals alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from setrisk.errors import InfeasibleConstraint
from setrisk.pipelines.progress import Progress
from setrisk.pipelines.releases import Made, marks_of
from setrisk.pipelines.serial import draft
from setrisk.pipelines.serial.anony import draft_anony, promised
from setrisk.pipelines.serial.compose import check_steps
from setrisk.pipelines.serial.perturbation import EVERYWHERE, Perturbation

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_NEEDS = "_setrisk_needs"
# Rounds of the last step. Each makes the release larger, and with it the rates that beliefs are held against smaller.
_MOST_ROUNDS = 100
# Below what is promised: each counterfeit makes the release larger, and every rate a little smaller.
_SLACK = 0.05


def sanony_release(
    con: DuckDBPyConnection, dataset: str, release: str, arguments: dict[str, Any], progress: Progress
) -> Made:
    """Write a release by Sanony; the caller holds the transaction.

    Raises:
        BadInput: what `anony_release` raises.
        InfeasibleConstraint: beliefs stay above what is promised.
    """
    draw = draft.draw_of(arguments["seed"])
    series = draft_anony(con, dataset, release, "sanony", arguments, draw, progress)
    perturbation = Perturbation(con, series, release, draw, fresh=not arguments["published"])
    perturb = _perturb_as_published if arguments["published"] else _repair
    left = perturb(con, series, release, perturbation, progress)
    progress("publishing")
    draft.publish(con, dataset, release, arguments["seed"])
    marks = [
        *marks_of(arguments["seed"], hides=draft.hides(con, release)),
        *(["published-variant"] if arguments["published"] else []),
    ]
    return Made(promised(arguments), marks, ", ".join([draft.summary(con, release), *left]))


def _perturb_as_published(
    con: DuckDBPyConnection, series: str, release: str, perturbation: Perturbation, progress: Progress
) -> list[str]:
    """Algorithm 1: backward perturbation of clusters and of the whole, and both steps of forward perturbation."""
    given = {"series": series, "release": release}
    for step, query in (
        (
            "backward",
            "SELECT n.* FROM setrisk_internal.backward_needs($series, $release) AS n WHERE n.scope = 'cluster'",
        ),
        (
            "backward",
            "SELECT n.* FROM setrisk_internal.backward_needs($series, $release) AS n WHERE n.scope = 'global'",
        ),
        ("forward", "SELECT n.* FROM setrisk_internal.forward_needs($series, $release) AS n"),
    ):
        progress(f"{step} perturbation")
        con.execute(f"CREATE OR REPLACE TEMP TABLE {_NEEDS} AS {query}", given)
        perturbation.add(step, _NEEDS)
        perturbation.own_up()
    con.execute(f"DROP TABLE temp.{_NEEDS}")
    for number in range(_MOST_ROUNDS):
        progress(f"forward perturbation, second step, round {number + 1}")
        found = con.execute(
            "SELECT r.cluster, r.item, r.counterfeits FROM setrisk_internal.remedies($series, $release) AS r "
            "WHERE r.scope <> 'transitive' ORDER BY ALL",
            given,
        ).fetchall()
        if not found:
            return []
        numbers: dict[int, int] = {}
        for cluster, item, n in found:
            if n is None:
                raise InfeasibleConstraint(
                    f"no number of counterfeits brings the belief in {item!r} down to what r_th allows; raise r_th, or "
                    "make clusters larger. Nothing was published"
                )
            numbers[cluster] = max(numbers.get(cluster, 0), n)
        # What is added to clusters is added to the release.
        wanted = numbers.pop(EVERYWHERE, 0) - sum(numbers.values())
        perturbation.add_counterfeits("secret", numbers | ({EVERYWHERE: wanted} if wanted > 0 else {}))
    raise _not_repaired()


def _repair(
    con: DuckDBPyConnection, series: str, release: str, perturbation: Perturbation, progress: Progress
) -> list[str]:
    """Change the draft until no record of the series is at risk by any composition; only where a promise is broken.

    What it tells of other releases is taken back as backward perturbation does, with counterfeits. For its own records,
    copies go from the cluster to the global bag, or where a term is new to the whole release, out of it; a cluster that
    had to give copies up and to get them back gets counterfeits without the term.
    """
    given = {"series": series, "release": release}
    shared: set[tuple[int, str]] = set()
    # It takes longest to find, and there is little left of it when the others are gone.
    transitive = False
    for number in range(_MOST_ROUNDS):
        progress(f"looking for records at risk, round {number + 1}")
        con.execute(
            f"CREATE OR REPLACE TEMP TABLE {_NEEDS} AS SELECT n.* "
            "FROM setrisk_internal.repair_needs($series, $release, transitive := $transitive) AS n",
            given | {"transitive": transitive},
        )
        added = perturbation.add("backward", _NEEDS)
        con.execute(f"DROP TABLE temp.{_NEEDS}")
        perturbation.own_up()
        found = con.execute(
            "SELECT r.scope, r.cluster, r.item, r.counterfeits, r.fewer_copies, r.more_copies "
            "FROM setrisk_internal.remedies($series, $release, slack := $slack, transitive := $transitive) AS r ORDER BY ALL",
            given | {"slack": _SLACK, "transitive": transitive},
        ).fetchall()
        if not found and not added:
            if not transitive:
                check_steps(con, series)
            broken = _broken(con, series)
            if not broken:
                return []
            if transitive:
                return _left_without(con, series, release, broken)
            transitive = True
        fewer: list[tuple[int, str, int]] = []
        withheld: dict[str, int] = {}
        numbers: dict[int, int] = {}
        more: dict[str, int] = {}
        for scope, cluster, item, n, n_fewer, n_more in found:
            if scope == "global":
                withheld[item] = n_fewer
            elif (cluster, item) not in shared:
                fewer.append((cluster, item, n_fewer))
            elif n is not None and (n_more is None or n <= n_more):
                numbers[cluster] = max(numbers.get(cluster, 0), n)
            else:
                more[item] = max(more.get(item, 0), n_more or 0)
        shared |= {(cluster, item) for cluster, item, _ in fewer}
        perturbation.share("forward", _largest(fewer))
        perturbation.withhold("forward", withheld)
        perturbation.add_counterfeits("secret", numbers)
        perturbation.make_common("secret", more)
    raise _not_repaired()


def _left_without(con: DuckDBPyConnection, series: str, release: str, broken: set[tuple[Any, ...]]) -> list[str]:
    """Say in words who is at risk even if the release is not in the series: releases of other methods are not safe
    together, and none that follows can mend them.
    """
    move = "UPDATE setrisk.series AS s SET series = ? WHERE s.release = ?"
    con.execute(move, [f"{series} without {release}", release])
    before = _broken(con, series)
    con.execute(move, [series, release])
    if not broken <= before:
        raise _not_repaired()
    people = {(home, record) for _, home, _, record, _, is_person in broken if is_person}
    return [f"{len(people):,} records of earlier releases are at risk without this one already"] if people else []


def _broken(con: DuckDBPyConnection, series: str) -> set[tuple[Any, ...]]:
    """Who is at risk by any composition: scope, release, cluster, record, item, and whether it may be a person's: no
    counterfeit, as far as is known here.
    """
    return set(
        con.execute(
            "SELECT k.scope, k.release, k.cluster, k.record, b.item, p.record IS NULL OR p.tid IS NOT NULL "
            "FROM setrisk_internal.broken_promises($series) AS b "
            "JOIN setrisk_internal.equivalence_classes($series) AS k USING (scope, release, cluster, kind) "
            "LEFT JOIN setrisk_private.provenance AS p ON p.release = k.release AND p.record = k.record",
            {"series": series},
        ).fetchall()
    )


def _largest(rows: list[tuple[int, str, int]]) -> list[tuple[int, str, int]]:
    """One row per cluster and item: what all scopes ask for at most."""
    most: dict[tuple[int, str], int] = {}
    for cluster, item, n in rows:
        most[cluster, item] = max(most.get((cluster, item), 0), n)
    return [(*key, n) for key, n in most.items()]


def _not_repaired() -> InfeasibleConstraint:
    return InfeasibleConstraint(
        f"after {_MOST_ROUNDS} rounds there are beliefs above what r_th allows; raise r_th, or make clusters larger. "
        "Nothing was published"
    )
