"""Command lines as processes, without the second that the program's imports take."""

import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

# Imports once, without a thread of DuckDB's, and forks a child for each command line: its three descriptors are as a
# shell would have set them up, and Python's streams as they are after a start. Says the child's exit code.
NURSERY = textwrap.dedent(
    """
    import json, os, sys, traceback
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

# `main`, and what many commands of setrisk import late, or make once.
SETRISK = textwrap.dedent(
    """
    import functools
    import numpy, scipy.sparse, scipy.special, typer.main, typer.rich_utils
    import setrisk
    from setrisk.cli import app, main
    from setrisk.pipelines.database import install
    typer.main.get_command = functools.cache(typer.main.get_command)
    try:
        typer.main.get_command(app).main(["check", "nowhere.duckdb", "r"], standalone_mode=False)
    except setrisk.BadInput:
        install.digest()
    """
)

Forked = Callable[..., int]


@contextmanager
def forked_commands(environment: Mapping[str, str] | None = None, program: str = SETRISK) -> Iterator[Forked]:
    """Run a command line in a folder; each of its streams is a file, "none" (not open) or "gone" (nobody reads it).

    Args:
        environment: variables that the program has beside those of this process.
        program: Python that imports the function `main` of the program, and what else it would import.
    """
    with subprocess.Popen(
        [sys.executable, "-P", "-c", program + NURSERY],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **(environment or {})},
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
