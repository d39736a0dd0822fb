"""Tasks and workers of Spark's that fail: what comes out, what is said, and what is left."""

from __future__ import annotations

import importlib
import random
import shutil
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import setrisk
import setrisk.spark
from setrisk.methods import Disassociation
from setrisk.spark.failures import _error_of
from setrisk.spark.keep import keep
from setrisk.spark.rows import add_rows, replace_rows, view_of
from tests.support import disassociation_verifier

pytestmark = [
    pytest.mark.xdist_group("spark"),
    # Nothing of pandas is used of it.
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning"),
]
PROTECT = importlib.import_module("setrisk.spark.disassociation")
ROWS = "who INT, what ARRAY<STRING>"


def baskets() -> list[tuple[int, list[str]]]:
    draw = random.Random(5)
    names = [f"item {number}" for number in range(30)]
    weights = [1 / (place + 1) for place in range(len(names))]
    return [(number, draw.choices(names, weights, k=draw.randrange(5))) for number in range(300)]


@pytest.fixture(scope="module")
def fragile(session: Any) -> Any:
    """An attached session with a data set of three or four shards."""
    setrisk.spark.attach(session)
    frame = session.createDataFrame(baskets(), ROWS)
    setrisk.spark.load(session, "fragile", frame, id="who", items="what", empty="keep", replace=True)
    return session


def failing(how: str, notes: Path) -> Callable[[Any, Any], Any]:
    """What makes the release of a shard, and fails. Spark sends it to its workers by value, as it stands here.

    Args:
        how: `own` for an error of setrisk's, `killed`, or `twice`: by an error, and then by a worker that is killed,
            each time when rows of the shard before are on the disk, twenty times as many as in the third attempt.
        notes: a folder for what was done: the attempt with the shard, or with `written`.
    """
    folder = str(notes)

    def release_of_shard(records: Any, given: Any) -> Any:
        import os
        import signal
        import time
        from pathlib import Path

        import pyarrow
        from pyspark import TaskContext

        from setrisk.errors import InfeasibleConstraint
        from setrisk.spark.disassociation import release_of_shard

        context = TaskContext.get()
        assert context is not None
        notes, attempt = Path(folder), context.attemptNumber()
        if how == "own":
            raise InfeasibleConstraint("nothing in it can be in so many")
        if how == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        if attempt < 2 and list(notes.glob(f"{attempt} *")):
            for _ in range(50):
                if any(file.stat().st_size > 500 for file in notes.parent.rglob("staged*/_temporary/**/part-*")):
                    (notes / f"{attempt} written").touch()
                    break
                time.sleep(0.1)
            if attempt == 1:
                os.kill(os.getpid(), signal.SIGKILL)
            raise OSError("no space left on device")
        (notes / f"{attempt} {records.column('shard')[0]}").touch()
        made = release_of_shard(records, given)
        return made if attempt == 2 else pyarrow.concat_tables([made] * 20)

    return release_of_shard


def left(session: Any) -> list[Any]:
    """What is left of the tables to which shards are written."""
    warehouse = Path(session.conf.get("spark.sql.warehouse.dir").removeprefix("file:"))
    tables = session.sql("SHOW TABLES IN setrisk_private LIKE 'staged*'").collect()
    return [*tables, *warehouse.rglob("staged*")]


def published(session: Any) -> list[Any]:
    clusters = session.sql(
        "SELECT cluster, n_records FROM setrisk.cluster WHERE release = 'fragile' ORDER BY ALL"
    ).collect()
    return [*session.sql("SELECT * FROM setrisk.release WHERE release = 'fragile'").collect(), *clusters]


@pytest.fixture(scope="module")
def released(fragile: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The session with a release, of which one call made nothing, and the next one made all in the third attempt."""
    notes = tmp_path_factory.mktemp("notes")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PROTECT, "release_of_shard", failing("own", notes))
        with pytest.raises(setrisk.InfeasibleConstraint, match=r"^nothing in it can be .* nothing was published$"):
            setrisk.spark.protect(fragile, "fragile", "fragile", Disassociation(k=3), shard_size=100)
        assert published(fragile) == []
        assert left(fragile) == []
        patch.setattr(PROTECT, "release_of_shard", failing("twice", notes))
        # What the first attempts make of a shard is more than one file.
        fragile.conf.set("spark.sql.files.maxRecordsPerFile", "1000")
        try:
            made = setrisk.spark.protect(fragile, "fragile", "fragile", Disassociation(k=3), shard_size=100)
        finally:
            fragile.conf.unset("spark.sql.files.maxRecordsPerFile")
    shards = [f"2 {shard}" for shard in range(int(made.summary.split()[-2]))]
    assert sorted(each.name for each in notes.iterdir()) == ["0 0", "0 written", "1 0", "1 written", *shards]
    return fragile


def test_nothing_that_failed_attempts_have_written_is_in_the_release(released: Any) -> None:
    assert left(released) == []
    with setrisk.connect() as con:
        setrisk.spark.fetch(con, released, "fragile")
        assert disassociation_verifier.violations_of(con, "fragile") == []
        assert con.sql("SELECT sum(n_records) FROM setrisk.cluster").fetchall() == [(300,)]


def test_a_release_stays_if_what_was_to_replace_it_cannot_be_made(
    released: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = published(released)
    assert len(before) > 1
    monkeypatch.setattr(PROTECT, "release_of_shard", failing("killed", tmp_path))
    with pytest.raises(setrisk.SetriskError, match=r"^Spark could not make the release: a worker's Python") as caught:
        setrisk.spark.protect(released, "fragile", "fragile", Disassociation(k=3), shard_size=100, replace=True)
    # Of two hundred lines of Java.
    assert "\tat org.apache.spark" not in "".join(traceback.format_exception(caught.value))
    assert published(released) == before
    assert left(released) == []


def test_a_source_that_fails_once_is_loaded_and_one_that_always_fails_is_not(fragile: Any) -> None:
    from pyspark import TaskContext
    from pyspark.sql import functions as sf

    def source(n_failures: int) -> Any:
        # Without annotations: Spark takes them for those of another interface.
        @sf.udf("ARRAY<STRING>")
        def read(what):  # type: ignore[no-untyped-def]
            context = TaskContext.get()
            assert context is not None
            if context.attemptNumber() < n_failures:
                raise ValueError(f"row {what} is broken")
            return what

        rows = [(["tea", "milk"],), (["tea"],)]
        return fragile.createDataFrame(rows, "what ARRAY<STRING>").select(read("what").alias("what"))

    assert setrisk.spark.load(fragile, "once", source(1), items="what").n_entries == 3
    with pytest.raises(
        setrisk.SetriskError, match=r"load the data set: ValueError: row \['tea.* is broken; nothing was"
    ):
        setrisk.spark.load(fragile, "once", source(9), items="what", replace=True)
    rows = setrisk.spark.relation(fragile, "supports", dataset="once", size=1).collect()
    assert sorted((row.items, row.support) for row in rows) == [(["milk"], 1), (["tea"], 2)]


def test_what_a_killed_program_has_left_is_of_no_release(fragile: Any) -> None:
    """It lies where the next program that writes to the table has its own files."""
    warehouse = Path(fragile.conf.get("spark.sql.warehouse.dir").removeprefix("file:"))
    (file, *_) = (warehouse / "setrisk_private.db" / "transaction_item" / "dataset=fragile").glob("part-*")
    folder = warehouse / "setrisk_private.db" / "transaction_item"
    left_over = folder / "_temporary" / "0" / "task_0001_m_000000" / "dataset=after"
    left_over.mkdir(parents=True)
    shutil.copy(file, left_over / file.name)
    frame = fragile.createDataFrame([(1, ["tea"])], ROWS)
    setrisk.spark.load(fragile, "after", frame, id="who", items="what")
    assert fragile.table("setrisk_private.transaction_item").where("dataset = 'after'").count() == 1
    assert not (folder / "_temporary").exists()


def replaced_first(session: Any, dataset: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function before which a data set is replaced."""

    def replace_and_call(*arguments: Any, **given: Any) -> Any:
        frame = session.createDataFrame(baskets()[:200], ROWS)
        setrisk.spark.load(session, dataset, frame, id="who", items="what", empty="keep", replace=True)
        return function(*arguments, **given)

    return replace_and_call


def test_a_release_of_data_that_were_replaced_meanwhile_is_not_published(
    fragile: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = fragile.createDataFrame(baskets(), ROWS)
    setrisk.spark.load(fragile, "changing", frame, id="who", items="what", empty="keep", replace=True)
    monkeypatch.setattr(PROTECT, "publish", replaced_first(fragile, "changing", PROTECT.publish))
    with pytest.raises(setrisk.SetriskError, match="was replaced or dropped meanwhile; nothing was published"):
        setrisk.spark.protect(fragile, "changing", "late", Disassociation(k=3), shard_size=400)
    assert fragile.table("setrisk.release").where("release = 'late'").isEmpty()
    assert fragile.table("setrisk.cluster").where("release = 'late'").isEmpty()


def test_a_release_that_was_replaced_meanwhile_is_not_fetched(released: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module("setrisk.spark.fetch")
    row = released.table("setrisk.release").where("release = 'fragile'").localCheckpoint()
    later = row.selectExpr("* EXCEPT (created_at)", "created_at + INTERVAL 1 SECOND AS created_at")
    items = module.items_of

    def replace_release(*arguments: Any) -> Any:
        replace_rows(released, "release", "fragile", later)
        return items(*arguments)

    monkeypatch.setattr(module, "items_of", replace_release)
    with setrisk.connect() as con:
        with pytest.raises(setrisk.SetriskError, match="replaced or dropped meanwhile; nothing was copied"):
            setrisk.spark.fetch(con, released, "fragile")
        assert con.sql("SELECT count(*) FROM setrisk_private.item").fetchall() == [(0,)]
    replace_rows(released, "release", "fragile", row)


@pytest.mark.parametrize("table", ["transaction_item", "record_risk", "chunk_record"])
def test_rows_that_another_program_took_away_are_missed(
    fragile: Any, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    """Of two that write to the same table at the same time, Spark may lose some rows of one without a word."""
    rows = importlib.import_module("setrisk.spark.rows")
    real = rows.replace_rows

    def lose_one(session: Any, name: str, owner: str, found: Any) -> None:
        real(session, name, owner, found.limit(found.count() - 1) if found is not None and name == table else found)

    for writer in ("load", "publish"):
        monkeypatch.setattr(importlib.import_module(f"setrisk.spark.{writer}"), "replace_rows", lose_one)
    frame = fragile.createDataFrame(baskets(), ROWS)
    if table == "transaction_item":
        write = partial(setrisk.spark.load, fragile, "taken", frame, id="who", items="what")
    else:
        write = partial(setrisk.spark.protect, fragile, "fragile", "taken", Disassociation(k=3), shard_size=400)
    with pytest.raises(setrisk.SetriskError, match=f"the table {table} has .* nothing was (loaded|published): let one"):
        write()
    assert fragile.table("setrisk.release").where("release = 'taken'").isEmpty()
    assert fragile.table("setrisk_private.dataset").where("dataset = 'taken'").isEmpty()


def test_two_loads_that_numbered_items_at_the_same_time_are_noticed(
    fragile: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = importlib.import_module("setrisk.spark.load")
    real, before = module._add_items, fragile.table("setrisk_private.item").localCheckpoint()

    def add_beside_another(session: Any, entries: Any) -> None:
        real(session, entries)
        first = before.limit(1).selectExpr("item_id", "'of another program' AS item")
        add_rows(session, "item", first)

    monkeypatch.setattr(module, "_add_items", add_beside_another)
    frame = fragile.createDataFrame([(1, ["tea"])], ROWS)
    try:
        with pytest.raises(setrisk.SetriskError, match="several data sets were loaded at the same time"):
            setrisk.spark.load(fragile, "numbered beside", frame, id="who", items="what")
    finally:
        with view_of(fragile, "item", before) as view:
            fragile.sql(f"INSERT OVERWRITE setrisk_private.item SELECT item_id, item FROM {view}")
    assert fragile.table("setrisk_private.dataset").where("dataset = 'numbered beside'").isEmpty()


HANDLED = """An exception was thrown from the Python worker:
Traceback (most recent call last):
  File "a.py", line 1, in read
KeyError: 'a'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "a.py", line 3, in read
    raise found
    ^^^^^^^^^^^
{raised}

\tat org.apache.spark.api.python.BasePythonRunner.handle(PythonRunner.scala:1)
"""
LOST = """An error occurred while calling o1.insertInto.
: org.apache.spark.SparkException: Job aborted due to stage failure: Task 3 in stage 1.0 failed 4 times, most recent \
failure: Lost task 3.3 in stage 1.0 (TID 7) (10.0.0.1 executor 12): ExecutorLostFailure (executor 12 exited) Reason: 137
Driver stacktrace:
\tat org.apache.spark.scheduler.DAGScheduler.abortStage(DAGScheduler.scala:1)
"""
FULL = """An error occurred while calling o1.insertInto.
: org.apache.spark.SparkException: [TASK_WRITE_FAILED] Task failed while writing rows to file:/a. SQLSTATE: 58030
\tat org.apache.spark.sql.errors.QueryExecutionErrors$.taskFailed(QueryExecutionErrors.scala:1)
Caused by: java.io.IOException: No space left on device
\tat java.base/java.io.FileOutputStream.writeBytes(Native Method)
Caused by: java.io.EOFException
\t... 25 more
"""


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        (HANDLED.format(raised="OSError: first\nsecond"), setrisk.SetriskError, "Spark could not do: OSError: first"),
        (HANDLED.format(raised="MemoryError"), setrisk.SetriskError, "Spark could not do: MemoryError"),
        (
            HANDLED.format(raised="ModuleNotFoundError: No module named 'setrisk'"),
            setrisk.SetriskError,
            "Spark could not do: ModuleNotFoundError: No module named 'setrisk', of the workers' Python: "
            "PYSPARK_PYTHON has to name one with setrisk[spark] before Spark starts",
        ),
        (HANDLED.format(raised="setrisk.errors.BadInput: k is 1"), setrisk.BadInput, "k is 1"),
        (HANDLED.format(raised="setrisk.errors.NoiseSpent: all of it"), setrisk.SetriskError, "all of it"),
        (LOST, setrisk.SetriskError, "Spark could not do: ExecutorLostFailure (executor 12 exited) Reason: 137"),
        (FULL, setrisk.SetriskError, "Spark could not do: No space left on device"),
        (
            "[CHECKPOINT_RDD_BLOCK_ID_NOT_FOUND] Checkpoint block rdd_1414_1 not found! Either",
            setrisk.SetriskError,
            "Spark could not do: a worker was lost, with rows that it kept: try again, or start the session with "
            "spark.checkpoint.dir",
        ),
        ("[DIVIDE_BY_ZERO] No.\n== SQL ==\n1/0", setrisk.SetriskError, "Spark could not do: [DIVIDE_BY_ZERO] No"),
        ("[USER_RAISED_EXCEPTION] it is NULL SQLSTATE: P0001", setrisk.BadInput, "it is NULL"),
        ("", setrisk.SetriskError, "Spark could not do: "),
    ],
)
def test_of_an_error_of_spark_the_cause_is_said(text: str, kind: type, message: str) -> None:
    error = _error_of(text, "do", "nothing is there")
    assert (type(error), str(error)) == (kind, f"{message}; nothing is there")


def test_steps_are_kept_in_the_folder_of_the_session_if_it_has_one(session: Any, tmp_path: Path) -> None:
    """There a worker that is lost takes nothing with it."""
    session.sparkContext.setCheckpointDir(str(tmp_path))
    try:
        kept = keep(session.range(3))
        assert [row.id for row in kept.collect()] == [0, 1, 2]
        assert list(tmp_path.rglob("part-*"))
    finally:
        session.sparkContext._jsc.sc().setCheckpointDir(None)
