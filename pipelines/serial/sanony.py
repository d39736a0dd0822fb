"""Sanony: Anony, with counterfeits that keep releases from revealing together what none of them reveals alone."""

from __future__ import annotations

from collections.abc import Set
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.methods.made import Made, marks_of
from setrisk.pipelines.serial import draft
from setrisk.pipelines.serial.anony import draft_anony, public_parameters
from setrisk.pipelines.serial.composition import check_steps
from setrisk.pipelines.serial.perturbation import Perturbation
from setrisk.udf.serial.sanony import Changes, Remedy, forward_step, repair

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def make_sanony_release(
    con: DuckDBPyConnection, dataset: str, release: str, arguments: dict[str, Any], progress: Progress
) -> Made:
    """Write a release by Sanony; the caller holds the transaction.

    Raises:
        BadInput: what `make_anony_release` raises.
        InfeasibleConstraint: some beliefs stay above what is promised.
    """
    draw = draft.random_source(arguments["seed"])
    series = draft_anony(con, dataset, release, arguments, draw, progress)
    perturbation = Perturbation(con, series, release, draw, fresh=not arguments["as_printed"])
    at_risk: Set[tuple[Any, ...]] = set()
    if arguments["as_printed"]:
        _perturb_as_printed(con, series, release, perturbation, progress)
    else:
        at_risk = repair(
            _Draft(con, series, release, perturbation),
            progress=lambda number: progress(f"looking for records at risk, round {number}"),
        )
    progress("publishing")
    draft.publish(con, dataset, release, arguments["seed"])
    marks = [
        *marks_of(arguments["seed"], hides=draft.hides(con, release)),
        *(["as-printed"] if arguments["as_printed"] else []),
    ]
    return Made(
        public_parameters(arguments), marks, ", ".join([draft.summary(con, release), *_remaining_risk(at_risk)])
    )


def _perturb_as_printed(
    con: DuckDBPyConnection, series: str, release: str, perturbation: Perturbation, progress: Progress
) -> None:
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
    forward_step(
        lambda: run(con, "serial/secret_counterfeits", **names).fetchall(),
        lambda numbers: perturbation.add_counterfeits("secret", numbers),
        progress=lambda number: progress(f"forward perturbation, second step, round {number}"),
    )


class _Draft:
    """The release that `repair` asks and changes."""

    def __init__(self, con: DuckDBPyConnection, series: str, release: str, perturbation: Perturbation) -> None:
        """Take the last release of a series, and what changes it; the caller holds the transaction."""
        self._con, self._series, self._release, self._perturbation = con, series, release, perturbation
        self._names: dict[str, Any] = {"series": series, "release": release}
        self._steps_are_checked = False

    def take_back(self, *, transitive: bool) -> bool:
        """See `repair`."""
        run(self._con, "serial/stage_repair_needs", **self._names, transitive=transitive)
        n_clusters = self._perturbation.add("backward")
        self._perturbation.publish_counterfeit_counts()
        return n_clusters > 0

    def remedies(self, *, slack: float, transitive: bool) -> list[Remedy]:
        """See `repair`."""
        rows = run(self._con, "serial/smallest_remedies", **self._names, slack=slack, transitive=transitive)
        return [Remedy(*row) for row in rows.fetchall()]

    def change(self, changes: Changes) -> None:
        """See `repair`."""
        self._perturbation.move_to_bag("forward", [(*place, n) for place, n in changes.to_bag.items()])
        self._perturbation.withhold("forward", changes.withheld)
        self._perturbation.add_counterfeits("secret", changes.counterfeits)
        self._perturbation.make_common("secret", changes.more_copies)

    def records_at_risk(self) -> set[tuple[Any, ...]]:
        """Scope, release, cluster, record, item, and whether it may be a person: is not known here to be a
        counterfeit.
        """
        if not self._steps_are_checked:
            check_steps(self._con, self._series)
            self._steps_are_checked = True
        return self._find_records_at_risk()

    def records_at_risk_without(self) -> set[tuple[Any, ...]]:
        """The same, while the draft is moved to a series of its own."""
        run(self._con, "serial/move_to_series", release=self._release, series=f"{self._series} without {self._release}")
        records = self._find_records_at_risk()
        run(self._con, "serial/move_to_series", release=self._release, series=self._series)
        return records

    def _find_records_at_risk(self) -> set[tuple[Any, ...]]:
        return set(run(self._con, "serial/records_at_risk", series=self._series, adversary="worst").fetchall())


def _remaining_risk(at_risk: Set[tuple[Any, ...]]) -> list[str]:
    """In words, who stays at risk."""
    people = {(release, record) for _, release, _, record, _, is_person in at_risk if is_person}
    return [f"{len(people):,} records of earlier releases are at risk without this one already"] if people else []
