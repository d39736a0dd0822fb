"""What notebooks show. Relations are tables there by DuckDB's own doing; a report is its page, in a frame."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True)
class Shown:
    """A report that a notebook shows as the page that it is.

    Attributes:
        html: the page.
    """

    html: str = field(repr=False)

    def _repr_html_(self) -> str:
        # A frame of its own, without scripts: the page's style is not the notebook's, and the other way round.
        return (
            f'<iframe sandbox srcdoc="{html.escape(self.html)}" title="setrisk report" '
            'style="width: 100%; height: 40rem; border: 1px solid #888"></iframe>'
        )


def show(con: DuckDBPyConnection, name: str, **given: Any) -> Shown:
    """The report of a release, a series or a what-if grid, for a notebook to show.

    Args:
        con: a DuckDB connection.
        name: of the release, series or grid.
        **given: `kind`, `max_at_risk` and `max_confidence` as in `report`.

    Raises:
        BadInput: what `report` raises.
    """
    from setrisk.pipelines.report.writing import html_of

    return Shown(html_of(con, name, **given))
