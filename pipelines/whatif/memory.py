"""How much memory each of several processes may take."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# In GB, by the units in which DuckDB says its limit.
_UNITS = {"bytes": 1e-9, "KiB": 1024e-9, "MiB": 1024**2 * 1e-9, "GiB": 1024**3 * 1e-9, "TiB": 1024**4 * 1e-9}


def share_of_memory(con: DuckDBPyConnection, processes: int) -> float:
    """The part of DuckDB's memory limit, in GB, for each of so many processes."""
    ((limit,),) = con.execute("SELECT current_setting('memory_limit')").fetchall()
    number, unit = limit.split()
    return float(number) * _UNITS[unit] / processes
