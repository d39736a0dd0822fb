"""What a report says that was not tested."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setrisk.pipelines.methods.description import METHODS, Method
from setrisk.pipelines.report.parts import Section
from setrisk.pipelines.risk.verdict import UNTESTED

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def untested_section(points: list[str]) -> Section:
    """The last section of a report, to which a verdict refers."""
    examined = "This report shows what was examined. The following was not, and may be worse:"
    return Section(UNTESTED, [examined], points=points)


def has_unknown_risk(con: DuckDBPyConnection, release: str) -> bool:
    """Whether a release was not attacked, and as it is puts nobody at risk, or nobody knows since its risk is lost."""
    headlines = con.execute("SELECT h.share_at_risk FROM setrisk.risk_headline(?) AS h", [release]).fetchall()
    return all(share is None for (share,) in headlines)


def untested_attacks(con: DuckDBPyConnection, release: str, family: str) -> list[tuple[Method, str]]:
    """The attacks of the family that were not run on a release with their default parameters, and what to call each:
    one that was run only with other parameters counts as not run.
    """
    run = con.execute("SELECT a.method, a.by_default FROM setrisk_internal.attack_runs(?) AS a", [release]).fetchall()
    by_default = {method for method, is_default in run if is_default}
    changed = {method for method, _ in run} - by_default
    return [
        (m, f"{m.name} with its default parameters" if m.name in changed else m.name)
        for m in METHODS
        if m.task == "attack" and m.family == family and m.name not in by_default
    ]
