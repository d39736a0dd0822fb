"""No reader that has seen enough, no full disk and no closed descriptor changes a verdict, or ends in a traceback."""

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import setrisk

Forked = Callable[..., int]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell of Windows knows none of this")

# Where nothing can be written: how, and what becomes of the exit code of a command that says yes.
NOWHERE = {"gone": 0, "none": 0, "/dev/full": 2}
FULL = "setrisk: the output cannot be written: No space left on device\n"

# Commands with a verdict, each with a yes and a no.
VERDICTS = {
    "check": ("check my.duckdb open --max-at-risk 1", "check my.duckdb raw"),
    "check of limits": ("check my.duckdb open --max-score 1", "check my.duckdb open --max-at-risk 0"),
    "recommend": ("recommend my.duckdb grid --max-at-risk 1", "recommend my.duckdb grid --max-at-risk 0"),
    "may-publish": ("may-publish my.duckdb alone", "may-publish my.duckdb feb"),
    "audit": (
        "audit aplkiller --epsilon 0.5 --releases 300 --seed 1",
        "audit textbook-laplace --epsilon 0.1 --releases 5000 --seed 1",
    ),
}
FORMATS = ("", " --format json", " --format csv", " --format parquet")
# Formats where it matters, and those that take longer not everywhere.
ALL = [
    pytest.param(f"{command}{form}", code, nowhere, id=f"{name}{form} {code} {nowhere}")
    for name, commands in VERDICTS.items()
    for code, command in enumerate(commands)
    for nowhere in NOWHERE
    for form in (FORMATS if name == "check" and nowhere != "none" else ("",))
    if name in ("check", "audit") or (code, nowhere) in ((0, "/dev/full"), (1, "gone"))
]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("streams")
    baskets = [sorted({n % 7, n % 11 + 5, n * n % 40, 3 * n % 23, n + 100}) for n in range(20)]
    (folder / "retail.dat").write_text("".join(" ".join(map(str, basket)) + "\n" for basket in baskets))
    with setrisk.connect(folder / "my.duckdb") as con:
        setrisk.load(con, "baskets", folder / "retail.dat", format="fimi")
        setrisk.protect(con, "baskets", "open", method="disassociation", k=2)
        setrisk.attack(con, "open")
        setrisk.protect(con, "baskets", "raw", method="identity")
        con.execute(
            "INSERT INTO setrisk_private.whatif_cell BY NAME SELECT 'grid' AS grid, 1 AS cell, 'baskets' AS dataset, "
            "'disassociation' AS method, 1 AS reconstructions, 1 AS pairs, 5 AS at_risk_below, "
            "'{\"k\": 2}' AS parameters, ['aba'] AS attacks, 1 AS n_attacks, 'self' AS knowledge, true AS is_tried, "
            "'aba' AS worst_attack, "
            "0.5 AS share_at_risk, 0.9 AS highest_score, 1.0 AS coverage, 0.1 AS error, []::VARCHAR[] AS marks"
        )
        # The one who has s is told by the next month, where the others are back and nobody has it.
        for month, people in (("jan", "abcd"), ("feb", "bcde")):
            had = [[person] for person in people] + ([["a", "s"]] if month == "jan" else [])
            rows = " UNION ALL ".join(f"SELECT '{items[0]}' AS id, '{items[-1]}' AS item" for items in had)
            setrisk.load(con, month, con.sql(rows), id="id", item="item")
            anony = {
                "method": "anony",
                "r_th": 2,
                "cluster_size": 4,
                **({"sensitive": ["s"]} if month == "jan" else {}),
            }
            setrisk.protect(con, month, month, series="months", **anony)
        setrisk.protect(con, "jan", "alone", **anony, sensitive=["s"])
    return folder


@pytest.fixture(scope="module")
def codes(made: Path, forked: Forked) -> None:
    """What the commands say where all is well; otherwise the tests would show nothing."""
    for name, commands in VERDICTS.items():
        for code, command in enumerate(commands):
            assert forked(made, *command.split()) == code, f"{name}: {(made / 'err').read_text()}"


@pytest.mark.usefixtures("codes")
@pytest.mark.parametrize(("command", "code", "nowhere"), ALL)
def test_an_output_that_nobody_gets_changes_no_verdict(made, forked, command, code, nowhere):
    assert forked(made, *command.split(), stdout=nowhere) == (code or NOWHERE[nowhere])
    assert (made / "err").read_text() == (FULL if nowhere == "/dev/full" else "")


@pytest.mark.usefixtures("codes")
@pytest.mark.parametrize("nowhere", NOWHERE)
@pytest.mark.parametrize("name", ["check", "audit"])
def test_errors_that_nobody_gets_change_no_verdict(made, forked, name, nowhere):
    for code, command in enumerate(VERDICTS[name]):
        assert forked(made, *command.split(), stderr=nowhere) == code
        assert (made / "out").read_text()
        nothing = {"stdout": nowhere, "stderr": nowhere}
        assert forked(made, *command.split(), stdin="none", **nothing) == (code or NOWHERE[nowhere])
    # Even if there is an error to tell: what it was asked has no answer then, and 0 would be one.
    assert forked(made, *command.split(), "--no-such-option", **nothing) == 2
    assert forked(made, name, "nowhere.duckdb", "nothing", **nothing) == 2


@pytest.mark.parametrize(("name", "code"), [("open", 0), ("raw", 1)])
def test_an_outcome_for_machines_that_nobody_reads_changes_no_verdict(made, tmp_path, forked, name, code):
    """As `--junit >(true)`, which is a pipe by a name."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    threading.Thread(target=lambda: os.close(os.open(fifo, os.O_RDONLY)), daemon=True).start()
    assert forked(made, "check", "my.duckdb", name, "--max-at-risk", "1", "--junit", str(fifo)) == code
    assert (made / "err").read_text() == ""
    for nowhere, yes in NOWHERE.items():
        words = ["check", "my.duckdb", name, "--max-at-risk", "1", "--junit", "/dev/stdout"]
        assert forked(made, *words, stdout=nowhere) == (code or yes)


def test_the_program_itself_in_a_shell(made):
    """Not only its insides: pipes as a shell sets them up, and Python's own streams."""
    program = shutil.which("setrisk", path=str(Path(sys.executable).parent))
    if not program:
        pytest.skip("the program setrisk is not installed beside this Python")
    script = "".join(
        f"{program} {command}; echo {code} ${{PIPESTATUS[0]}}\n"
        for code, command in (
            (1, "check my.duckdb raw | true"),
            (1, "check my.duckdb raw >&-"),
            (1, "check my.duckdb raw 2>&1 | grep -q no"),
            (2, "check my.duckdb raw --max-at-rsk 0 2>&1 | true"),
            (1, f"{VERDICTS['audit'][1]} | true"),
            (0, "check my.duckdb open --max-at-risk 1 >&- 2>&- <&-"),
        )
    )
    ran = subprocess.run(["bash", "-c", script], cwd=made, capture_output=True, text=True, check=False)
    assert ran.stderr == ""
    pairs = [line.split() for line in ran.stdout.splitlines()]
    assert len(pairs) == 6
    assert all(expected == found for expected, found in pairs), pairs


@pytest.mark.parametrize("nowhere", ["gone", "none"])
def test_other_commands_do_their_work_whoever_listens(made, tmp_path, forked, nowhere):
    """Also where the processes of a grid are started with streams that are not there."""
    folder = shutil.copytree(made, tmp_path / "copy")
    if nowhere == "gone":
        commands = ["load my.duckdb more retail.dat --format fimi", "sql my.duckdb SELECT(1) --format parquet"]
    else:
        commands = [
            "protect my.duckdb baskets r1 --method disassociation --k 3",
            "attack my.duckdb r1 --format csv",
            "whatif my.duckdb baskets --method disassociation --k 2 --reconstructions 2 --pairs 2 --workers 1 "
            "--no-assess --grid tried",
            "report my.duckdb r1 r1.html",
            "drop my.duckdb r1",
        ]
    for command in commands:
        assert forked(folder, *command.split(), stdin="none", stdout=nowhere, stderr=nowhere) == 0, command
    assert forked(folder, "load", "my.duckdb", "d", "no.csv", stdin="none", stdout=nowhere, stderr=nowhere) == 2
    with setrisk.connect(folder / "my.duckdb") as con:
        # Nothing that was printed is in the database, which would have got the number of a stream.
        if nowhere == "none":
            failures = con.execute("SELECT failure FROM setrisk_private.whatif_cell WHERE grid = 'tried'").fetchall()
            assert failures == [(None,)]
            assert (folder / "r1.html").exists()
        else:
            assert con.execute("SELECT count(*) FROM setrisk_private.dataset WHERE dataset = 'more'").fetchall() == [
                (1,)
            ]


def test_statements_after_one_whose_result_is_lost_are_not_run(made, tmp_path, forked):
    folder = shutil.copytree(made, tmp_path / "copy")
    (folder / "queries.sql").write_text("SELECT 1; CREATE TABLE made AS SELECT 1 AS a;")
    assert forked(folder, "sql", "my.duckdb", stdin="queries.sql", stdout="/dev/full") == 2
    assert (folder / "err").read_text() == FULL
    assert forked(folder, "sql", "my.duckdb", "FROM made") == 2
    # Whoever has seen enough wanted them all.
    assert forked(folder, "sql", "my.duckdb", stdin="queries.sql", stdout="gone") == 0
    assert forked(folder, "sql", "my.duckdb", "FROM made") == 0


def test_a_reader_that_is_slow_gets_all(made):
    """What does not block, such as the pipes of some CI systems, may be full for a moment."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    query = "SELECT n, repeat('x', 200) AS t FROM range(3000) AS r(n)"
    script = f"import sys; sys.path[:0] = {sys.path!r}; from setrisk.cli import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", script, "sql", "my.duckdb", query, "--format", "csv"], cwd=made, stdout=writing
    ) as process:
        os.close(writing)
        time.sleep(1.5)
        with open(reading, "rb") as pipe:
            assert len(pipe.read().splitlines()) == 3001
    assert process.returncode == 0
