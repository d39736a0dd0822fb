"""A plugin for dbt-duckdb: the relations of setrisk are there in every model and test (with `setrisk[dbt]`).

In `profiles.yml`::

    plugins:
      - module: setrisk.dbt_plugin
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from setrisk.errors import MissingExtra
from setrisk.pipelines.database.attach import attach

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

try:
    from dbt.adapters.duckdb.plugins import BasePlugin
except ImportError as error:
    raise MissingExtra("the plugin needs dbt-duckdb, which is not installed: pip install 'setrisk[dbt]'") from error


class Plugin(BasePlugin):  # type: ignore[misc, unused-ignore]  # dbt has no types
    """Attaches setrisk to the database of the profile."""

    def configure_connection(self, conn: DuckDBPyConnection) -> None:
        """Called once, before dbt makes a cursor for each thread: functions and kernels are there for all of them.

        Raises:
            WrongVersion, BadInput: what `setrisk.attach` raises.
        """
        attach(conn)
