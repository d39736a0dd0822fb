"""Protect and attack: a generalised release, in which rare diagnoses and pairs of them cannot single people out."""


def model(dbt, session):  # noqa: D103  # dbt calls it
    import setrisk

    dbt.config(materialized="table")
    dbt.ref("patients")
    rare = session.sql("SELECT r.items FROM setrisk.rare_itemsets('patients', k := 4) AS r").fetchall()
    setrisk.protect(
        session,
        "patients",
        "generalised",
        method="coat",
        k=4,
        privacy_constraints=[items for (items,) in rare],
        max_suppression=0.5,
        replace=True,
    )
    setrisk.attack(session, "generalised")
    return session.sql("SELECT r.* FROM setrisk.risk('generalised') AS r")
