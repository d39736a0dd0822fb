"""Sanony: Anony, with counterfeits that keep releases from revealing together what none of them reveals alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from setrisk.errors import InfeasibleConstraint
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.methods.made import Made, marks_of
from setrisk.pipelines.serial import draft
from setrisk.pipelines.serial.anony import draft_anony, promised
from setrisk.pipelines.serial.composition import check_steps
from setrisk.pipelines.serial.perturbation import EVERYWHERE, Perturbation

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# Rounds of the last step. Each round makes the release larger, and so the rates that limit the beliefs smaller.
_MOST_ROUNDS = 100
# How far below the promise to go: each counterfeit makes the release larger, and every rate a little smaller.
_SLACK = 0.05


def sanony_release(
    con: DuckDBPyConnection, dataset: str, release: str, arguments: dict[str, Any], progress: Progress
) -> Made:
    """Write a release by Sanony; the caller holds the transaction.

    Raises:
        BadInput: what `anony_release` raises.
        InfeasibleConstraint: some beliefs stay above what is promised.
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
    """Algorithm 1: backward perturbation of clusters and of the release, and both steps of forward perturbation."""
    names: dict[str, Any] = {"series": series, "release": release}
    for scope in ("cluster", "global"):
        progress("backward perturbation")
        run(con, "serial/stage_backward_needs", **names, scope=scope)
        perturbation.add("backward")
        perturbation.publish_counterfeit_counts()
    progress("forward perturbation")
    run(con, "serial/stage_forward_needs", **names)
    perturbation.add("forward")
    perturbation.publish_counterfeit_counts()
    for number in range(_MOST_ROUNDS):
        progress(f"forward perturbation, second step, round {number + 1}")
        remedies = run(con, "serial/secret_counterfeits", **names).fetchall()
        if not remedies:
            return []
        numbers: dict[int, int] = {}
        for cluster, item, n in remedies:
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
    """Change the draft, only where a promise is broken, until no record of the series is at risk by any composition.

    What it reveals about other releases is taken back with counterfeits, as in backward perturbation. For its own
    records, copies of the term move from the cluster to the global bag, or, where the whole release is at risk, are
    left out. A cluster that needs copies for the one and has too many for the other gets counterfeits without the term.
    """
    names: dict[str, Any] = {"series": series, "release": release}
    moved: set[tuple[int, str]] = set()
    # Transitive composition takes longest to find, and little of it is left once the others are gone.
    transitive = False
    for number in range(_MOST_ROUNDS):
        progress(f"looking for records at risk, round {number + 1}")
        run(con, "serial/stage_repair_needs", **names, transitive=transitive)
        added = perturbation.add("backward")
        perturbation.publish_counterfeit_counts()
        remedies = run(con, "serial/smallest_remedies", **names, slack=_SLACK, transitive=transitive).fetchall()
        if not remedies and not added:
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
        for scope, cluster, item, n, n_fewer, n_more in remedies:
            if scope == "global":
                withheld[item] = n_fewer
            elif (cluster, item) not in moved:
                fewer.append((cluster, item, n_fewer))
            elif n is not None and (n_more is None or n <= n_more):
                numbers[cluster] = max(numbers.get(cluster, 0), n)
            else:
                more[item] = max(more.get(item, 0), n_more or 0)
        moved |= {(cluster, item) for cluster, item, _ in fewer}
        perturbation.move_to_bag("forward", _largest(fewer))
        perturbation.withhold("forward", withheld)
        perturbation.add_counterfeits("secret", numbers)
        perturbation.make_common("secret", more)
    raise _not_repaired()


def _left_without(con: DuckDBPyConnection, series: str, release: str, broken: set[tuple[Any, ...]]) -> list[str]:
    """Say in words who is at risk even without the release in the series: releases by other methods are not safe
    together, and no later release can repair that.
    """
    run(con, "serial/move_to_series", release=release, series=f"{series} without {release}")
    before = _broken(con, series)
    run(con, "serial/move_to_series", release=release, series=series)
    if not broken <= before:
        raise _not_repaired()
    people = {(its_release, record) for _, its_release, _, record, _, is_person in broken if is_person}
    return [f"{len(people):,} records of earlier releases are at risk without this one already"] if people else []


def _broken(con: DuckDBPyConnection, series: str) -> set[tuple[Any, ...]]:
    """The records at risk by any composition: scope, release, cluster, record, item, and whether it may be a person,
    that is, is not known here to be a counterfeit.
    """
    return set(run(con, "serial/records_at_risk", series=series).fetchall())


def _largest(rows: list[tuple[int, str, int]]) -> list[tuple[int, str, int]]:
    """One row per cluster and item, with the most that any scope asks for."""
    most: dict[tuple[int, str], int] = {}
    for cluster, item, n in rows:
        most[cluster, item] = max(most.get((cluster, item), 0), n)
    return [(*key, n) for key, n in most.items()]


def _not_repaired() -> InfeasibleConstraint:
    return InfeasibleConstraint(
        f"after {_MOST_ROUNDS} rounds there are beliefs above what r_th allows; raise r_th, or make clusters larger. "
        "Nothing was published"
    )
