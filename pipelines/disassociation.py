"""The family disassociation: releases in clusters and chunks, and the attacks that put them together again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from setrisk.errors import BadInput, InfeasibleConstraint
from setrisk.pipelines import semantics
from setrisk.pipelines.progress import Progress
from setrisk.pipelines.releases import Made, keep_seed, marks_of, shuffling_key

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from setrisk.udf.disassociation import Disassociated

_CLUSTERS, _TERMS, _SHOWN, _JOINTS, _SUB_RECORDS = (
    f"_setrisk_{name}" for name in ("clusters", "terms", "shown", "joints", "sub_records")
)


def disassociation_release(
    con: DuckDBPyConnection, dataset: str, release: str, arguments: dict[str, Any], progress: Progress
) -> Made:
    """Write a disassociated release of a data set; the caller holds the transaction.

    Raises:
        BadInput: a cluster size that is none, or less than k.
        InfeasibleConstraint: there are fewer than k transactions.
    """
    from setrisk.udf.disassociation import disassociate

    k, m, seed = arguments["k"], arguments["m"], arguments["seed"]
    max_cluster_size = _cluster_size(arguments["max_cluster_size"], k)
    progress("reading the data set")
    ((n_transactions,),) = con.execute(
        "SELECT d.n_transactions FROM setrisk_private.dataset AS d WHERE d.dataset = ?", [dataset]
    ).fetchall()
    if k > n_transactions:
        raise InfeasibleConstraint(
            f"k is {k:,}, but the data set has {n_transactions:,} transactions: no cluster can have that many"
        )
    entries = con.execute(
        "SELECT t.tid, t.item_id FROM setrisk_private.transaction_item AS t WHERE t.dataset = ? ORDER BY t.tid",
        [dataset],
    ).fetchnumpy()
    # Ties go to the smaller name, and item numbers follow the names within one load only.
    by_name = con.execute("SELECT i.item_id FROM setrisk_internal.item_supports(?) AS i ORDER BY i.item", [dataset])
    item_ids = np.asarray(by_name.fetchnumpy()["item_id"])
    rank = np.empty(item_ids.max(initial=0) + 1, dtype=np.int64)
    rank[item_ids] = np.arange(len(item_ids))
    lengths = np.bincount(np.asarray(entries["tid"]) - 1, minlength=n_transactions)
    found = disassociate(
        np.concatenate([[0], np.cumsum(lengths)]),
        rank[np.asarray(entries["item_id"])],
        k=k,
        m=m,
        max_cluster_size=max_cluster_size,
        refined=arguments["refine"],
        progress=progress,
    )
    progress("publishing")
    _publish(con, release, found, item_ids, shuffling_key(seed))
    keep_seed(con, release, seed)
    return Made(
        {"k": k, "m": m, "max_cluster_size": max_cluster_size, "refine": arguments["refine"]},
        marks_of(seed, hides=_hides(found)),
        _summary(con, release, found, len(entries["tid"])),
    )


def _hides(found: Disassociated) -> bool:
    """Whether it hides anything: not where all terms of a cluster stand in one chunk, as they stood in the records."""
    places = np.unique(np.stack([found.term_cluster, found.home, found.chunk]), axis=1)
    return bool((found.chunk == 0).any()) or places.shape[1] > len(np.unique(found.term_cluster))


def reassociate_release(
    con: DuckDBPyConnection,
    release: str,
    method: str,
    measure: str,
    attack: str,
    arguments: dict[str, Any],
    progress: Progress,
) -> None:
    """Attack a release and store where the attack places sub-records and terms, in place of what an earlier attack of
    that name found.
    """
    if method == "random":  # what it draws needs no score
        semantics.kind_of(con, measure)
    else:
        semantics.score(
            con, measure, "setrisk_internal.compared_terms($release)", {"release": release}, progress=progress
        )
    con.execute("DELETE FROM setrisk.reassociation AS r WHERE r.release = ? AND r.attack = ?", [release, attack])
    progress(f"attacking with {method}")
    con.execute(
        "INSERT INTO setrisk.reassociation "
        "SELECT $release, $attack, p.cluster, p.anchor, p.home, p.chunk, p.record, p.item_id, p.rank, p.score "
        "FROM setrisk_internal.attacked_fragments($release, $method, $measure, $placements, $seed) AS p",
        {
            "release": release,
            "attack": attack,
            "method": method,
            "measure": measure,
            "placements": arguments["placements"],
            "seed": arguments.get("seed", 0),
        },
    )


def _cluster_size(given: object, k: int) -> int:
    """A number, or a power of k as it is spelled: k^2 to k^6.

    Raises:
        BadInput: neither, or less than k.
    """
    text = str(given).strip()
    power = re.fullmatch(r"k\^([2-6])", text)
    if not power and not re.fullmatch(r"[0-9]{1,9}", text):
        raise BadInput(
            f"max_cluster_size is {given!r}; it must be a whole number of at most nine digits, or k^2 to k^6"
        )
    size = k ** int(power[1]) if power else int(text)
    if size < k:
        raise BadInput(f"max_cluster_size is {size}; it must be at least k, which is {k}")
    return size


def _publish(con: DuckDBPyConnection, release: str, found: Disassociated, item_ids: Any, key: str) -> None:
    import pandas as pd

    clusters = pd.DataFrame({"tid": np.arange(1, len(found.cluster) + 1), "cluster": found.cluster + 1})
    terms = pd.DataFrame(
        {
            "cluster": found.term_cluster + 1,
            "item_id": item_ids[found.term],
            "home": found.home + 1,
            "chunk": found.chunk,
        }
    )
    shown = terms[["item_id", "home", "chunk"]].take(found.row).assign(tid=found.record + 1)
    joints = pd.DataFrame({"joint": found.joint + 1, "cluster": found.leaf + 1})
    for name, frame in ((_CLUSTERS, clusters), (_TERMS, terms), (_SHOWN, shown), (_JOINTS, joints)):
        con.register(name, frame)
    con.execute(
        f"CREATE OR REPLACE TEMP TABLE {_SUB_RECORDS} AS SELECT s.* FROM setrisk_internal.sub_records('{_SHOWN}', $key) AS s",
        {"key": key},
    )
    # Rows are stored in the order of their numbers: any other would tell what the numbers hide.
    for table, query in (
        (
            "published_item",
            f"SELECT DISTINCT i.item_id, i.item FROM {_TERMS} AS t "
            "JOIN setrisk_private.item AS i USING (item_id) ORDER BY ALL",
        ),
        ("cluster", f"SELECT c.cluster, count(*) FROM {_CLUSTERS} AS c GROUP BY c.cluster ORDER BY ALL"),
        (
            "chunk_record",
            f"SELECT s.home, s.chunk, s.record, s.item_id FROM {_SUB_RECORDS} AS s ORDER BY ALL",
        ),
        ("joint_cluster", f"SELECT j.joint, j.cluster FROM {_JOINTS} AS j ORDER BY ALL"),
        ("term_chunk", f"SELECT t.cluster, t.item_id FROM {_TERMS} AS t WHERE t.chunk = 0 ORDER BY ALL"),
    ):
        con.execute(f"INSERT INTO setrisk.{table} SELECT $release, q.* FROM ({query}) AS q", {"release": release})
    con.execute(
        "INSERT INTO setrisk_private.provenance "
        f"SELECT DISTINCT $release, s.home, s.chunk, s.record, s.tid FROM {_SUB_RECORDS} AS s",
        {"release": release},
    )
    con.execute(
        "INSERT INTO setrisk_private.provenance SELECT $release, s.cluster, NULL, s.record, s.tid "
        f"FROM setrisk_internal.shuffled_transactions('{_CLUSTERS}', $key) AS s",
        {"release": release, "key": key},
    )
    con.execute(f"DROP TABLE temp.{_SUB_RECORDS}")
    for name in (_CLUSTERS, _TERMS, _SHOWN, _JOINTS):
        con.unregister(name)


def _summary(con: DuckDBPyConnection, release: str, found: Disassociated, n_entries: int) -> str:
    ((clusters, least, most),) = con.execute(
        "SELECT count(*), min(c.n_records), max(c.n_records) FROM setrisk.cluster AS c WHERE c.release = ?", [release]
    ).fetchall()
    ((joints,),) = con.execute(
        "SELECT count(DISTINCT j.joint) FROM setrisk.joint_cluster AS j WHERE j.release = ?", [release]
    ).fetchall()
    ((own, shared),) = con.execute(
        "SELECT count(*) FILTER (WHERE s.cluster <= $n), count(*) FILTER (WHERE s.cluster > $n) "
        "FROM setrisk.chunk_record AS s WHERE s.release = $release",
        {"release": release, "n": clusters},
    ).fetchall()
    return (
        f"{clusters:,} clusters of {least:,} to {most:,} records, {joints:,} joint clusters; of the entries "
        f"{own / max(n_entries, 1):.0%} are in record chunks, {shared / max(n_entries, 1):.0%} in shared chunks, the "
        "rest in term chunks"
    )
