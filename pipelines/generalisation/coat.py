"""COAT releases."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from setrisk.errors import BadInput, InfeasibleConstraint, SetriskError
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.common.quantities import quantity
from setrisk.pipelines.database.names import number_of_transactions
from setrisk.pipelines.database.seeds import keep_seed
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.database.tables import is_table
from setrisk.pipelines.methods.made import Made, marks_of
from setrisk.pipelines.transactions.itemsets import number_itemsets, read_itemsets_of
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
    m = _protected_size(con, arguments, names)
    privacy = _privacy_constraints(con, arguments, names) if m is None else []
    utility = _utility_constraints(con, arguments, names, privacy)
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
    if violated.fetchone():
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


# The default of wordnet_threshold (CONTEXT 6.2.3).
_AKIN = 0.5
# What stands for all itemsets among privacy constraints, and up to how many items they then have.
_ALL, _PROTECTED_SIZE = "all", 2


def _names(con: DuckDBPyConnection, item_ids: NDArray[Any]) -> NDArray[np.object_]:
    rows = run(con, "generalisation/item_names", item_ids=item_ids.tolist()).fetchall()
    names: NDArray[np.object_] = np.array([name for (name,) in rows], dtype=object)
    return names


def _protected_size(con: DuckDBPyConnection, arguments: dict[str, Any], names: NDArray[np.object_]) -> int | None:
    """Up to how many items every itemset is protected; None if privacy constraints say what is."""
    given = [
        name for name in ("protect_all", "privacy_constraints", "random_constraints") if arguments[name] is not None
    ]
    if len(given) > 1:
        raise BadInput(f"{' and '.join(given)} are given; coat takes one of them, to know what to protect")
    constraints = arguments["privacy_constraints"]
    if isinstance(constraints, str) and constraints == _ALL:
        if _ALL in names or is_table(con, _ALL) or Path(_ALL).exists():
            raise BadInput(
                f"privacy_constraints: {_ALL!r} stands for every itemset, but there is an item, a table or a file of "
                f"that name, too; use protect_all for every itemset, or give the constraints under another name"
            )
        return _PROTECTED_SIZE
    if not given:
        return _PROTECTED_SIZE
    size: int | None = arguments["protect_all"]
    return size


def _privacy_constraints(
    con: DuckDBPyConnection, arguments: dict[str, Any], names: NDArray[np.object_]
) -> list[NDArray[np.int64]]:
    """Those that are given or drawn; an item is its index in `names`."""
    from setrisk.udf.generalisation.coat import MAX_CONSTRAINT_SIZE
    from setrisk.udf.generalisation.constraints import draw_constraints

    given, share = arguments["privacy_constraints"], arguments["random_constraints"]
    if share is not None:
        if not 0 < share <= 1:
            raise BadInput(
                f"random_constraints is {share}; it must be above 0 and at most 1: the fraction of the items to protect"
            )
        seed = arguments["seed"] if arguments["seed"] is not None else secrets.randbits(63)
        return draw_constraints(np.arange(len(names)), share, seed=seed)
    privacy = number_itemsets(read_itemsets_of(con, given, "privacy_constraints", names), names, "privacy")
    for number, constraint in enumerate(privacy, 1):
        if not 1 <= len(constraint) <= MAX_CONSTRAINT_SIZE:
            raise BadInput(
                f"privacy constraint {number} has {len(constraint)} items; it must have 1 to {MAX_CONSTRAINT_SIZE}"
            )
    return privacy


def _utility_constraints(
    con: DuckDBPyConnection,
    arguments: dict[str, Any],
    names: NDArray[np.object_],
    privacy: list[NDArray[np.int64]],
) -> list[NDArray[np.int64]]:
    """Disjoint ones; an item is its index in `names`."""
    utility = _wanted_constraints(con, arguments, names, privacy)
    times = np.bincount(np.concatenate(utility)) if utility else np.zeros(0)
    if (times > 1).any():
        raise BadInput(f"{names[times.argmax()]!r} is in more than one utility constraint; they must be disjoint")
    return utility


def _wanted_constraints(
    con: DuckDBPyConnection,
    arguments: dict[str, Any],
    names: NDArray[np.object_],
    privacy: list[NDArray[np.int64]],
) -> list[NDArray[np.int64]]:
    if arguments["utility_constraints"] is not None and arguments["wordnet"] is not None:
        raise BadInput("give either utility_constraints or wordnet, not both")
    if arguments["utility_constraints"] is not None:
        given = read_itemsets_of(con, arguments["utility_constraints"], "utility_constraints", names)
        return number_itemsets(given, names, "utility")
    if arguments["wordnet"] is None and arguments["wordnet_threshold"] is not None:
        raise BadInput("wordnet_threshold needs wordnet: it is the WordNet similarity from which items are related")
    if arguments["wordnet"] is None:
        return [np.arange(len(names), dtype=np.int64)]
    from setrisk.udf.semantics.wordnet import utility_constraints

    akin = utility_constraints(
        arguments["wordnet"],
        names.tolist(),
        [names[constraint].tolist() for constraint in privacy] or [[name] for name in names.tolist()],
        threshold=_AKIN if arguments["wordnet_threshold"] is None else arguments["wordnet_threshold"],
    )
    return number_itemsets(akin, names, "utility")


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
