"""The program as a process, without the second that its imports take."""

import json
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator

import pytest

# Imports once, without a thread of DuckDB's, and forks a child for each command line: its three descriptors are as a
# shell would have set them up, and Python's streams as they are after a start. Says the child's exit code.
NURSERY = textwrap.dedent(
    """
    import functools, json, os, sys, traceback
    import numpy, scipy.special, scipy.stats, typer.main
    import setrisk
    from setrisk.cli import app, main
    typer.main.get_command = functools.cache(typer.main.get_command)
    typer.main.get_command(app)
    # As in tests/conftest.py, and what these tests are about is not planned at all.
    MOVING = "SELECT name FROM duckdb_optimizers() WHERE name IN ('projection_pullup', 'projection_placement')"
    connect = setrisk.connect
    def planning_quickly(*args, **given):
        con = connect(*args, **given)
        con.execute("SET disabled_optimizers = '" + ",".join(n for (n,) in con.execute(MOVING).fetchall()) + "'")
        return con
    setrisk.connect = planning_quickly
    print("imported", flush=True)
    for line in sys.stdin:
        job = json.loads(line)
        child = os.fork()
        if child:
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
            continue
        try:
            os.chdir(job["folder"])
            sys.argv = ["setrisk", *job["words"]]
            for number, to in enumerate(job["streams"]):
                name = ("stdin", "stdout", "stderr")[number]
                if to == "none":
                    os.close(number)
                    setattr(sys, name, None)
                    continue
                if to == "gone":
                    reading, opened = os.pipe()
                    os.close(reading)
                elif number == 0:
                    opened = os.open(to, os.O_RDONLY)
                else:
                    opened = os.open(to, os.O_WRONLY | (0 if to == "/dev/full" else os.O_CREAT | os.O_TRUNC), 0o600)
                os.dup2(opened, number)
                os.close(opened)
                setattr(sys, name, open(number, "w" if number else "r", encoding="utf-8", closefd=False))
        except OSError as error:  # not a verdict
            print(error, file=sys.stderr)
            os._exit(99)
        try:
            main()
        except SystemExit as end:
            os._exit(end.code)  # what libraries do at the end of a process, they do not do well in a fork
        except BaseException:
            traceback.print_exc()
        os._exit(98)
    """
)

Forked = Callable[..., int]


@pytest.fixture(scope="session")
def forked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forked]:
    """Run a command line in a folder; each of its streams is a file, "none" (not open) or "gone" (nobody reads it)."""
    if sys.platform == "win32":
        pytest.skip("Windows has no fork")
    with subprocess.Popen(
        [sys.executable, "-c", NURSERY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "imported\n"

        def run(
            folder: object, *words: str, stdin: object = "/dev/null", stdout: object = "out", stderr: object = "err"
        ) -> int:
            job = {"folder": str(folder), "words": words, "streams": [str(stdin), str(stdout), str(stderr)]}
            process.stdin.write(json.dumps(job) + "\n")
            process.stdin.flush()
            return int(process.stdout.readline())

        yield run
        process.stdin.close()
