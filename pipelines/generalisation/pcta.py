"""Releases by PCTA, which clusters items to satisfy privacy constraints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.generalisation import publishing
from setrisk.pipelines.generalisation.constraints import (
    count_protected,
    is_all_a_name,
    is_word_for_all,
    keep_constraints,
    privacy_constraints,
)
from setrisk.pipelines.methods.made import Made, marks_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def make_pcta_release(
    con: DuckDBPyConnection, dataset: str, release: str, arguments: dict[str, Any], progress: Progress
) -> Made:
    """Publish a data set with its items clustered, in the transaction of the caller.

    Raises:
        BadInput: there are no constraints, or they name unknown items.
        InfeasibleConstraint: fewer than k transactions hold any item; the caller rolls back.
    """
    from setrisk.udf.generalisation.pcta import pcta

    if (arguments["privacy_constraints"] is None) == (arguments["random_constraints"] is None):
        raise BadInput("say what to protect: pcta takes either privacy_constraints or random_constraints")
    progress("reading the data set")
    transactions = publishing.read_transactions(con, dataset, arguments["k"])
    if is_word_for_all(arguments["privacy_constraints"]) and not is_all_a_name(con, transactions.names):
        raise BadInput("pcta protects the constraints that it is given, and not every itemset: coat and km do that")
    privacy = privacy_constraints(con, arguments, transactions.names)
    generalisation = pcta(
        **transactions.given_to_kernel(),
        n_items=len(transactions.names),
        constraints=privacy,
        k=arguments["k"],
        progress=lambda done, total: progress("satisfying constraints", done, total),
    )
    progress("publishing")
    counts = publishing.publish(con, dataset, release, transactions, generalisation.label, arguments)
    keep_constraints(con, release, [transactions.item_ids[constraint] for constraint in privacy])
    progress("verifying")
    publishing.check_constraints(con, release)
    return Made(
        {"k": arguments["k"], "keep_order": counts.keep_order},
        [
            *marks_of(arguments["seed"], hides=counts.hides),
            *(["drawn-constraints"] if arguments["random_constraints"] is not None else []),
        ],
        f"{count_protected(privacy, len(transactions.names))}, by {counts}",
    )
