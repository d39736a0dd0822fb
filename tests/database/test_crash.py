"""A data set or a release is whole or not there at all, whenever the process dies or is told to stop."""

import json
import random
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.pipelines.histogram.budget import spend

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither fork nor SIGKILL")

KILLS = 5
PROTECT: dict[str, Any] = {"k": 3, "random_constraints": 0.05, "seed": 1}
NOISY: dict[str, Any] = {"method": "diffpart", "epsilon": 1, "from_data": True, "seed": 1}

# Imports once and forks a worker a job, so that the moments of the kills fall into the work and not into the imports.
# The worker opens the file, loads if there is what to load, and protects; at the end it says how many seconds that
# took.
NURSERY = textwrap.dedent(
    """
    import json, os, signal, sys, time
    import pandas, sqlglot
    import setrisk, setrisk.udf.histogram.noisy_partitioning
    import setrisk.udf.generalisation.coat, setrisk.udf.generalisation.constraints
    print("imported", flush=True)
    for line in sys.stdin:
        job = json.loads(line)
        worker = os.fork()
        if worker:
            if job["kill_after"] is not None:
                time.sleep(job["kill_after"])
                os.kill(worker, signal.SIGKILL)
            os.waitpid(worker, 0)
            print("over", flush=True)
            continue
        start = time.perf_counter()
        con = setrisk.connect(job["path"])
        if job["source"]:
            setrisk.load(con, "d", job["source"])
        setrisk.protect(con, "d", "r", **job["protect"])
        con.close()
        # In one piece: a kill may come between two.
        sys.stdout.write(f"{time.perf_counter() - start}\\n")
        sys.stdout.flush()
        os._exit(0)
    """
)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Baskets with some 10^5 entries."""
    path = tmp_path_factory.mktemp("crash") / "baskets.txt"
    draw = random.Random(3)
    names = [f"item {n}".replace(" ", "_") for n in range(150)]
    weights = [1 / (n + 3) for n in range(150)]
    baskets = (dict.fromkeys(draw.choices(names, weights, k=10)) for _ in range(14_000))
    path.write_text("\n".join(" ".join(basket) for basket in baskets))
    return path


def state(con: DuckDBPyConnection) -> dict[str, tuple[int, int | None]]:
    """Per table: rows and a digest of what tells neither the time nor which run it was."""
    tables = con.execute(
        "SELECT c.schema_name || '.' || c.table_name, list(c.column_name ORDER BY c.column_index) "
        "FROM duckdb_columns() AS c JOIN duckdb_tables() AS t USING (schema_name, table_name) "
        "WHERE c.schema_name IN ('setrisk', 'setrisk_private') AND c.data_type NOT IN ('TIMESTAMP', 'UUID') "
        "GROUP BY ALL ORDER BY ALL"
    ).fetchall()
    return {
        table: con.execute(f"SELECT count(*), bit_xor(hash({', '.join(columns)})) FROM {table}").fetchall()[0]
        for table, columns in tables
    }


@pytest.fixture(scope="module")
def states(source: Path) -> dict[str, dict[str, tuple[int, int | None]]]:
    """All states in which a worker may leave the file."""
    with closing(setrisk.connect()) as con:
        found = {"nothing": state(con)}
        loaded = setrisk.load(con, "d", source)
        assert loaded.n_entries > 100_000
        found["loaded"] = state(con)
        setrisk.protect(con, "d", "r", **PROTECT)
        found["protected"] = state(con)
    assert found["loaded"] != found["protected"] != found["nothing"]
    return found


@pytest.fixture(scope="module")
def nursery() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", NURSERY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "imported\n"
        yield process
        assert process.stdin is not None
        process.stdin.close()


def work(
    nursery: subprocess.Popen[str],
    path: Path,
    source: Path | None,
    kill_after: float | None = None,
    protect: dict[str, Any] = PROTECT,
) -> float | None:
    """Run one worker, kill it after so many seconds; the seconds that it took, or None where the kill came first."""
    assert nursery.stdin is not None
    assert nursery.stdout is not None
    job = {
        "path": str(path), "source": str(source) if source else None, "protect": protect, "kill_after": kill_after
    }  # fmt: skip
    nursery.stdin.write(json.dumps(job) + "\n")
    nursery.stdin.flush()
    took = None
    while (line := nursery.stdout.readline().strip()) != "over":
        took = float(line)
    return took


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("template") / "attached.duckdb"
    setrisk.connect(path).close()
    return path


def test_a_killed_load_or_protect_leaves_all_or_nothing_and_can_be_done_again(
    tmp_path, source, states, nursery, template
):
    path = tmp_path / "killed.duckdb"
    draw = random.Random(20)
    left: list[str] = []
    whole_time: float | None = None
    # Until the kills fell into both pieces of work: the machine may become slower or faster meanwhile.
    while not {"nothing", "loaded"} <= set(left):
        assert len(left) < 5 * KILLS
        for kill in range(-1, KILLS):  # the first is none: how long does it take on this machine, at this time?
            shutil.copy(template, path)
            moment = None if kill < 0 or whole_time is None else whole_time * (kill + draw.random()) / KILLS
            took = work(nursery, path, source, kill_after=moment)
            with closing(setrisk.connect(path)) as con:
                found = state(con)
                assert found in states.values()
                if took is not None:  # not killed
                    assert found == states["protected"]
                    whole_time = took
                else:
                    left.append(next(name for name, known in states.items() if known == found))
                    if left[-1] == "nothing":
                        setrisk.load(con, "d", source)
                        assert state(con) == states["loaded"]
                    if left[-1] != "protected":
                        setrisk.protect(con, "d", "r", **PROTECT)
                    assert state(con) == states["protected"]
            path.unlink()


def test_a_killed_noisy_release_is_not_published_without_being_paid(tmp_path, source, nursery):
    """What is noted before any noise is drawn stays where nobody is left to say whether some was."""
    loaded, path = tmp_path / "loaded.duckdb", tmp_path / "killed.duckdb"
    with closing(setrisk.connect(loaded)) as con:
        setrisk.load(con, "d", source)
        before = state(con)
        spend(con, "d", "r", "diffpart", NOISY["epsilon"])
        paid = state(con)
    shutil.copy(loaded, path)
    whole_time = work(nursery, path, None, protect=NOISY)
    assert whole_time is not None
    with closing(setrisk.connect(path)) as con:
        after = state(con)
    # What `loaded` has, which an earlier run of this name has spent, and the run's own.
    assert after["setrisk_private.spending"][0] == 2
    draw = random.Random(22)
    left = []
    for kill in range(7):
        shutil.copy(loaded, path)
        work(nursery, path, None, kill_after=whole_time * (kill + draw.random()) / 7, protect=NOISY)
        with closing(setrisk.connect(path)) as con:
            found = state(con)
            n_spent, is_published = found["setrisk_private.spending"][0], found["setrisk.release"][0] == 1
            left.append((n_spent, is_published))
            assert left[-1] in ((1, False), (2, False), (2, True))
            assert (found == paid) if n_spent == 1 else (found == after or not is_published)
            if not is_published:
                setrisk.protect(con, "d", "r", **NOISY)
                assert state(con)["setrisk_private.spending"][0] == n_spent + 1
                assert state(con)["setrisk.histogram"] == after["setrisk.histogram"]
    assert paid != before
    assert (1, False) in left


def test_a_kill_while_setrisk_is_installed_leaves_a_file_that_can_be_attached(tmp_path, source, states, nursery):
    draw = random.Random(21)
    for kill in range(3):
        path = tmp_path / f"{kill}.duckdb"
        work(nursery, path, source, kill_after=0.1 + kill * 0.4 + draw.random() / 10)
        with closing(setrisk.connect(path)) as con:
            assert state(con) in states.values()
            assert con.execute("SELECT setrisk.copy_range(3, 10, 8).lo").fetchall() == [(1,)]


# Ctrl-C. The worker interrupts itself, so that one process does for many moments.

INTERRUPTED = textwrap.dedent(
    """
    import os, random, signal, sys, threading, time
    import setrisk
    signal.signal(signal.SIGINT, signal.default_int_handler)  # who runs the tests may ignore interrupts
    con = setrisk.connect(sys.argv[1])
    tables = [r[0] for r in con.execute("SELECT schema_name || '.' || table_name FROM duckdb_tables() "
                                        "WHERE schema_name LIKE 'setrisk%'").fetchall()]
    def counts():
        temporary = con.execute("SELECT count(*) FROM duckdb_tables() WHERE temporary").fetchall()
        views = con.execute("SELECT count(*) FROM duckdb_views() WHERE temporary AND NOT internal").fetchall()
        return [con.execute(f"SELECT count(*) FROM {t}").fetchall() for t in tables] + [temporary, views]
    setrisk.load(con, "other", con.sql("SELECT ['x', 'item_1'] AS items FROM range(9)"))
    before = counts()
    start = time.perf_counter()
    setrisk.load(con, "d", sys.argv[2])
    whole_time = time.perf_counter() - start
    whole = counts()
    setrisk.drop(con, "d")
    assert counts() == before
    draw = random.Random(int(sys.argv[3]))
    steps, interrupted, stopped_late = set(), 0, 0
    def stop():
        os.kill(os.getpid(), signal.SIGINT)
    for moment in range(12):
        delay = whole_time * (moment + draw.random()) / 12
        last = []
        def progress(step, done=0, total=0):
            if not last:
                threading.Timer(delay, stop).start()
            last.append(step)
        try:
            setrisk.load(con, "d", sys.argv[2], progress=progress)
            time.sleep(2 * whole_time + 5)
        except KeyboardInterrupt:
            interrupted += 1
            steps.add(last[-1])
        found = counts()
        assert found in (before, whole), found
        if found == whole:
            stopped_late += 1
            setrisk.drop(con, "d")
    # And at each step exactly.
    for step in ("reading", "writing"):
        def progress(now, done=0, total=0):
            if now == step:
                stop()
        try:
            setrisk.load(con, "d", sys.argv[2], progress=progress)
        except KeyboardInterrupt:
            interrupted += 1
        assert counts() == before, counts()
    setrisk.load(con, "d", sys.argv[2])
    assert counts() == whole
    print(interrupted, stopped_late < 9)
    """
)


def test_an_interrupted_load_is_a_keyboard_interrupt_and_leaves_the_database_as_it_was(tmp_path, source):
    # An interrupt between the opening of the file and the `with` that closes it leaves the closing to Python.
    strict = ["-W", "error", "-W", "ignore::ResourceWarning"]
    done = subprocess.run(
        [sys.executable, *strict, "-c", INTERRUPTED, str(tmp_path / "interrupted.duckdb"), str(source), "5"],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "14 True\n")


def test_an_interrupt_in_the_users_own_transaction_leaves_it_to_the_user(tmp_path, source):
    code = textwrap.dedent(
        """
        import os, signal, sys, setrisk
        signal.signal(signal.SIGINT, signal.default_int_handler)  # who runs the tests may ignore interrupts
        con = setrisk.connect(sys.argv[1])
        con.execute("CREATE TABLE mine (a INTEGER)")
        con.execute("BEGIN")
        con.execute("INSERT INTO mine VALUES (1)")
        def progress(step, done=0, total=0):
            if step == "writing":
                os.kill(os.getpid(), signal.SIGINT)
        try:
            setrisk.load(con, "d", sys.argv[2], progress=progress)
        except KeyboardInterrupt:
            con.execute("ROLLBACK")
        print(con.execute("SELECT (SELECT count(*) FROM mine), (SELECT count(*) FROM setrisk_private.item)").fetchall())
        """
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "own.duckdb"), str(source)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "[(0, 0)]\n")


def test_a_plain_client_opens_the_file_of_a_killed_process(tmp_path, source, nursery, template):
    path = tmp_path / "killed.duckdb"
    shutil.copy(template, path)
    work(nursery, path, source, kill_after=0.5)
    with closing(duckdb.connect(path)) as con:
        assert con.execute("SELECT count(*) > 40 FROM setrisk.functions").fetchall() == [(True,)]
