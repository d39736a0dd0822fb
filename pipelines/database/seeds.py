"""What a seed is for: the order in which rows are published, and making a release again. Only the owner keeps it."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from setrisk.pipelines.database.statements import run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def shuffling_key(seed: int | None) -> str:
    """The key of a random order: from the operating system's secure source unless a seed is given."""
    return secrets.token_hex(32) if seed is None else f"seed {seed}"


def keep_seed(con: DuckDBPyConnection, release: str, seed: int | None) -> None:
    """Store the seed in a table that only the owner can read."""
    if seed is not None:
        run(con, "catalog/keep_seed", release=release, seed=seed)
