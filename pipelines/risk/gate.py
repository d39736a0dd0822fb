"""The gate: may a release be published, judging by its marks, its series and limits on its risk?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from setrisk.errors import BadInput
from setrisk.pipelines.common.quoting import call
from setrisk.pipelines.common.share import Share
from setrisk.pipelines.database.names import family_of, is_made_here, require_originals
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.database.task import task
from setrisk.pipelines.risk.limits import Limits
from setrisk.pipelines.risk.required_attacks import required_attacks
from setrisk.pipelines.risk.verdict import OtherRelease, Verdict, promise_clause, verdict_of_release
from setrisk.pipelines.serial.composition import check_steps, series_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation


@task(writes=False, known=["release"])
def check(
    con: DuckDBPyConnection,
    release: str,
    *,
    max_at_risk: Share | None = None,
    max_score: Share | None = None,
    min_coverage: Share | None = None,
    max_narrowing: Share | None = None,
    max_inference: Share | None = None,
    max_linkability: Share | None = None,
    max_singling_out: Share | None = None,
    known: str | int | Sequence[int] | None = None,
    allow_exported: bool = False,
    attacks: Sequence[str] = (),
    limits: str | Path | None = None,
) -> DuckDBPyRelation:
    """Say whether a release may be published, and if not, why.

    It may not if it has a mark (`unprotected`, `seeded`, `as-printed`, `domain-from-data`, `drawn-constraints`,
    `imported`, or one that this version does not know), if comparing it with the other releases of its series puts
    people at risk, if another release of the same people was exported before, or if it exceeds a limit. Exports are
    remembered when the release, or its data set, is dropped; people are the same by the data set or by ids.

    Args:
        con: a DuckDB connection.
        release: the release; with `max_at_risk`, `max_score` or `min_coverage`, one that was made in this database.
        max_at_risk: the largest share of its records, 0 to 1, that the worst attack, or guessing, may put at risk.
        max_score: the highest score, 0 to 1, that `risk` may give a record.
        min_coverage: the least share of the rare itemsets, 0 to 1, that its promise must be about (`setrisk.coverage`);
            0.5 unless given, with `max_at_risk` or `max_score`, because risk considers only what the promise is about.
        max_narrowing: the largest share of people, 0 to 1, whom a few known items may leave with few records. This and
            the next three are limits on what `assess` has found of the release, whatever it promises: on the upper end
            of the interval, for the number and choice of known items for which it is highest. What was not assessed, or
            not measured, keeps none of them.
        max_inference: the highest risk, 0 to 1, that one more item of a person is inferred; guesses of sensitive items
            count as well, if they were asked about.
        max_linkability: the highest risk, 0 to 1, that two sources about the same person are linked.
        max_singling_out: the highest risk, 0 to 1, that somebody is singled out.
        known: the numbers of known items that the release must have been assessed for to keep one of these four limits,
            such as `1..2`; `1..4` unless given, as `assess` has it. Numbers that are given must have been measured,
            too: nobody may have so many items. What was assessed besides counts as well.
        allow_exported: whether other releases of the same people may have been exported before. What all of them give
            away together is not known; releases of one series, and noisy ones of one budget, are never counted here.
        attacks: one or several methods, which must have been run with their default parameters, or attacks by the names
            that `risk` gives them, also separated by commas; with `max_at_risk` or `max_score`, if none is named, all
            methods of the family, and in any case guessing, where the family has a random baseline.
        limits: a TOML file that has any of these ten; values given directly override the file.

    Returns:
        `setrisk.refusals`: release, refusal, attack, found, allowed, reason; no row: its marks, its series,
        the limits and the stored attacks give no reason against it. Without a limit on risk (all but `min_coverage` and
        `attacks`; one of 100 % on what `assess` has found counts as none) there is always a row, if no other then
        `no_limit`: its risk was held against no limit.
        A result with rows is true in Python, and they are reasons to refuse: publish if
        `not setrisk.check(...).fetchall()`.

    Raises:
        UnknownRelease: there is no such release.
        UnknownMethod: one of `attacks` is neither a method that attacks the family nor an attack.
        BadInput: a limit is not from 0 to 1, the file is not a list of limits, `known` does not say numbers of items,
            the release was imported, so that its original data are not here, which `max_at_risk`, `max_score` and
            `min_coverage` need, or its series is too large to be looked at.

    Examples:
        >>> setrisk.check(con, "r1", max_at_risk=0.05).project("refusal").distinct().order("refusal").fetchall()
        [('at_risk',), ('coverage',), ('drawn-constraints',), ('not_attacked',), ('seeded',)]
        >>> _ = setrisk.protect(con, "visits", "chunks", method="disassociation", k=3)
        >>> setrisk.check(con, "chunks").project("refusal").fetchall()
        [('no_limit',)]
        >>> setrisk.check(con, "chunks", max_inference=0.1).project("refusal").fetchall()
        [('inference',)]
    """
    held = limits_among(locals())
    return refusals_within(con, release, held)


def refusals_within(con: DuckDBPyConnection, release: str, held: Limits) -> DuckDBPyRelation:
    """What `check` returns.

    Raises:
        UnknownMethod, BadInput: as `check` does.
    """
    if held.numbers != held.imported_limits.numbers:
        require_originals(con, release)
    held = limits_on_release(con, release, held)
    if family_of(con, release) == "serial":
        check_steps(con, series_of(con, release))
    return con.sql(f"SELECT r.* FROM {call('setrisk.refusals', release, **held.given_limits)} AS r ORDER BY ALL")


def limits_among(arguments: Mapping[str, Any]) -> Limits:
    """The limits among the arguments of a function, and what the file that is its `limits` has besides.

    Raises:
        BadInput: a limit is not from 0 to 1, or the file is not a list of limits.
    """
    names = {field.name for field in fields(Limits)}
    given = Limits(**{name: value for name, value in arguments.items() if name in names})
    limits = arguments.get("limits")
    if limits is None:
        return given
    if not isinstance(limits, str | Path):
        raise BadInput(f"limits is {limits!r}; it must be the name of a TOML file")
    return given.with_defaults(Limits.from_file(limits))


def limits_on_release(con: DuckDBPyConnection, release: str, limits: Limits) -> Limits:
    """The limits, with the attacks on this release that they name.

    Raises:
        UnknownMethod: there is no attack of such a name on it.
    """
    return replace(limits, attacks=required_attacks(con, release, limits.attacks))


def limits_on_grid(limits: Limits) -> Limits:
    """The limits, if all of them can be held against a grid.

    Raises:
        BadInput: attacks are among them, or that other releases may have been exported.
    """
    if limits.allow_exported:
        raise BadInput(
            "limits: allow_exported is about one release that is to be published, not about a grid; leave it out here"
        )
    if limits.attacks:
        raise BadInput(
            f"limits: attacks ({', '.join(limits.attacks)}) are required of a release, not of a grid: whatif decides "
            "which attacks are run on the releases of a grid; leave attacks out here"
        )
    return limits


def verdict_on_release(
    con: DuckDBPyConnection,
    release: str,
    refusals: Sequence[tuple[str, str | None, str]],
    limits: Limits,
    assessed: tuple[str | None, Sequence[HighestRisk]] | None = None,
) -> Verdict:
    """The verdict of the gate, with what its assessment is about and has found.

    Args:
        con: a DuckDB connection.
        release: the release.
        refusals: refusal, attack and reason of each row of `setrisk.refusals`.
        limits: the limits that it was held against.
        assessed: what `release_assessed_for` and `highest_risks` say of it, if they were asked already.
    """
    promise = None if refusals or limits.has_family_limit else _stored_promise(con, release)
    assessed_for, found = assessed or (release_assessed_for(con, release), highest_risks(con, release, limits))
    risks = {criterion: risk for criterion, risk, _ in found}
    resisted = [criterion for criterion, _, is_resisted in found if is_resisted]
    are_weak = keeps_order = False
    spent = None
    if not refusals:
        ((keeps_order,),) = run(con, "risk/keeps_order", release=release).fetchall()
        sums = run(con, "risk/spent_together", release=release).fetchall()
        spent = (float(sums[0][0]), sums[0][1]) if sums else None
    if not refusals and limits.given_limits.get("max_inference", 1) < 1:
        ((are_weak,),) = run(con, "assessment/weak_sensitive_guesses", release=release).fetchall()
    return verdict_of_release(
        refusals,
        limits,
        assessed_for,
        risks,
        promise,
        resisted,
        are_sensitive_guesses_weak=bool(are_weak),
        keeps_order=keeps_order,
        spent=spent,
        others=[]
        if refusals
        else [OtherRelease(*row) for row in run(con, "risk/other_releases", release=release).fetchall()],
    )


def _stored_promise(con: DuckDBPyConnection, release: str) -> str | None:
    """What is known of attacks on what a release promises, in words; None if it was imported, or not attacked, or what
    was known is lost.
    """
    if not is_made_here(con, release):
        return None
    query = "SELECT h.worst_attack, h.share_at_risk, h.coverage FROM setrisk.risk_headline(?) AS h"
    rows = con.execute(query, [release]).fetchall()
    return next((promise_clause(*row) for row in rows if row[0] != "none"), None)


HighestRisk: TypeAlias = tuple[str, float | None, bool]
"""A criterion, the highest risk by it, None if that is unknown, and whether the release was shown to resist."""


def highest_risks(con: DuckDBPyConnection, release: str, limits: Limits) -> list[HighestRisk]:
    """The highest risk that a release may have by each criterion that it was assessed by."""
    return run(con, "assessment/highest_risks", release=release, known=limits.known or None).fetchall()


def release_assessed_for(con: DuckDBPyConnection, release: str) -> str | None:
    """What the assessment of a release is about, in words; None if it was not assessed."""
    rows = run(con, "assessment/release_assessed_for", release=release).fetchall()
    return rows[0][0] if rows else None
