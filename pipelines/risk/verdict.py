"""The verdicts on releases, series and grids, in the words that the command line, the gate and reports share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from setrisk.pipelines.common.quantities import word_list
from setrisk.pipelines.common.share import percent
from setrisk.pipelines.risk.limits import ASSESSED, LEAST_COVERAGE, Limits

UNTESTED = "What was not tested"
"""The title of the section of a report that a verdict refers to."""
EXAMPLE_LIMITS = {"max_singling_out": 0.05, "max_linkability": 0.02, "max_inference": 0.1}
"""Limits on the three risks that examples give."""
CRITERIA = ("singling_out", "linkability", "inference", "narrowing")
"""What assessing a release measures, in the order in which it is said."""
# Names of other releases in a verdict.
_MOST_NAMED = 3
# Clauses that several verdicts share.
_VOID = "a limit of 100 % counts as none"
_UNASSESSED = "what it gives away about people was not assessed"
_WEAK_SENSITIVE = (
    "guesses of sensitive items were right no more often than may be chance, which does not show that they are safe"
)
_ORDER = "its entries are in the order of the data, which may tell what was merged; no attack that was run goes by that"
_NOT_EXPORTED = (
    "what was handed out otherwise than by setrisk export, or by an earlier version of it, was not looked at"
)
_UNLIMITED_ATTACKS = "attacks on what it promises had no limit"
_BY_ATTACKS = ", as far as the attacks that were run show"
# Limits that are missed by what is too large, what is said of that, and the column of `setrisk.recommended` that has
# it. Risks that were assessed are held against the upper end of their interval.
_LARGEST = (
    ("max_at_risk", "{} are at risk", "share_at_risk"),
    ("max_score", "a score is {}", "highest_score"),
    *((limit, criterion.replace("_", " ") + " may be up to {}", criterion) for criterion, limit in ASSESSED.items()),
)


class OtherRelease(NamedTuple):
    """Another release than the one that is judged.

    Attributes:
        name: of the release.
        is_here: whether it is still in this database.
        exported_on: the day of its last export; None if it was not exported.
        is_of_the_same: whether it is of some of the same people; None if that is unknown.
    """

    name: str
    is_here: bool
    exported_on: date | None
    is_of_the_same: bool | None

    @property
    def title(self) -> str:
        """Its name, and what happened to it."""
        said = [] if self.exported_on is None else [f"exported on {self.exported_on}"]
        said += [] if self.is_here else ["no longer here"]
        return f"{self.name} ({', '.join(said)})" if said else self.name


@dataclass(frozen=True)
class Verdict:
    """An answer to `may it be published?`, or `which is to be published?`.

    Attributes:
        passes: whether the answer is yes.
        sentence: the answer, and how far it goes; it begins in lower case, and has no full stop.
        notes: what readers should know besides.
        without_limit: the criteria that were assessed and had no limit, with the highest risk that there may be; None
            if that is unknown.
        resisted: of a yes to limits on what was assessed: the criteria by which attacks hardly worked that do on the
            data as they are.
    """

    passes: bool
    sentence: str
    notes: tuple[str, ...] = ()
    without_limit: Mapping[str, float | None] = field(default_factory=dict)
    resisted: tuple[str, ...] = ()


def without_limit(risks: Mapping[str, float | None], limits: Limits) -> dict[str, float | None]:
    """The criteria that were assessed and have no limit, with the highest risk that there may be.

    Args:
        risks: the highest risk that there may be by criterion, None if it is unknown; empty without an assessment.
        limits: the limits that were given.
    """
    free = [criterion for criterion in CRITERIA if ASSESSED[criterion] not in limits.given_limits]
    # Narrowing does not apply to every release.
    return {
        criterion: risks.get(criterion)
        for criterion in free
        if risks and (criterion in risks or criterion != "narrowing")
    }


def without_limit_clause(free: Mapping[str, float | None]) -> str:
    """That some criteria had no limit, and how much a release may give away by them; nothing if there are none."""
    found = [
        f"{criterion.replace('_', ' ')} ({'unknown' if risk is None else f'up to {percent(risk)}'})"
        for criterion, risk in free.items()
    ]
    return f"no limit was given for {word_list(found)}" if found else ""


def promise_clause(attack: str, share_at_risk: float | None, coverage: float) -> str:
    """What is known of attacks on what a release promises, if there is no limit on that.

    Args:
        attack: the one that puts the most people at risk; `none` if none was run.
        share_at_risk: the share of people whom it puts at risk; None if that is unknown.
        coverage: how much of the rare itemsets the promise covers.
    """
    puts = "" if share_at_risk is None else f"puts {percent(share_at_risk)} of people at risk"
    if attack != "none":
        found = f": of those that were run, {attack} {puts}"
    else:
        found = ", and none was run" + (f"; the release as it is {puts}" if puts else "")
    return f"{_UNLIMITED_ATTACKS}{found}; the promise covers {percent(coverage)} of the rare itemsets"


def resisted_clause(criteria: Sequence[str]) -> str:
    """That attacks by some criteria hardly worked, and do on the data as they are."""
    names = word_list([criterion.replace("_", " ") for criterion in criteria])
    return (
        f"the attacks by {names}, which work on the data as they are, were right no more often than may be chance "
        "without what is known"
    )


def verdict_of_release(
    refusals: Sequence[tuple[str, str | None, str]],
    limits: Limits,
    assessed_for: str | None = None,
    risks: Mapping[str, float | None] | None = None,
    promise: str | None = None,
    resisted: Sequence[str] = (),
    *,
    are_sensitive_guesses_weak: bool = False,
    keeps_order: bool = False,
    others: Sequence[OtherRelease] = (),
    spent: tuple[float, int] | None = None,
) -> Verdict:
    """The verdict of the gate.

    Args:
        refusals: refusal, attack and reason of each row of `setrisk.refusals`; none if the release may be published.
        limits: the limits that it was held against.
        assessed_for: what its assessment is about, without which a yes to limits on that would say too much.
        risks: the highest risk that it may have by each criterion that it was assessed by, None if that is unknown.
        promise: what is known of attacks on what it promises, if there are any and no limit is on that.
        resisted: the criteria by which attacks hardly worked that do on the data as they are.
        are_sensitive_guesses_weak: whether it was assessed for sensitive items, and no guess of them worked.
        keeps_order: whether its entries are in the order of the data.
        others: other releases that are of the same people, or may be.
        spent: the epsilon that the noisy releases which share its budget have spent, and how many they are.
    """
    free = without_limit(risks or {}, limits)
    unlimited = [*([without_limit_clause(free)] if free else []), *([_VOID] if limits.void_limits else [])]
    if empty := [reason for refusal, _, reason in refusals if refusal == "empty"]:
        # Whatever else is missing is missing because of that.
        return Verdict(False, f"no: {empty[0]}", without_limit=free)
    reasons = "; ".join(reason_clauses(refusals))
    if any(refusal == "no_limit" for refusal, *_ in refusals):
        looked_at = (
            "its marks, its series and its coverage" if limits.min_coverage is not None else "its marks and its series"
        )
        clauses = [f"not yet: {looked_at} give no reason against it, but {reasons}", *unlimited]
        return Verdict(False, "; ".join(clauses), without_limit=free)
    if reasons:
        return Verdict(False, f"no: {reasons}", without_limit=free)
    goes_by_attacks = limits.has_family_limit or bool(limits.attacks)
    held_off = _resisted_with_a_limit(resisted, limits)
    clauses = [
        f"yes: it keeps the limits ({limits.description}){_BY_ATTACKS if goes_by_attacks else ''}",
        "its marks and its series give no reason against it",
        *([resisted_clause(held_off)] if held_off else []),
        *([_WEAK_SENSITIVE] if are_sensitive_guesses_weak else []),
        *unlimited,
        *([] if risks else [_UNASSESSED]),
        *([] if goes_by_attacks else [promise or f"{_UNLIMITED_ATTACKS}, and were not looked at"]),
        *([assessed_for] if assessed_for and limits.has_assessed_limit else []),
        *([_ORDER] if keeps_order else []),
        *([_spent_clause(*spent)] if spent else []),
        *_clauses_on_others(others),
        f"for what else was not looked at, see '{UNTESTED}' in the report",
    ]
    return Verdict(True, "; ".join(clauses), without_limit=free, resisted=held_off)


def _spent_clause(epsilon: float, n_releases: int) -> str:
    """That what noisy releases give away adds up."""
    return (
        f"{n_releases:,} noisy releases of its budget were made: together they give away what an epsilon of "
        f"{epsilon:g} allows"
    )


def _clauses_on_others(others: Sequence[OtherRelease]) -> list[str]:
    """What a yes does not say of other releases."""
    same = [other for other in others if other.is_of_the_same]
    clauses = []
    for names, advice in (
        ([other.title for other in same if other.exported_on], "which was accepted"),
        ([other.title for other in same if not other.exported_on], "so hand out one of them"),
    ):
        if names:
            were, together = ("was", "both") if len(names) == 1 else ("were", "they")
            clauses.append(
                f"{_first_names(names)} {were} made of the same people: what {together} give away together was not "
                f"looked at, {advice}"
            )
    if unknown := [other.title for other in others if other.is_of_the_same is None]:
        are = "is" if len(unknown) == 1 else "are"
        clauses.append(f"whether {_first_names(unknown)} {are} of the same people is unknown")
    return [*clauses, _NOT_EXPORTED]


def _first_names(names: Sequence[str]) -> str:
    """The names, of many the first and how many more."""
    if len(names) <= _MOST_NAMED:
        return word_list(names)
    return f"{', '.join(names[:_MOST_NAMED])} and {len(names) - _MOST_NAMED:,} more"


def _resisted_with_a_limit(resisted: Sequence[str], limits: Limits) -> tuple[str, ...]:
    """Those of the criteria that had a limit: a yes does not speak of the others."""
    return tuple(criterion for criterion in resisted if limits.given_limits.get(ASSESSED[criterion], 1) < 1)


def reason_clauses(refusals: Sequence[tuple[str, str | None, str]]) -> list[str]:
    """The reasons; if several attacks are missing, they are named once, and the refusals say what to do about each."""
    missing = [attack for refusal, attack, _ in refusals if refusal == "not_attacked" and attack]
    if len(missing) < 2:
        return [reason for *_, reason in refusals]
    others = [reason for refusal, attack, reason in refusals if refusal != "not_attacked" or not attack]
    return [f"attacks that must be run are missing, or show nothing: {word_list(missing)}", *others]


def verdict_of_series(release: str, n_records: int, n_already: int, reasons: Sequence[str] = ()) -> Verdict:
    """The verdict on the last release of a series.

    Args:
        release: the last release.
        n_records: how many records comparing the releases of the series puts at risk.
        n_already: how many of them it puts at risk without the last release, too.
        reasons: what else the gate refuses.
    """
    if n_records:
        besides = f", {n_already:,} of them without {release} too" if n_already else ""
        reasons = [f"{n_records:,} records would be at risk{besides}", *reasons]
    if reasons:
        return Verdict(False, f"no: {'; '.join(reasons)}")
    return Verdict(True, "yes, as far as composition attacks go")


def guessing_note(releases: str) -> str:
    """That no attack does better than guessing; `setrisk.risk_headline` says it of one release in the same words."""
    return (
        f"for {releases} no attack that was run puts more at risk than guessing: the share at risk is that of guessing"
    )


def verdict_of_grid(
    best: Mapping[str, Any] | None,
    limits: Limits,
    max_error: float,
    assessed_for: str | None = None,
    obstacles: Sequence[tuple[int, str]] = (),
    resisted: Sequence[str] = (),
    *,
    keeps_order: bool = False,
    exported: Sequence[str] = (),
) -> Verdict:
    """Which release of a grid to take.

    Args:
        best: the row of `setrisk.recommended`, if there is one.
        limits: the limits that it was held against.
        max_error: the largest error of counting queries.
        assessed_for: what the assessment of the releases is about, without which limits on that would say too much.
        obstacles: numbers of the releases that cannot be recommended, whatever their risk is, each with the reason.
        resisted: of the best release, the criteria by which attacks hardly worked that do on the data as they are.
        keeps_order: whether the entries of the best release are in the order of the data.
        exported: releases of the same data set that were exported, each with the day.
    """
    notes = [assessed_for] if assessed_for is not None and limits.has_assessed_limit else []
    if best is None:
        return Verdict(False, f"none can be recommended: {'; '.join(_obstacle_clauses(obstacles))}", tuple(notes))
    coverage = Limits(min_coverage=LEAST_COVERAGE)
    number = f"number {best['cell']}"
    # Limits on what assessing finds do not go by what a release promises.
    held_limits = limits.with_defaults(coverage) if limits.has_family_limit or not limits.has_assessed_limit else limits
    held = f"{held_limits.description}, error at most {max_error:g}"
    free = without_limit({name: best[name] for name in CRITERIA if best[name] is not None}, limits)
    if best["beats_baseline"] is False:
        notes.append(guessing_note(number))
    if best["coverage"] < 1:
        notes.append(f"its promise covers {percent(best['coverage'])} of the rare itemsets; risk looks at no others")
    if keeps_order:
        notes.append(_ORDER)
    if exported:
        were = "was" if len(exported) == 1 else "were"
        notes.append(
            f"of this data set {_first_names(exported)} {were} exported before: what is given away together was not "
            "looked at, and the gate asks whether you accept that"
        )
    if "seeded" in best["marks"]:
        notes.append("it is seeded: make it again without a seed, or the gate refuses it")
    if obstacles:
        notes.append(f"cannot be recommended: {'; '.join(_obstacle_clauses(obstacles))}")
    if best["is_within"] is None and best["left_out_attack"] and limits.has_assessed_limit:
        sentence = (
            f"none is known to be within the limits ({held}); {number} is as far as the uniform adversary was asked, "
            f"and the sharper one, who attacks it by {best['left_out_attack']} first, was not: make it, and assess it"
        )
    elif best["is_within"] is None:
        gives = [
            f"{name.replace('_', ' ')} {'unknown' if risk is None else f'up to {percent(risk)}'}"
            for name, risk in free.items()
        ]
        sentence = (
            "none is recommended, since no limit on risk was given; say how much you accept of what a release gives "
            f"away, for example {options_text(EXAMPLE_LIMITS)}, or of what breaks its promise, by --max-at-risk; "
            f"{number} is the least distorted ({held}), and puts {percent(best['share_at_risk'])} of people at risk"
            + (f"; what it gives away: {word_list(gives)}" if gives else "")
            + (f"; {_VOID}" if limits.void_limits else "")
        )
    elif not best["is_within"]:
        missed = _missed_limits(best, held_limits, max_error)
        sentence = f"none is within the limits ({held}); {number} is nearest"
        sentence += f", but {word_list(missed)}" if missed else ""
    elif best["error"] is None:
        sentence = (
            f"{number} is within the limits ({held}); which is the least distorted is not known: no pair of items was "
            "asked for"
        )
    else:
        sentence = f"{number} is the least distorted within the limits ({held})"
    held_off = _resisted_with_a_limit(resisted, limits) if best["is_within"] else ()
    if best["is_within"]:
        sentence += f"; {resisted_clause(held_off)}" if held_off else ""
        clause = without_limit_clause(free) if free else _UNASSESSED
        is_said = free or not limits.has_assessed_limit
        sentence += f"; {clause}" if is_said else ""
        if not limits.has_family_limit:
            sentence += f"; {promise_clause(best['worst_attack'], best['share_at_risk'], best['coverage'])}"
        sentence += f"; {_VOID}" if limits.void_limits else ""
    return Verdict(bool(best["is_within"]), sentence, tuple(notes), free, held_off)


def _missed_limits(best: Mapping[str, Any], limits: Limits, max_error: float) -> list[str]:
    """What is beyond each limit that a release of a grid misses, in words."""
    given, missed = limits.numbers, []
    for limit, said, column in _LARGEST:
        value = best[column]
        if limit in given and value is not None and value > given[limit]:
            # The same when rounded would read as if it was within the limit.
            is_near = percent(value) == percent(given[limit])
            missed.append(said.format(f"{'a little more than ' if is_near else ''}{percent(value)}"))
    if best["coverage"] < given.get("min_coverage", 0):
        missed.append(f"its coverage is only {percent(best['coverage'])}")
    if best["error"] is not None and best["error"] > max_error:
        missed.append(f"its error is {best['error']:.4g}")
    return missed


def _obstacle_clauses(obstacles: Sequence[tuple[int, str]]) -> list[str]:
    """The reasons, each with the releases that it is about."""
    by_reason: dict[str, list[str]] = {}
    for cell, reason in obstacles:
        by_reason.setdefault(reason, []).append(str(cell))
    return [
        f"number{'s' if len(cells) > 1 else ''} {word_list(cells)} ({reason})" for reason, cells in by_reason.items()
    ]


def options_text(limits: Mapping[str, float]) -> str:
    """Limits as options of the command line."""
    return " ".join(f"--{limit.replace('_', '-')} {value:.15g}" for limit, value in limits.items())
