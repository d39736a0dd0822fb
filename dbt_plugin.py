"""A plugin for dbt-duckdb: the relations of setrisk are there in every model and test (with `setrisk[dbt]`).

In `profiles.yml`::

    plugins:
      - module: setrisk.dbt_plugin
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dbt.adapters.duckdb.plugins import BasePlugin

from setrisk.pipelines.attach import attach

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Plugin(BasePlugin):  # type: ignore[misc, unused-ignore]  # dbt has no types
    """Attaches setrisk to the database of the profile."""

    def configure_connection(self, conn: DuckDBPyConnection) -> None:
        """Called once, before dbt makes a cursor for each thread: functions and kernels are there for all of them.

        Raises:
            WrongVersion, BadInput: what `setrisk.attach` raises.
        """
        attach(conn)
