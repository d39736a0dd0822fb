"""What the kernels of an assessment take, read from the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from setrisk.pipelines.assessment.asked import Person
from setrisk.pipelines.database.statements import run
from setrisk.udf.assessment.narrowing import Places
from setrisk.udf.assessment.records import Records, records_of
from setrisk.udf.common.arrays import Integers, runs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckdb import DuckDBPyConnection


def reconstructed_records(con: DuckDBPyConnection) -> Records:
    """The staged reconstructions of a release."""
    columns = _columns(run(con, "assessment/reconstructed_entries"))
    ((n_items,),) = run(con, "assessment/number_of_shown_items").fetchall()
    return records_of(n_items, *columns)


def _columns(result: DuckDBPyConnection) -> list[Integers]:
    """Columns of whole numbers as arrays."""
    return [np.asarray(column, dtype=np.int64) for column in result.fetchnumpy().values()]


def asked_people(
    con: DuckDBPyConnection,
    dataset: str,
    others: str | None,
    choice: str,
    *,
    people: int,
    sizes: Sequence[int],
    seed: int,
    sensitive: Sequence[str],
) -> list[Person]:
    """People of a data set who are not in another one, in a random order.

    Args:
        con: a DuckDB connection, in which reconstructions of the release are staged.
        dataset: the data set.
        others: the other data set, if there is one.
        choice: which items are known first: `random` ones, or the `rarest`.
        people: how many to draw for each size.
        sizes: numbers of items; for each, people are drawn who have at least so many.
        seed: seed of the draws.
        sensitive: names of sensitive items.
    """
    run(con, "assessment/stage_people", dataset=dataset, others=others)
    rows = run(
        con, "assessment/asked_people", dataset=dataset, choice=choice, people=people, sizes=list(sizes), seed=seed,
        sensitive=list(sensitive),
    ).fetchall()  # fmt: skip
    return [Person(frozenset(asked), items, are_sensitive) for _, asked, items, are_sensitive in rows]


def sensitive_items(con: DuckDBPyConnection, sensitive: Sequence[str]) -> NDArray[np.bool_]:
    """Whether each item of the staged release is sensitive."""
    rows = run(con, "assessment/are_sensitive", sensitive=list(sensitive)).fetchall()
    return np.array([is_sensitive for (is_sensitive,) in rows], dtype=bool)


def places(con: DuckDBPyConnection, release: str) -> Places:
    """Where items may be in a release of which reconstructions are staged."""
    ((n_items,),) = run(con, "assessment/number_of_shown_items").fetchall()
    run(con, "assessment/stage_release_places", release=release)
    run(con, "assessment/stage_item_labels", release=release)
    return staged_places(con, n_items)


def staged_places(con: DuckDBPyConnection, n_items: int) -> Places:
    """The staged places of a release that shows so many items, or of a part of it, where the labels are staged, too."""
    run(con, "assessment/stage_places")
    part_labels, parts = _columns(run(con, "assessment/label_parts"))
    _, chunks, hosts, weights, sources, part_weights = _columns(run(con, "assessment/part_hosts"))
    items, labels = _columns(run(con, "assessment/item_labels"))
    n_labels = int(part_labels[-1]) + 1 if len(part_labels) else 0
    return Places(
        label_starts=items.searchsorted(np.arange(n_items + 1)),
        labels=labels,
        part_starts=part_labels.searchsorted(np.arange(n_labels + 1)),
        parts=parts,
        chunks=chunks,
        hosts=hosts,
        weights=weights[runs(hosts)],
        sources=sources,
        part_weights=part_weights,
    )


def data_records(con: DuckDBPyConnection, dataset: str, others: str | None, n_items: int) -> tuple[Records, int]:
    """The transactions of a data set, as far as the release shows their items, and the number of its people."""
    run(con, "assessment/stage_people", dataset=dataset, others=others)
    columns = _columns(run(con, "assessment/numbered_entries", dataset=dataset))
    ((n_people,),) = run(con, "assessment/number_of_people").fetchall()
    return records_of(n_items, *columns), n_people


def people_records(con: DuckDBPyConnection, members: str, control: str) -> tuple[Records, Records]:
    """The transactions of the people in a release, and of those of a control who are not in it by their ids, as far as
    they have items that somebody of the control has: others have fewer rare items in common if they have fewer of them.
    The items have the same numbers in both.
    """
    (owners, items), (other_owners, other_items) = (
        _people_entries(con, dataset, others) for dataset, others in ((members, None), (control, members))
    )
    names = np.unique(other_items)
    is_shared = np.isin(items, names)
    inside, outside = (
        records_of(len(names), np.ones_like(of), of, names.searchsorted(held), np.ones_like(of))
        for of, held in ((owners[is_shared], items[is_shared]), (other_owners, other_items))
    )
    return inside, outside


def _people_entries(con: DuckDBPyConnection, dataset: str, others: str | None) -> list[Integers]:
    """The people of a data set who are not in another one, and their items, an entry each."""
    run(con, "assessment/stage_people", dataset=dataset, others=others)
    return _columns(run(con, "assessment/entries_of_people", dataset=dataset))
