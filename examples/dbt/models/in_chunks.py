"""Protect and attack: a release in chunks, which hides what belongs together."""


def model(dbt, session):  # noqa: D103  # dbt calls it
    import setrisk

    dbt.config(materialized="table")
    dbt.ref("patients")
    setrisk.protect(session, "patients", "in chunks", method="disassociation", k=3, replace=True)
    setrisk.attack(session, "in chunks")
    return session.sql("SELECT r.* FROM setrisk.risk('in chunks') AS r")
