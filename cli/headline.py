"""What the risk of a release comes to, in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setrisk.cli.output import say
from setrisk.pipelines.database.releases import is_made_here

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def say_risk(con: DuckDBPyConnection, release: str, at_risk_below: int | None = None) -> None:
    """Print how many people are at risk by the worst attack, beside guessing; nothing of a release that was imported,
    whose people are not known here.
    """
    if not is_made_here(con, release):
        return
    ((sentence,),) = con.execute(
        "SELECT h.sentence FROM setrisk.risk_headline($release, at_risk_below := $threshold) AS h",
        {"release": release, "threshold": at_risk_below},
    ).fetchall()
    for part in sentence.split("; "):  # a line each, as wide as tables are
        say(f"{release}: {part}")
