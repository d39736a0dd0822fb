"""A release is published only if its method has written all that attacks and the gate read."""

import dataclasses
from typing import Any

import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import SetriskError
from setrisk.methods import METHODS, Made
from setrisk.pipelines.methods.description import Method


def test_a_method_that_forgets_what_the_tasks_read_is_refused(baskets: DuckDBPyConnection) -> None:
    """Else its attacks would find nothing, and it would pass the gate."""
    coat: dict[str, Any] = {"k": 2, "privacy_constraints": [["a", "b"]]}
    anony: dict[str, Any] = {"r_th": 2, "cluster_size": 4, "sensitive": ["c"]}
    of_all = "has not written all of the release, so that attacks on it would find too little: "
    cases: list[tuple[str, dict[str, Any], str, str]] = [
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
    ]  # fmt: skip
    forgotten = ""

    def forgetful(known: Method) -> Method:
        def run_and_forget(con: DuckDBPyConnection, dataset: str, release: str, *given: Any) -> Made:
            made: Made = known.run(con, dataset, release, *given)
            if "." not in forgotten:
                return dataclasses.replace(made, parameters={})
            con.execute(f"DELETE FROM {forgotten} AS t WHERE t.release = ?", [release])
            return made

        return dataclasses.replace(known, name=f"forgetful-{known.name}", run=run_and_forget)

    silent = dataclasses.replace(setrisk.methods.Identity.method, name="silent", run=lambda *given: None)
    # All at once: what a database lists of methods is made anew for others.
    added = [*(forgetful(known) for known in METHODS if known.name in {method for method, *_ in cases}), silent]
    METHODS.extend(added)
    try:
        for method, given, forgotten, said in cases:  # noqa: B007  # the methods read what is forgotten
            with pytest.raises(SetriskError, match=f"^forgetful-{method} {of_all}.*{said}.* Nothing was published"):
                setrisk.protect(baskets, "baskets", "r", f"forgetful-{method}", **given)
            assert baskets.execute("SELECT r.release FROM setrisk.release AS r").fetchall() == []
        with pytest.raises(SetriskError, match=r"^silent gave back None: it must say what it made, by setrisk"):
            setrisk.protect(baskets, "baskets", "r", "silent")
    finally:
        for each in added:
            METHODS.remove(each)
    assert baskets.execute("SELECT r.release FROM setrisk.release AS r").fetchall() == []
