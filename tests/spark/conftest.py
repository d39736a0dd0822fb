"""Spark 4 on this machine. The tests of this folder are skipped without it, or without a `java` to run it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="session")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    if shutil.which("java") is None:
        pytest.skip("there is no Java to run Spark")
    sql = pytest.importorskip("pyspark.sql", reason="pyspark is not installed")
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    settings = {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "1",
        "spark.sql.warehouse.dir": str(tmp_path_factory.mktemp("warehouse")),
        "spark.sql.session.timeZone": "UTC",
        # What Spark compiles and replans pays for large data alone.
        "spark.sql.adaptive.enabled": "false",
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
        # Each join of small data by a broadcast is a job of its own, which takes longer than to sort them.
        "spark.sql.autoBroadcastJoinThreshold": "-1",
        # Near the end of its memory it would look for more all the time.
        "spark.driver.memory": "2g",
        "spark.ui.showConsoleProgress": "false",
        # A JVM that lives for minutes gains nothing of its second compiler.
        # For each file that Spark writes it runs chmod twice, which takes less after a vfork.
        # What it has compiled needs more space than such a JVM takes by default, without which it stops compiling.
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=256m -XX:+UseSerialGC "
        "-Djdk.lang.Process.launchMechanism=VFORK",
    }
    # On one core, with up to three attempts for a task that fails.
    session = sql.SparkSession.builder.master("local[1,3]").config(map=settings).getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()
