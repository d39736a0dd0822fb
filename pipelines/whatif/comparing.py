"""What to know before releases of a grid are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation


def cautions(results: DuckDBPyRelation) -> list[str]:
    """Sentences about the rows of `setrisk.whatif_results`, one or more."""
    ((threshold, n_unbeaten, n_m, least, most),) = results.aggregate(
        "min(at_risk_below), count(*) FILTER (WHERE NOT beats_baseline), "
        "count(DISTINCT TRY_CAST(parameters ->> 'm' AS INTEGER)), "
        "min(TRY_CAST(parameters ->> 'm' AS INTEGER)), max(TRY_CAST(parameters ->> 'm' AS INTEGER))"
    ).fetchall()
    said = [f"at risk means: fewer than {threshold} candidates, where releases are generalised or disassociated"]
    if n_m > 1:
        said.append(
            f"m goes from {least} to {most}: the larger it is, the more itemsets are looked at, so that a higher m may "
            "show a higher share at risk"
        )
    if n_unbeaten:
        said.append(
            f"in {n_unbeaten} of the releases no attack that was run beats guessing: their share at risk is that of "
            "guessing"
        )
    return said
