"""setrisk on Apache Spark 4, for data that one machine does not hold: the same relations, on tables of Spark's.

Each function takes a Spark session first::

    import setrisk.spark

    setrisk.spark.attach(session)
    setrisk.spark.load(session, "baskets", frame, id="customer", item="product")
    setrisk.spark.relation(session, "profile", dataset="baskets").show()
"""

from setrisk.spark.assess import assess
from setrisk.spark.attach import attach
from setrisk.spark.attack import attack
from setrisk.spark.fetch import fetch
from setrisk.spark.gate import check
from setrisk.spark.ledger import set_budget
from setrisk.spark.load import load
from setrisk.spark.protect import protect
from setrisk.spark.relations import relation
from setrisk.spark.report import report

__all__ = ["assess", "attach", "attack", "check", "fetch", "load", "protect", "relation", "report", "set_budget"]
