"""The methods, each a frozen dataclass whose fields are its parameters: `setrisk.methods.Coat(k=5)`."""

# In the order in which help lists them.
# isort: off
from setrisk.pipelines.generalisation.methods import (
    Coat,
    GroupElimination,
    MaximumDistance,
    RandomElimination,
    RedistributedElimination,
    ThresholdElimination,
    WeightedElimination,
)
from setrisk.pipelines.disassociation.methods import (
    Assignment,
    AverageReassociation,
    Disassociation,
    MostRelatedReassociation,
    RandomReassociation,
    RelatedGroupReassociation,
)
from setrisk.pipelines.serial.methods import (
    Anony,
    ClusterComposition,
    ExactComposition,
    GlobalComposition,
    MInvariance,
    Sanony,
    TransitiveComposition,
)
from setrisk.pipelines.histogram.methods import APLKiller, AttributeLinkage, DiffPart, Identity, PrivBayes

# isort: on
from setrisk.pipelines.methods.attack_run import AttackRun
from setrisk.pipelines.methods.description import METHODS, AttackMethod, Method, Parameter, ReleaseMethod, parameter
from setrisk.pipelines.methods.families import FAMILIES, Family
from setrisk.pipelines.methods.made import Made

__all__ = [
    "FAMILIES",
    "METHODS",
    "APLKiller",
    "Anony",
    "Assignment",
    "AttackMethod",
    "AttackRun",
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
    "Made",
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
    "parameter",
]
