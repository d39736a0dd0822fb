"""What a database holds, in words."""

from pathlib import Path

import pandas as pd
from duckdb import DuckDBPyConnection

import setrisk


def contents(con: DuckDBPyConnection) -> dict[tuple[str, str], str]:
    return {(kind, name): summary for kind, name, summary in setrisk.info(con).fetchall()}


def test_an_empty_database_holds_nothing(con: DuckDBPyConnection) -> None:
    assert contents(con) == {}


def test_it_says_what_was_done_with_each_thing(con: DuckDBPyConnection, tmp_path: Path) -> None:
    baskets = pd.DataFrame({"items": [["a", "b"], ["a", "b"], ["a"], []] * 20})
    setrisk.load(con, "d", baskets, empty="keep")
    setrisk.protect(con, "d", "r", k=2, m=1, method="km", seed=1)
    setrisk.attack(con, "r", method=["rba", "mda"])
    setrisk.export(con, "r", tmp_path / "out", anyway=True)
    setrisk.import_release(con, "theirs", tmp_path / "out")
    setrisk.whatif(
        con, "d", grid="g", method="disassociation", k=[2, 1000], assess=False, reconstructions=1, pairs=1, workers=1
    )
    setrisk.set_budget(con, "d", epsilon_limit=3)
    setrisk.protect(con, "d", "noisy", method="diffpart", epsilon=0.5, universe=["a", "b"])
    given = '{"k": 2, "m": 1, "keep_order": false}'
    found = contents(con)
    assert found.pop(("release", "noisy")).startswith('diffpart of d {"epsilon": 0.5')
    assert found.pop(("export", "r")).startswith("km of d, exported on 2")
    assert found == {
        ("budget", "d"): "epsilon 0.5 spent of 3.0",
        ("dataset", "d"): "transactions: 80, items: 2, in each transaction that has any: 1 to 2; source: DataFrame",
        ("grid", "g"): "releases of d: 2, without results: 1",
        ("release", "r"): f"km of d {given}; marked seeded, unprotected; attacked by mda:self, rba:self; not assessed",
        ("release", "theirs"): f"km {given}; marked seeded, unprotected, imported; not attacked; not assessed",
    }


def test_data_sets_that_share_a_budget_have_one(con: DuckDBPyConnection) -> None:
    rows = pd.DataFrame({"items": [["a", "b"]] * 4, "month": ["jan", "feb"] * 2})
    setrisk.load(con, "shop", rows, period="month")
    for month in ("jan", "feb"):
        setrisk.protect(con, f"shop {month}", month, method="diffpart", epsilon=0.5, universe=["a", "b"])
    budgets = {name: said for (kind, name), said in contents(con).items() if kind == "budget"}
    assert budgets == {"shop": "epsilon 1.0 spent, no limit"}
