"""The program in this process, and as a process without the second that its imports take; folders to run it in."""

import functools
import json
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer.main
from duckdb import DuckDBPyConnection

import setrisk
from setrisk import cli
from tests.support.command_line import BASKETS, DOCUMENTS, CommandResult, Run
from tests.support.forked_commands import Forked, forked_commands


@pytest.fixture(scope="session")
def forked() -> Iterator[Forked]:
    """Run a command line in a folder, as `forked_commands` says."""
    if sys.platform == "win32":
        pytest.skip("Windows has no fork")
    with forked_commands() as run:
        yield run


# Typer builds all commands anew for each call, which takes as long as most of them run.
BUILT_ONCE = functools.cache(typer.main.get_command)


@pytest.fixture(scope="module", autouse=True)
def built_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typer.main, "get_command", BUILT_ONCE)
        yield


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Run a command line as the program does, in this process."""

    def run_command(*words: str) -> CommandResult:
        capsysbinary.readouterr()
        monkeypatch.setattr(sys, "argv", ["setrisk", *(words if len(words) > 1 else shlex.split(words[0]))])
        with pytest.raises(SystemExit) as end:
            cli.main()
        out, err = capsysbinary.readouterr()
        return CommandResult(0 if end.value.code is None else int(end.value.code), out, err.decode())

    return run_command


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database in which everything has been done once, and the files that the examples name."""
    folder = tmp_path_factory.mktemp("template")
    (folder / "retail.dat").write_text("".join(" ".join(map(str, basket)) + "\n" for basket in BASKETS))
    (folder / "documents.txt").write_text("\n".join(DOCUMENTS))
    (folder / "ohsumed.jsonl").write_text("".join(json.dumps({"text": text}) + "\n" for text in DOCUMENTS))
    (folder / "vectors.txt").write_text("".join(f"{n} {n} 1\n" for n in range(40)))
    with setrisk.connect(folder / "my.duckdb") as con:
        setrisk.load(con, "baskets", folder / "retail.dat", format="fimi")
        setrisk.protect(con, "baskets", "r1", k=4, random_constraints=0.3, seed=7)
        setrisk.attack(con, "r1", method=["mda", "rba"])
        setrisk.export(con, "r1", folder / "published", anyway=True)
        setrisk.drop(con, "r1", object_type="export")
    return folder


@pytest.fixture
def working_folder(template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that folder, which is the current one."""
    shutil.copytree(template, tmp_path / "folder")
    monkeypatch.chdir(tmp_path / "folder")
    return tmp_path / "folder"


@pytest.fixture(scope="session")
def one_copy(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, DuckDBPyConnection]]:
    folder = tmp_path_factory.mktemp("shared") / "folder"
    shutil.copytree(template, folder)
    with setrisk.connect(folder / "my.duckdb") as con:
        yield folder, con


@pytest.fixture
def unchanged_folder(one_copy: tuple[Path, DuckDBPyConnection], monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """One copy for the many tests in which nothing may change, with its database open: opening takes the most time."""
    folder, con = one_copy
    connect = setrisk.connect

    def connected(path: Path, *, read_only: bool = False) -> DuckDBPyConnection:
        return con.cursor() if path == Path("my.duckdb") else connect(path, read_only=read_only)

    monkeypatch.chdir(folder)
    monkeypatch.setattr(setrisk, "connect", connected)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    yield folder
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


@pytest.fixture
def folder_without_database(template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files alone, and no database."""
    for path in template.iterdir():
        if path.is_file() and path.suffix != ".duckdb":
            shutil.copy(path, tmp_path)
    shutil.copytree(template / "published", tmp_path / "published")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def program() -> str:
    found = shutil.which("setrisk", path=str(Path(sys.executable).parent))
    if not found:
        pytest.skip("the program setrisk is not installed beside this Python")
    return found
