"""The program itself, as a process, and what it says when something happens."""

import re
import subprocess
from pathlib import Path

import pytest

import setrisk


def test_the_program_says_its_exit_code(working_folder, program):
    codes = [
        (["evaluate", "my.duckdb", "r1"], 0, ""),
        (["evaluate", "my.duckdb", "nope"], 2, "setrisk: there is no release 'nope'; there are r1\n"),
        (["evaluate", "my.duckdb"], 2, None),
    ]
    for words, code, error in codes:
        result = subprocess.run([program, *words], capture_output=True, text=True, check=False)
        assert result.returncode == code
        assert error is None or result.stderr == error
        assert "Traceback" not in result.stderr
        assert "\x1b" not in result.stdout + result.stderr


@pytest.mark.parametrize(
    ("failure", "code", "last"),
    [
        ("RuntimeError('broken')", 70, "setrisk: this is a defect of setrisk, not of your input; please report it"),
        ("KeyboardInterrupt()", 130, None),
        ("OSError(28, 'No space left on device')", 2, "setrisk: the output cannot be written: No space left on device"),
        (
            "MemoryError('Unable to allocate 5 TiB')",
            2,
            "setrisk: this takes more memory than there is; nothing was changed: Unable to allocate 5 TiB",
        ),
        ("setrisk.errors.MissingExtra('needs setrisk[text]')", 2, "setrisk: needs setrisk[text]"),
    ],
)
def test_whatever_happens_has_its_exit_code(run, unchanged_folder, monkeypatch, failure, code, last):
    def fail(*_: object, **__: object) -> None:
        raise eval(failure)

    monkeypatch.setattr(setrisk.pipelines.database.task, "ensure_attached", fail)
    result = run("evaluate my.duckdb r1")
    assert result.code == code
    assert result.output == b""
    assert ("Traceback" in result.error) == (code == 70)
    assert last is None or result.error.splitlines()[-1] == last


def test_a_reader_that_has_seen_enough_is_no_error(working_folder, program):
    rows = f'{program} sql my.duckdb "SELECT n, repeat(chr(120), 200) AS t FROM range(3000) AS r(n)"'
    commands = (rows, f"PYTHONUNBUFFERED=1 {rows} --format csv", f"PYTHONUNBUFFERED=1 {program} risk --help")
    script = "".join(f"{command} | head -n 1; echo code ${{PIPESTATUS[0]}}\n" for command in commands)
    result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert result.stderr == ""
    assert re.findall(r"^code (\d+)$", result.stdout, re.MULTILINE) == ["0"] * len(commands)


def test_output_that_cannot_be_written_is_an_error(working_folder, program):
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [program, "risk", "my.duckdb", "r1", "-f", "csv"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert result.returncode == 2
    assert result.stderr.decode() == "setrisk: the output cannot be written: No space left on device\n"


def test_an_interrupt_says_so(run, working_folder, monkeypatch):
    def interrupted(*given: object, **named: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(setrisk, "load", interrupted)
    result = run("load my.duckdb more baskets.dat")
    assert (result.code, result.output) == (130, b"")
    assert result.error == "setrisk: interrupted; nothing was changed\n"


def test_a_stream_that_is_written_to_a_file_is_no_file_to_replace(working_folder, program):
    with (working_folder / "all.txt").open("w") as file:
        result = subprocess.run(
            [program, "check", "my.duckdb", "r1", "--junit", "/dev/stdout"], stdout=file, check=False
        )
    assert result.returncode in (0, 1)
    text = (working_folder / "all.txt").read_text()
    assert '<testsuite name="setrisk check"' in text
    assert text.splitlines()[-1].startswith(("yes", "no"))
    assert not list(working_folder.glob("*deleted*"))
