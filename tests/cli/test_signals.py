"""Signals that end the program: it cleans up, with the exit code of the signal, and ends even where nothing listens."""

import signal
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

import setrisk
from setrisk.pipelines.database.transaction import translate_interrupts
from setrisk.terminal import signals
from setrisk.udf.common import stopping

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")

# Python's own steps, DuckDB's, and one that hears nothing for minutes.
STEPS = {
    "Python": "while True: pass",
    "DuckDB": "duckdb.sql('SELECT count(*) FROM range(1000000000000) AS r(n) WHERE hash(n) = 1').fetchall()",
    "deaf": "hashlib.pbkdf2_hmac('sha256', b'', b'', 10**9)",
}


def test_what_it_was_started_to_ignore_is_ignored() -> None:
    code = (
        f"import signal, sys; sys.path[:0] = {sys.path!r}; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "from setrisk.terminal import signals\n"
        "signals.install_handlers(); signal.raise_signal(signal.SIGHUP); print('still there')"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"still there\n", b"")


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("step", STEPS)
def test_it_ends(step: str, name: str) -> None:
    code = (
        f"import sys; sys.path[:0] = {sys.path!r}; import duckdb, hashlib, signal, setrisk.cli\n"
        "signal.signal(signal.SIGHUP, signal.SIG_DFL)  # who runs the tests may ignore it\n"
        "from setrisk.terminal import signals\n"
        f"def command(**_):\n    print('begun', flush=True)\n    {STEPS[step]}\n"
        f"signals._PATIENCE = {0.2 if step == 'deaf' else 60}; setrisk.cli.app = command; sys.argv = ['setrisk']\n"
        "setrisk.cli.main()"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"begun\n"
        process.send_signal(getattr(signal, name))
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (128 + getattr(signal, name), b"")


# What calls a kernel where: from Python, from a thread of DuckDB's, and from the thread that asked.
KERNELS = {
    "Python": (
        "setrisk.udf.generalisation.coat",
        "coat",
        "protect my.duckdb d r2 --method coat --k 2 --random-constraints 1",
    ),
    "a thread": ("setrisk.udf.generalisation.elimination", "eliminate_lists", "attack my.duckdb r"),
    "folded": (
        "setrisk.udf.generalisation.elimination",
        "eliminate_lists",
        "sql my.duckdb SELECT(setrisk.eliminate('rba',[[0.5]]))",
    ),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ending")
    with setrisk.connect(folder / "my.duckdb") as con:
        setrisk.load(con, "d", con.sql("SELECT [n % 3, n + 3] AS items FROM range(9) AS r(n)"))
        setrisk.protect(con, "d", "r", k=3, random_constraints=1, seed=1)
    return folder


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
@pytest.mark.parametrize("kernel", KERNELS)
def test_a_kernel_ends(kernel: str, name: str, folder: Path) -> None:
    """In the middle, wherever it runs, and leaves the database as it was."""
    module, function, command = KERNELS[kernel]
    before = _counts(folder / "my.duckdb")
    code = (
        f"import sys; sys.path[:0] = {sys.path!r}; import signal, {module}\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # who runs the tests may ignore interrupts\n"
        "from setrisk.cli import main; from setrisk.terminal import signals\n"
        "def kernel(*given, **named):\n    print('begun', flush=True)\n    while True:\n        pass\n"
        f"{module}.{function} = kernel; signals._PATIENCE = 60; sys.argv = ['setrisk', *sys.argv[1:]]; main()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, *command.split()], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"begun\n"
        process.send_signal(getattr(signal, name))
        _, errors = process.communicate(timeout=100)
    assert process.returncode == 128 + getattr(signal, name)
    assert errors == (b"setrisk: interrupted; nothing was changed\n" if name == "SIGINT" else b"")
    assert _counts(folder / "my.duckdb") == before


def _counts(path: Path) -> list[object]:
    with setrisk.connect(path, read_only=True) as con:
        tables = con.execute("SELECT schema_name || '.' || table_name FROM duckdb_tables() ORDER BY ALL").fetchall()
        return [con.execute(f"SELECT '{table}', count(*) FROM {table}").fetchall() for (table,) in tables]


@pytest.mark.parametrize(
    "error",
    [
        RuntimeError("Query interrupted"),
        duckdb.InvalidInputException("Python exception occurred while executing the UDF: KeyboardInterrupt: "),
        duckdb.InvalidInputException("offering a filter to the source registered as 'x' failed: KeyboardInterrupt: "),
    ],
)
def test_an_interrupt_is_known_wherever_duckdb_was_interrupted(error: Exception) -> None:
    with pytest.raises(KeyboardInterrupt), translate_interrupts():
        raise error


def test_a_prompt_goes_on_after_an_interrupt(tmp_path: Path) -> None:
    """With kernels that run again."""
    with setrisk.connect(tmp_path / "my.duckdb") as con:
        registered = stopping.make_stoppable(lambda x: x)
        con.create_function("own", registered, ["BIGINT"], "BIGINT")  # type: ignore[arg-type]
        stopping.stop()
        try:
            with pytest.raises(KeyboardInterrupt), translate_interrupts():
                con.execute("SELECT own(n) FROM range(3) AS r(n)").fetchall()
        finally:
            signals.forget()
        assert con.execute("SELECT own(n) FROM range(3) AS r(n) ORDER BY 1").fetchall() == [(0,), (1,), (2,)]
