"""Anony: cluster the records, separate sensitive from non-sensitive items, and move the copies that would make an item
too likely in a cluster to the global bag.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np

from setrisk.errors import InfeasibleConstraint
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.methods.made import Made, marks_of
from setrisk.pipelines.serial import draft, partition, sensitive_items, series

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def make_anony_release(
    con: DuckDBPyConnection, dataset: str, release: str, arguments: dict[str, Any], progress: Progress
) -> Made:
    """Write a release by Anony; the caller holds the transaction.

    Raises:
        BadInput: what `series.append`, `sensitive_items.choose` and `partition.placements` raise.
        InfeasibleConstraint: a cluster's share of the global bag, rounded, is more than r_th allows.
    """
    draft_anony(con, dataset, release, arguments, draft.random_source(arguments["seed"]), progress)
    _check(con, release)
    progress("publishing")
    draft.publish(con, dataset, release, arguments["seed"])
    return Made(
        public_parameters(arguments),
        marks_of(arguments["seed"], hides=draft.hides(con, release)),
        draft.summary(con, release),
    )


def draft_anony(
    con: DuckDBPyConnection,
    dataset: str,
    release: str,
    arguments: dict[str, Any],
    draw: random.Random,
    progress: Progress,
) -> str:
    """Draft the release that Anony makes; returns its series."""
    from setrisk.udf.serial.anony import kept_copies

    name = series.append(con, dataset, release, arguments)
    sensitive_items.choose(con, dataset, release, name, arguments, draw)
    draft.promise(con, release, public_parameters(arguments))
    placements = partition.placements(con, dataset, release, arguments, progress)
    tables = {"_setrisk_placements": placements}
    run(con, "serial/stage_sensitive_copies", dataset=dataset, release=release, tables=tables)
    rows = run(con, "serial/sensitive_copies").fetchnumpy()
    run(con, "serial/drop_sensitive_copies")
    item_ids, terms = np.unique(np.asarray(rows["item_id"]), return_inverse=True)
    sizes = np.bincount(placements["cluster"] - 1)
    order = list(range(len(sizes)))
    draw.shuffle(order)
    (term, cluster, copies), bags = kept_copies(
        sizes,
        terms,
        np.asarray(rows["cluster"], dtype=np.int64) - 1,
        np.asarray(rows["copies"]),
        r_th=arguments["r_th"],
        order=order,
        progress=lambda done, total: progress("sharing out sensitive items", done, total),
    )
    bagged = np.flatnonzero(bags)
    copies_by_cluster = {
        "cluster": np.concatenate([cluster + 1, np.full(len(bagged), np.nan)]),
        "item_id": np.concatenate([item_ids[term], item_ids[bagged]]),
        "copies": np.concatenate([copies, bags[bagged]]),
    }
    draft.write(con, dataset, release, placements, copies_by_cluster)
    return name


def _check(con: DuckDBPyConnection, release: str) -> None:
    """Refuse a draft that breaks its promise. An attacker rounds a cluster's share of the bag: half a copy becomes 1,
    which is twice the term's rate. With r_th of 2 or more that is still allowed.
    """
    ((item, n_records),) = run(con, "serial/draft_at_risk", release=release).fetchall()
    if n_records:
        raise InfeasibleConstraint(
            f"{n_records:,} records would be at risk: a cluster's share of the copies of {item!r} in the global bag is "
            "rounded up to more than r_th allows. Raise r_th (2 is always enough), make clusters larger, or use sanony"
        )


def public_parameters(arguments: dict[str, Any]) -> dict[str, Any]:
    """The parameters that everyone may know."""
    return {"r_th": arguments["r_th"], "cluster_size": arguments["cluster_size"]}
