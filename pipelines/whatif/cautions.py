"""Notes that readers need in order to compare the releases of a grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation


def cautions(results: DuckDBPyRelation) -> list[str]:
    """Notes on the rows of `setrisk.whatif_results`, one or more sentences."""
    ((threshold, n_unbeaten, n_m, least, most),) = results.aggregate(
        "min(at_risk_below), count(*) FILTER (WHERE NOT beats_baseline), "
        "count(DISTINCT TRY_CAST(parameters ->> 'm' AS INTEGER)), "
        "min(TRY_CAST(parameters ->> 'm' AS INTEGER)), max(TRY_CAST(parameters ->> 'm' AS INTEGER))"
    ).fetchall()
    said = [f"at risk means: fewer than {threshold} candidates, where releases are generalised or disassociated"]
    if n_m > 1:
        said.append(
            f"m ranges from {least} to {most}: a larger m takes more itemsets into account, so that it may show a "
            "higher share at risk"
        )
    if n_unbeaten:
        said.append(
            f"in {n_unbeaten} of the releases no attack that was run beats guessing: their share at risk is that of "
            "guessing"
        )
    return said
