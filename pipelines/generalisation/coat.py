"""COAT releases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from setrisk.errors import InfeasibleConstraint, SetriskError
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.common.quantities import quantity
from setrisk.pipelines.database.names import number_of_transactions
from setrisk.pipelines.database.seeds import keep_seed
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.generalisation.constraints import privacy_constraints, protected_size, utility_constraints
from setrisk.pipelines.methods.made import Made, marks_of
from setrisk.udf.generalisation.shuffling import shuffled_order

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from setrisk.udf.generalisation.coat import Generalisation


def make_coat_release(
    con: DuckDBPyConnection, dataset: str, release: str, arguments: dict[str, Any], progress: Progress
) -> Made:
    """Publish a COAT release of a data set, in the transaction of the caller.

    Raises:
        BadInput: constraints conflict, or name unknown items.
        InfeasibleConstraint: what is named cannot be protected; the caller rolls back.
    """
    progress("reading the data set")
    entries = run(con, "transactions/entries", dataset=dataset).fetchnumpy()
    item_ids, items = np.unique(np.asarray(entries["item_id"]), return_inverse=True)
    names = _names(con, item_ids)
    n_transactions = number_of_transactions(con, dataset)
    m = protected_size(con, arguments, names)
    privacy = privacy_constraints(con, arguments, names) if m is None else []
    utility = utility_constraints(con, arguments, names, privacy)
    if arguments["k"] > n_transactions:
        raise InfeasibleConstraint(
            f"k is {arguments['k']:,}, but the data set has {n_transactions:,} transactions: no itemset can have that "
            "support"
        )
    transactions = {
        "tids": np.asarray(entries["tid"]) - 1,
        "items": items,
        "n_transactions": n_transactions,
        "n_items": len(item_ids),
    }
    generalisation = _generalise(transactions, names, privacy, utility, m, arguments, progress)
    progress("publishing")
    if arguments["keep_order"] is None:
        ((is_sorted,),) = run(con, "generalisation/is_sorted", dataset=dataset).fetchall()
        arguments = arguments | {"keep_order": not is_sorted}
    _publish(con, dataset, release, item_ids, generalisation.label, n_transactions, arguments)
    if m is None:
        _keep_constraints(con, release, [item_ids[constraint] for constraint in privacy])
    keep_seed(con, release, arguments["seed"])
    progress("verifying")
    if m is None:
        violated = con.execute("FROM setrisk.violated_constraints(?)", [release])
    else:
        violated = run(con, "generalisation/rare_shown_itemsets", release=release, k=arguments["k"], m=m)
    if violated.fetchall():
        raise SetriskError("the release does not keep its promise; nothing was published. Please report this defect")
    return _catalog_entry(arguments, generalisation, privacy, m, len(names))


def _generalise(
    transactions: dict[str, Any],
    names: NDArray[np.object_],
    privacy: list[NDArray[np.int64]],
    utility: list[NDArray[np.int64]],
    m: int | None,
    arguments: dict[str, Any],
    progress: Progress,
) -> Generalisation:
    """Generalise until every itemset of up to m items is protected, or every privacy constraint if m is None."""
    from setrisk.udf.generalisation.coat import TooMuchSuppression, coat
    from setrisk.udf.generalisation.coat_all import coat_all

    given = {**transactions, "utility": utility} | {name: arguments[name] for name in ("k", "max_suppression")}
    try:
        if m is None:
            return coat(
                **given,
                constraints=privacy,
                progress=lambda done, total: progress("satisfying constraints", done, total),
            )
        return coat_all(
            **given,
            m=m,
            progress=lambda size, done, total: progress(
                f"protecting itemsets of {quantity(size, 'item')}", done, total
            ),
        )
    except TooMuchSuppression as error:
        itemset = "{" + ", ".join(str(names[item]) for item in error.constraint) + "}"
        what = f"the itemset {itemset}" if error.index is None else f"privacy constraint {error.index + 1} {itemset}"
        raise InfeasibleConstraint(
            f"{what} cannot be satisfied at k = {arguments['k']} with at most {arguments['max_suppression']:g} of the "
            "items suppressed; raise max_suppression, lower k, or widen the utility constraints. Nothing was published"
        ) from None


def _catalog_entry(
    arguments: dict[str, Any],
    generalisation: Generalisation,
    privacy: list[NDArray[np.int64]],
    m: int | None,
    n_items: int,
) -> Made:
    """Public parameters, marks and summary of a release."""
    if m is None:
        n_protected = len(np.unique(np.concatenate(privacy))) if privacy else 0
        itemsets, items = quantity(len(privacy), "itemset"), quantity(n_items, "item")
        protected = f"{itemsets} of {n_protected:,} of the {items} protected, and no others"
    else:
        protected = f"all itemsets of up to {quantity(m, 'item')} protected"
    sizes = np.bincount(np.unique(generalisation.label[generalisation.label >= 0], return_inverse=True)[1])
    n_generalised = int((sizes > 1).sum())
    size = f" of up to {int(sizes.max())} members" if n_generalised else ""
    return Made(
        {
            "k": arguments["k"],
            **({} if m is None else {"m": m}),
            "max_suppression": arguments["max_suppression"],
            "keep_order": arguments["keep_order"],
        },
        [
            *marks_of(arguments["seed"], hides=bool(generalisation.suppressed or (sizes > 1).any())),
            *(["drawn-constraints"] if arguments["random_constraints"] is not None else []),
        ],
        f"{protected}, by {quantity(n_generalised, 'generalised item')}{size}, "
        f"{quantity(generalisation.suppressed, 'item')} suppressed, entries "
        f"{'in their order' if arguments['keep_order'] else 'ordered by item'}",
    )


def _names(con: DuckDBPyConnection, item_ids: NDArray[Any]) -> NDArray[np.object_]:
    rows = run(con, "generalisation/item_names", item_ids=item_ids.tolist()).fetchall()
    names: NDArray[np.object_] = np.array([name for (name,) in rows], dtype=object)
    return names


def _publish(
    con: DuckDBPyConnection,
    dataset: str,
    release: str,
    item_ids: NDArray[Any],
    label: NDArray[np.int32],
    n_transactions: int,
    arguments: dict[str, Any],
) -> None:
    kept = label >= 0
    members = np.bincount(label[kept], minlength=len(label))
    generalised = np.flatnonzero(members > 1)
    number = np.searchsorted(generalised, label) + 1
    is_generalised = kept & (members[label] > 1)
    labels = {
        "item_id": item_ids[kept],
        "generalised_item": np.where(is_generalised, number, np.nan)[kept],
    }
    records = {
        "tid": np.arange(1, n_transactions + 1),
        "record": shuffled_order(n_transactions, arguments["seed"]) + 1,
    }
    run(
        con,
        "generalisation/publish_release",
        tables={"_setrisk_labels": labels, "_setrisk_records": records},
        release=release,
        dataset=dataset,
        keep_order=arguments["keep_order"],
    )


def _keep_constraints(con: DuckDBPyConnection, release: str, privacy: list[NDArray[Any]]) -> None:
    constraints = {
        "constraint_no": np.repeat(np.arange(1, len(privacy) + 1), [len(c) for c in privacy]),
        "item_id": np.concatenate(privacy),
    }
    run(con, "generalisation/keep_constraints", tables={"_setrisk_constraints": constraints}, release=release)
