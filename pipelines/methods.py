"""The registry of methods: name, family, what it does, and its parameters. Adding a method touches this one place.

Python, the command line and the documentation all read it.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from setrisk.errors import BadInput, UnknownMethod
from setrisk.pipelines.spelling import meant
from setrisk.udf.ranges import LEAST_EPSILON, MOST_C, MOST_EPSILON

# What DuckDB's INTEGER holds.
_LARGEST = 2**31 - 1


def share(value: Any) -> Any:
    """A share that may be written as a percentage: 0.05 for 5%. Anything else is left as it is.

    Raises:
        ValueError: there is no number before the sign.
    """
    if not isinstance(value, str) or not value.strip().endswith("%"):
        return value
    try:
        # In decimals: 0.07 is not 7 / 100 in binary ones, and neither is 0.57.
        return float(Decimal(value.strip().removesuffix("%").strip()) / 100)
    except InvalidOperation:
        raise ValueError(f"{value!r} is not a percentage") from None


@dataclass(frozen=True)
class Parameter:
    """A parameter of a method: type, default, and the range of a number; `required` where there is no default."""

    name: str
    type: type
    meaning: str
    default: Any = None
    required: bool = False
    low: float | None = None
    high: float | None = None

    def checked(self, value: Any) -> Any:
        """The value in the parameter's type.

        Raises:
            BadInput: it does not fit type or range.
        """
        if value is None and not self.required:
            return None
        if self.type in (int, float) and (isinstance(value, bool) or not isinstance(value, int | float | str)):
            raise BadInput(f"{self.name} is {value!r}; it must be {_article(self.type)}")
        if self.type is bool:
            if str(value).lower() not in ("true", "false"):
                raise BadInput(f"{self.name} is {value!r}; it must be true or false")
            return str(value).lower() == "true"
        if self.type in (int, float):
            try:
                number = self.type(share(value) if self.type is float and self.high == 1 else value)
            except (ValueError, OverflowError):
                raise BadInput(f"{self.name} is {value!r:.40}; it must be {_article(self.type)}") from None
            if not math.isfinite(number) or (isinstance(value, float) and number != value):
                raise BadInput(f"{self.name} is {value!r}; it must be {_article(self.type)}")
            if not (number >= (-float("inf") if self.low is None else self.low)):
                raise BadInput(f"{self.name} is {value}; it must be at least {self.low:g}")
            high = _LARGEST if self.high is None and self.type is int else self.high
            if high is not None and number > high:
                raise BadInput(f"{self.name} is {value}; it must be at most {high}")
            return number
        return value


@dataclass(frozen=True)
class Method:
    """A way to make a release (`protect`) or to attack one (`attack`) of a family; `promise` is what a release of it
    promises, in words, with its public parameters in braces.
    """

    name: str
    family: str
    task: str
    meaning: str
    source: str
    run: Callable[..., Any]
    parameters: tuple[Parameter, ...]
    promise: str = ""

    @property
    def spends(self) -> bool:
        """Whether a release is paid for from the budget of its data set."""
        return self.task == "protect" and any(p.name == "epsilon" for p in self.parameters)

    def arguments(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All parameters with their values, checked.

        Raises:
            BadInput: an unknown or missing parameter, or a value that does not fit.
        """
        known = {p.name: p for p in self.parameters}
        for name in given:
            if name not in known:
                raise BadInput(f"{self.name} has no parameter {name!r}; it has {', '.join(known)}{meant(name, known)}")
        for parameter in self.parameters:
            if parameter.required and given.get(parameter.name) is None:
                raise BadInput(f"{self.name} needs {parameter.name}: {parameter.meaning}")
        return {p.name: p.checked(p.default if given.get(p.name) is None else given[p.name]) for p in self.parameters}

    def attack_name(self, measure: str, arguments: Mapping[str, Any]) -> str:
        """What findings of the method are stored under: method, measure, and each parameter that is not its default."""
        changed = (f"{p.name}={arguments[p.name]}" for p in self.parameters if arguments[p.name] != p.default)
        return " ".join([self.name, *([measure] if FAMILIES[self.family].semantic else []), *changed])


def _later(module: str, function: str) -> Callable[..., Any]:
    """A function whose module is imported when it is called: numpy takes half as long as DuckDB does."""

    def run(*given: Any) -> Any:
        return getattr(importlib.import_module(f"setrisk.pipelines.{module}"), function)(*given)

    return run


@dataclass(frozen=True)
class Quantity:
    """A column of an evaluation that is a share, with those of its interval; of rows with this `part` alone."""

    title: str
    column: str
    interval: tuple[str, str] | None = None
    part: str | None = None


@dataclass(frozen=True)
class Family:
    """What the tasks ask of the releases of a family: relations by name, and its random baseline.

    Attributes:
        baseline: the attack that guesses, which the others are held against; None where attacks need no luck.
        quantities: what a chart shows of its evaluation.
        not_covered: what neither its promises nor its attacks look at, in words.
        numbered: whether the records of `risk` are those of the published tables, by their numbers.
        semantic: whether attacks compare items by a measure, and are held against a random baseline.
    """

    findings: str
    evaluation: str
    parts: str
    quantities: tuple[Quantity, ...]
    not_covered: tuple[str, ...]
    numbered: bool = True
    semantic: bool = True
    baseline: str | None = None


_OTHERS = "Attackers who have other releases of the same people, or know who is in the data."
FAMILIES = {
    "generalisation": Family(
        "elimination_findings",
        "elimination_evaluation",
        "elimination_evaluation_by_item",
        (
            Quantity("Recall: added items that are found", "recall", ("recall_low", "recall_high")),
            Quantity("Precision: of what is struck, what was added", "precision", ("precision_low", "precision_high")),
        ),
        (
            "Attackers who know itemsets that are in no privacy constraint: those find people, too, and no number here "
            "counts them.",
            _OTHERS,
            "Attackers who know how COAT chooses what to merge.",
            "What the order of entries tells.",
        ),
        baseline="ra",
    ),
    "disassociation": Family(
        "reassociation_findings",
        "reassociation_evaluation",
        "reassociation_evaluation_by_cluster",
        (
            Quantity("Accuracy: pieces put where they belong", "accuracy", ("accuracy_low", "accuracy_high"), "both"),
            Quantity(
                "Records that got a right item back",
                "transaction_breakage",
                ("transaction_low", "transaction_high"),
                "both",
            ),
            Quantity("Hidden itemsets put together again", "km_breakage", ("km_low", "km_high"), "both"),
        ),
        (
            _OTHERS,
            "Attackers who know more than m items of a person, or which items the person does not have.",
            "Attackers who know how the algorithm decides what to put into which chunk.",
        ),
        numbered=False,
        baseline="random",
    ),
    "serial": Family(
        "composition_findings",
        "composition_evaluation",
        "composition_evaluation_by_cluster",
        (Quantity("People at risk", "share"),),
        (
            "Attackers who know private items of a person, or of others, from elsewhere.",
            "Attackers who know what items go together.",
            "Releases that are not in the series.",
        ),
        semantic=False,
    ),
    "histogram": Family(
        "leakage_findings",
        "leakage_evaluation",
        "leakage_truth",
        (
            Quantity("Confidence of the findings", "confidence"),
            Quantity("Precision: of people who have what is known, those who have the item", "precision"),
            Quantity("People of whom an item is rightly told", "share"),
        ),
        (
            _OTHERS,
            "Attackers who know fewer items than all but one of an itemset.",
            "Epsilon adds up over releases of the same people: ask for the budget of the data set.",
        ),
        numbered=False,
        semantic=False,
    ),
}

_ATTACK_PARAMETERS = (
    Parameter("context", int, "context items to compare with, those nearest in the record", 2, low=1),
    Parameter("marked", bool, "whether the release marks its generalised items", True),
    Parameter("unmarked_k", int, "unmarked: items of this many records or more are taken for generalised", 2, low=1),
)
_THRESHOLD = Parameter("threshold", float, "what to compare with, instead of the table's mean", low=0)
_SCALED = Parameter("scaled", bool, "divide vulnerabilities by the range of their group (THESIS formula 4.5)", False)
_ATTACK_SEED = Parameter("seed", int, "seed of the draws", 0, low=0)
_DRAWS = Parameter("draws", int, "how often to guess; the risk of guessing is the mean", 10, low=1, high=1000)
_PLACEMENTS = Parameter("placements", int, "how many anchors each term of a term chunk gets, instead of k - 1", low=1)

_K = Parameter("k", int, "least support of what the release protects", required=True, low=2)
_SEED = Parameter("seed", int, "seed for what is drawn and for the order of records; marks the release `seeded`", low=0)

_SERIES = (
    Parameter("series", str, "the series that the release is the next of; by default a new one of the release's name"),
    Parameter(
        "private",
        object,
        "private items: names parted by commas, a file (items parted by commas or lines; or JSON, Parquet), or a table "
        "with a list column; by default those of the series so far",
    ),
    Parameter("private_share", float, "instead: draw so many of the items that are new to the series", low=0, high=1),
    Parameter("mix", bool, "whether the series may have releases of other methods", False),
)
_CLUSTERED = (
    Parameter("r_th", float, "how many times the population rate a belief may reach", required=True, low=1),
    *_SERIES,
    Parameter("cluster_size", int, "least number of records in a cluster", 100, low=1),
    Parameter("partition", str, "instead: a table of tid (or id, as loaded) and cluster"),
    _SEED,
)

_NOISY = (
    Parameter(
        "epsilon",
        float,
        "what the release may tell of one person: the lower, the more noise",
        required=True,
        low=LEAST_EPSILON,
        high=MOST_EPSILON,
    ),
    Parameter(
        "universe",
        object,
        "all items that a record may hold, whoever is in the data: names parted by commas, a file (items parted by "
        "commas or lines; or JSON, Parquet), or a table with a list column",
    ),
    Parameter("from_data", bool, "take the items of the data; marks the release `domain-from-data`", False),
    Parameter(
        "seed", int, "seed for the noise, for experiments: it protects no one; marks the release `seeded`", low=0
    ),
)
_PARTITIONED = (
    *_NOISY,
    Parameter(
        "taxonomy", str, "instead of a universe: a table or file of item and parent, a row per node but the root"
    ),
    Parameter(
        "fan_out",
        str,
        "without a taxonomy: how many neighbours of the universe a node joins, 2 to 10",
        "2",
    ),
    Parameter(
        "c1",
        str,
        "what a noisy count must reach for its partition to live on, in standard deviations of its noise",
        "1",
    ),
)
_PUBLISHED_NOISE = Parameter(
    "published",
    bool,
    "the paper's own steps, for reproduction: they break epsilon; marks the release `published-variant`",
    False,
)

METHODS = (
    Method(
        "coat",
        "generalisation",
        "protect",
        "COAT: merge items into generalised items until each privacy constraint has support k or none",
        "Loukides, Gkoulalas-Divanis and Malin 2011, as read by THESIS 2.2.3",
        _later("generalisation", "coat_release"),
        (
            _K,
            Parameter(
                "privacy",
                object,
                "privacy constraints: one itemset, its items separated by commas; a file (a constraint a line, items "
                "separated by commas; or JSON, Parquet); a table with a list column; or, in Python, lists of items",
            ),
            Parameter(
                "random_constraints",
                float,
                "instead: draw constraints of 2 to 6 items from this share of the items",
                low=0,
                high=1,
            ),
            Parameter(
                "utility",
                object,
                "utility constraints, given like privacy; default: one that holds all items",
            ),
            Parameter(
                "wordnet",
                str,
                "folder of WordNet's files: utility constraints of items akin to the privacy "
                "constraints' (needs setrisk[text])",
            ),
            Parameter(
                "wordnet_threshold",
                float,
                "with wordnet: least Wu-Palmer similarity of akin items, 0.5 unless given",
                low=0,
                high=1,
            ),
            Parameter(
                "max_suppression",
                float,
                "largest share of the items that may be suppressed",
                0.15,
                low=0,
                high=1,
            ),
            Parameter(
                "keep_order",
                bool,
                "publish entries in the order of the transaction, as the papers do, or by item; by default by item "
                "where the source is sorted, since the place of a generalised item would tell its original member",
            ),
            _SEED,
        ),
        "Every non-empty subset of a privacy constraint is held by {k} published records or more, or by none. It "
        "promises "
        "nothing against someone who tells added items from the original ones.",
    ),
    Method(
        "disassociation",
        "disassociation",
        "protect",
        "Disassociation: part records into clusters, and the terms of each cluster into chunks, so that what stands "
        "together is held by k records",
        "Terrovitis, Liagouris, Mamoulis and Skiadopoulos 2012, DISASSOC 3",
        _later("disassociation", "disassociation_release"),
        (
            _K,
            Parameter("m", int, "how many items of a person an attacker may know", 2, low=1),
            Parameter(
                "max_cluster_size",
                str,
                "clusters of so many records are split: a number, or k^2 to k^6",
                "k^3",
            ),
            Parameter("refine", bool, "join clusters, so that terms rare in each come out of the term chunks", True),
            _SEED,
        ),
        "Whoever knows up to {m} items of a person finds {k} records or more that may be that person's.",
    ),
    Method(
        "anony",
        "serial",
        "protect",
        "Anony: part private terms from records, cluster by cluster, so that none is r_th times as common in a cluster "
        "as in all; releases are made one by one, whatever is out already",
        "Bewong, Liu, Liu, Li and Choo 2017, SANONY 2.2",
        _later("serial.anony", "anony_release"),
        _CLUSTERED,
        "By this release alone, nobody who knows a person's other items gets to believe that the person has a "
        "private item "
        "with more than {r_th} times the probability that anyone has it.",
    ),
    Method(
        "sanony",
        "serial",
        "protect",
        "Sanony: Anony, and counterfeits that keep the releases of a series from revealing more together",
        "Bewong, Liu, Liu and Li 2019, SANONY Algorithm 1",
        _later("serial.sanony", "sanony_release"),
        (
            *_CLUSTERED,
            Parameter(
                "published",
                bool,
                "the paper's own steps: they may add as many counterfeits as there are records, and leave some at risk",
                False,
            ),
        ),
        "By all releases of the series together, nobody who knows a person's other items gets to believe that the "
        "person "
        "has a private item with more than {r_th} times the probability that anyone has it; what is left at risk by "
        "the "
        "attacks is counted below.",
    ),
    Method(
        "m-invariance",
        "serial",
        "protect",
        "m-invariance: groups of records with m different private sets or more, in which a record that returns keeps "
        "the same ones; by counterfeits, and by leaving out what would be too common",
        "Xiao and Tao 2007, as SANONY Example 2 adapts it",
        _later("serial.invariance", "invariance_release"),
        (
            Parameter("m", int, "how many private sets a group has at least", 2, low=2),
            *_SERIES,
            _SEED,
        ),
        "The group that a person is in has {m} different private sets or more, the same in each release that the "
        "person is "
        "in.",
    ),
    Method(
        "identity",
        "histogram",
        "protect",
        "identity: the data set's own histogram, which protects no one, to ask the same questions of it",
        "our own",
        _later("histogram.identity", "identity_release"),
        (),
        "Nothing: it shows the data as they are.",
    ),
    Method(
        "diffpart",
        "histogram",
        "protect",
        "DiffPart: a noisy histogram by partitioning along a taxonomy, epsilon-differentially private",
        "Chen, Mohammed, Fung, Desai and Xiong 2011, APL 4.3",
        _later("histogram.noisy", "diffpart_release"),
        (
            *_PARTITIONED,
            Parameter("c2", float, "the same of the counts that are published", 1.0, low=0, high=MOST_C),
        ),
        "Differential privacy with epsilon {epsilon}: whether any one person is in the data changes the probability "
        "of any "
        "release at most by the factor e^{epsilon}. It does not promise that nobody can be told by what is true of "
        "people "
        "like them.",
    ),
    Method(
        "aplkiller",
        "histogram",
        "protect",
        "APLKiller: as diffpart, size by size, with artificial itemsets so that none is identified by all but one of "
        "its items; fan_out and c1 may be several, parted by commas, for itemsets of 1, 2, ... items",
        "Wang, Li, Lui and Sun 2022, APL 5.2",
        _later("histogram.noisy", "aplkiller_release"),
        (*_PARTITIONED, _PUBLISHED_NOISE),
        "Differential privacy with epsilon {epsilon}, as diffpart, and that no itemset is the only one that has all "
        "but one "
        "of its items; the other candidates may be much rarer, or artificial.",
    ),
    Method(
        "privbayes",
        "histogram",
        "protect",
        "PrivBayes: records drawn from a noisy Bayesian network, epsilon-differentially private",
        "Zhang, Cormode, Procopiuc, Srivastava and Xiao 2017, APL 4.3",
        _later("histogram.noisy", "privbayes_release"),
        (
            *_NOISY,
            Parameter("theta", float, "how useful noisy marginals must be; sets the degree", 4.0, low=0),
            Parameter("degree", int, "instead: how many parents an item has in the network", low=0, high=20),
            _PUBLISHED_NOISE,
        ),
        "Differential privacy with epsilon {epsilon}: whether any one person is in the data changes the probability "
        "of any "
        "release at most by the factor e^{epsilon}. It does not promise that nobody can be told by what is true of "
        "people "
        "like them.",
    ),
    *(
        Method(
            name, "generalisation", "attack", meaning, source, _later("generalisation", "eliminate_release"), parameters
        )
        for name, meaning, source, parameters in (
            ("ra", "random eliminations, the baseline", "THESIS 5.2", (*_ATTACK_PARAMETERS, _ATTACK_SEED, _DRAWS)),
            ("mda", "the largest distance of each table", "THESIS 4.1", _ATTACK_PARAMETERS),
            ("tba", "all distances above a threshold", "THESIS 4.2", (*_ATTACK_PARAMETERS, _THRESHOLD)),
            (
                "wba",
                "weighted distances above a threshold, one by one",
                "THESIS 4.3, Algorithm 4.1",
                (*_ATTACK_PARAMETERS, _THRESHOLD),
            ),
            (
                "gba",
                "the most vulnerable row or column first",
                "CONTEXT Algorithm 1, THESIS Algorithm 4.3",
                (*_ATTACK_PARAMETERS, _THRESHOLD, _SCALED),
            ),
            (
                "rba",
                "as gba, but weight goes to the lower cluster",
                "CONTEXT Algorithm 2, THESIS Algorithm 4.5",
                (*_ATTACK_PARAMETERS, _THRESHOLD, _SCALED),
            ),
        )
    ),
    *(
        Method(
            name,
            "disassociation",
            "attack",
            meaning,
            source,
            _later("disassociation", "reassociate_release"),
            parameters,
        )
        for name, meaning, source, parameters in (
            ("random", "random anchors, the baseline", "DISASSOC 6.2", (_PLACEMENTS, _ATTACK_SEED, _DRAWS)),
            ("aba", "the anchors whose terms fit best on average", "DISASSOC 5.1, Algorithm 3", (_PLACEMENTS,)),
            ("rga", "as aba, over the half of the terms that fits best", "DISASSOC 5.2, Algorithm 4", (_PLACEMENTS,)),
            ("mra", "the anchors with the one term that fits best", "DISASSOC 5.3, Algorithm 5", (_PLACEMENTS,)),
            (
                "assignment",
                "as aba, but an anchor takes at most one sub-record of a chunk, so that all together fit best",
                "our own",
                (_PLACEMENTS,),
            ),
        )
    ),
    *(
        Method(name, "serial", "attack", meaning, source, _later("serial.compose", "compose_release"), parameters)
        for name, meaning, source, parameters in (
            ("cluster", "what clusters of other releases tell of the records that they share", "SANONY 2.3.1", ()),
            (
                "transitive",
                "as cluster, and what is left of those clusters without what they share with third ones",
                "SANONY 2.3, Definition 7",
                (),
            ),
            ("global", "as cluster, for releases as a whole", "SANONY 2.3.2", ()),
            (
                "exact",
                "small clusters: every placement of the copies that agrees with the clusters of other releases",
                "our own",
                (Parameter("largest", int, "most records of a cluster that is looked at", 12, low=1, high=20),),
            ),
        )
    ),
    Method(
        "linkage",
        "histogram",
        "attack",
        "attribute linkage: the item that all others of a maximal itemset tell, since hardly anything else has them",
        "APL 4.2",
        _later("histogram.linkage", "link_release"),
        (Parameter("confidence", float, "least share of the itemset in all that has the others", 1.0, low=0, high=1),),
    ),
)


def method(name: str, task: str, family: str | None = None) -> Method:
    """The method of that name for a task, and a family where the release has one already.

    Raises:
        UnknownMethod: there is none; the message lists those that there are.
    """
    fitting = [m for m in METHODS if m.task == task and family in (None, m.family)]
    for candidate in fitting:
        if candidate.name == name:
            return candidate
    of_family = f" for a release of the family {family}" if family else ""
    raise UnknownMethod(
        f"there is no method {name!r} to {task}{of_family}; there are {', '.join(m.name for m in fitting)}"
        f"{meant(name, [m.name for m in fitting])}"
    )


def _article(type_: type) -> str:
    return "a whole number" if type_ is int else "a number"
