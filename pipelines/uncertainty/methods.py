"""The methods of the family uncertainty."""

from __future__ import annotations

from setrisk.pipelines.methods.description import AttackMethod, ReleaseMethod
from setrisk.pipelines.methods.families import (
    FAMILIES,
    KEEP_ORDER,
    ORDER,
    OTHER_RELEASES,
    SEED,
    Family,
    Quantity,
)
from setrisk.pipelines.methods.parameters import Itemsets, parameter

__all__ = ["BestRules", "Rho"]

FAMILIES["uncertainty"] = Family(
    findings="rule_findings",
    evaluation="rule_evaluation",
    detailed_evaluation="rule_evaluation_by_item",
    quantities=(
        Quantity("Highest confidence in a sensitive item", "highest_confidence"),
        Quantity("Sensitive items of people that the release shows", "shown_share"),
        Quantity("People of whom a sensitive item is inferred with more confidence than is promised", "people_share"),
    ),
    not_covered=(
        "Whose record is whose: many records are the only ones with their items. How many people are found, "
        "only an assessment of the release tells.",
        "Items that are not in the list of sensitive ones, and that a person has one of several sensitive items, "
        "whichever it is.",
        "Attackers who know which items a person does not have, or that they know all of them.",
        "Attackers who know from elsewhere what items go together, or which of its members a generalised item means.",
        OTHER_RELEASES,
        "Attackers who know how the method chooses what to suppress.",
        ORDER,
    ),
    at_risk=(
        "A person is at risk if someone who knows other items of this person, as far as the release shows them, infers "
        "a sensitive item of the person with a confidence above {rho}. If a release shows the data as they are, "
        "everyone is at risk."
    ),
    score=(
        "that confidence: of the records that show what is known, the share that shows the sensitive item; 0 % if the "
        "release shows none of the person's. If not all that it shows of a person could be looked through, the score "
        "is {rho} at least"
    ),
    filled=("setrisk_private.provenance", "setrisk_private.sensitive_item"),
    promises={"rho": 0},
    below={"rho": 1},
    semantic=False,
)


class Rho(
    ReleaseMethod,
    name="rho",
    long_name="rho-uncertainty",
    family="uncertainty",
    run="uncertainty.rho:make_rho_release",
    paper="Cao, Karras, Raissi and Tan 2010",
    promise=(
        "Whatever items of a person somebody knows, sensitive ones too: of the published records that show them, at "
        "most the share {rho} shows any other sensitive item. It does not hide whose record is whose, and promises "
        "nothing about items that are not sensitive."
    ),
    preset={"rho": (0.5,)},
    preset_if=("sensitive",),
):
    """Suppress items, and generalise others along a taxonomy if one is given, until no sensitive item can be inferred
    with a confidence above rho.
    """

    rho: float = parameter("the highest confidence with which a sensitive item may be inferred", low=0, high=1)
    sensitive: Itemsets = parameter(
        "sensitive items: names separated by commas, a file (items separated by commas or lines; or JSON, Parquet), or "
        "a table with a list column",
        accepts_table=True,
    )
    taxonomy: str | None = parameter(
        "generalise items that are not sensitive, rather than suppress them: items and what they are part of, as a "
        "table or a CSV or Parquet file with the columns item and parent, a row for each node of a tree but its root",
        default=None,
        accepts_table=True,
    )
    wordnet: str | None = parameter(
        "instead: folder of WordNet's files, by which items are grouped by what they are (needs setrisk[text])",
        default=None,
    )
    group_size: int | None = parameter(
        "instead: how many items of about the same support are a group, and groups a larger one", default=None, low=2
    )
    keep_order: bool = parameter(KEEP_ORDER, default=False)
    seed: int | None = parameter(SEED, default=None, low=0)


class BestRules(
    AttackMethod,
    name="rules",
    family="uncertainty",
    run="uncertainty.rules:infer_by_rules",
    paper="the attack that Cao, Karras, Raissi and Tan 2010 protect against",
):
    """Infer each sensitive item of each record by the rule with the highest confidence, counted in the release."""
