"""What the methods that generalise items have in common: what they read, and what they publish."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from setrisk.errors import InfeasibleConstraint, SetriskError
from setrisk.pipelines.common.quantities import quantity
from setrisk.pipelines.database.names import number_of_transactions
from setrisk.pipelines.database.seeds import keep_seed
from setrisk.pipelines.database.statements import run
from setrisk.udf.generalisation.shuffling import shuffled_order

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from setrisk.udf.common.arrays import Integers


@dataclass(frozen=True)
class Transactions:
    """A data set as kernels take it.

    Attributes:
        tids: of each entry, from 0.
        items: of each entry, the place of its item in `item_ids`.
        n_transactions: how many there are, empty ones included.
        item_ids: the numbers of its items, ascending.
        names: their names.
    """

    tids: Integers
    items: Integers
    n_transactions: int
    item_ids: Integers
    names: NDArray[np.object_]

    def given_to_kernel(self) -> dict[str, Any]:
        """The arguments that all kernels take."""
        return {"tids": self.tids, "items": self.items, "n_transactions": self.n_transactions}


def read_transactions(con: DuckDBPyConnection, dataset: str, k: int) -> Transactions:
    """Read a data set.

    Raises:
        InfeasibleConstraint: it has fewer than k transactions.
    """
    entries = run(con, "transactions/entries", dataset=dataset).fetchnumpy()
    item_ids = np.unique(np.asarray(entries["item_id"]))
    rows = run(con, "generalisation/item_names", item_ids=item_ids.tolist()).fetchall()
    return transactions_of(entries, [name for (name,) in rows], number_of_transactions(con, dataset), k)


def transactions_of(
    entries: Mapping[str, ArrayLike], names: Sequence[str], n_transactions: int, k: int
) -> Transactions:
    """A data set of its entries.

    Args:
        entries: the columns `tid`, from 1, and `item_id`.
        names: of the items, in the order of their numbers.
        n_transactions: how many transactions there are, empty ones included.
        k: how many there have to be.

    Raises:
        InfeasibleConstraint: it has fewer than k transactions.
    """
    if k > n_transactions:
        raise InfeasibleConstraint(
            f"k is {k:,}, but the data set has {n_transactions:,} transactions: no itemset can have that support"
        )
    item_ids, items = np.unique(np.asarray(entries["item_id"]), return_inverse=True)
    return Transactions(np.asarray(entries["tid"]) - 1, items, n_transactions, item_ids, np.array(names, dtype=object))


@dataclass(frozen=True)
class ItemCounts:
    """What has become of the items of a release.

    Attributes:
        n_generalised: number of generalised items.
        n_suppressed: number of items that no record shows.
        largest: number of members of the largest generalised item; 0 if there is none.
        keep_order: whether entries are in the order of the transaction.
    """

    n_generalised: int
    n_suppressed: int
    largest: int
    keep_order: bool

    @property
    def hides(self) -> bool:
        """Whether anything of the data is not published as it is."""
        return self.n_generalised > 0 or self.n_suppressed > 0

    def __str__(self) -> str:
        """In words."""
        size = f" of up to {self.largest} members" if self.n_generalised else ""
        return (
            f"{quantity(self.n_generalised, 'generalised item')}{size}, {quantity(self.n_suppressed, 'item')} "
            f"suppressed{', entries in their order, which may tell what was merged' if self.keep_order else ''}"
        )


def publish(
    con: DuckDBPyConnection,
    dataset: str,
    release: str,
    transactions: Transactions,
    label: NDArray[np.integer[Any]],
    arguments: dict[str, Any],
) -> ItemCounts:
    """Publish each item under its label, and keep the seed.

    Args:
        con: a connection in a transaction of the caller.
        dataset: what the release is of.
        release: its name.
        transactions: what was read of the data set.
        label: per item the smallest item of its generalised item, or a negative number for a suppressed one.
        arguments: those of the method, `keep_order` and `seed` among them.
    """
    tables, counts = stage(transactions, label, arguments)
    run(
        con,
        "generalisation/publish_release",
        tables=tables,
        release=release,
        dataset=dataset,
        keep_order=arguments["keep_order"],
    )
    keep_seed(con, release, arguments["seed"])
    return counts


def stage(
    transactions: Transactions, label: NDArray[np.integer[Any]], arguments: dict[str, Any]
) -> tuple[dict[str, dict[str, NDArray[Any]]], ItemCounts]:
    """What `generalisation/publish_release` reads besides the data set: the columns of its tables, by their names; and
    what has become of the items. Arguments are those of `publish`.
    """
    kept = label >= 0
    members = np.bincount(label[kept], minlength=len(label))
    generalised = np.flatnonzero(members > 1)
    is_generalised = kept & (members[label] > 1)
    number = _numbers_by_name(label, is_generalised, transactions.names)
    labels = {
        "item_id": transactions.item_ids[kept],
        "generalised_item": np.where(is_generalised, number, np.nan)[kept],
    }
    records = {
        "tid": np.arange(1, transactions.n_transactions + 1),
        "record": shuffled_order(transactions.n_transactions, arguments["seed"]) + 1,
    }
    largest = int(members[generalised].max(initial=0))
    counts = ItemCounts(len(generalised), int((~kept).sum()), largest, arguments["keep_order"])
    return {"_setrisk_labels": labels, "_setrisk_records": records}, counts


def _numbers_by_name(
    label: NDArray[np.integer[Any]], is_generalised: NDArray[np.bool_], names: NDArray[np.object_]
) -> NDArray[np.integer[Any]]:
    """The number of each item's generalised item, from 1, in the order of their first names: numbers of items tell in
    which data set of the database an item came first.
    """
    by_name = np.argsort(names)
    labels, first_places = np.unique(label[by_name][is_generalised[by_name]], return_index=True)
    number = np.zeros(len(label), dtype=np.int64)
    number[labels] = np.argsort(np.argsort(first_places)) + 1
    return np.where(is_generalised, number[label], 0)


def check_itemsets(con: DuckDBPyConnection, release: str, k: int, m: int) -> None:
    """See to it that every itemset of up to m items is shown by k records or by none.

    Raises:
        SetriskError: one is not, which would be a defect of the method.
    """
    _refuse_broken(run(con, "generalisation/rare_shown_itemsets", release=release, k=k, m=m).fetchall())


def check_constraints(con: DuckDBPyConnection, release: str) -> None:
    """See to it that every privacy constraint is protected.

    Raises:
        SetriskError: one is not, which would be a defect of the method.
    """
    _refuse_broken(con.execute("FROM setrisk.violated_constraints(?)", [release]).fetchall())


def _refuse_broken(violated: list[Any]) -> None:
    if violated:
        raise SetriskError("the release does not keep its promise; nothing was published. Please report this defect")
