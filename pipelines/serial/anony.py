"""Anony: cluster records, part private from non-private terms, and share out what would stand out in its cluster."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import numpy as np

from setrisk.pipelines.progress import Progress
from setrisk.pipelines.releases import Made, keep_seed, marks_of, shuffling_key
from setrisk.pipelines.serial import partition, private_items, series

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_HOMES, _COPIES, _NUMBERS = (f"_setrisk_{name}" for name in ("homes", "copies", "numbers"))


def anony_release(
    con: DuckDBPyConnection, dataset: str, release: str, arguments: dict[str, Any], progress: Progress
) -> Made:
    """Write a release by Anony; the caller holds the transaction.

    Raises:
        BadInput: what `series.append`, `private_items.choose` and `partition.homes` raise.
    """
    draft(con, dataset, release, "anony", arguments, progress)
    publish(con, dataset, release, arguments, progress)
    return made(con, release, arguments)


def draw_of(seed: int | None) -> random.Random:
    """Where draws come from: the operating system's secure source unless a seed is given."""
    return random.SystemRandom() if seed is None else random.Random(seed)


def draft(
    con: DuckDBPyConnection, dataset: str, release: str, method: str, arguments: dict[str, Any], progress: Progress
) -> str:
    """Write the release as Anony makes it, its records numbered as the owner's transactions are; returns its series."""
    from setrisk.udf.anony import kept_copies

    draw = draw_of(arguments["seed"])
    name = series.append(con, dataset, release, method, arguments)
    private_items.choose(con, dataset, release, name, arguments, draw)
    con.execute(
        "UPDATE setrisk.release SET parameters = ? WHERE release = ?", [json.dumps(promised(arguments)), release]
    )
    homes = partition.homes(con, dataset, release, arguments, progress)
    con.register(_HOMES, homes)
    rows = con.execute(
        f"SELECT c.item_id, c.cluster, c.copies FROM setrisk.private_copies(?, ?, '{_HOMES}') AS c "
        "ORDER BY c.item_id, c.cluster",
        [dataset, release],
    ).fetchnumpy()
    item_ids, terms = np.unique(np.asarray(rows["item_id"]), return_inverse=True)
    sizes = np.bincount(homes["cluster"].to_numpy() - 1)
    order = list(range(len(sizes)))
    draw.shuffle(order)
    (term, cluster, copies), bags = kept_copies(
        sizes,
        terms,
        np.asarray(rows["cluster"], dtype=np.int64) - 1,
        np.asarray(rows["copies"]),
        r_th=arguments["r_th"],
        order=order,
        progress=lambda done, total: progress("sharing out private terms", done, total),
    )
    _write(con, dataset, release, item_ids, (term, cluster, copies), bags)
    con.unregister(_HOMES)
    return name


def publish(
    con: DuckDBPyConnection, dataset: str, release: str, arguments: dict[str, Any], progress: Progress
) -> None:
    """Give the records of a drafted release numbers that tell nothing, counterfeits among them."""
    progress("publishing")
    seed = arguments["seed"]
    con.execute(
        f"CREATE OR REPLACE TEMP TABLE {_NUMBERS} AS SELECT s.* FROM setrisk.shuffled_records($release, $key) AS s",
        {"release": release, "key": shuffling_key(seed)},
    )
    con.execute(
        f"CREATE OR REPLACE TEMP TABLE {_COPIES} AS SELECT r.cluster, n.record, r.item_id "
        f"FROM setrisk.cluster_record AS r JOIN {_NUMBERS} AS n ON n.drafted = r.record WHERE r.release = ?",
        [release],
    )
    con.execute("DELETE FROM setrisk.cluster_record AS r WHERE r.release = ?", [release])
    # Rows are stored in the order of their numbers: any other would tell what the numbers hide.
    con.execute(
        f"INSERT INTO setrisk.cluster_record SELECT $release, c.cluster, c.record, c.item_id FROM {_COPIES} AS c "
        "ORDER BY c.record, c.item_id",
        {"release": release},
    )
    con.execute(
        "INSERT INTO setrisk_private.provenance SELECT $release, n.cluster, NULL, n.record, "
        "CASE WHEN n.drafted <= d.n_transactions THEN n.drafted END "
        f"FROM {_NUMBERS} AS n CROSS JOIN setrisk_private.dataset AS d WHERE d.dataset = $dataset",
        {"release": release, "dataset": dataset},
    )
    for table in (_NUMBERS, _COPIES):
        con.execute(f"DROP TABLE temp.{table}")
    keep_seed(con, release, seed)


def promised(arguments: dict[str, Any]) -> dict[str, Any]:
    """The parameters that everyone may know."""
    return {"r_th": arguments["r_th"], "cluster_size": arguments["cluster_size"]}


def made(con: DuckDBPyConnection, release: str, arguments: dict[str, Any]) -> Made:
    """What the catalog says of the release."""
    ((clusters, least, most),) = con.execute(
        "SELECT count(*), min(c.n_records), max(c.n_records) FROM setrisk.cluster AS c WHERE c.release = ?", [release]
    ).fetchall()
    ((copies, in_bag),) = con.execute(
        "SELECT coalesce(sum(t.copies), 0), coalesce(sum(t.copies) FILTER (WHERE t.cluster IS NULL), 0) "
        "FROM setrisk.private_term AS t WHERE t.release = ?",
        [release],
    ).fetchall()
    ((name, position),) = con.execute(
        "SELECT s.series, s.position FROM setrisk.series AS s WHERE s.release = ?", [release]
    ).fetchall()
    return Made(
        promised(arguments),
        marks_of(arguments["seed"]),
        f"release {position} of the series {name}: {clusters:,} clusters of {least:,} to {most:,} records; of the "
        f"private terms {in_bag / max(copies, 1):.0%} are in the global bag",
    )


def _write(
    con: DuckDBPyConnection, dataset: str, release: str, item_ids: Any, kept: tuple[Any, Any, Any], bags: Any
) -> None:
    import pandas as pd

    term, cluster, copies = kept
    bagged = np.flatnonzero(bags)
    held = pd.DataFrame(
        {
            "cluster": pd.array([*(cluster + 1), *[None] * len(bagged)], dtype="Int64"),
            "item_id": np.concatenate([item_ids[term], item_ids[bagged]]),
            "copies": np.concatenate([copies, bags[bagged]]),
        }
    )
    con.register(_COPIES, held)
    given = {"release": release, "dataset": dataset}
    con.execute(
        f"INSERT INTO setrisk.private_term SELECT $release, c.cluster, c.item_id, c.copies FROM {_COPIES} AS c "
        "ORDER BY ALL",
        {"release": release},
    )
    con.execute(
        f"INSERT INTO setrisk.cluster SELECT $release, h.cluster, count(*) FROM {_HOMES} AS h GROUP BY ALL ORDER BY ALL",
        {"release": release},
    )
    con.execute(
        "INSERT INTO setrisk.cluster_record SELECT $release, h.cluster, h.tid, e.item_id "
        f"FROM {_HOMES} AS h LEFT JOIN setrisk.non_private_entries($dataset, $release) AS e ON e.tid = h.tid",
        given,
    )
    con.execute(
        "INSERT INTO setrisk.published_item SELECT $release, n.* FROM setrisk.draft_names($release) AS n ORDER BY ALL",
        {"release": release},
    )
    con.unregister(_COPIES)
