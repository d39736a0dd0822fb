"""A serial release while it is made: its records have the owner's numbers, until it is published."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.releases import keep_seed, shuffling_key
from setrisk.pipelines.serial import private_items
from setrisk.pipelines.serial.series import others

if TYPE_CHECKING:
    import pandas as pd
    from duckdb import DuckDBPyConnection

_HOMES, _COPIES, _NUMBERS, _ROWS = (f"_setrisk_{name}" for name in ("homes", "copies", "numbers", "rows"))


def draw_of(seed: int | None) -> random.Random:
    """Where draws come from: the operating system's secure source unless a seed is given."""
    return random.SystemRandom() if seed is None else random.Random(seed)


def promise(con: DuckDBPyConnection, release: str, parameters: dict[str, Any]) -> None:
    """Note the parameters that everyone may know; what is held against them reads them there."""
    con.execute("UPDATE setrisk.release SET parameters = ? WHERE release = ?", [json.dumps(parameters), release])


def write(con: DuckDBPyConnection, dataset: str, release: str, homes: pd.DataFrame, copies: pd.DataFrame) -> None:
    """Write the draft of a release.

    Args:
        con: a DuckDB connection; the caller holds the transaction.
        dataset, release: of which data set.
        homes: tid and cluster of each transaction that is in the release.
        copies: cluster, NA for the global bag, item_id and copies.
    """
    given = {"release": release}
    con.register(_HOMES, homes)
    con.register(_COPIES, copies)
    con.execute(
        f"INSERT INTO setrisk.private_term SELECT $release, c.cluster, c.item_id, c.copies FROM {_COPIES} AS c "
        "ORDER BY ALL",
        given,
    )
    con.execute(
        f"INSERT INTO setrisk.cluster SELECT $release, h.cluster, count(*) FROM {_HOMES} AS h "
        "GROUP BY ALL ORDER BY ALL",
        given,
    )
    con.execute(
        "INSERT INTO setrisk.cluster_record SELECT $release, h.cluster, h.tid, e.item_id "
        f"FROM {_HOMES} AS h LEFT JOIN setrisk_internal.non_private_entries($dataset, $release) AS e ON e.tid = h.tid",
        given | {"dataset": dataset},
    )
    con.unregister(_HOMES)
    con.unregister(_COPIES)
    show_names(con, release)


def show_names(con: DuckDBPyConnection, release: str) -> None:
    """Publish the names of all items that the draft shows, and no others."""
    con.execute("DELETE FROM setrisk.published_item AS p WHERE p.release = ?", [release])
    con.execute(
        "INSERT INTO setrisk.published_item SELECT $release, n.* FROM setrisk_internal.staged_names($release) AS n ORDER BY ALL",
        {"release": release},
    )


def publish(con: DuckDBPyConnection, dataset: str, release: str, seed: int | None) -> None:
    """Give the records of a draft numbers that tell nothing, counterfeits among them, and note whose they are."""
    given = {"release": release}
    con.execute(
        f"CREATE OR REPLACE TEMP TABLE {_NUMBERS} AS SELECT s.* FROM setrisk_internal.shuffled_records($release, $key) AS s",
        given | {"key": shuffling_key(seed)},
    )
    con.execute(
        f"CREATE OR REPLACE TEMP TABLE {_COPIES} AS SELECT r.cluster, n.record, r.item_id "
        f"FROM setrisk.cluster_record AS r JOIN {_NUMBERS} AS n ON n.drafted = r.record WHERE r.release = $release",
        given,
    )
    con.execute("DELETE FROM setrisk.cluster_record AS r WHERE r.release = $release", given)
    # Rows are stored in the order of their numbers: any other would tell what the numbers hide.
    con.execute(
        f"INSERT INTO setrisk.cluster_record SELECT $release, c.cluster, c.record, c.item_id FROM {_COPIES} AS c "
        "ORDER BY c.record, c.item_id",
        given,
    )
    for table, columns in (("private_term", "t.cluster, t.item_id, t.copies"), ("cluster", "t.cluster, t.n_records")):
        con.execute(
            f"CREATE OR REPLACE TEMP TABLE {_ROWS} AS SELECT {columns} FROM setrisk.{table} AS t "
            "WHERE t.release = $release",
            given,
        )
        con.execute(f"DELETE FROM setrisk.{table} AS t WHERE t.release = $release", given)
        con.execute(f"INSERT INTO setrisk.{table} SELECT $release, t.* FROM {_ROWS} AS t ORDER BY ALL", given)
    con.execute(
        "INSERT INTO setrisk_private.provenance SELECT $release, n.cluster, NULL, n.record, "
        "CASE WHEN n.drafted <= d.n_transactions THEN n.drafted END "
        f"FROM {_NUMBERS} AS n CROSS JOIN setrisk_private.dataset AS d WHERE d.dataset = $dataset",
        given | {"dataset": dataset},
    )
    for table in (_NUMBERS, _COPIES, _ROWS):
        con.execute(f"DROP TABLE temp.{table}")
    keep_seed(con, release, seed)


def hides(con: DuckDBPyConnection, release: str) -> bool:
    """Whether it hides anything: not where each cluster is one record, with its private items."""
    ((found,),) = con.execute(
        "SELECT max(c.n_records) > 1 OR EXISTS ("
        "SELECT t.cluster FROM setrisk.private_term AS t WHERE t.release = $release AND t.cluster IS NULL) "
        "FROM setrisk.cluster AS c WHERE c.release = $release",
        {"release": release},
    ).fetchall()
    return bool(found)


def summary(con: DuckDBPyConnection, release: str) -> str:
    """What a release is, in words."""
    ((name, position, clusters, least, most),) = con.execute(
        "SELECT s.series, s.position, count(*), min(c.n_records), max(c.n_records) "
        "FROM setrisk.series AS s JOIN setrisk.cluster AS c USING (release) WHERE release = ? GROUP BY ALL",
        [release],
    ).fetchall()
    ((counterfeits, withheld, suppressed, rate),) = con.execute(
        "SELECT p.counterfeits, p.withheld_copies, p.suppressed, p.perturbation_rate "
        "FROM setrisk.perturbation_rate(?) AS p",
        [release],
    ).fetchall()
    absent = private_items.absent(con, release)
    there = others(con, name) if position == 1 else ""
    which = f"the new series {name} ({there} already)" if there else f"the series {name}"
    parts = [
        f"release {position} of {which}: {clusters:,} clusters of {least:,} to {most:,} records",
        f"{counterfeits:,} counterfeits ({rate:.1%})",
        f"{withheld:,} private copies withheld" if withheld else "",
        f"{suppressed:,} transactions suppressed" if suppressed else "",
        f"no transaction has the private {absent}" if absent else "",
    ]
    return ", ".join(part for part in parts if part)
