"""The verdicts on releases, series and grids, in the words that the command line, the gate and reports share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from setrisk.pipelines.common.quantities import word_list
from setrisk.pipelines.common.share import percent
from setrisk.pipelines.risk.limits import ASSESSED, LEAST_COVERAGE, REQUIRED_KNOWN, Limits

UNTESTED = "What was not tested"
"""The title of the section of a report that a verdict refers to."""
# Limits that are missed by what is too large, what is said of that, and the column of `setrisk.recommended` that has
# it. Risks that were assessed are held against the upper end of their interval.
_LARGEST = (
    ("max_at_risk", "{} are at risk", "share_at_risk"),
    ("max_score", "a score is {}", "highest_score"),
    *((limit, criterion.replace("_", " ") + " may be up to {}", criterion) for criterion, limit in ASSESSED.items()),
)


@dataclass(frozen=True)
class Verdict:
    """An answer to `may it be published?`, or `which is to be published?`.

    Attributes:
        passes: whether the answer is yes.
        sentence: the answer, and how far it goes; it begins in lower case, and has no full stop.
        notes: what readers should know besides.
    """

    passes: bool
    sentence: str
    notes: tuple[str, ...] = ()


def verdict_of_release(refusals: Sequence[tuple[str, str]], limits: Limits, scope: str | None = None) -> Verdict:
    """The verdict of the gate.

    Args:
        refusals: refusal and reason of each row of `setrisk.refusals`; none if the release may be published.
        limits: the limits that it was held against.
        scope: what its assessment is about, without which a yes to limits on that would say too much.
    """
    reasons = "; ".join(reason for _, reason in refusals)
    if any(refusal == "no_limit" for refusal, _ in refusals):
        looked_at = (
            "its marks, its series and its coverage" if limits.min_coverage is not None else "its marks and its series"
        )
        return Verdict(False, f"not yet: nothing in {looked_at} speaks against it, but {reasons}")
    if reasons:
        return Verdict(False, f"no: {reasons}")
    goes_by_attacks = limits.has_family_limit or bool(limits.attacks)
    looked_at = (
        f"its marks, its series, the limits ({limits.description}) and the attacks that were run"
        if goes_by_attacks
        else f"its marks, its series and the limits ({limits.description})"
    )
    clauses = [
        f"yes: nothing in {looked_at} speaks against it",
        *([scope] if scope and limits.has_assessed_limit else []),
        *([] if goes_by_attacks else ["attacks on what it promises had no limit, and were not looked at"]),
        f"what they do not look at is in the report, under '{UNTESTED}'",
    ]
    return Verdict(True, "; ".join(clauses))


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
    """That no attack beats guessing; `setrisk.risk_headline` says it of one release in the same words."""
    return f"for {releases} no attack that was run beats guessing: the share at risk is that of guessing"


def verdict_of_grid(
    best: Mapping[str, Any] | None, limits: Limits, max_error: float, scope: str | None = None
) -> Verdict:
    """Which release of a grid to take.

    Args:
        best: the row of `setrisk.recommended`, if there is one.
        limits: the limits that it was held against.
        max_error: the largest error of counting queries.
        scope: what the assessment of the releases is about, without which limits on that would say too much.
    """
    scopes = (scope,) if scope is not None and limits.has_assessed_limit else ()
    assessed_for = ", ".join(map(str, limits.known or REQUIRED_KNOWN))
    if best is None:
        return Verdict(
            False,
            "none can be recommended: each release failed, has unknown risk"
            + (
                f", was not assessed for attackers who know {assessed_for} items (known), or not attacked by what "
                "works on it"
                if limits.has_assessed_limit
                else ""
            )
            + ", or has a mark or a series that the gate refuses",
            scopes,
        )
    coverage = Limits(min_coverage=LEAST_COVERAGE)
    number = f"number {best['cell']}"
    held = f"{limits.with_defaults(coverage).description}, error at most {max_error:g}"
    notes = list(scopes)
    if best["beats_baseline"] is False:
        notes.append(guessing_note(number))
    if best["coverage"] < 1:
        notes.append(f"its promise covers {percent(best['coverage'])} of the rare itemsets; risk looks at no others")
    if "seeded" in best["marks"]:
        notes.append("it is seeded: make it again without a seed, or the gate refuses it")
    if best["is_within"] is None:
        sentence = (
            "none is recommended, since no limit on risk was given (max_inference, max_linkability and "
            f"max_singling_out, or max_at_risk); {number} is the least distorted ({held}), and puts "
            f"{percent(best['share_at_risk'])} of people at risk"
        )
    elif not best["is_within"]:
        missed = _missed_limits(best, limits.with_defaults(coverage), max_error)
        sentence = f"none is within the limits ({held}); {number} is nearest"
        sentence += f", but {word_list(missed)}" if missed else ""
    elif best["error"] is None:
        sentence = (
            f"{number} is within the limits ({held}); which is the least distorted is not known: no pair of items was "
            "asked for"
        )
    else:
        sentence = f"{number} is the least distorted within the limits ({held})"
    return Verdict(bool(best["is_within"]), sentence, tuple(notes))


def _missed_limits(best: Mapping[str, Any], limits: Limits, max_error: float) -> list[str]:
    """What is beyond each limit that a release of a grid misses, in words."""
    given, missed = limits.numbers, []
    for limit, said, column in _LARGEST:
        value = best[column]
        if limit in given and value is not None and value > given[limit]:
            missed.append(said.format(percent(value)))
    if best["coverage"] < given.get("min_coverage", 0):
        missed.append(f"its coverage is only {percent(best['coverage'])}")
    if best["error"] is not None and best["error"] > max_error:
        missed.append(f"its error is {best['error']:.4g}")
    return missed
