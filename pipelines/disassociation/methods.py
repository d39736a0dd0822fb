"""The methods of the family disassociation."""

from __future__ import annotations

from setrisk.pipelines.methods.description import AttackMethod, Guess, ReleaseMethod
from setrisk.pipelines.methods.families import FAMILIES, OTHER_RELEASES, SEED, Family, Quantity
from setrisk.pipelines.methods.parameters import Parameters, parameter

__all__ = [
    "Assignment",
    "AverageReassociation",
    "Cover",
    "Disassociation",
    "MostRelatedReassociation",
    "RandomReassociation",
    "RelatedGroupReassociation",
]

FAMILIES["disassociation"] = Family(
    findings="reassociation_findings",
    evaluation="reassociation_evaluation",
    detailed_evaluation="reassociation_evaluation_by_cluster",
    quantities=(
        Quantity(
            "Accuracy: fragments expected to be where they belong",
            "accuracy",
            ("accuracy_low", "accuracy_high"),
            "both",
        ),
        Quantity(
            "Records expected to have got a right item back",
            "transaction_breakage",
            ("transaction_low", "transaction_high"),
            "both",
        ),
        Quantity("Hidden itemsets expected to be put together again", "km_breakage", ("km_low", "km_high"), "both"),
    ),
    records=(
        "The sets of items of people were cut into parts: a record of a chunk is a part of one person's set, and which "
        "parts of a cluster belong together is hidden."
    ),
    not_covered=(
        OTHER_RELEASES,
        "Attackers who know more than m items of a person: how many people those find, only an assessment of the "
        "release tells, if it asked about as many.",
        "Attackers who know which items a person does not have.",
        "Attackers who know how the algorithm decides what to put into which chunk.",
    ),
    at_risk=(
        "A person is at risk if an attack puts together, correctly, [up to {m} ]items of this person that the "
        "release keeps apart, and an attacker who knows these items is left with fewer than {k} records that hold them."
    ),
    score=(
        "the chance that a record picked among those that hold the items is this person's; 0 % if the attack puts "
        "together nothing of this person"
    ),
    reading=(
        "Nobody can tell equal records of a first chunk apart: the numbers are what an attacker can expect who assigns "
        "them to people at random. Who is at risk is counted as in the worst case, which guessing comes to more "
        "easily, since it spreads pieces over equal records: an attack may know more, and put fewer people at risk. "
        "An itemset that is put together correctly does not point to a person as long as k reconstructed records or "
        "more hold it. So attacks may put many itemsets together, and still few people are at risk."
    ),
    sharper_attack="aba",
    filled=("setrisk.cluster", "setrisk_private.provenance"),
    parameters={"k": 2, "m": 1},
    numbered=False,
)


class Disassociation(
    ReleaseMethod,
    name="disassociation",
    family="disassociation",
    run="disassociation.release:make_disassociated_release",
    paper="Terrovitis, Liagouris, Mamoulis and Skiadopoulos 2012, DISASSOC 3",
    promise=(
        "Whoever knows up to {m} items of a person finds {k} records or more that may be that person's[. Of some "
        "records items are left out (safe = {safe}): counts are too low, and the {k} records may lack some of the "
        "person's items]."
    ),
    preset={"k": (5, 10)},
):
    """Disassociation: split records into clusters, and the items of each cluster into chunks, so that items published
    together are held by k records.
    """

    k: int = parameter("least support of what the release protects", default=5, low=2)
    m: int = parameter("how many items of a person an attacker may know", default=2, low=1)
    max_cluster_size: int | str = parameter(
        "clusters of this many records are split: a number, or k^2 to k^6", default="k^3"
    )
    refine: bool = parameter(
        "join clusters, so that items rare in each of them need not go into term chunks", default=True
    )
    safe: bool = parameter(
        "suppress items in some records, until no item of a chunk is in all sub-records that have another one, and no "
        "pair or itemset of up to m items of several chunks is together for certain, but in fewer than k records",
        default=False,
    )
    seed: int | None = parameter(SEED, default=None, low=0)


class _Reassociation(Parameters):
    """What every attack on chunks takes."""

    anchors: int | None = parameter(
        "how many anchors each item of a term chunk gets, instead of k - 1", default=None, low=1
    )


_AS_PRINTED = (
    "place the sub-records of record chunks as aba does, as in the paper, and the terms alone as this attack does"
)


class RandomReassociation(
    Guess,
    _Reassociation,
    AttackMethod,
    name="random",
    family="disassociation",
    run="disassociation.reassociation:reassociate_release",
    paper="DISASSOC 6.2",
):
    """Random anchors, the baseline."""


class AverageReassociation(
    _Reassociation,
    AttackMethod,
    name="aba",
    long_name="averaging-based attack",
    family="disassociation",
    run="disassociation.reassociation:reassociate_release",
    paper="DISASSOC 5.1, Algorithm 3",
):
    """The anchors whose items fit best on average."""


class RelatedGroupReassociation(
    _Reassociation,
    AttackMethod,
    name="rga",
    long_name="related-group attack",
    family="disassociation",
    run="disassociation.reassociation:reassociate_release",
    paper="DISASSOC 5.2, Algorithm 4",
):
    """As aba, over the half of the items that fits best."""

    as_printed: bool = parameter(_AS_PRINTED, default=False)


class MostRelatedReassociation(
    _Reassociation,
    AttackMethod,
    name="mra",
    long_name="most-related attack",
    family="disassociation",
    run="disassociation.reassociation:reassociate_release",
    paper="DISASSOC 5.3, Algorithm 5",
):
    """The anchors with the one item that fits best."""

    as_printed: bool = parameter(_AS_PRINTED, default=False)


class Assignment(
    _Reassociation,
    AttackMethod,
    name="assignment",
    family="disassociation",
    run="disassociation.reassociation:reassociate_release",
    paper="our own",
):
    """As aba, but an anchor takes at most one sub-record of a chunk, so that all together fit best."""


class Cover(
    _Reassociation,
    AttackMethod,
    name="cover",
    long_name="cover attack",
    family="disassociation",
    run="disassociation.reassociation:reassociate_release",
    paper="the cover problem of Barakat, Al Bouna, Nassar and Guyeux 2016",
):
    """The anchors with items that most records of the cluster have, whatever is to be placed."""
