"""The methods of the family generalisation."""

from __future__ import annotations

from setrisk.pipelines.methods.description import AttackMethod, Guess, ReleaseMethod
from setrisk.pipelines.methods.families import (
    FAMILIES,
    KEEP_ORDER,
    ORDER,
    OTHER_RELEASES,
    SEED,
    Family,
    Quantity,
)
from setrisk.pipelines.methods.parameters import Itemsets, Parameters, parameter

__all__ = [
    "Coat",
    "GroupElimination",
    "Km",
    "MaximumDistance",
    "Pcta",
    "RandomElimination",
    "RedistributedElimination",
    "ThresholdElimination",
    "WeightedElimination",
]

FAMILIES["generalisation"] = Family(
    findings="elimination_findings",
    evaluation="elimination_evaluation",
    detailed_evaluation="elimination_evaluation_by_item",
    evaluation_baseline="elimination_baseline",
    quantities=(
        Quantity("Recall: added items that are found", "recall", ("recall_low", "recall_high")),
        Quantity(
            "Precision: share of eliminated items that were really added",
            "precision",
            ("precision_low", "precision_high"),
        ),
    ),
    not_covered=(
        "Attackers who know itemsets that the release does not promise to protect: those find people, too. How "
        "many, only an assessment of the release tells.",
        OTHER_RELEASES,
        "Attackers who know how the method chooses what to merge.",
        ORDER,
    ),
    at_risk=(
        "A person is at risk if an attacker who knows items of this person, of one protected itemset, is left with "
        "fewer than {k} records that may be this person's."
    ),
    score=(
        "1 divided by the number of records that are left, which is the chance to pick the right one; 0 % if an "
        "attack leaves none of the person's protected itemsets in place"
    ),
    sharper_attack="rba",
    filled=("setrisk_private.provenance",),
    constraints="setrisk_private.privacy_constraint",
    parameters={"k": 2},
)

_CONSTRAINTS = (
    "privacy constraints: one itemset, its items separated by commas; a file (a constraint a line, items separated by "
    "commas; or JSON, Parquet); or a table with a list column; in Python, also lists of items"
)
_RANDOM_CONSTRAINTS = (
    "instead: draw constraints of 2 to 6 items from this fraction of the items; marks the release `drawn-constraints`"
)


class Coat(
    ReleaseMethod,
    name="coat",
    long_name="constraint-based anonymisation of transactions",
    family="generalisation",
    run="generalisation.coat:make_coat_release",
    paper="Loukides, Gkoulalas-Divanis and Malin 2011, as read by THESIS 2.2.3",
    promise=(
        "Every itemset that it protects[ (all of up to {m} items)] is held by {k} published records or more, or by "
        "none; a privacy constraint protects all its subsets. It promises nothing against someone who can separate "
        "added items from the original ones."
    ),
    preset={"k": (5, 10)},
):
    """COAT: merge items into generalised items until each protected itemset has support k or none."""

    k: int = parameter("least support of what the release protects", default=5, low=2)
    protect_all: int | None = parameter(
        "protect every itemset of up to this many items, which makes the release k^m-anonymous; 2 unless constraints "
        "are given",
        default=None,
        low=1,
        high=16,
    )
    privacy_constraints: Itemsets | None = parameter(
        f"instead, or all for every itemset of up to two items: {_CONSTRAINTS}",
        default=None,
        accepts_table=True,
        names_items=True,
    )
    random_constraints: float | None = parameter(_RANDOM_CONSTRAINTS, default=None, low=0, high=1)
    utility_constraints: Itemsets | None = parameter(
        "utility constraints, given like privacy_constraints; default: one that holds all items",
        default=None,
        accepts_table=True,
        names_items=True,
    )
    wordnet: str | None = parameter(
        "folder of WordNet's files: utility constraints of items similar to those of the privacy constraints, or to "
        "each other without these (needs setrisk[text])",
        default=None,
    )
    wordnet_threshold: float | None = parameter(
        "with wordnet: least Wu-Palmer similarity of such items, 0.5 unless given", default=None, low=0, high=1
    )
    max_suppression: float = parameter(
        "largest fraction of the items that may be suppressed", default=0.15, low=0, high=1
    )
    keep_order: bool = parameter(KEEP_ORDER, default=False)
    seed: int | None = parameter(SEED, default=None, low=0)


class Km(
    ReleaseMethod,
    name="km",
    long_name="Apriori-based anonymisation",
    family="generalisation",
    run="generalisation.km:make_km_release",
    paper="Terrovitis, Mamoulis and Kalnis 2008, Algorithms 2 and 3",
    promise=(
        "Every itemset of up to {m} items is held by {k} published records or more, or by none. It promises nothing "
        "against someone who can separate added items from the original ones."
    ),
    preset={"k": (5,)},
):
    """AA: generalise items along a taxonomy until each itemset of up to m items has support k or none."""

    k: int = parameter("least support of an itemset", default=5, low=2)
    m: int = parameter("largest number of items in an itemset", default=2, low=1, high=16)
    taxonomy: str | None = parameter(
        "items and what they are part of: a table or a CSV or Parquet file with the columns item and parent, a row for "
        "each node of a tree but its root",
        default=None,
        accepts_table=True,
    )
    wordnet: str | None = parameter(
        "instead: folder of WordNet's files, by which items are grouped by what they are (needs setrisk[text])",
        default=None,
    )
    group_size: int | None = parameter(
        "without a taxonomy: how many items of about the same support are a group, and groups a larger one; 2 unless "
        "given",
        default=None,
        low=2,
    )
    keep_order: bool = parameter(KEEP_ORDER, default=False)
    seed: int | None = parameter(SEED, default=None, low=0)


class Pcta(
    ReleaseMethod,
    name="pcta",
    long_name="privacy-constrained clustering-based transaction anonymisation",
    family="generalisation",
    run="generalisation.pcta:make_pcta_release",
    paper="Gkoulalas-Divanis and Loukides 2011",
    promise=(
        "Every itemset that it protects is held by {k} published records or more, or by none; a privacy constraint "
        "protects all its subsets. It promises nothing against someone who can separate added items from the original "
        "ones."
    ),
    preset={"k": (5,)},
    preset_if=("privacy_constraints", "random_constraints"),
):
    """PCTA: merge clusters of items, the cheapest first, until each protected itemset has support k or none."""

    k: int = parameter("least support of what the release protects", default=5, low=2)
    privacy_constraints: Itemsets | None = parameter(_CONSTRAINTS, default=None, accepts_table=True, names_items=True)
    random_constraints: float | None = parameter(_RANDOM_CONSTRAINTS, default=None, low=0, high=1)
    keep_order: bool = parameter(KEEP_ORDER, default=False)
    seed: int | None = parameter(SEED, default=None, low=0)


# OPTIONS of udf/generalisation/elimination.py has the names of the attacks, and the options of each, once more: the
# kernel refuses others without a database, too. tests/methods/test_descriptions.py holds the two together.


class _Elimination(Parameters):
    """What an attack on generalised items looks at."""

    context: int = parameter("context items to compare with, those nearest in the record", default=2, low=1)
    labelled: bool = parameter("whether the release labels its generalised items", default=True)
    unlabelled_k: int = parameter(
        "the k that the attacker assumes without labels: items of this many records or more count as generalised",
        default=2,
        low=1,
    )
    conjunctive: bool = parameter(
        "compare with the context as a whole: with documents that hold all of its items, not with each item by itself",
        default=False,
    )
    utility_constraints: Itemsets | None = parameter(
        "utility constraints that an attacker without labels knows: members of one generalised item are of the same "
        "one; a file (a constraint a line, items separated by commas; or JSON, Parquet); or a table with a list "
        "column; in Python, also lists of items",
        default=None,
        accepts_table=True,
    )


class _Threshold(_Elimination):
    """The parameters of an attack that compares with a threshold."""

    threshold: float | None = parameter("threshold to compare with, instead of the table's mean", default=None, low=0)


class _Scaled(_Threshold):
    """The parameters of an attack that eliminates groups."""

    scaled: bool = parameter("divide vulnerabilities by the range of their group (THESIS formula 4.5)", default=False)


class RandomElimination(
    Guess,
    _Elimination,
    AttackMethod,
    name="ra",
    long_name="random attack",
    family="generalisation",
    run="generalisation.elimination:eliminate_release",
    paper="THESIS 5.2",
):
    """Random eliminations, the baseline."""


class MaximumDistance(
    _Elimination,
    AttackMethod,
    name="mda",
    long_name="maximum distance attack",
    family="generalisation",
    run="generalisation.elimination:eliminate_release",
    paper="THESIS 4.1",
):
    """Eliminate the largest distance of each table."""


class ThresholdElimination(
    _Threshold,
    AttackMethod,
    name="tba",
    long_name="threshold-based attack",
    family="generalisation",
    run="generalisation.elimination:eliminate_release",
    paper="THESIS 4.2",
):
    """Eliminate all distances above a threshold."""


class WeightedElimination(
    _Threshold,
    AttackMethod,
    name="wba",
    long_name="weight-based attack",
    family="generalisation",
    run="generalisation.elimination:eliminate_release",
    paper="THESIS 4.3, Algorithm 4.1",
):
    """Eliminate weighted distances above a threshold, one by one."""


class GroupElimination(
    _Scaled,
    AttackMethod,
    name="gba",
    long_name="grouping-based attack",
    family="generalisation",
    run="generalisation.elimination:eliminate_release",
    paper="CONTEXT Algorithm 1, THESIS Algorithm 4.3",
):
    """Eliminate in the most vulnerable row or column first."""


class RedistributedElimination(
    _Scaled,
    AttackMethod,
    name="rba",
    long_name="redistribution-based attack",
    family="generalisation",
    run="generalisation.elimination:eliminate_release",
    paper="CONTEXT Algorithm 2, THESIS Algorithm 4.5",
):
    """As gba, but weight goes to the lower cluster."""
