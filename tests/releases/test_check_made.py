"""A release is published only if its method has written all that attacks and the gate read."""

import dataclasses
from typing import Any

import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import SetriskError
from setrisk.methods import METHODS, Made


def test_a_method_that_forgets_what_the_tasks_read_is_refused(baskets: DuckDBPyConnection) -> None:
    """Else its attacks would find nothing, and it would pass the gate."""
    coat = {"k": 2, "privacy_constraints": [["a", "b"]]}
    anony = {"r_th": 2, "cluster_size": 4, "sensitive": ["c"]}
    of_all = "has not written all of the release, so that attacks on it would find too little: "
    for method, given, forgotten, said in (
        ("coat", coat, "setrisk.generalised_record", "published_item names 3 items that none of its records shows"),
        ("coat", coat, "setrisk.published_item", "published_item lacks the names of 3 items that it shows"),
        ("coat", coat, "setrisk_private.provenance", "setrisk_private.provenance has no row of it"),
        ("coat", coat, "setrisk_private.privacy_constraint", "setrisk_private.privacy_constraint has no row of it"),
        ("coat", coat, "k", "its parameters lack k, a whole number of at least 2"),
        ("disassociation", {"k": 2}, "setrisk.published_item", "lacks the names of 3 items"),
        ("disassociation", {"k": 2}, "setrisk.cluster", "setrisk.cluster has no row of it"),
        ("disassociation", {"k": 2}, "m", "its parameters lack m, a whole number of at least 1"),
        ("anony", anony, "setrisk.cluster_record", "setrisk.cluster_record has no row of it; .* names 2 items"),
        ("anony", anony, "r_th", "its parameters lack r_th, at least 1 or m, at least 2"),
        ("identity", {}, "setrisk.published_item", "lacks the names of 3 items"),
        ("identity", {}, "setrisk.histogram", "names 3 items that none"),
    ):  # fmt: skip
        known = next(m for m in METHODS if m.name == method)

        def run_and_forget(con: DuckDBPyConnection, dataset: str, release: str, *given: Any) -> Made:
            made: Made = known.run(con, dataset, release, *given)  # noqa: B023
            if "." not in forgotten:  # noqa: B023
                return dataclasses.replace(made, parameters={})
            con.execute(f"DELETE FROM {forgotten} AS t WHERE t.release = ?", [release])  # noqa: B023
            return made

        forgetful = dataclasses.replace(known, name="forgetful", run=run_and_forget)
        METHODS.append(forgetful)
        try:
            with pytest.raises(SetriskError, match=f"^forgetful {of_all}.*{said}.* Nothing was published"):
                setrisk.protect(baskets, "baskets", "r", "forgetful", **given)
        finally:
            METHODS.remove(forgetful)
        assert baskets.execute("SELECT r.release FROM setrisk.release AS r").fetchall() == []
    silent = dataclasses.replace(setrisk.methods.Identity.method, name="silent", run=lambda *given: None)
    METHODS.append(silent)
    try:
        with pytest.raises(SetriskError, match=r"^silent gave back None: it must say what it made, by setrisk"):
            setrisk.protect(baskets, "baskets", "r", "silent")
    finally:
        METHODS.remove(silent)
    assert baskets.execute("SELECT r.release FROM setrisk.release AS r").fetchall() == []
