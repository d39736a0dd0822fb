"""Airflow: a release each month, exported only if the gate lets it pass. Needs the Python API alone."""

from __future__ import annotations

from datetime import datetime

from airflow.sdk import dag, task

import setrisk

DATABASE, EXPORTS = "releases.duckdb", "exports"


@task
def protect(visits: str, month: str) -> str:
    """Load the visits of a month, make a release of them, and attack it."""
    with setrisk.connect(DATABASE) as con:
        setrisk.load(con, month, visits, format="long", id="patient", item="diagnosis", replace=True)
        setrisk.protect(con, month, f"release {month}", method="disassociation", k=3, replace=True)
        setrisk.attack(con, f"release {month}")
    return f"release {month}"


@task
def publish(release: str) -> None:
    """Fail, and export nothing, if an attack, or guessing, puts more than one in a hundred people at risk."""
    with setrisk.connect(DATABASE) as con:
        # Patients come back: what the months give away together is not looked at; that of a series would be.
        setrisk.export(con, release, f"{EXPORTS}/{release}", replace=True, max_at_risk=0.01, allow_exported=True)


@dag(schedule="@monthly", start_date=datetime(2026, 1, 1), catchup=False)
def releases() -> None:
    """One file of visits in, one folder of published tables out."""
    publish(protect("visits.csv", "{{ ds[:7] }}"))


releases()
