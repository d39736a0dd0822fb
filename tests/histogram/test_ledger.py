"""The ledger: what was drawn is spent, whatever happens afterwards, and nothing else is."""

import datetime
import io
import json
import os
import re
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import BadInput, BudgetExceeded, NoiseSpent, SetriskError, UnknownDataset
from setrisk.pipelines.database import database_copy
from setrisk.pipelines.histogram.budget import give_back, spend
from setrisk.pipelines.whatif import worker

ITEMS = ["beer", "toothpaste", "scissor", "hanger"]
NOISY = ("diffpart", "aplkiller", "privbayes", "mixture")
PACKAGE = Path(setrisk.__file__).parent
LATER = "2999-01-01"


@pytest.fixture
def con(con: DuckDBPyConnection) -> DuckDBPyConnection:
    loaded(con)
    return con


def loaded(con: DuckDBPyConnection, name: str = "shop") -> None:
    con.execute("CREATE OR REPLACE TEMP TABLE baskets AS SELECT $items[1 + n % 4:] AS items FROM range(40) AS r(n)",
                {"items": ITEMS})  # fmt: skip
    setrisk.load(con, name, con.table("baskets"), format="lists")


def made(con: DuckDBPyConnection, release: str, dataset: str = "shop", **given: Any) -> None:
    setrisk.protect(
        con, dataset, release, **{"method": "diffpart", "epsilon": 1, "universe": ITEMS, "seed": 1, **given}
    )


def spent(con: DuckDBPyConnection, dataset: str = "shop") -> Decimal:
    ((value,),) = con.execute("SELECT b.spent FROM setrisk.budget(?) AS b", [dataset]).fetchall()
    return Decimal(value)


def entries(con: DuckDBPyConnection) -> list[tuple[str, float]]:
    rows = con.execute("SELECT s.release, s.epsilon FROM setrisk_private.spending AS s ORDER BY s.spent_at").fetchall()
    return [(release, float(epsilon)) for release, epsilon in rows]


# What is given back.


def test_only_the_run_itself_is_given_back(con: DuckDBPyConnection) -> None:
    """Not the one with the latest time: the clock may have gone back since, and names come again."""
    for epsilon in (5, 2):
        spend(con, "shop", "r", "diffpart", epsilon)
    con.execute("UPDATE setrisk_private.spending SET spent_at = $later", {"later": LATER})
    run = spend(con, "shop", "r", "diffpart", 1.5)
    other = spend(con, "shop", "r", "diffpart", 3)
    assert sorted(entries(con)) == [("r", 1.5), ("r", 2), ("r", 3), ("r", 5)]
    give_back(con, run)
    give_back(con, run)
    assert sorted(entries(con)) == [("r", 2), ("r", 3), ("r", 5)]
    assert run != other


def test_a_change_of_the_time_zone_gives_back_nothing_of_what_is_out(con: DuckDBPyConnection) -> None:
    """6.0 became 1.1 where a grid of the same name failed in a time zone that was hours behind."""
    grid = {"method": "diffpart", "grid": "g", "keep": True, "workers": 1, "reconstructions": 2, "pairs": 5}
    con.execute("SET TimeZone = 'Pacific/Kiritimati'")
    (row,) = (
        setrisk.whatif(con, "shop", assess=False, epsilon=5, universe=ITEMS, seed=1, **grid)
        .project("failure")
        .fetchall()
    )
    assert row == (None,)
    setrisk.drop(con, "g 1")
    setrisk.drop(con, "g", object_type="grid")
    con.execute("SET TimeZone = 'Etc/GMT+12'")
    (row,) = (
        setrisk.whatif(con, "shop", assess=False, epsilon=1.1, universe="none", **grid).project("failure").fetchall()
    )
    con.execute("RESET TimeZone")
    assert "it lacks" in row[0]
    assert entries(con) == [("g 1", 5.0)]


def test_what_was_noted_later_than_now_stays(con: DuckDBPyConnection) -> None:
    made(con, "r", epsilon=5)
    con.execute("UPDATE setrisk_private.spending SET spent_at = $later", {"later": LATER})
    setrisk.drop(con, "r")
    with pytest.raises(BadInput, match="it lacks"):
        made(con, "r", epsilon=1.1, universe="none")
    assert entries(con) == [("r", 5.0)]


# The time.


def test_times_are_utc_wherever_the_machine_and_the_connection_are(tmp_path: Path) -> None:
    code = textwrap.dedent(
        """
        import datetime, sys, setrisk
        from setrisk.pipelines.histogram.budget import spend
        con = setrisk.connect(sys.argv[1])
        con.execute("SET TimeZone = 'Asia/Kathmandu'")
        setrisk.load(con, "d", con.sql("SELECT ['a', 'b'] AS items FROM range(9)"))
        setrisk.sample_series(con, "d", share=0.5, repeat=0, snapshots=1, name="drawn")
        setrisk.protect(con, "d", "r", method="identity")
        setrisk.attack(con, "r")
        spend(con, "d", "r", "diffpart", 1)
        setrisk.load(con, "gone", con.sql("SELECT 'p' AS id, 'a' AS item"), id="id", item="item")
        setrisk.protect(con, "gone", "gone", method="identity")
        setrisk.export(con, "gone", sys.argv[1] + ".out", anyway=True)
        setrisk.drop(con, "gone", object_type="dataset", cascade=True)
        now = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
        columns = con.execute("SELECT schema_name || '.' || table_name, column_name FROM duckdb_columns() WHERE "
                              "schema_name LIKE 'setrisk%' AND data_type LIKE 'TIMESTAMP%' ORDER BY ALL").fetchall()
        for table, column in columns:
            times = [time for (time,) in con.execute(f"SELECT {column} FROM {table}").fetchall()]
            assert times, table
            assert all(abs(now - time) < datetime.timedelta(minutes=10) for time in times), (table, times, now)
        print(len(columns))
        """
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "my.duckdb")],
        capture_output=True, text=True, timeout=100, check=False, env={**os.environ, "TZ": "America/St_Johns"},
    )  # fmt: skip
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "8\n")


def test_nothing_asks_for_the_time_but_in_utc() -> None:
    local = re.compile(r"\bnow\(|current_timestamp|current_date|get_current_|localtime|\btoday\(\)|utcnow", re.I)
    found = {
        path.relative_to(PACKAGE).as_posix()
        for folder in ("sql", "pipelines", "terminal", "udf")
        for path in (PACKAGE / folder).rglob("*")
        if path.suffix in (".sql", ".py") and local.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"pipelines/common/utc.py"}


# What ends a release after the first draw.


def fails(error: BaseException) -> Callable[..., None]:
    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


ENDS = [MemoryError("Unable to allocate 9 GiB"), duckdb.OutOfMemoryException("failed to allocate"),
        duckdb.IOException("Could not write all bytes: No space left on device"), BadInput("odd"),
        KeyboardInterrupt(), SystemExit(143), ZeroDivisionError("a defect")]  # fmt: skip


@pytest.mark.parametrize("method", NOISY)
@pytest.mark.parametrize("end", ENDS, ids=lambda end: type(end).__name__)
def test_whatever_ends_a_release_after_noise_was_drawn_it_is_spent(
    con: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch, method: str, end: BaseException
) -> None:
    monkeypatch.setattr("setrisk.pipelines.histogram.publishing.write", fails(end))
    told = isinstance(end, MemoryError | SetriskError | duckdb.Error)
    with pytest.raises(NoiseSpent if told else type(end)) as raised:
        made(con, "r", method=method)
    if told or isinstance(end, KeyboardInterrupt):
        assert str(raised.value).endswith("; the noise that was drawn is spent")
        assert "\n" not in str(raised.value)
    assert entries(con) == [("r", 1.0)]
    assert con.execute("SELECT count(*) FROM setrisk.release").fetchall() == [(0,)]


@pytest.mark.parametrize("method", NOISY)
@pytest.mark.parametrize("end", ENDS, ids=lambda end: type(end).__name__)
def test_whatever_ends_a_release_before_noise_was_drawn_nothing_is_spent(
    con: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch, method: str, end: BaseException
) -> None:
    monkeypatch.setattr("setrisk.pipelines.histogram.universe.choose", fails(end))
    with pytest.raises(BadInput if isinstance(end, duckdb.IOException) else type(end)):
        made(con, "r", method=method)
    assert entries(con) == []


@pytest.mark.parametrize("method", NOISY)
def test_memory_that_runs_out_between_two_draws_is_spent(
    con: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    from setrisk.udf.histogram.noise import SeededNoise

    draws = {name: getattr(SeededNoise, name) for name in ("laplace", "uniform")}
    done: list[str] = []

    def drawn(name: str) -> Callable[..., Any]:
        def draw(self: SeededNoise, *given: Any) -> Any:
            done.append(name)
            if len(done) == 2:
                raise MemoryError
            return draws[name](self, *given)

        return draw

    for name in draws:
        monkeypatch.setattr(SeededNoise, name, drawn(name))
    with pytest.raises(NoiseSpent, match="memory ran out"):
        made(con, "r", method=method, **({"c1": "0"} if method in ("diffpart", "aplkiller") else {}))
    assert entries(con) == [("r", 1.0)]


def test_a_release_that_cannot_be_committed_is_spent(con: DuckDBPyConnection) -> None:
    """Another connection takes the name meanwhile."""
    own = con.cursor()

    def take(step: str, *_: object) -> None:
        if step == "publishing":
            own.execute("INSERT INTO setrisk.release VALUES ('r', 'shop', 'histogram', 'identity', '{}', $now, [])",
                        {"now": datetime.datetime(2026, 1, 1)})  # fmt: skip

    with pytest.raises(SetriskError):
        made(con, "r", progress=take)
    own.close()
    assert entries(con) == [("r", 1.0)]


KILLED = textwrap.dedent(
    """
    import os, sys, setrisk
    from setrisk.pipelines.histogram import universe
    from setrisk.udf.histogram.noise import SeededNoise
    def stop(*_): os._exit(9)
    if sys.argv[2] == "before":
        universe.choose = stop
    else:
        SeededNoise.laplace = stop
    con = setrisk.connect(sys.argv[1])
    setrisk.protect(con, "shop", "r", method="diffpart", epsilon=1, universe=["beer", "hanger"], seed=1)
    """
)


@pytest.mark.parametrize("when", ["before", "while"])
def test_a_process_that_dies_leaves_what_it_noted(tmp_path: Path, when: str) -> None:
    """Before the first draw, too: nobody is left who knows that there was none."""
    path = tmp_path / "my.duckdb"
    with setrisk.connect(path) as con:
        setrisk.load(con, "shop", con.sql("SELECT ['beer', 'hanger'] AS items FROM range(50)"))
        made(con, "r", epsilon=5, universe=["beer", "hanger"])
        setrisk.drop(con, "r")
    done = subprocess.run([sys.executable, "-c", KILLED, str(path), when], timeout=100, check=False)
    assert done.returncode == 9
    with setrisk.connect(path) as con:
        assert entries(con) == [("r", 5.0), ("r", 1.0)]
        assert con.execute("SELECT count(*) FROM setrisk.release").fetchall() == [(0,)]


def test_many_at_a_time_spend_what_they_draw_and_no_more_than_there_is(tmp_path: Path) -> None:
    con = setrisk.connect(tmp_path / "my.duckdb")
    loaded(con)
    setrisk.set_budget(con, "shop", epsilon_limit=1)
    snapshots = setrisk.sample_series(con, "shop", share=0.5, repeat=0.5, snapshots=2, seed=1).datasets
    outcomes: dict[str, Exception | None] = {}
    together = threading.Barrier(8)

    def make(number: int) -> None:
        own = con.cursor()
        together.wait()
        # Once all that there is is spent, a few more attempts show that nobody gets more.
        more = iter(range(5))
        for attempt in range(100):
            if list(outcomes.values()).count(None) >= 3 and next(more, None) is None:
                return
            name = f"r{number} {attempt}"
            try:
                # Some of them fail before they draw.
                made(own, name, snapshots[number % 2], epsilon=0.3, universe="none" if number < 2 else ITEMS)
                outcomes[name] = None
                return
            except SetriskError as error:
                outcomes[name] = error
                if isinstance(error, BudgetExceeded):
                    time.sleep(0.05)

    threads = [threading.Thread(target=make, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    released = {name for name, error in outcomes.items() if error is None}
    assert {name for name, _ in entries(con)} == released | {
        n for n, e in outcomes.items() if isinstance(e, NoiseSpent)
    }
    assert len(entries(con)) == 3
    assert spent(con) == Decimal("0.9")
    con.close()


# What is kept of a grid.


GRID: dict[str, Any] = {"method": "diffpart", "grid": "g", "keep": True, "workers": 1, "reconstructions": 2, "pairs": 5}


def test_a_worker_that_dies_has_spent(con: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch) -> None:
    from setrisk.pipelines.whatif.workers import _Worker

    outcome = _Worker.run_job

    def dies(self: _Worker, job: dict[str, Any]) -> dict[str, Any]:
        self._process.kill()
        return outcome(self, job)

    monkeypatch.setattr(_Worker, "run_job", dies)
    rows = (
        setrisk.whatif(con, "shop", assess=False, epsilon=[1, 2], universe=ITEMS, **GRID).project("failure").fetchall()
    )
    assert all(failure.endswith("in TMPDIR?; its epsilon counts as spent") for (failure,) in rows)
    assert entries(con) == [("g 1", 1.0), ("g 2", 2.0)]


@pytest.mark.parametrize(("keep", "failure"), [(True, "odd; the noise that was drawn is spent"), (False, "odd")])
def test_a_release_that_is_made_and_cannot_be_attacked_is_spent(
    con: DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keep: bool, failure: str
) -> None:
    """Nothing that was noted before is forgotten, and what one cell spends is not held against another."""
    made(con, "g 1", epsilon=2)
    setrisk.set_budget(con, "shop", epsilon_limit=5)
    database_copy.copy(con, tmp_path / "scratch.duckdb", "shop", [], series=False, semantic=False)
    job = {"dataset": "shop", "tried_on": "shop", "release": "g 1", "method": "diffpart", "knowledge": "self",
           "attacks": [("linkage", {})], "parameters": {"epsilon": 3, "universe": ITEMS, "seed": 1}, "processes": 2,
           "memory_limit": None, "reconstructions": 2, "pairs": 5,
           "keep": str(tmp_path / "kept.duckdb") if keep else None}  # fmt: skip
    refused = {**job, "parameters": {**job["parameters"], "epsilon": 3.5}}
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(json.dumps(each) + "\n" for each in (job, job, refused))))
    monkeypatch.setattr(worker, "attack", fails(BadInput("odd")))
    told = io.StringIO()
    worker._work(tmp_path, told)
    first, second, third = map(json.loads, told.getvalue().splitlines())
    assert first == second == {"failure": failure, "is_spent": True}
    assert "of 5, 2 is spent" in third["failure"]
    assert third["is_spent"] is False


def test_ctrl_c_gives_back_what_no_process_has_begun(con: DuckDBPyConnection) -> None:
    def stop(step: str, done: int = 0, total: int = 0) -> None:
        if step == "trying releases" and done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt, match="1 of 6 releases were tried") as raised:
        setrisk.whatif(con, "shop", assess=False, epsilon=[1, 2, 3, 4, 5, 6], universe=ITEMS, progress=stop, **GRID)
    rows = con.sql("SELECT w.cell, w.failure FROM setrisk_private.whatif_cell AS w ORDER BY w.cell").fetchall()
    begun = [cell for cell, failure in rows if failure is None or "its epsilon counts as spent" in failure]
    assert rows[0] == (1, None)
    assert rows[-1] == (6, "it was not tried")
    assert ("begun, and count as spent" in str(raised.value)) == (len(begun) > 1)
    assert entries(con) == [(f"g {cell}", float(cell)) for cell in begun]


# Data sets that setrisk derives.


def test_snapshots_share_the_budget_of_what_they_were_drawn_from(con: DuckDBPyConnection) -> None:
    setrisk.set_budget(con, "shop", epsilon_limit=3)
    first, second = setrisk.sample_series(con, "shop", share=0.5, repeat=0.5, snapshots=2, seed=1).datasets
    (third,) = setrisk.sample_series(
        con, first, share=0.5, repeat=0.5, snapshots=1, name="of the first", seed=1
    ).datasets
    made(con, "r1", first)
    made(con, "r2", third)
    for name in ("shop", first, second, third):
        ((limit, total, left, n, others),) = con.execute(
            "SELECT b.* EXCLUDE (dataset) FROM setrisk.budget(?) AS b", [name]
        ).fetchall()
        assert (limit, total, left, n) == (3, 2, 1, 2)
        assert others == sorted({"shop", first, second, third} - {name})
    for name in ("shop", second):
        with pytest.raises(BudgetExceeded, match=r"of 3, 2 is spent"):
            made(con, "more", name, epsilon=1.5)
    with pytest.raises(BudgetExceeded, match="'shop 2', which it shares with 'shop', leaves"):
        made(con, "more", second, epsilon=1.5)
    with pytest.raises(BadInput, match="'shop 1' has a budget, and aplkiller's steps as printed"):
        made(con, "more", first, method="aplkiller", as_printed=True, epsilon=0.1)
    (row,) = setrisk.whatif(
        con, second, assess=False, epsilon=1.5, universe=ITEMS, **{**GRID, "keep": False}
    ).fetchall()
    assert "of 3, 2 is spent" in row[-1]
    made(con, "r3", "shop")
    assert spent(con, third) == 3


def test_dropping_and_drawing_again_gives_nothing_back(con: DuckDBPyConnection) -> None:
    setrisk.set_budget(con, "shop", epsilon_limit=2)
    for number in range(2):
        (drawn,) = setrisk.sample_series(con, "shop", share=0.5, repeat=0, snapshots=1, seed=number).datasets
        made(con, "r", drawn)
        setrisk.drop(con, drawn, cascade=True)
    (drawn,) = setrisk.sample_series(con, "shop", share=0.5, repeat=0, snapshots=1, name="other", seed=1).datasets
    for name in ("shop", drawn):
        with pytest.raises(BudgetExceeded):
            made(con, "r", name, epsilon=0.1)
    # Nor does dropping what they were drawn from.
    setrisk.drop(con, drawn)
    setrisk.drop(con, "shop")
    loaded(con)
    with pytest.raises(BudgetExceeded):
        made(con, "r", epsilon=0.1)


def test_periods_of_one_load_share_a_budget(con: DuckDBPyConnection) -> None:
    visits = "SELECT 'beer' AS item, n AS id, '2024-0' || (1 + n // 20) AS month FROM range(40) AS r(n)"
    given = {"format": "long", "id": "id", "item": "item", "period": "month"}
    setrisk.load(con, "visits", con.sql(visits), **given)
    setrisk.set_budget(con, "visits", epsilon_limit=2)
    assert spent(con, "visits 2024-02") == 0
    made(con, "r1", "visits 2024-01")
    assert con.execute("SELECT b.* EXCLUDE (spent, remaining) FROM setrisk.budget('visits') AS b").fetchall() == [
        ("visits", 2, 1, ["visits 2024-01", "visits 2024-02"])
    ]
    # A month that comes later is of the same people.
    setrisk.load(con, "visits", con.sql(visits.replace("'2024-0'", "'2024-1'")), **given)
    with pytest.raises(BudgetExceeded, match="'visits 2024-11', which it shares with 'visits', leaves: of 2, 1 is"):
        made(con, "r2", "visits 2024-11", epsilon=1.5)
    made(con, "r2", "visits 2024-12")
    assert spent(con, "visits 2024-01") == 2


def test_a_name_that_had_a_budget_of_its_own_brings_it_along(con: DuckDBPyConnection) -> None:
    loaded(con, "shop 1")
    setrisk.set_budget(con, "shop 1", epsilon_limit=4)
    made(con, "r", "shop 1")
    setrisk.drop(con, "shop 1", cascade=True)
    setrisk.set_budget(con, "shop", epsilon_limit=5)
    setrisk.sample_series(con, "shop", share=0.5, repeat=0, snapshots=1, seed=1)
    found = "SELECT b.epsilon_limit, b.spent FROM setrisk.budget(?) AS b"
    assert con.execute(found, ["shop"]).fetchall() == con.execute(found, ["shop 1"]).fetchall() == [(4, 1)]
    # And where it is then drawn from another one, both share.
    loaded(con, "mall")
    made(con, "m", "mall")
    setrisk.drop(con, "shop 1")
    setrisk.sample_series(con, "mall", share=0.5, repeat=0, snapshots=1, name="shop", seed=1)
    for name in ("shop", "mall", "shop 1"):
        assert con.execute(found, [name]).fetchall() == [(4, 2)]
    setrisk.set_budget(con, "shop 1", epsilon_limit=6)
    assert con.execute(found, ["mall"]).fetchall() == [(6, 2)]


def test_a_budget_that_is_shared_is_cleared_as_a_whole(con: DuckDBPyConnection) -> None:
    first, second = setrisk.sample_series(con, "shop", share=0.5, repeat=0, snapshots=2, seed=1).datasets
    setrisk.set_budget(con, second, epsilon_limit=3)
    made(con, "r", first)
    with pytest.raises(BadInput, match="'shop 2' shares the budget of 'shop', which cannot be cleared for one of them"):
        setrisk.set_budget(con, second, forget=True)
    assert spent(con, second) == 1
    setrisk.drop(con, first, cascade=True)
    assert setrisk.set_budget(con, "shop", forget=True).fetchall() == [("shop", None, 0, None, 0, ["shop 2"])]
    # A name that nothing bears any more is free again; a snapshot that is still there is not.
    with pytest.raises(UnknownDataset):
        setrisk.budget(con, first)
    made(con, "r", second)
    assert spent(con) == 1


# Older files.


def test_a_ledger_that_an_older_version_wrote_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "older.duckdb"
    with setrisk.connect(path) as con:
        loaded(con)
        made(con, "r", epsilon=5)
        # As it was before runs had ids, and derived data sets a budget in common.
        con.execute("ALTER TABLE setrisk_private.spending DROP COLUMN run")
        con.execute("DROP TABLE setrisk_private.shared_budget")
        con.execute("CREATE OR REPLACE MACRO setrisk_internal._version() AS {'version': '0.0.1', 'sql': 'older'}")
    with setrisk.connect(path) as con:
        assert spent(con) == 5
        with pytest.raises(BadInput, match="it lacks"):
            made(con, "other", epsilon=1.1, universe="none")
        made(con, "r2", epsilon=2)
        assert entries(con) == [("r", 5.0), ("r2", 2.0)]
        setrisk.sample_series(con, "shop", share=0.5, repeat=0, snapshots=1, seed=1)
        assert spent(con, "shop 1") == 7
