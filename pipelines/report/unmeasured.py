"""What was not measured of a release, and why. A picture does not show it, and must not look as if it were 0."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from setrisk.pipelines.common.quantities import word_list
from setrisk.pipelines.report.parts import Row

NO_NARROWING = "narrowing does not apply to it, since noise breaks the tie between records and people"
"""That a noisy release has no narrowing, as `setrisk_internal.no_narrowing` says it."""
TOO_WEAK = "too weak to say anything"
"""What attacks are that did no better than without what is known, as `setrisk_internal.too_weak` says it."""
UNKNOWN = "unknown for all that was measured"
"""What a risk is of which something was measured, and nothing is known: the attacks were too weak, nobody outside of
the release could be asked, or numbers of known items that somebody goes by were not measured."""
WITHOUT_CONTROL = {
    **dict.fromkeys(("narrowing", "inference", "linkability"), "nobody outside of the release has enough items"),
    "singling_out": "there is nobody outside of the release",
    "sensitive_precision": "nothing was guessed of anybody outside of the release",
    "sensitive_recall": "nobody outside of the release has enough items and a sensitive one",
}
"""Why nothing is known of people who are not in the release, as `setrisk_internal.no_control` says it."""
_NOBODY_ASKED = {
    "narrowing": "nobody has so many items",
    "inference": "nobody has more items than that",
    "linkability": "nobody has twice as many items",
    "singling_out": "no record of the release shows so many items, so that no guess could be made",
    "sensitive_precision": "no sensitive item was guessed",
    "sensitive_recall": "nobody has so many items and a sensitive one",
}


@dataclass(frozen=True)
class Asked:
    """What was asked about a release.

    Attributes:
        name: what notes call it.
        known: the numbers of known items that it was assessed for; none if it was not assessed.
        is_noisy: whether noise breaks the tie between its records and people.
        failure: why it was not assessed.
        weak_criteria: those by which all attacks on it were too weak to say anything.
    """

    name: str
    known: Sequence[int]
    is_noisy: bool = False
    failure: str = ""
    weak_criteria: frozenset[str] = frozenset()


def unmeasured_notes(criterion: str, releases: Sequence[tuple[Asked, Sequence[Row]]]) -> list[str]:
    """Which numbers of a criterion are unknown, and why, in sentences; releases that were not assessed are left out.

    Args:
        criterion: what was to be measured.
        releases: each with what was measured of it by this criterion: rows with known, and risk, which may be None.
    """
    names: dict[tuple[str, str], list[str]] = {}
    assessed = [(asked, rows) for asked, rows in releases if asked.known]
    for asked, rows in assessed:
        for numbers, reason in _reasons(criterion, asked, rows):
            if_known = "" if list(numbers) == list(asked.known) else f" with {word_list(list(map(str, numbers)))} known"
            names.setdefault((if_known, reason), []).append(asked.name)
    notes = []
    for (if_known, reason), named in names.items():
        notes.append(f"Unknown (not 0){if_known}, of {_names_in_words(named, assessed)}: {reason}.")
    return notes


def _reasons(criterion: str, asked: Asked, rows: Sequence[Row]) -> list[tuple[list[int], str]]:
    """Numbers of known items of which nothing is known, and why."""
    risks = {row["known"]: row["risk"] for row in rows}
    absent = [number for number in asked.known if number not in risks]
    without_control: dict[str, list[int]] = {}
    for row in rows:
        if row["risk"] is None and row["known"] in asked.known:
            without_control.setdefault(row.get("unknown_reason") or WITHOUT_CONTROL[criterion], []).append(row["known"])
    if any(risk is not None for risk in risks.values()) and criterion in asked.weak_criteria:
        return [(list(asked.known), f"the attacks were {TOO_WEAK}, whatever number is shown")]
    nobody = NO_NARROWING if criterion == "narrowing" and asked.is_noisy else _NOBODY_ASKED[criterion]
    reasons = ((absent, nobody), *((numbers, reason) for reason, numbers in without_control.items()))
    return [(numbers, reason) for numbers, reason in reasons if numbers]


def unassessed_notes(releases: Sequence[Asked]) -> list[str]:
    """Which releases were not assessed, and why, in sentences."""
    names: dict[str, list[str]] = {}
    for asked in releases:
        if not asked.known:
            names.setdefault(asked.failure, []).append(asked.name)
    return [
        f"Not assessed, so unknown (not 0): {_names_in_words(named, releases)}{f': {failure}' if failure else ''}."
        for failure, named in names.items()
    ]


def _names_in_words(names: Sequence[str], releases: Sequence[object]) -> str:
    """Who they are, if they are not all of the releases."""
    return "all of them" if 1 < len(names) == len(releases) else word_list(names)
