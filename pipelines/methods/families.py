"""What the tasks ask of each family of releases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Quantity:
    """A column of an evaluation that is a fraction, with those of its interval; of rows with this `part` alone."""

    title: str
    column: str
    interval: tuple[str, str] | None = None
    part: str | None = None


@dataclass(frozen=True)
class Family:
    """What the tasks ask of the releases of a family.

    Attributes:
        findings: the relation that gives what attacks have found.
        evaluation: the relation that says how well attacks did.
        detailed_evaluation: the same, a row per generalised item, cluster or maximal itemset.
        evaluation_baseline: the relation that says how well a method does whose knowledge is shuffled, with the columns
            of `evaluation`; empty if there is none.
        quantities: what a chart shows of its evaluation.
        records: what the records that it publishes are, in sentences.
        not_covered: what neither its promises nor its attacks look at, in words.
        at_risk: who is at risk, in a sentence; public parameters are in braces, and what is in square brackets is left
            out if a parameter in it is not known.
        score: what the score of a record is, in words that follow "score: ".
        reading: how numbers of an evaluation go together that seem not to, in sentences.
        filled: tables in which each release has rows, which attacks, `risk` or `export` read; the other published
            tables may be empty.
        constraints: such a table, too, for releases that do not protect all itemsets (their parameter m); or empty.
        parameters: whole numbers that each release has among its public parameters, each with its least value.
        promises: numbers of which each release has at least one among them, each with its least value.
        below: parameters that each release has, and that must be below a number: at it, they would promise nothing.
        numbered: whether the records of `risk` are those of the published tables, by their numbers.
        semantic: whether attacks compare items by knowledge, and are held against a random baseline.
        sharper_attack: what `assess` attacks a release with, to draw fewer wrong records; empty if nothing sharpens it.
    """

    findings: str
    evaluation: str
    detailed_evaluation: str
    quantities: tuple[Quantity, ...]
    not_covered: tuple[str, ...]
    at_risk: str
    score: str
    reading: str = ""
    filled: tuple[str, ...] = ()
    constraints: str = ""
    parameters: Mapping[str, int] = field(default_factory=dict)
    promises: Mapping[str, int] = field(default_factory=dict)
    below: Mapping[str, float] = field(default_factory=dict)
    numbered: bool = True
    semantic: bool = True
    sharper_attack: str = ""
    records: str = (
        "Each record stands for one person's set of items. What the promise below needs was changed, and the rest is "
        "as it was in the data."
    )
    evaluation_baseline: str = ""


FAMILIES: dict[str, Family] = {}
"""All families, by name; the module that describes the methods of a family adds it."""

SEED = "seed for what is drawn and for the order of records; marks the release `seeded`"
"""The meaning of the parameter `seed` of methods that publish records."""

KEEP_ORDER = (
    "publish entries in the order of the transaction, as the papers do, and not by name: if items follow each other in "
    "the same order in many transactions, the position of a generalised item then reveals its original member"
)
"""The meaning of the parameter `keep_order` of methods that generalise items."""

ORDER = "What the order of entries reveals."
"""What nothing looks at of a release whose entries are in the order of the data."""

OTHER_RELEASES = "Attackers who have other releases of the same people, or know who is in the data."


def gaps_of(family: str, parameters: Mapping[str, object]) -> list[str]:
    """What nothing looks at of a release of a family with these public parameters, in sentences."""
    is_by_name = parameters.get("keep_order") is False
    return [each for each in FAMILIES[family].not_covered if not (is_by_name and each == ORDER)]
