"""`python -m setrisk.spark.demo`: baskets on two cores of this machine, from their profile to a release that was
attacked. It needs Java and `setrisk[spark]`, no network, and keeps nothing.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
import warnings
from typing import TYPE_CHECKING, Any

import setrisk
import setrisk.spark
from setrisk.methods import Disassociation

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_PEOPLE, _OTHERS, _ASKED, _ITEMS, _SHARD = 6_000, 1_500, 200, 300, 2_500
# As many as there are by default.
_RECONSTRUCTIONS = None


def main() -> None:
    """Show what there is."""
    print("This takes about three minutes on two cores.", flush=True)
    # PySpark says so at each call; setrisk needs pandas for PySpark alone.
    warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
    with tempfile.TemporaryDirectory() as warehouse:
        session = _start(warehouse)
        try:
            show(session)
        finally:
            session.stop()


def _start(warehouse: str) -> SparkSession:
    from pyspark.sql import SparkSession

    # Spark's workers take another Python otherwise, one without setrisk.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    settings: dict[str, bool | float | int | str | None] = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "2",
        # For few records Spark takes longer to plan again, to compile queries and to send tables around than to answer.
        "spark.sql.adaptive.enabled": "false",
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
        "spark.sql.autoBroadcastJoinThreshold": "-1",
        "spark.driver.extraJavaOptions": "-XX:+UseSerialGC",
        "spark.sql.warehouse.dir": warehouse,
        "spark.log.level": "OFF",
    }
    return SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()


def show(session: SparkSession) -> None:
    """Go the whole way."""
    _say("a catalog in Spark", "setrisk.spark.attach(session)")
    setrisk.spark.attach(session)

    _say(f"{_PEOPLE:,} made-up baskets", 'setrisk.spark.load(session, "baskets", frame, id="customer", item="product")')
    loaded = setrisk.spark.load(session, "baskets", _baskets(session, 0, _PEOPLE), id="customer", item="product")
    print(f"{loaded.n_transactions:,} transactions, {loaded.n_items:,} items")

    _say(
        "how many people do a few known items single out?",
        'setrisk.spark.relation(session, "unicity", dataset="baskets")',
    )
    setrisk.spark.relation(session, "unicity", dataset="baskets").show(truncate=False)

    _say(
        f"a release by shards of {_SHARD:,} records",
        f'setrisk.spark.protect(session, "baskets", "parts", Disassociation(k=5, m=2), shard_size={_SHARD})',
    )
    made = setrisk.spark.protect(session, "baskets", "parts", Disassociation(k=5, m=2), shard_size=_SHARD)
    print(made.summary)

    _say("its risk, on Spark", 'setrisk.spark.relation(session, "risk_headline", release="parts")')
    print(setrisk.spark.relation(session, "risk_headline", release="parts").collect()[0]["sentence"])

    asked: dict[str, Any] = {"known": 2, "people": _ASKED, "reconstructions": _RECONSTRUCTIONS}
    _say(
        "what it gives away about people",
        f'setrisk.spark.assess(session, "parts", control="others", known=2, people={_ASKED})',
    )
    # With other people: what attacks find about them is due to no release.
    setrisk.spark.load(session, "others", _baskets(session, _PEOPLE, _OTHERS), id="customer", item="product")
    risks = setrisk.spark.assess(session, "parts", control="others", **asked)
    risks.select("criterion", "choice", "risk", "risk_high", "is_weak").orderBy("criterion").show(truncate=False)

    limits: dict[str, Any] = {"max_inference": 0.5, "max_linkability": 0.5, "max_singling_out": 0.5}
    given = ", ".join(f"{name}={value}" for name, value in limits.items())
    _say(
        "on one machine it is attacked, and held against limits, beside the data as they are",
        'setrisk.spark.fetch(con, session, "parts"); setrisk.attack(con, "parts", method="aba")\n'
        f'    setrisk.assess(con, "baskets", known=2, people={_ASKED}); '
        f'setrisk.check(con, "parts", {given}, known=2)',
    )
    with setrisk.connect() as con:
        setrisk.spark.fetch(con, session, "parts")
        setrisk.attack(con, "parts", method="aba")
        # Attacks that find nothing in the data say nothing about the release.
        setrisk.assess(con, "baskets", **asked)
        found = setrisk.check(con, "parts", **limits, known=2)
        print("\n".join(row[0] for row in found.project("reason").fetchall()) or "it keeps these limits")


def _baskets(session: SparkSession, first: int, people: int) -> DataFrame:
    """Made-up entries of so many people: of each rank, fewer people have the item."""
    return session.sql(
        f"""
        SELECT people.id AS customer, concat('product ', places.place) AS product
        FROM range({first}, {first + people}) AS people
        JOIN range({_ITEMS}) AS places(place)
            ON pmod(xxhash64(people.id, places.place), 1000000) < 1000000 / (places.place + 3)
        """
    )


def _say(what: str, call: str) -> None:
    """Say what comes next, and when."""
    print(f"\n[{time.perf_counter() - _STARTED:5.1f} s] {what}\n    {call}", flush=True)


_STARTED = time.perf_counter()

if __name__ == "__main__":
    main()
