"""What-if releases: tried on a copy, measured as a release is, and gone afterwards unless they are kept."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from duckdb import DuckDBPyConnection
from typer.testing import CliRunner

import setrisk
from setrisk import cli
from setrisk.errors import AlreadyExists, BadInput, UnknownDataset, UnknownKnowledge
from setrisk.methods import Coat, RedistributedElimination
from setrisk.pipelines.common.folders import make_own_folder, remove, remove_orphans
from setrisk.pipelines.common.progress import ignore_progress
from setrisk.pipelines.common.quoting import literal
from setrisk.pipelines.database import database_copy
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.report.commands import Commands
from setrisk.pipelines.report.grid import sections_of_grid
from setrisk.pipelines.risk.limits import Limits
from setrisk.pipelines.whatif import run_grid as trying
from setrisk.pipelines.whatif.recommend import cautions
from setrisk.pipelines.whatif.workers import start_workers
from tests.support import generalisation_verifier, histogram_verifier

# Each process takes seconds to start: one has them all.
pytestmark = pytest.mark.xdist_group("whatif")

# If no mean matters, few draws are enough.
FEW: dict[str, Any] = {"reconstructions": 2, "pairs": 5}
GIVEN: dict[str, Any] = {"seed": 5, "privacy_constraints": [["item 1", "item 2"], ["item 3"]], "k": [25, 30, 500]}
METHODS = ("coat", "disassociation")
METRICS = (
    "worst_attack, share_at_risk, highest_score, mean_score, baseline_share, beats_baseline, coverage, "
    "error_low_support, error_medium_support, error_high_support, error, spread, distortions, n_records, n_items"
)


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("shop") / "shop.duckdb"
    with setrisk.connect(path) as con:
        baskets = con.sql("SELECT n % 40 AS id, 'item ' || ((n * 7 + n // 40) % 9) AS item FROM range(200) AS r(n)")
        setrisk.load(con, "shop", baskets, id="id", item="item")
        setrisk.load(con, "other", baskets.filter("id < 5"), id="id", item="item")
        setrisk.protect(con, "other", "of other", method="identity")
    return path


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where copies of the database of `tried` lay while its grid was tried; other tests leave nothing there."""
    return tmp_path_factory.mktemp("copies")


@pytest.fixture(scope="module")
def tried(loaded: Path, copies: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a grid, of which k = 500 fails."""
    path = Path(shutil.copy(loaded, tmp_path_factory.mktemp("tried") / "shop.duckdb"))
    with setrisk.connect(path) as con, pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(copies))
        found = setrisk.whatif(con, "shop", assess=False, method=METHODS, attacks="all", grid="g", workers=2, **GIVEN)
        assert len(found.fetchall()) == 6
    return path


@pytest.fixture
def shop(loaded: Path, tmp_path: Path) -> Iterator[DuckDBPyConnection]:
    with setrisk.connect(shutil.copy(loaded, tmp_path / "shop.duckdb")) as con:
        yield con


@pytest.fixture
def results(tried: Path, tmp_path: Path) -> Iterator[DuckDBPyConnection]:
    with setrisk.connect(shutil.copy(tried, tmp_path / ".shop.duckdb")) as con:
        yield con


def rounded(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Without the last digits of a mean, which depend on the order of its terms."""

    def shortened(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: shortened(each) for name, each in value.items()}
        return round(value, 9) if isinstance(value, float) else value

    return [tuple(map(shortened, row)) for row in rows]


def in_order(found: Any, *columns: str) -> list[tuple[Any, ...]]:
    return found.order("cell").project(", ".join(columns)).fetchall()  # type: ignore[no-any-return]


def metrics(con: DuckDBPyConnection, release: str, at_risk_below: int | None) -> tuple[Any, ...]:
    """What is measured of a release, in the order of METRICS."""
    found = run(con, "whatif/metrics", release=release, reconstructions=20, pairs=100, at_risk_below=at_risk_below)
    names = [column[0] for column in found.description]
    (row,) = (dict(zip(names, row, strict=True)) for row in found.fetchall())
    row["distortions"] = dict(zip(row["distortions"], row["distortion_values"], strict=True))
    return tuple(row[name] for name in METRICS.split(", "))


def test_a_row_says_what_the_release_itself_says(results: DuckDBPyConnection) -> None:
    rows = results.sql("FROM setrisk.whatif_results('g')")
    assert in_order(rows, "method", "parameters->>'k'", "failure IS NULL") == [
        (method, str(k), k != 500) for method in METHODS for k in GIVEN["k"]
    ]
    for cell, method, parameters, attacks in in_order(
        rows.filter("failure IS NULL"), "cell", "method", "parameters", "attacks"
    ):
        name = f"by hand {cell}"
        setrisk.protect(results, "shop", name, method=method, **json.loads(parameters))
        setrisk.attack(results, name, method=attacks)
        own = [metrics(results, name, at_risk_below=5)]
        stored = rows.filter(f"cell = {cell}").project(METRICS).fetchall()
        assert rounded(own) == rounded(stored)
    (infeasible,) = results.sql(
        "SELECT failure, share_at_risk, error, distortions, marks FROM setrisk.whatif_results('g') WHERE cell = 3"
    ).fetchall()
    assert "500" in infeasible[0]
    assert infeasible[1:] == (None, None, None, None)


def test_metrics_are_those_of_risk_and_utility(results: DuckDBPyConnection) -> None:
    setrisk.protect(results, "shop", "r", k=25, privacy_constraints=GIVEN["privacy_constraints"], seed=5)
    setrisk.attack(results, "r", method=["gba", "rba", "ra"], draws=1)
    risks = results.sql(
        "SELECT attack, count(*) FILTER (WHERE at_risk) / count(*) AS share, avg(score), max(score) "
        "FROM setrisk.risk('r') GROUP BY attack"
    ).fetchall()
    shares = {attack: share for attack, share, *_ in risks}
    share, mean, attack = max((share, round(mean, 9), attack) for attack, share, mean, _ in risks)
    errors = {band: (error, spread) for band, *_, error, spread in setrisk.utility(results, "r").fetchall()}
    found = metrics(results, "r", at_risk_below=None)
    assert found[:4] == (attack, share, max(highest for *_, highest in risks), pytest.approx(mean))
    bands = [errors.get(band, (None, None)) for band in ("low", "medium", "high", "all")]
    best = max(shares["gba:self"], shares["rba:self"])
    assert found[4:6] == (shares["ra:self:draws=1"], best > shares["ra:self:draws=1"])
    assert (found[6],) == results.execute("SELECT c.coverage FROM setrisk.coverage('r') AS c").fetchall()[0]
    assert found[7:12] == pytest.approx((*(error for error, _ in bands), bands[-1][1]))
    assert found[12] == dict(results.execute("SELECT d.* FROM setrisk.distortions('r') AS d").fetchall())
    assert found[13:] == (40, 9)


def test_nothing_is_kept_but_the_rows(results: DuckDBPyConnection, copies: Path) -> None:
    assert results.sql("SELECT release FROM setrisk.release").fetchall() == [("of other",)]
    for table in ("generalised_record", "chunk_record", "published_item", "attack_run", "elimination", "reassociation"):
        assert results.sql(f"SELECT DISTINCT release FROM setrisk.{table} WHERE release <> 'of other'").fetchall() == []
    assert list(copies.iterdir()) == []


def test_what_is_kept_is_the_release_that_was_measured(
    shop: DuckDBPyConnection,
) -> None:
    universe = ",".join(f"item {n}" for n in range(12))
    setrisk.set_budget(shop, "shop", epsilon_limit=2.5)
    rows = setrisk.whatif(
        shop, "shop", assess=False, method=[Coat(k=25, privacy_constraints=GIVEN["privacy_constraints"]), "diffpart"],
        attacks=["all", RedistributedElimination(context=1)], keep=True, workers=1, universe=universe,
        epsilon=[1, 2, 1.5],
    )  # fmt: skip
    assert in_order(rows, "release", "failure IS NULL", "marks") == [
        ("shop 1 1", True, []), ("shop 1 2", True, []), (None, False, None), ("shop 1 4", True, []),
    ]  # fmt: skip
    ((attacks,),) = rows.filter("cell = 1").project("attacks").fetchall()
    assert attacks == ["ra", "mda", "tba", "wba", "gba", "rba", "rba:context=1"]
    cells = shop.sql("SELECT c.n_attacks FROM setrisk_private.whatif_cell AS c WHERE c.grid = 'shop 1' ORDER BY c.cell")
    assert cells.fetchall() == [(6,), (1,), (1,), (1,)]
    run_attacks = shop.sql("SELECT a.attack FROM setrisk.attack_run AS a WHERE a.release = 'shop 1 1'").fetchall()
    assert sorted(run_attacks) == sorted(
        (":".join([name, "self", *changed]),) for name, *changed in (attack.split(":") for attack in attacks)
    )
    ((failure,),) = rows.filter("cell = 3").project("failure").fetchall()
    assert failure.startswith("epsilon 2 is more than the budget of 'shop' leaves: of 2.5, 1 is spent")
    spent = "SELECT release, epsilon FROM setrisk_private.spending ORDER BY ALL"
    assert [(name, float(e)) for name, e in shop.sql(spent).fetchall()] == [("shop 1 2", 1.0), ("shop 1 4", 1.5)]
    assert generalisation_verifier.violations_of(shop, "shop 1 1", k=25, max_suppression=0.15, utility=None) == []
    for cell in (1, 2, 4):
        own = [metrics(shop, f"shop 1 {cell}", at_risk_below=5)]
        assert rounded(own) == rounded(rows.filter(f"cell = {cell}").project(METRICS).fetchall())
    for cell in (2, 4):
        assert histogram_verifier.violations_of(shop, f"shop 1 {cell}", universe) == []
    setrisk.drop(shop, "shop 1 1")
    assert in_order(rows, "release", "share_at_risk IS NULL")[0] == (None, False)
    shop.execute("DELETE FROM setrisk_private.whatif_cell")
    with pytest.raises(AlreadyExists, match="the release 'shop 1 2' exists already"):
        setrisk.whatif(shop, "shop", assess=False, k=[2, 3], privacy_constraints=[["item 1"]], keep=True)


def test_a_grid_says_what_shows_the_data_as_they_are_and_compares_no_other_m(con: DuckDBPyConnection) -> None:
    con.execute(
        "CREATE TEMP TABLE results AS SELECT 5 AS at_risk_below, NULL::BOOLEAN AS beats_baseline, "
        "unnest([['unprotected'], [], []]) AS marks, unnest(['coat', 'm-invariance', 'm-invariance']) AS method, "
        "unnest(['{}', '{\"m\": 2}', '{\"m\": 3}'])::JSON AS parameters, "
        "NULL AS failure, NULL AS assessment_failure, NULL AS left_out_attack, unnest([5, 5, 0]) AS n_records, "
        "3 AS n_items, 1000::BIGINT AS sample"
    )
    said = cautions(con, con.table("results"))
    assert [each for each in said if each.startswith("they were made of 1,000 transactions, drawn at random")]
    assert "in 1 of the releases the data are as they were: they have the mark unprotected" in said
    assert "1 of the releases is empty: nothing can be learned from it" in said
    assert not [sentence for sentence in said if "a larger m" in sentence]
    con.execute("UPDATE results SET method = 'disassociation'")
    assert [sentence for sentence in cautions(con, con.table("results")) if sentence.startswith("m ranges from 2 to 3")]


def test_flags_are_flags_and_both_are_two_values(loaded: Path, tmp_path: Path) -> None:
    path = shutil.copy(loaded, tmp_path / "shop.duckdb")
    given = "--method disassociation --k 2 --refine --no-refine --no-assess --pairs 1 --workers 1 --attacks aba"
    found = CliRunner().invoke(cli.app, ["whatif", str(path), "shop", *given.split(), "-f", "json"])
    assert found.exit_code == 0, found.output
    assert [row["parameters"] for row in json.loads(found.output)] == [
        {"k": 2, "refine": True}, {"k": 2, "refine": False},
    ]  # fmt: skip


def test_names_of_grids(results: DuckDBPyConnection) -> None:
    quick = {"method": "identity", "workers": 1, "pairs": 5, "reconstructions": 2}
    results.execute(
        "INSERT INTO setrisk_private.whatif_cell BY NAME SELECT g.grid, 1 AS cell, 'shop' AS dataset, "
        "'coat' AS method, '{}' AS parameters, ['ra'] AS attacks, 'self' AS knowledge, true AS is_tried, "
        "20 AS reconstructions, 100 AS pairs, "
        "5 AS at_risk_below FROM (SELECT unnest(['shop 1', 'shop 3']) AS grid) AS g"
    )
    setrisk.whatif(results, "shop", assess=False, **quick)
    grids = "SELECT DISTINCT grid FROM setrisk_private.whatif_cell ORDER BY grid"
    assert results.sql(grids).fetchall() == [("g",), ("shop 1",), ("shop 2",), ("shop 3",)]
    for name, message in (("g", "the grid 'g' exists already; drop it first"), ("", "the grid needs a name")):
        with pytest.raises(BadInput, match=message):
            setrisk.whatif(results, "shop", assess=False, grid=name, **quick)
    assert setrisk.drop(results, "shop 2") == "grid"
    assert setrisk.drop(results, "shop 3", object_type="grid") == "grid"
    assert results.sql(grids).fetchall() == [("g",), ("shop 1",)]
    setrisk.drop(results, "shop")
    assert results.sql(grids).fetchall() == []


@pytest.mark.parametrize(("keep", "spent"), [(True, [("g 1", 1.0)]), (False, [])])
def test_noise_that_was_drawn_for_what_is_kept_is_spent(
    con: DuckDBPyConnection, keep: bool, spent: list[tuple[str, float]]
) -> None:
    setrisk.load(con, "wide", con.sql("SELECT ['item ' || n] AS items FROM range(400) AS r(n)"))
    given = {"method": "diffpart", "epsilon": 1, "c1": "0", "from_data": True, "seed": 1, "grid": "g", "workers": 1}
    (row,) = setrisk.whatif(con, "wide", assess=False, keep=keep, **given).fetchall()
    assert "noise alone makes more than" in row[-1]
    assert row[-1].endswith("is spent") == keep
    noted = con.sql("SELECT s.release, s.epsilon::DOUBLE FROM setrisk_private.spending AS s").fetchall()
    assert noted == spent


def test_an_epsilon_that_is_none_gives_others_no_budget(shop: DuckDBPyConnection) -> None:
    setrisk.set_budget(shop, "shop", epsilon_limit=1)
    given = {"method": "diffpart", "epsilon": [-1, 2], "from_data": True, "grid": "g", "workers": 1}
    first, second = setrisk.whatif(shop, "shop", assess=False, keep=True, **given).project("failure").fetchall()
    assert "epsilon is -1.0; it must be from" in first[0]
    assert "more than the budget of 'shop' leaves: of 1, 0 is spent" in second[0]
    assert shop.sql("SELECT s.release FROM setrisk_private.spending AS s").fetchall() == []


def test_what_a_kept_release_that_failed_was_to_spend_is_given_back(shop: DuckDBPyConnection) -> None:
    given = {"method": "privbayes", "epsilon": 1, "universe": "nothing of it", "grid": "g", "workers": 1}
    (row,) = setrisk.whatif(shop, "shop", assess=False, keep=True, **given).fetchall()
    assert "it lacks" in row[-1]
    assert shop.sql("SELECT s.release FROM setrisk_private.spending AS s").fetchall() == []


def test_a_series_goes_on_in_what_if(shop: DuckDBPyConnection) -> None:
    given: dict[str, Any] = {"method": "anony", "r_th": 3, "cluster_size": 5, "series": "s"}
    snapshots = setrisk.sample_series(shop, "shop", share=0.5, repeat=0.5, snapshots=2, seed=1)
    setrisk.protect(shop, snapshots.datasets[0], "first", sensitive=["item 1", "item 2"], **given)
    found = setrisk.whatif(shop, snapshots.datasets[1], assess=False, grid="next", keep=True, workers=1, **FEW, **given)
    ((attacks, failure),) = in_order(found, "attacks, failure")
    assert failure is None
    assert shop.sql("SELECT * FROM setrisk.series ORDER BY position").fetchall() == [
        ("s", 1, "first"),
        ("s", 2, "next 1"),
    ]
    assert {attack for (attack,) in shop.sql("SELECT attack FROM setrisk.attack_run").fetchall()} == set(attacks)


def test_tables_files_and_knowledge_come_along(shop: DuckDBPyConnection, tmp_path: Path) -> None:
    shop.execute("CREATE TEMP TABLE \"my; rules\" AS SELECT ['item 1', 'item 2'] AS items")
    rules = tmp_path / "rules.txt"
    rules.write_text("item 3\n")
    shop.execute("CREATE TABLE texts AS SELECT 'item 1 of item 2 and item ' || n AS text FROM range(9) AS r(n)")
    setrisk.load_corpus(shop, "texts", shop.table("texts"))
    given: dict[str, Any] = {"k": 3, "workers": 1, "knowledge": "texts", **FEW}
    for privacy in ("my; rules", str(rules)):
        found = setrisk.whatif(shop, "shop", assess=False, privacy_constraints=privacy, **given)
        ((attacks, knowledge, worst, failure),) = in_order(found, "attacks, knowledge, worst_attack, failure")
        assert knowledge == "texts"
        assert failure is None
        assert set(attacks) == {"rba", "gba", "mda", "tba", "wba", "ra"}
        assert worst in {"none", *(f"{attack} texts" for attack in attacks)}
    assert shop.sql("SELECT table_name FROM duckdb_tables() WHERE schema_name = 'main'").fetchall() == [
        ("texts",),
        ("my; rules",),
    ]


@pytest.mark.parametrize(
    ("error", "given", "message"),
    [
        (UnknownDataset, {"dataset": "nope"}, "there is no data set 'nope'; there are other, shop"),
        (UnknownKnowledge, {"knowledge": "nope"}, "there is no knowledge 'nope'"),
        (BadInput, {"workers": 0}, "workers is 0; it must be a whole number of at least 1"),
        (BadInput, {"reconstructions": 0}, "reconstructions is 0; it must be a whole number of at least 1"),
        (BadInput, {"reconstructions": 10_001}, "reconstructions is 10001; it must be from 1 to 10,000"),
        (BadInput, {"pairs": -1}, "pairs is -1; it must be a whole number of at least 1"),
        (BadInput, {"k": "x"}, "k is 'x'"),
    ],
)
def test_what_cannot_be_tried(
    shop: DuckDBPyConnection, error: type[Exception], given: dict[str, Any], message: str
) -> None:
    with pytest.raises(error, match=message):
        setrisk.whatif(shop, **{"dataset": "shop", "k": 2, "random_constraints": 0.5, **given})
    assert shop.sql("FROM setrisk_private.whatif_cell").fetchall() == []


def test_a_name_of_a_table_elsewhere_is_no_table(shop: DuckDBPyConnection) -> None:
    """`series` is a table of setrisk's own schema, as is `item`."""
    shop.execute("CREATE SCHEMA elsewhere; CREATE TABLE elsewhere.rules AS SELECT ['item 1'] AS items")
    rows = setrisk.whatif(
        shop, "shop", method=["anony", "coat"], r_th=3, cluster_size=5, series="series", sensitive="item", k=2,
        assess=False,
        privacy_constraints="rules", workers=1,
    )  # fmt: skip
    failures = [failure for (failure,) in in_order(rows, "failure")]
    assert "'item' is neither" in failures[0]
    assert failures[1] == "privacy_constraints: 'rules' is neither a file, nor a table, nor an item of the data set"


def test_not_on_a_database_that_is_open_for_reading(loaded: Path) -> None:
    with (
        setrisk.connect(loaded, read_only=True) as con,
        pytest.raises(BadInput, match="open for reading only: open it for writing"),
    ):
        setrisk.whatif(con, "shop", assess=False, method="identity")


def test_not_in_an_open_transaction(shop: DuckDBPyConnection) -> None:
    shop.execute("BEGIN")
    with pytest.raises(BadInput, match="a transaction is open"):
        setrisk.whatif(shop, "shop", assess=False, method="identity")
    shop.execute("ROLLBACK")


@pytest.mark.parametrize(
    ("end", "said"),
    [(KeyboardInterrupt(), "1 of 3 releases were tried, and are the grid 'shop 1'"), (SystemExit(143), "143")],
)
def test_an_interrupt_keeps_what_is_done_and_leaves_nothing_else(
    shop: DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: BaseException, said: str
) -> None:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    store = trying._store

    def interrupted(*args: Any) -> None:
        store(*args)
        raise end

    monkeypatch.setattr(trying, "_store", interrupted)
    with pytest.raises(type(end), match=said):
        setrisk.whatif(shop, "shop", assess=False, method="disassociation", k="2..4", attacks="aba", workers=2, **FEW)
    found = shop.sql("SELECT w.failure FROM setrisk.whatif_results('shop 1') AS w ORDER BY 1 NULLS FIRST").fetchall()
    assert found == [(None,), *[("it was not tried",)] * 2]
    assert not list((tmp_path / "tmp").iterdir())
    assert shop.sql("SELECT database_name FROM duckdb_databases() WHERE NOT internal").fetchall() == [("shop",)]


def test_progress_counts_releases(shop: DuckDBPyConnection) -> None:
    said: list[tuple[str, int, int]] = []
    setrisk.whatif(
        shop, "shop", assess=False, method="disassociation", k="2,3", attacks="aba", workers=1, **FEW,
        progress=lambda step, done=0, total=0: said.append((step, done, total)),
    )  # fmt: skip
    assert said == [
        ("copying what releases are made of", 0, 2),
        *(("trying releases", n, 2) for n in range(3)),
    ]


def test_a_process_that_ends_is_a_failure_and_the_next_job_gets_another(tmp_path: Path) -> None:
    # There is no database in the folder.
    with start_workers(str(tmp_path), 1) as workers:
        found = list(workers.run_jobs({"processes": 1, "time_limit": None}, [{"job": 1}, {"job": 2}]))
    assert [job["job"] for job, _ in found] == [1, 2]
    assert {outcome["failure"] for _, outcome in found} == {
        "the process that tried it ended with 1: was there enough memory, and room in TMPDIR?"
    }


def begun(database: Path, place: Path, *options: str) -> subprocess.Popen[bytes]:
    """The command, once it has begun, in a folder that has modules of Python's names, which nothing may run, and one
    for temporary files.
    """
    for name in ("json.py", "queue.py"):
        (place / name).write_text("raise SystemExit('this is not the module')")
    (place / "tmp").mkdir()
    program = f"import sys; sys.path[:0] = {sys.path!r}; from setrisk.cli import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", program, "whatif", str(database), "shop", "--method", "disassociation", *options],
        cwd=place,
        env={**os.environ, "TMPDIR": str(place / "tmp")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    while process.poll() is None and not list((place / "tmp").glob("setrisk-*/worker-*")):
        time.sleep(0.05)
    return process


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("how", ["SIGTERM", "SIGKILL"])
def test_where_it_is_ended_no_copy_of_the_data_stays(loaded: Path, tmp_path: Path, how: str) -> None:
    database = Path(shutil.copy(loaded, tmp_path / "shop.duckdb"))
    process = begun(database, tmp_path, "--k", "2..20", "--workers", "2")
    assert process.poll() is None, process.communicate()
    process.send_signal(getattr(signal, how))
    _, errors = process.communicate()
    assert process.returncode == (-9 if how == "SIGKILL" else 128 + getattr(signal, how)), errors
    # Processes that have lost the one that asks end at once.
    deadline = time.monotonic() + 60
    while list((tmp_path / "tmp").iterdir()) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert list((tmp_path / "tmp").iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_a_process_that_has_lost_the_one_that_asks_ends_in_the_middle_of_a_job(tmp_path: Path) -> None:
    """Which may take hours: it removes the copies before."""
    folder = tmp_path / "copies"
    folder.mkdir()
    (folder / "scratch.duckdb").write_bytes(b"private")
    code = (
        f"import sys; sys.path[:0] = {sys.path!r}; import os, threading\n"
        "from pathlib import Path\n"
        "from setrisk.pipelines.whatif import worker\n"
        "def work(*given):\n    print('begun', flush=True)\n    threading.Event().wait()\n"
        "worker._work = work; worker._outcome_stream = lambda: sys.stdout; worker.main(Path(sys.argv[1]), os.getppid())"
    )
    asking = (
        "import subprocess, sys\n"
        "words = [sys.executable, '-c', *sys.argv[1:]]\n"
        "child = subprocess.Popen(words, stdin=subprocess.PIPE, start_new_session=True)\n"
        "child.wait()"
    )
    with subprocess.Popen([sys.executable, "-c", asking, code, str(folder)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"begun\n"
        process.kill()
        assert process.stdout.read() == b""  # the worker has ended, too
    assert not folder.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_where_all_processes_are_killed_the_next_start_removes_the_copies(loaded: Path, tmp_path: Path) -> None:
    database = Path(shutil.copy(loaded, tmp_path / "shop.duckdb"))
    process = begun(database, tmp_path, "--k", "2..20", "--workers", "1")
    assert process.poll() is None, process.communicate()
    ((worker,),) = [list(folder.glob("worker-*.duckdb")) for folder in (tmp_path / "tmp").glob("setrisk-*")]
    there = sorted((tmp_path / "tmp").iterdir())
    program = f"import sys; sys.path[:0] = {sys.path!r}; from setrisk.cli import main; main()"
    words = [sys.executable, "-P", "-c", program, "sql", str(database.with_name("other.duckdb")), "SELECT 1"]
    setrisk.connect(database.with_name("other.duckdb")).close()
    environment = {**os.environ, "TMPDIR": str(tmp_path / "tmp")}
    # While it is there, another leaves it alone.
    subprocess.run(words, env=environment, check=True, capture_output=True)
    assert sorted((tmp_path / "tmp").iterdir()) == there
    assert process.poll() is None
    number = int(worker.stem.removeprefix("worker-"))
    os.kill(number, signal.SIGSTOP)  # which sees no end of the other
    process.kill()
    process.wait()
    os.kill(number, signal.SIGKILL)
    process.communicate()
    assert sorted((tmp_path / "tmp").iterdir()) == there
    subprocess.run(words, env=environment, check=True, capture_output=True)
    assert list((tmp_path / "tmp").iterdir()) == []


def test_only_folders_of_its_own_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    (tmp_path / "setrisk-without-owner").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "owner.lock").touch()
    (tmp_path / "setrisk-linked").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "setrisk-file").touch()
    with make_own_folder() as folder:
        remove_orphans()
        assert Path(folder).stat().st_mode & 0o777 == 0o700
        assert len(list(tmp_path.iterdir())) == 5
    assert len(list(tmp_path.iterdir())) == 4


def test_what_was_killed_while_it_removed_its_folder_is_removed_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folder = tmp_path / "setrisk-killed"
    folder.mkdir()
    for name in ("owner.lock", "scratch.duckdb", "worker-1.duckdb"):
        (folder / name).touch()

    def be_killed(path: Path, **_options: bool) -> None:
        raise KeyboardInterrupt(path)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", be_killed)
        with pytest.raises(KeyboardInterrupt):
            remove(folder)
    assert (folder / "owner.lock").exists()
    remove_orphans()
    assert list(tmp_path.iterdir()) == []


def test_a_script_needs_no_guard(tried: Path, tmp_path: Path) -> None:
    """As it would with multiprocessing, which runs the script again in each process."""
    path = shutil.copy(tried, tmp_path / "shop.duckdb")
    script = tmp_path / "script.py"
    script.write_text(
        "import sys, setrisk\n"
        "con = setrisk.connect(sys.argv[1])\n"
        "found = setrisk.whatif(con, 'shop', method='identity', workers=1, pairs=5)\n"
        "print('found', len(found.fetchall()))\n"
        "con.close()\n"
    )
    run = subprocess.run([sys.executable, str(script), str(path)], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "found 1\n", "")


ROWS = [
    # method, share_at_risk, highest_score, error, marks, failure
    ("coat", 0.30, 1.0, 0.1, [], None),
    ("coat", 0.04, 0.8, 0.3, ["seeded"], None),
    ("coat", 0.05, 0.6, 0.2, [], None),
    ("coat", None, None, None, None, "it failed"),
    ("identity", 0.0, 0.0, 0.0, ["unprotected"], None),
    ("aplkiller", 0.0, 0.0, 0.01, ["seeded", "as-printed"], None),
    ("coat", 0.02, 0.5, None, [], None),
    # It is not known who is at risk in this one.
    ("coat", None, None, 0.0, [], None),
]


@pytest.fixture
def grid(con: DuckDBPyConnection) -> str:
    con.execute(
        "INSERT INTO setrisk_private.dataset BY NAME "
        "SELECT 'd' AS dataset, 'd' AS source, 9 AS n_transactions, 5 AS n_items, now() AS loaded_at"
    )
    con.executemany(
        "INSERT INTO setrisk_private.whatif_cell BY NAME SELECT 'g' AS grid, $1 AS cell, 'd' AS dataset, "
        "$2 AS method, '{}' AS parameters, ['ra', 'rba'] AS attacks, 1 AS n_attacks, 'self' AS knowledge, "
        "true AS is_tried, 20 AS reconstructions, 100 AS pairs, 5 AS at_risk_below, 1.0 AS coverage, "
        "$3::DOUBLE AS share_at_risk, $4::DOUBLE AS highest_score, $5::DOUBLE AS error, "
        "$6::VARCHAR[] AS marks, $7 AS failure, CASE WHEN $3 IS NOT NULL THEN 'rba:self' END AS worst_attack",
        [[number, *row] for number, row in enumerate(ROWS, 1)],
    )
    return "g"


@pytest.mark.parametrize(
    ("limits", "cell", "is_within", "excess"),
    [
        ({}, 1, None, 0),
        ({"max_at_risk": 0.5}, 1, True, 0),
        ({"max_at_risk": 0.05}, 3, True, 0),
        ({"max_at_risk": 0.04}, 2, True, 0),
        ({"max_score": 0.9}, 3, True, 0),
        ({"max_at_risk": 0.05, "max_score": 0.5}, 7, True, 0),
        ({"max_at_risk": 0.01}, 7, False, 0.01),
        ({"max_at_risk": 0.01, "max_score": 0.1}, 7, False, 0.4),
        ({"max_at_risk": 0}, 7, False, 0.02),
    ],
)
def test_the_least_distorted_within_limits_or_the_nearest(
    con: DuckDBPyConnection, grid: str, limits: dict[str, float], cell: int, is_within: bool, excess: float
) -> None:
    found = setrisk.recommend(con, grid, **limits)
    assert found.project("cell, is_within, excess").fetchall() == [(cell, is_within, pytest.approx(excess))]
    given = "".join(f", {name} := {literal(value)}" for name, value in limits.items())
    assert con.sql(f"FROM setrisk.recommended('g'{given})").fetchall() == found.fetchall()


def test_limits_on_a_grid_come_from_a_file(con: DuckDBPyConnection, grid: str, tmp_path: Path) -> None:
    file = tmp_path / "limits.toml"
    file.write_text("max_at_risk = 0.01\nmax_score = 0.1\n")
    expected = setrisk.recommend(con, grid, max_at_risk=0, max_score=0.1).fetchall()
    assert setrisk.recommend(con, grid, limits=file, max_at_risk=0).fetchall() == expected
    file.write_text('max_at_risk = 0.01\nattacks = ["rba"]\n')
    with pytest.raises(BadInput, match=r"limits: attacks \(rba\) are required of a release, not of a grid"):
        setrisk.recommend(con, grid, limits=file)


def test_where_nothing_can_be_recommended(con: DuckDBPyConnection, grid: str) -> None:
    con.execute("DELETE FROM setrisk_private.whatif_cell WHERE failure IS NULL AND len(marks) = 0 OR cell = 2")
    assert setrisk.recommend(con, grid, max_at_risk=1).fetchall() == []


@pytest.mark.parametrize(("limit", "is_seeded"), [(0.04, True), (0.05, False)])
def test_a_report_says_where_the_recommended_one_is_seeded(
    con: DuckDBPyConnection, grid: str, limit: float, is_seeded: bool
) -> None:
    found = sections_of_grid(
        con, grid, Limits(max_at_risk=limit), 1, Commands("my.duckdb", grid, "g.html"), ignore_progress
    )
    assert any("It is seeded: make it again" in each for part in found for each in part.sentences) == is_seeded
    assert setrisk.recommend(con, grid, max_at_risk=limit).project("marks").fetchall() == [
        (["seeded"] if is_seeded else [],)
    ]


def test_what_was_attacked_by_luck_alone_is_not_recommended(con: DuckDBPyConnection, grid: str) -> None:
    con.execute("UPDATE setrisk_private.whatif_cell SET n_attacks = 0")
    assert setrisk.recommend(con, grid, max_at_risk=1).fetchall() == []


@pytest.mark.parametrize("value", [10**400, float("nan")])
def test_what_is_no_finite_number_is_no_value(shop: DuckDBPyConnection, value: object) -> None:
    with pytest.raises(BadInput, match=r"epsilon is (inf|nan)"):
        setrisk.whatif(shop, "shop", assess=False, method="diffpart", epsilon=value)


@pytest.mark.parametrize(
    ("grid_", "limits", "message"),
    [
        ("nope", {}, "there is no grid 'nope'; there are g$"),
        ("g", {"max_at_risk": 2}, "max_at_risk is 2; it must be a number from 0 to 1"),
        ("g", {"max_score": float("nan")}, "max_score is nan; it must be"),
    ],
)
def test_limits_that_are_none(
    con: DuckDBPyConnection, grid: str, grid_: str, limits: dict[str, float], message: str
) -> None:
    with pytest.raises(BadInput, match=message):
        setrisk.recommend(con, grid_, **limits)


def test_other_data_do_not_come_along(shop: DuckDBPyConnection, tmp_path: Path) -> None:
    path = tmp_path / "scratch.duckdb"
    database_copy.copy(shop, path, "shop", [], series=False, semantic=False)
    with setrisk.connect(path) as con:
        assert con.sql("SELECT dataset FROM setrisk_private.dataset").fetchall() == [("shop",)]
        assert con.sql("SELECT DISTINCT dataset FROM setrisk_private.transaction_item").fetchall() == [("shop",)]
        assert con.sql("SELECT release FROM setrisk.release").fetchall() == []


def test_what_puts_people_at_risk_by_its_series_is_not_recommended() -> None:
    """Nobody is at risk by the release's own promise; those of the earlier release are, by comparing the two."""
    draw = random.Random(9)
    public, sensitive = [f"i{n}" for n in range(6)], [f"p{n}" for n in range(12)]

    def baskets(n: int, share: float) -> list[list[str]]:
        return [
            [*draw.sample(public, draw.randint(1, 3)), *([draw.choice(sensitive)] if draw.random() < share else [])]
            for _ in range(n)
        ]

    earlier = baskets(150, 0.5)
    later = [basket for basket in earlier if not set(basket) & set(sensitive)][:70] + baskets(80, 0.4)
    with setrisk.connect() as con:
        for name, rows in (("A", earlier), ("B", later)):
            con.execute("CREATE OR REPLACE TEMP TABLE baskets AS SELECT unnest($1) AS items", [rows])
            setrisk.load(con, name, con.table("baskets"))
        setrisk.protect(
            con, "A", "a", method="sanony", r_th=3.0, sensitive=sensitive, series="z", cluster_size=8, seed=1
        )
        setrisk.attack(con, "a", method="cluster")
        given: dict[str, Any] = {
            "method": "anony", "r_th": 10.0, "workers": 1, "keep": True, "attacks": "cluster", **FEW
        }  # fmt: skip
        for series, marks in (("z", ["series"]), ("alone", [])):
            sensitive_items = {} if series == "z" else {"sensitive": ",".join(sensitive)}
            setrisk.whatif(
                con,
                "B",
                assess=False,
                grid=series,
                series=series,
                cluster_size=20,
                mix=True,
                **sensitive_items,
                **given,
            )
            found = con.execute("SELECT w.marks, w.failure FROM setrisk.whatif_results(?) AS w", [series]).fetchall()
            assert found == [(marks, None)]
            best = setrisk.recommend(con, series, max_at_risk=1, min_coverage=0, max_error=2).fetchall()
            assert len(best) == (0 if marks else 1)
        # What is kept comes into the series: what was found of others was found by comparing fewer.
        asked = "SELECT DISTINCT a.release FROM setrisk.attack_run AS a ORDER BY ALL"
        assert con.execute(asked).fetchall() == [("alone 1",), ("z 1",)]
        refused = setrisk.check(con, "a", max_at_risk=1, min_coverage=0).project("refusal").fetchall()
        assert ("not_attacked",) in refused
        # Two of one grid were not compared with each other.
        both = {**given, "sensitive": ",".join(sensitive), "cluster_size": [20, 30]}
        setrisk.whatif(con, "B", assess=False, grid="both", series="both", **both)
        kept = con.execute("SELECT s.release FROM setrisk.series AS s WHERE s.series = 'both' ORDER BY ALL").fetchall()
        assert kept == [("both 1",), ("both 2",)]
        assert con.execute(asked).fetchall() == [("alone 1",), ("z 1",)]
