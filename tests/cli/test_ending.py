"""Signals that end the program: it cleans up, with the exit code of the signal, and ends even where nothing listens."""

import signal
import subprocess
import sys

import pytest

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
        "from setrisk.cli import ending\n"
        "ending.hear(); signal.raise_signal(signal.SIGHUP); print('still there')"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"still there\n", b"")


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("step", STEPS)
def test_it_ends(step: str, name: str) -> None:
    code = (
        f"import sys; sys.path[:0] = {sys.path!r}; import duckdb, hashlib, setrisk.cli\n"
        "from setrisk.cli import ending\n"
        f"def command(**_):\n    print('begun', flush=True)\n    {STEPS[step]}\n"
        f"ending._PATIENCE = {0.2 if step == 'deaf' else 60}; setrisk.cli.app = command; sys.argv = ['setrisk']\n"
        "setrisk.cli.main()"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"begun\n"
        process.send_signal(getattr(signal, name))
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (128 + getattr(signal, name), b"")
