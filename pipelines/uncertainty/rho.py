"""Releases by rho-uncertainty, which leave no confident rule for a sensitive item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from setrisk.errors import BadInput, SetriskError
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.common.quantities import quantity
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.generalisation import publishing
from setrisk.pipelines.generalisation.taxonomies import chosen_taxonomy, given_names
from setrisk.pipelines.methods.made import Made, marks_of
from setrisk.pipelines.transactions.sensitive import absent_items, keep_sensitive, read_sensitive
from setrisk.pipelines.uncertainty.rules import best_rules_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from setrisk.pipelines.generalisation.publishing import Transactions
    from setrisk.udf.common.arrays import Integers
    from setrisk.udf.uncertainty.rho import Uncertainty


def make_rho_release(
    con: DuckDBPyConnection, dataset: str, release: str, arguments: dict[str, Any], progress: Progress
) -> Made:
    """Publish a data set without confident rules for sensitive items, in the transaction of the caller.

    Raises:
        BadInput: rho is 0 or 1; a sensitive item is not an item of any data set; no item is sensitive, or all are and
            others are to be generalised; or more than one taxonomy is asked for, or it is none, or lacks an item.
    """
    from setrisk.udf.uncertainty.rules import largest_supports

    rho = arguments["rho"]
    if not 0 < rho < 1:
        raise BadInput(f"rho is {rho:g}; it must be above 0 and below 1: a confidence of 1 would allow everything")
    progress("reading the data set")
    transactions = publishing.read_transactions(con, dataset, 1)
    if not (names := read_sensitive(con, arguments["sensitive"])):
        raise BadInput("sensitive: no item is given")
    sensitive = np.flatnonzero(np.isin(transactions.names, sorted(names)))
    if not len(sensitive):
        raise BadInput(f"sensitive: no transaction of {dataset!r} has any of these items: there is nothing to protect")
    keep_sensitive(con, release, names)
    chosen = _uncertainty(con, transactions, sensitive, arguments, progress)
    progress("publishing")
    counts = publishing.publish(con, dataset, release, transactions, chosen.label, arguments)
    run(con, "uncertainty/publish_protected_items", release=release)
    progress("verifying")
    rules = best_rules_of(con, release).rules
    # Compared as whole numbers of records, as the promise counts them.
    if (rules.support > largest_supports(rho, transactions.n_transactions)[rules.known]).any():
        raise SetriskError("the release does not keep its promise; nothing was published. Please report this defect")
    n_shown = int((chosen.label[sensitive] >= 0).sum())
    absent = absent_items(con, release)
    return Made(
        {"rho": rho, "keep_order": counts.keep_order},
        marks_of(arguments["seed"], hides=counts.hides),
        f"{n_shown:,} of {quantity(len(sensitive), 'sensitive item')} shown, by {counts}"
        + (f"; no transaction has the sensitive {absent}" if absent else ""),
    )


def _uncertainty(
    con: DuckDBPyConnection,
    transactions: Transactions,
    sensitive: Integers,
    arguments: dict[str, Any],
    progress: Progress,
) -> Uncertainty:
    """What the items are to be published as: by TDControl if a taxonomy is asked for, or else by SuppressControl."""
    from setrisk.udf.uncertainty.rho import suppress_control, top_down_control

    given = {
        **transactions.given_to_kernel(),
        "n_items": len(transactions.names),
        "sensitive": sensitive,
        "rho": arguments["rho"],
    }
    if not given_names(arguments):
        return suppress_control(
            **given,
            progress=lambda size, done, total: progress(
                f"looking for rules of {quantity(size, 'known item')}", done, total
            ),
        )
    plain = np.delete(np.arange(len(transactions.names)), sensitive)
    if not len(plain):
        raise BadInput("sensitive: all items of the data set are; there is none to generalise")
    supports = np.bincount(transactions.items, minlength=len(transactions.names))[plain]
    return top_down_control(
        **given,
        taxonomy=chosen_taxonomy(con, transactions.names[plain].tolist(), supports, arguments, "rho"),
        progress=lambda done, total: progress("replacing generalised items by finer ones", done, total),
    )
