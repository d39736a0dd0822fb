"""What the shell completes comes from the database that the command names, and from the registry."""

from pathlib import Path

import pytest

from setrisk import cli
from setrisk.pipelines.methods.description import METHODS


def completed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str) -> list[str]:
    """What bash is told to complete the last of these words with."""
    monkeypatch.setenv("_SETRISK_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split(" ")) - 1))
    with pytest.raises(SystemExit):
        cli.app(prog_name="setrisk", standalone_mode=False)
    return capsys.readouterr().out.split()


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("setrisk risk my.duckdb ", ["r1"]),
        ("setrisk protect my.duckdb ba", ["baskets"]),
        ("setrisk risk none.duckdb ", []),
        ("setrisk may", ["may-publish"]),
    ],
)
def test_names_in_the_database(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    working_folder: Path,
    words: str,
    wanted: list[str],
) -> None:
    assert completed(monkeypatch, capsys, words) == wanted


@pytest.mark.parametrize(
    ("command", "task"), [("protect my.duckdb baskets r", "protect"), ("attack my.duckdb r1", "attack")]
)
def test_names_of_methods(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], working_folder: Path, command: str, task: str
) -> None:
    found = completed(monkeypatch, capsys, f"setrisk {command} --method ")
    assert found == sorted({m.name for m in METHODS if m.task == task})
