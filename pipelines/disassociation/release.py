"""Releases in clusters and chunks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from setrisk.errors import BadInput, InfeasibleConstraint
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.common.quantities import quantity, size_range
from setrisk.pipelines.common.share import percent
from setrisk.pipelines.database.names import number_of_transactions
from setrisk.pipelines.database.seeds import keep_seed, shuffling_key
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.methods.made import Made, marks_of
from setrisk.pipelines.transactions.item_ranks import ranked_items

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from setrisk.udf.disassociation.disassociate import Disassociated


def make_disassociated_release(
    con: DuckDBPyConnection, dataset: str, release: str, arguments: dict[str, Any], progress: Progress
) -> Made:
    """Write a disassociated release of a data set; the caller holds the transaction.

    Raises:
        BadInput: the cluster size is not a number or a power of k, or it is less than k.
        InfeasibleConstraint: there are fewer than k transactions.
    """
    from setrisk.udf.disassociation.disassociate import disassociate

    k, m, seed = arguments["k"], arguments["m"], arguments["seed"]
    max_cluster_size = cluster_size(arguments["max_cluster_size"], k)
    progress("reading the data set")
    n_transactions = number_of_transactions(con, dataset)
    if k > n_transactions:
        raise InfeasibleConstraint(
            f"k is {k:,}, but the data set has {n_transactions:,} transactions: no cluster can have that many"
        )
    entries = run(con, "transactions/entries", dataset=dataset).fetchnumpy()
    starts, ranks, item_ids = ranked_items(con, dataset, n_transactions, entries)
    result = disassociate(
        starts,
        ranks,
        k=k,
        m=m,
        max_cluster_size=max_cluster_size,
        refined=arguments["refine"],
        progress=progress,
    )
    parameters = {"k": k, "m": m, "max_cluster_size": max_cluster_size, "refine": arguments["refine"]}
    n_suppressed = 0
    if arguments["safe"]:
        from setrisk.udf.disassociation.repair import repair

        progress("suppressing what comes with something else")
        repaired = repair(result, k=k, m=m)
        result, n_suppressed, parameters = repaired.result, repaired.n_suppressed, parameters | {"safe": True}
    progress("publishing")
    _publish(con, release, result, item_ids, shuffling_key(seed))
    keep_seed(con, release, seed)
    return Made(
        parameters,
        marks_of(seed, hides=result.hides or n_suppressed > 0),
        _summary(con, release, len(entries["tid"]), n_suppressed),
    )


def cluster_size(value: object, k: int) -> int:
    """The largest size of a cluster: a number, or a power of k that is written as k^2 to k^6.

    Raises:
        BadInput: it is neither, or less than k.
    """
    text = str(value).strip()
    power = re.fullmatch(r"k\^([2-6])", text)
    if not power and not re.fullmatch(r"[0-9]{1,9}", text):
        raise BadInput(
            f"max_cluster_size is {value!r}; it must be a whole number of at most nine digits, or k^2 to k^6"
        )
    size = k ** int(power[1]) if power else int(text)
    if size < k:
        raise BadInput(f"max_cluster_size is {size}; it must be at least k, which is {k}")
    return size


def _publish(con: DuckDBPyConnection, release: str, result: Disassociated, item_ids: Any, key: str) -> None:
    clusters = {"tid": np.arange(1, len(result.cluster) + 1), "cluster": result.cluster + 1}
    places = {
        "item_id": item_ids[result.term],
        "publishing_cluster": result.publishing_cluster + 1,
        "chunk": result.chunk,
    }
    terms = {"cluster": result.term_cluster + 1, **places}
    chunk_items = {name: column[result.row] for name, column in places.items()} | {"tid": result.record + 1}
    joints = {"joint": result.joint + 1, "cluster": result.leaf + 1}
    run(
        con,
        "disassociation/publish_release",
        tables={
            "_setrisk_clusters": clusters,
            "_setrisk_terms": terms,
            "_setrisk_chunk_items": chunk_items,
            "_setrisk_joints": joints,
        },
        release=release,
        shuffling_key=key,
    )


def _summary(con: DuckDBPyConnection, release: str, n_entries: int, n_suppressed: int) -> str:
    ((clusters, smallest, largest, joints, own, shared),) = run(
        con, "disassociation/release_sizes", release=release
    ).fetchall()
    return (
        f"{quantity(clusters, 'cluster')} of {size_range(smallest, largest, 'record')}, "
        f"{quantity(joints, 'joint cluster')}; of the entries "
        f"{percent(own / max(n_entries, 1))} are in record chunks, "
        f"{percent(shared / max(n_entries, 1))} in shared chunks, "
        + (f"{percent(n_suppressed / max(n_entries, 1))} are suppressed, " if n_suppressed else "")
        + "the rest in term chunks"
    )
