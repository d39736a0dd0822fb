"""The database that the pages ask: 80 made-up patients with their diagnoses, and releases of all families of them."""

from __future__ import annotations

import sys
from pathlib import Path

import pandas as pd

import setrisk
from setrisk.udf.transactions.themes import Generated, generate


def draw() -> Generated:
    """The patients, and what has been written about such diagnoses. The seed is given, so that the pages can show what
    comes out.
    """
    return generate(n_records=80, n_documents=200, domains=1, seed=1)


def visits(made: Generated) -> pd.DataFrame:
    """The diagnoses, with the name of whoever has them."""
    rows = [(f"p{n}", item) for n, record in enumerate(made.records) for item in record]
    return pd.DataFrame(rows, columns=["id", "item"])


def make(path: Path) -> None:
    """Make it in a new file, by given seeds."""
    made = draw()
    with setrisk.connect(path) as con:
        setrisk.load(con, "visits", visits(made), format="long")
        setrisk.load_corpus(con, "literature", pd.DataFrame({"text": made.documents}))
        setrisk.embed(con, "vectors", corpus="literature", dimensions=8)
        setrisk.set_budget(con, "visits", epsilon_limit=4)
        setrisk.protect(con, "visits", "r1", k=3, random_constraints=0.4, seed=1)
        setrisk.attack(con, "r1", method=["gba", "rba", "ra"], knowledge="literature")
        setrisk.calibrate(con, "r1", seed=1)
        setrisk.protect(con, "visits", "r2", method="disassociation", k=3, seed=1)
        setrisk.attack(con, "r2", method=["aba", "mra", "random"], knowledge="literature")
        setrisk.assess(con, "r2", known="1..3")
        setrisk.protect(con, "visits", "r3", method="identity")
        setrisk.attack(con, "r3", confidence=0.5)
        setrisk.assess(con, "r3", known=3, sensitive=["bronchitis", "melanoma"])
        setrisk.protect(con, "visits", "r4", method="diffpart", epsilon=1, from_data=True, seed=1)
        setrisk.audit_membership(con, "r4", people=2, releases=200)
        setrisk.protect(
            con, "visits", "r5", method="rho", rho=0.5, sensitive=["bronchitis", "melanoma"], group_size=2, seed=1
        )
        setrisk.attack(con, "r5")
        setrisk.whatif(
            con, "visits", method="disassociation", k=[2, 3], workers=1, reconstructions=2, pairs=5, known=2, seed=1
        )
        setrisk.sample_series(con, "visits", share=0.4, repeat=0.5, snapshots=2, name="month", seed=1)
        for number, release in ((1, "plain feb"), (2, "plain mar")):
            setrisk.protect(
                con, f"month {number}", release, method="anony", series="plain months", r_th=2, cluster_size=5, seed=1,
                sensitive_share=0.2 if number == 1 else None,
            )  # fmt: skip
            setrisk.attack(con, release, method="cluster")


if __name__ == "__main__":
    if len(sys.argv) != 2 or Path(sys.argv[1]).exists():
        sys.exit("name a new file: python -m docs.example_database my.duckdb")
    make(Path(sys.argv[1]))
