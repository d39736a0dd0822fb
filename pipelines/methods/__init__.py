"""The methods: each a frozen dataclass that describes it (`setrisk.methods.Coat(k=5)`), in the module of its family."""

from setrisk.errors import UnknownMethod

# In the order in which help lists them.
from setrisk.pipelines.methods import generalisation, disassociation, serial, histogram  # isort: skip  # noqa: F401
from setrisk.pipelines.methods.description import (
    METHODS,
    AttackMethod,
    Method,
    Parameter,
    ReleaseMethod,
    parameter,
    share,
)
from setrisk.pipelines.methods.disassociation import (
    Assignment,
    AverageReassociation,
    Disassociation,
    MostRelatedReassociation,
    RandomReassociation,
    RelatedGroupReassociation,
)
from setrisk.pipelines.methods.families import FAMILIES, Family
from setrisk.pipelines.methods.generalisation import (
    Coat,
    GroupElimination,
    MaximumDistance,
    RandomElimination,
    RedistributedElimination,
    ThresholdElimination,
    WeightedElimination,
)
from setrisk.pipelines.methods.histogram import APLKiller, AttributeLinkage, DiffPart, Identity, PrivBayes
from setrisk.pipelines.methods.serial import (
    Anony,
    ClusterComposition,
    ExactComposition,
    GlobalComposition,
    MInvariance,
    Sanony,
    TransitiveComposition,
)
from setrisk.pipelines.spelling import meant

__all__ = [
    "FAMILIES",
    "METHODS",
    "APLKiller",
    "Anony",
    "Assignment",
    "AttackMethod",
    "AttributeLinkage",
    "AverageReassociation",
    "ClusterComposition",
    "Coat",
    "DiffPart",
    "Disassociation",
    "ExactComposition",
    "Family",
    "GlobalComposition",
    "GroupElimination",
    "Identity",
    "MInvariance",
    "MaximumDistance",
    "Method",
    "MostRelatedReassociation",
    "Parameter",
    "PrivBayes",
    "RandomElimination",
    "RandomReassociation",
    "RedistributedElimination",
    "RelatedGroupReassociation",
    "ReleaseMethod",
    "Sanony",
    "ThresholdElimination",
    "TransitiveComposition",
    "WeightedElimination",
    "baseline",
    "method",
    "parameter",
    "share",
]


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


def baseline(family: str) -> str | None:
    """The attack that guesses, which the others on the family are held against; None where there is none."""
    return next((m.name for m in METHODS if m.family == family and m.is_baseline), None)
