"""The methods of the family serial."""

from __future__ import annotations

from setrisk.pipelines.methods.description import AttackMethod, ReleaseMethod
from setrisk.pipelines.methods.families import FAMILIES, SEED, Family, Quantity
from setrisk.pipelines.methods.parameters import Itemsets, Parameters, parameter

__all__ = [
    "Anony",
    "ClusterComposition",
    "ExactComposition",
    "GlobalComposition",
    "MInvariance",
    "Sanony",
    "TransitiveComposition",
]

FAMILIES["serial"] = Family(
    findings="composition_findings",
    evaluation="composition_evaluation",
    detailed_evaluation="composition_evaluation_by_cluster",
    quantities=(Quantity("People at risk", "share_at_risk"),),
    records=(
        "Each record stands for the items of one person that are not sensitive; some records may be counterfeits, "
        "which are nobody's. Sensitive items are published for clusters of records."
    ),
    not_covered=(
        "Attackers who know sensitive items of a person, or of others, from elsewhere.",
        "Attackers who know what items go together.",
        "Releases that are not in the series.",
    ),
    at_risk=(
        "A person is at risk if an attacker who knows the person's other items, and compares what an attack compares, "
        "may believe more firmly than the release allows that this person has a sensitive item, whether it is true or "
        "not."
    ),
    score="that belief, as a probability",
    filled=(
        "setrisk.series",
        "setrisk.cluster",
        "setrisk.cluster_record",
        "setrisk_private.provenance",
        "setrisk_private.sensitive_item",
    ),
    promises={"r_th": 1, "m": 2},
    semantic=False,
)


# Without one of these nothing is sensitive in the first release of a series.
_SENSITIVE = ("sensitive", "sensitive_share")


class _Series(Parameters):
    """Where a release belongs, and what is sensitive in it."""

    series: str | None = parameter(
        "the series that the release is the next of; by default a new one of the release's name",
        default=None,
        is_name=True,
    )
    sensitive: Itemsets | None = parameter(
        "sensitive items: names separated by commas, a file (items separated by commas or lines; or JSON, Parquet), or "
        "a table with a list column; by default those of the series so far",
        default=None,
        accepts_table=True,
    )
    sensitive_share: float | None = parameter(
        "instead: draw this fraction of the items that are new to the series", default=None, low=0, high=1
    )
    mix: bool = parameter("whether the series may have releases of other methods", default=False)
    seed: int | None = parameter(SEED, default=None, low=0)


class _Clustered(_Series):
    """How records come into clusters, and what may be believed of them."""

    r_th: float = parameter("how many times the population rate a belief may reach", low=1)
    cluster_size: int = parameter("least number of records in a cluster", default=100, low=1)
    partition: str | None = parameter(
        "instead: a table of tid (or id, as loaded) and cluster", default=None, accepts_table=True
    )


class Anony(
    _Clustered,
    ReleaseMethod,
    name="anony",
    family="serial",
    run="serial.anony:make_anony_release",
    paper="Bewong, Liu, Liu, Li and Choo 2017, SANONY 2.2",
    promise=(
        "By this release alone, nobody who knows a person's other items gets to believe that the person has a "
        "sensitive item with more than {r_th} times the probability that anyone has it."
    ),
    preset={"r_th": (2.0,)},
    preset_if=_SENSITIVE,
):
    """Anony: separate sensitive items from records, cluster by cluster, so that none is more than r_th times as common
    in a cluster as in all; each release is made on its own, whatever is published already.
    """


class Sanony(
    _Clustered,
    ReleaseMethod,
    name="sanony",
    family="serial",
    run="serial.sanony:make_sanony_release",
    paper="Bewong, Liu, Liu and Li 2019, SANONY Algorithm 1",
    promise=(
        "By all releases of the series together, nobody who knows a person's other items gets to believe that the "
        "person has a sensitive item with more than {r_th} times the probability that anyone has it; what is left at "
        "risk is counted when it is made and when it is checked."
    ),
    preset={"r_th": (2.0,)},
    preset_if=_SENSITIVE,
):
    """Sanony: Anony, and counterfeits that keep the releases of a series from revealing more together."""

    as_printed: bool = parameter(
        "the steps as the paper prints them: they may add as many counterfeits as there are records, and leave some at "
        "risk",
        default=False,
    )


class MInvariance(
    _Series,
    ReleaseMethod,
    name="m-invariance",
    family="serial",
    run="serial.m_invariance:make_invariant_release",
    paper="Xiao and Tao 2007, as SANONY Example 2 adapts it",
    promise=(
        "The group that a person is in has {m} different sensitive sets or more, the same in each release that the "
        "person is in."
    ),
):
    """m-invariance: groups of records with m different sensitive sets or more, in which a record that returns keeps the
    same ones; by counterfeits, and by leaving out what would be too common.
    """

    m: int = parameter("how many sensitive sets a group has at least", default=2, low=2)


class _Composition(Parameters):
    """What compositions make of an overlap."""

    adversary: str = parameter(
        "worst if the attacker may know whether a person is in an overlap that has only some of the records with the "
        "person's items, so that the higher belief counts; printed to take the person for inside, as formula 13 does",
        default="worst",
        choices=("worst", "printed"),
    )


class ClusterComposition(
    _Composition,
    AttackMethod,
    name="cluster",
    family="serial",
    run="serial.composition:compose_release",
    paper="SANONY 2.3.1",
):
    """What clusters of other releases reveal of the records that they share."""


class TransitiveComposition(
    _Composition,
    AttackMethod,
    name="transitive",
    family="serial",
    run="serial.composition:compose_release",
    paper="SANONY 2.3, Definition 7",
):
    """As cluster, and what is left of those clusters without what they share with third ones."""


class GlobalComposition(
    _Composition,
    AttackMethod,
    name="global",
    family="serial",
    run="serial.composition:compose_release",
    paper="SANONY 2.3.2",
):
    """As cluster, for releases as a whole."""


class ExactComposition(
    AttackMethod, name="exact", family="serial", run="serial.composition:compose_release", paper="our own"
):
    """Small clusters: every placement of the copies that agrees with the clusters of other releases."""

    max_cluster_size: int = parameter("most records of a cluster that is looked at", default=12, low=1, high=20)
