"""The draft of a serial release: until it is published, its records have the owner's numbers."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.common.quantities import quantity, size_range
from setrisk.pipelines.common.quoting import call
from setrisk.pipelines.common.share import percent
from setrisk.pipelines.database.seeds import keep_seed, shuffling_key
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.serial.series import other_series
from setrisk.pipelines.transactions.sensitive import absent_items

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from setrisk.pipelines.common.columns import Columns


def random_source(seed: int | None) -> random.Random:
    """The source of random draws: the operating system's secure source unless a seed is given."""
    return random.SystemRandom() if seed is None else random.Random(seed)


def promise(con: DuckDBPyConnection, release: str, parameters: dict[str, Any]) -> None:
    """Publish the parameters that everyone may know, which the checks of the promise read."""
    run(con, "serial/note_parameters", release=release, parameters=json.dumps(parameters))


def write(con: DuckDBPyConnection, dataset: str, release: str, placements: Columns, copies: Columns) -> None:
    """Write the draft of a release.

    Args:
        con: a DuckDB connection; the caller holds the transaction.
        dataset, release: the release, and the data set that it is made of.
        placements: tid and cluster of each transaction that is in the release.
        copies: cluster, NaN for the global bag, item_id and copies.
    """
    run(
        con,
        "serial/write_draft",
        release=release,
        dataset=dataset,
        tables={"_setrisk_placements": placements, "_setrisk_copies": copies},
    )
    publish_names(con, release)


def publish_names(con: DuckDBPyConnection, release: str) -> None:
    """Publish the names of all items that the draft shows, and no others."""
    run(con, "serial/publish_names", release=release)


def publish(con: DuckDBPyConnection, dataset: str, release: str, seed: int | None) -> None:
    """Give the records of a draft, counterfeits included, numbers that reveal nothing, and keep whose they are."""
    run(con, "serial/publish_records", release=release, dataset=dataset, shuffling_key=shuffling_key(seed))
    keep_seed(con, release, seed)


def hides(con: DuckDBPyConnection, release: str) -> bool:
    """Whether the release hides anything: not if each cluster is one record, with its sensitive items."""
    ((hides_anything,),) = run(con, "serial/hides_anything", release=release).fetchall()
    return bool(hides_anything)


def summary(con: DuckDBPyConnection, release: str) -> str:
    """A description of a release, in words."""
    ((name, position, clusters, least, most),) = run(con, "serial/release_in_series", release=release).fetchall()
    perturbed = con.sql(f"FROM {call('setrisk.perturbation_rate', release)}")
    ((counterfeits, withheld, suppressed, rate),) = perturbed.select(
        "counterfeits", "withheld_copies", "suppressed", "perturbation_rate"
    ).fetchall()
    absent = absent_items(con, release)
    there = other_series(con, name) if position == 1 else ""
    which = f"the new series {name} ({there} already)" if there else f"the series {name}"
    parts = [
        f"release {position} of {which}: {quantity(clusters, 'cluster')} of {size_range(least, most, 'record')}",
        f"{quantity(counterfeits, 'counterfeit')} ({percent(rate)})",
        f"{quantity(withheld, 'sensitive copy', 'sensitive copies')} withheld" if withheld else "",
        f"{quantity(suppressed, 'transaction')} suppressed" if suppressed else "",
        f"no transaction has the sensitive {absent}" if absent else "",
    ]
    return ", ".join(part for part in parts if part)
