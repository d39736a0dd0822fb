"""spark-submit: a table of Spark's in, a release in chunks out, made shard by shard. `--help` lists the arguments."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from py4j.protocol import Py4JJavaError  # type: ignore[import-untyped]
from pyspark.errors import AnalysisException, PySparkException
from pyspark.sql import DataFrame, SparkSession

import setrisk
import setrisk.spark
from setrisk.spark.shards import check_shards


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the job; returns 2 if something that it was given cannot be used."""
    given = _parser().parse_args(arguments)
    session = SparkSession.builder.appName("setrisk").getOrCreate()
    try:
        _release(session, given)
    except setrisk.SetriskError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Make a release in chunks of a table, shard by shard.")
    parser.add_argument("source", help="a table, such as catalog.shop.purchases; or Parquet, by a path with a / in it")
    parser.add_argument("release", help="name of the release; the data set is entered by this name, too")
    parser.add_argument("--id", help="column with the transaction, or the person, of each row")
    parser.add_argument("--item", help="column with the item of each row")
    parser.add_argument("--items", help="instead of --item: column with lists of items")
    parser.add_argument("--k", type=int, default=5, help="at least so many records may be anybody's (default: 5)")
    parser.add_argument("--m", type=int, default=2, help="for those who know up to so many items (default: 2)")
    parser.add_argument("--shard-size", type=int, default=25_000, help="records that a shard has at most, about")
    parser.add_argument("--catalog", help="catalog that has the tables of setrisk (default: the current one)")
    parser.add_argument("--replace", action="store_true", help="replace an earlier data set and release of this name")
    return parser


def _release(session: SparkSession, given: argparse.Namespace) -> None:
    method = setrisk.methods.Disassociation(k=given.k, m=given.m)
    check_shards(method, given.shard_size)  # before anything is loaded, or replaced
    setrisk.spark.attach(session, catalog=given.catalog)
    source = _parquet(session, given.source) if "/" in given.source else given.source
    loaded = setrisk.spark.load(
        session, given.release, source, id=given.id, item=given.item, items=given.items, replace=given.replace
    )
    print(f"{loaded.n_transactions:,} transactions, {loaded.n_items:,} items")
    made = setrisk.spark.protect(
        session, given.release, given.release, method, shard_size=given.shard_size, replace=given.replace
    )
    print(made.summary)
    # Nothing was tried on the release yet, and this says so.
    print(setrisk.spark.relation(session, "risk_headline", release=given.release).collect()[0]["sentence"])
    print(
        "Before it goes out: setrisk.spark.attack and setrisk.spark.assess; then setrisk.spark.check with your limits, "
        "or setrisk.spark.report"
    )


def _parquet(session: SparkSession, path: str) -> DataFrame:
    try:
        return session.read.parquet(path)
    except AnalysisException as error:
        raise setrisk.BadInput(f"{path}: Spark finds no Parquet there ({error.getCondition()})") from None
    except (PySparkException, Py4JJavaError) as error:
        said = str(getattr(error, "java_exception", error)).splitlines()[0]
        raise setrisk.BadInput(f"{path}: Spark cannot read Parquet there: {said}") from None


if __name__ == "__main__":
    # Not if all is well: some programs that run jobs take any exit for a failure.
    if code := main():
        sys.exit(code)
