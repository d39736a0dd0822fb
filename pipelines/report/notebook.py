"""Reports in notebooks: the page, in a frame. Relations need nothing, because DuckDB shows them as tables."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.database.task import task

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True)
class Shown:
    """A report that notebooks display as a page.

    Attributes:
        html: the HTML of the page.
    """

    html: str = field(repr=False)

    def _repr_html_(self) -> str:
        # In a frame without scripts, so that neither the page nor the notebook changes the style of the other.
        return (
            f'<iframe sandbox srcdoc="{html.escape(self.html)}" title="setrisk report" '
            'style="width: 100%; height: 40rem; border: 1px solid #888"></iframe>'
        )


@task(writes=False)
def show(con: DuckDBPyConnection, name: str, **given: Any) -> Shown:
    """The report of a release, a series or a what-if grid, for display in a notebook.

    Args:
        con: a DuckDB connection.
        name: the name of the release, series or grid.
        **given: `object_type`, the limits that begin with `max_` and `min_`, `known`, `attacks` and `limits`, as in
            `report`.

    Raises:
        BadInput, UnknownMethod: for the same reasons as in `report`.

    Examples:
        >>> setrisk.show(con, "r1")
        Shown()
    """
    from setrisk.pipelines.report.write import html_of

    return Shown(html_of(con, name, **given))
