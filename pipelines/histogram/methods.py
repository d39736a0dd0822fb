"""The methods of the family histogram."""

from __future__ import annotations

from setrisk.pipelines.methods.description import AttackMethod, ReleaseMethod
from setrisk.pipelines.methods.families import FAMILIES, Family, Quantity
from setrisk.pipelines.methods.parameters import Itemsets, Parameters, parameter
from setrisk.udf.common.ranges import LEAST_EPSILON, MOST_C, MOST_EPSILON

__all__ = ["APLKiller", "AttributeLinkage", "DiffPart", "Identity", "Mixture", "PrivBayes"]

FAMILIES["histogram"] = Family(
    findings="leakage_findings",
    evaluation="leakage_evaluation",
    detailed_evaluation="leakage_truth",
    quantities=(
        Quantity("Confidence of the findings", "confidence"),
        Quantity("Precision: of people who have what is known, those who have the item", "precision"),
        Quantity("People for whom a correct item is inferred", "people_share"),
    ),
    records=(
        "No record is that of a person: what is published are sets of items with counts that have noise, or that were "
        "drawn by such counts. Single records and small counts mean nothing."
    ),
    not_covered=(
        "Other releases of the same people: epsilon adds up over them; ask for the budget of the data set.",
        "Attackers who know fewer items than all but one of an itemset.",
    ),
    at_risk=(
        "A person is at risk if an attacker who knows all items but one of a published itemset infers the last one, "
        "and is right about this person. If a release shows the data as they are, everyone is at risk."
    ),
    score="the confidence with which the item is inferred; 0 % if nothing is inferred about the person",
    numbered=False,
    semantic=False,
    # Linkage sharpens nothing: the candidates of somebody of whom all items of an itemset but one are known are the
    # itemsets that the confidence of the last one is computed from.
)

_DIFFERENTIAL_PRIVACY = (
    "Differential privacy with epsilon {epsilon}: whether any one person is in the data changes the probability of any "
    "release at most by the factor e^{epsilon}. It does not promise that nothing can be inferred about a person from "
    "statistics about similar people."
)


# So low that an itemset with no occurrence is published now and then: the probability of that shows all that was spent
# on it.
_AUDITED_THRESHOLD = 0.05
_AS_PRINTED = "the steps as the paper prints them, for reproduction: they break epsilon; marks the release `as-printed`"

# Without one of these nobody has said what items a record may hold.
_DOMAIN = ("universe", "from_data")


class _Noisy(Parameters):
    """What every noisy histogram takes."""

    epsilon: float = parameter(
        "how much the release may reveal of one person: the lower, the more noise", low=LEAST_EPSILON, high=MOST_EPSILON
    )
    universe: Itemsets | None = parameter(
        "all items that a record may hold, whoever is in the data: names separated by commas, a file (items separated "
        "by commas or lines; or JSON, Parquet), or a table with a list column",
        default=None,
        accepts_table=True,
    )
    from_data: bool = parameter("take the items of the data; marks the release `domain-from-data`", default=False)
    seed: int | None = parameter(
        "seed for the noise, for experiments: it protects no one; marks the release `seeded`", default=None, low=0
    )


class _Partitioned(_Noisy):
    """How a noisy histogram is partitioned along a taxonomy."""

    taxonomy: str | None = parameter(
        "instead of a universe: a table or file of item and parent, a row per node but the root",
        default=None,
        accepts_table=True,
    )
    fan_out: int | str = parameter(
        "without a taxonomy: how many neighbours of the universe a node joins, 2 to 10", default="2"
    )
    c1: float | str = parameter(
        "what a noisy count must reach for its partition to be kept, in standard deviations of its noise", default="1"
    )


class Identity(
    ReleaseMethod,
    name="identity",
    family="histogram",
    run="histogram.identity:make_identity_release",
    paper="our own",
    promise="Nothing: it shows the data as they are.",
):
    """identity: the data set's own histogram, which protects no one, to ask the same questions of it."""


class DiffPart(
    _Partitioned,
    ReleaseMethod,
    name="diffpart",
    family="histogram",
    run="histogram.noisy:make_diffpart_release",
    draw="histogram.noisy:draw_diffpart",
    audited_with={"c1": _AUDITED_THRESHOLD, "c2": _AUDITED_THRESHOLD},
    theoretical_epsilon="histogram.theory:claimed_epsilon",
    paper="Chen, Mohammed, Fung, Desai and Xiong 2011, APL 4.3",
    promise=_DIFFERENTIAL_PRIVACY,
    preset={"epsilon": (1.0,)},
    preset_if=(*_DOMAIN, "taxonomy"),
):
    """DiffPart: a noisy histogram by partitioning along a taxonomy, epsilon-differentially private."""

    c2: float = parameter(
        "what a noisy count must reach to be published, in standard deviations of its noise",
        default=1.0,
        low=0,
        high=MOST_C,
    )


class APLKiller(
    _Partitioned,
    ReleaseMethod,
    name="aplkiller",
    family="histogram",
    run="histogram.noisy:make_aplkiller_release",
    draw="histogram.noisy:draw_aplkiller",
    audited_with={"c1": _AUDITED_THRESHOLD},
    theoretical_epsilon="histogram.theory:aplkiller_epsilon",
    paper="Wang, Li, Lui and Sun 2022, APL 5.2",
    promise=(
        "Differential privacy with epsilon {epsilon}, as diffpart, and that no itemset is the only one that has all "
        "but one of its items; the other candidates may be much rarer, or artificial."
    ),
    preset={"epsilon": (1.0,)},
    preset_if=(*_DOMAIN, "taxonomy"),
):
    """APLKiller: as diffpart, size by size, with artificial itemsets so that none is identified by all but one of its
    items; fan_out and c1 may be several, separated by commas, for itemsets of 1, 2, ... items.
    """

    as_printed: bool = parameter(_AS_PRINTED, default=False)


class PrivBayes(
    _Noisy,
    ReleaseMethod,
    name="privbayes",
    family="histogram",
    run="histogram.noisy:make_privbayes_release",
    draw="histogram.noisy:draw_privbayes",
    # With all other items as parents, one marginal holds the counts of all itemsets, and what is drawn from it reveals
    # most of them. Of smaller degrees noise is spread over several marginals, and on the network, and hardly anything
    # is revealed: an audit of them would find nothing, whatever was wrong.
    audited_with={"theta": 1.0, "degree": 2},
    audited_releases=10_000,
    theoretical_epsilon="histogram.theory:privbayes_epsilon",
    paper="Zhang, Cormode, Procopiuc, Srivastava and Xiao 2017, APL 4.3",
    promise=_DIFFERENTIAL_PRIVACY,
    preset={"epsilon": (1.0,)},
    preset_if=_DOMAIN,
):
    """PrivBayes: records drawn from a noisy Bayesian network, epsilon-differentially private."""

    theta: float = parameter("how useful noisy marginals must be; sets the degree", default=4.0, low=0)
    degree: int | None = parameter("instead: how many parents an item has in the network", default=None, low=0, high=20)
    as_printed: bool = parameter(_AS_PRINTED, default=False)


class Mixture(
    _Noisy,
    ReleaseMethod,
    name="mixture",
    family="histogram",
    run="histogram.noisy:make_mixture_release",
    draw="histogram.noisy:draw_mixture",
    audited_releases=1_000,
    theoretical_epsilon="histogram.theory:claimed_epsilon",
    paper="Aydore and others 2021 (the mixture), Zeng, Naughton and Cai 2012 (cut records), our own",
    promise=_DIFFERENTIAL_PRIVACY,
    accuracy=(
        "The number of records with an item is off by about {item_noise}, and with a pair by about {pair_noise} (one "
        "standard deviation of the noise). What is rarer than a few times that is missing or made up, and so are sets "
        "of three items and more."
    ),
    preset={"epsilon": (1.0,)},
    preset_if=_DOMAIN,
):
    """Mixture: records that agree with noisy supports of items and pairs, epsilon-differentially private; for universes
    of hundreds and thousands of items.
    """


class AttributeLinkage(
    AttackMethod, name="linkage", family="histogram", run="histogram.linkage:link_release", paper="APL 4.2"
):
    """Attribute linkage: infer one item of a maximal itemset from all the others, because almost no other published
    itemset contains them.
    """

    confidence: float = parameter(
        "minimum confidence: occurrences of the maximal itemset divided by those of all itemsets that contain the "
        "known items",
        default=1.0,
        low=0,
        high=1,
    )
