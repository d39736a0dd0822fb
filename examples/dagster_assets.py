"""Dagster: a release as an asset, and the gate as its check. Needs the Python API alone."""

from __future__ import annotations

from dagster import AssetCheckResult, Definitions, asset, asset_check

import setrisk

DATABASE, VISITS, RELEASE = "releases.duckdb", "visits.csv", "visits in chunks"
# Once a release is exported, another one of the same people is refused: whoever has both can compare them.
ALLOW_EXPORTED = False


@asset
def release() -> str:
    """A release of the visits, attacked."""
    with setrisk.connect(DATABASE) as con:
        setrisk.load(con, "visits", VISITS, format="long", id="patient", item="diagnosis", replace=True)
        setrisk.protect(con, "visits", RELEASE, method="disassociation", k=3, replace=True)
        setrisk.attack(con, RELEASE)
    return RELEASE


@asset_check(asset=release, blocking=True)
def may_be_published() -> AssetCheckResult:
    """Nothing that comes after the release runs if this does not pass."""
    with setrisk.connect(DATABASE, read_only=True) as con:
        found = setrisk.check(con, RELEASE, max_at_risk=0.01, allow_exported=ALLOW_EXPORTED)
        refusals = found.project("reason").fetchall()
    return AssetCheckResult(passed=not refusals, metadata={"reasons": [reason for (reason,) in refusals]})


definitions = Definitions(assets=[release], asset_checks=[may_be_published])
