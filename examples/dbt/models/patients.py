"""Load: a transaction for each patient, with the diagnoses."""


def model(dbt, session):  # noqa: D103  # dbt calls it
    import setrisk

    dbt.config(materialized="table")
    visits = dbt.ref("visits")
    # A run after the first loads anew; releases of the old data go with them, if the new can be loaded.
    setrisk.load(session, "patients", visits, id="patient", item="diagnosis", replace=True)
    return session.sql(
        "SELECT d.n_transactions AS patients, d.n_items AS diagnoses "
        "FROM setrisk_private.dataset AS d WHERE d.dataset = 'patients'"
    )
