"""Protect and attack: a generalised release, in which rare diagnoses cannot single people out."""


def model(dbt, session):  # noqa: D103  # dbt calls it
    import setrisk

    dbt.config(materialized="table")
    dbt.ref("patients")
    setrisk.protect(
        session,
        "patients",
        "generalised",
        method="coat",
        k=4,
        privacy=[["hiv"], ["hepatitis", "asthma"]],
        max_suppression=0.5,
        replace=True,
    )
    setrisk.attack(session, "generalised")
    return session.sql("SELECT r.* FROM setrisk.risk('generalised') AS r")
