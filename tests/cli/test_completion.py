"""What the shell completes comes from the database that the command names, and from the registry."""

import shutil
from pathlib import Path

import pytest

import setrisk
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


@pytest.fixture(scope="module")
def filled_template(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder, and in its database something of each type that has a name."""
    folder = tmp_path_factory.mktemp("filled")
    with setrisk.connect(shutil.copy(template / "my.duckdb", folder)) as con:
        con.execute("INSERT INTO setrisk.corpus VALUES ('texts', 'a file', 9)")
        con.execute("INSERT INTO setrisk.knowledge VALUES ('texts', 'ngd', 'a'), ('vectors', 'embedding', 'b')")
        con.execute("INSERT INTO setrisk.series BY NAME SELECT 'months' AS series, 1 AS position, 'r1' AS release")
        con.execute(
            "INSERT INTO setrisk_private.whatif_cell BY NAME SELECT 'tried' AS grid, 1 AS cell, 'baskets' AS dataset, "
            "'coat' AS method, '{}' AS parameters, [] AS attacks, 'self' AS knowledge, false AS is_tried, "
            "1 AS reconstructions, 1 AS pairs, 5 AS at_risk_below"
        )
    return folder


@pytest.fixture(autouse=True)
def in_filled_folder(filled_template: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(filled_template)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("setrisk risk my.duckdb ", ["r1"]),
        ("setrisk protect my.duckdb ba", ["baskets"]),
        ("setrisk risk none.duckdb ", []),
        ("setrisk may", ["may-publish"]),
        ("setrisk drop my.duckdb ", ["baskets", "months", "r1", "texts", "tried", "vectors"]),
        ("setrisk drop my.duckdb --object-type knowledge ", ["texts", "vectors"]),
        ("setrisk report my.duckdb ", ["months", "r1", "tried"]),
        ("setrisk recommend my.duckdb ", ["tried"]),
        ("setrisk attack my.duckdb r1 --knowledge ", ["self", "texts", "vectors"]),
        ("setrisk assess my.duckdb r1 --control ", ["baskets"]),
        ("setrisk load my.duckdb new file --format l", ["long", "lists"]),
        ("setrisk audit a", ["aplkiller"]),
        ("setrisk protect my.duckdb baskets r3 --method coat --se", ["--seed"]),
        ("setrisk protect my.duckdb baskets r3 --method sanony --seri", ["--series"]),
        ("setrisk attack my.duckdb r1 --sc", ["--scaled"]),
        ("setrisk attack my.duckdb r1 --conf", []),
        ("setrisk attack none.duckdb r1 --conf", ["--confidence"]),
        ("setrisk embed my.duckdb new --corpus ", ["texts"]),
        ("setrisk import my.duckdb new folder --series ", ["months"]),
        ("setrisk protect my.duckdb baskets new --series ", ["months"]),
        ("setrisk whatif my.duckdb baskets --knowledge t", ["texts"]),
        # Names that must be new, and those that may be replaced.
        ("setrisk whatif my.duckdb baskets --grid ", []),
        ("setrisk import my.duckdb ", ["r1"]),
        ("setrisk embed my.duckdb ", []),
        ("setrisk protect my.duckdb baskets r", ["r1"]),
    ],
)
def test_names_in_the_database(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: str,
    wanted: list[str],
) -> None:
    assert completed(monkeypatch, capsys, words) == wanted


def names(task: str, *families: str) -> list[str]:
    return sorted({m.name for m in METHODS if m.task == task and (not families or m.family in families)})


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("protect my.duckdb baskets r --method ", names("protect")),
        ("whatif my.duckdb baskets --method ", names("protect")),
        ("whatif my.duckdb baskets --method coat,a", ["coat,anony", "coat,aplkiller"]),
        ("attack my.duckdb r1 --method ", names("attack", "generalisation")),
        ("attack none.duckdb r1 --method ", names("attack")),
        ("attack my.duckdb r1 --method mda,r", ["mda,ra", "mda,rba"]),
        ("attack my.duckdb r1 --method ra,mda,r", ["ra,mda,rba"]),
        ("check my.duckdb r1 --attacks r", ["ra", "rba"]),
        ("check my.duckdb r1 --attacks mda,r", ["mda,ra", "mda,rba"]),
        ("report my.duckdb r1 r1.html --attacks r", ["ra", "rba"]),
        ("whatif my.duckdb baskets --method coat,disassociation --attacks r", ["ra", "random", "rba", "rga"]),
        ("whatif my.duckdb baskets --method disassociation --attacks a", ["aba", "assignment"]),
    ],
)
def test_names_of_methods(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: str,
    wanted: list[str],
) -> None:
    assert completed(monkeypatch, capsys, f"setrisk {words}") == wanted
