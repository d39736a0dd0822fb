"""A full disk: one error, and the database as it was. A limit on the size of files stands in for the disk."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import setrisk

resource = pytest.importorskip("resource", reason="Windows has no limits on the size of files")

# A disk that is full at once, and one that becomes so on the way.
ROOM = (0, 300_000)
COMMANDS = {
    "load": "load DB new baskets.dat --format fimi",
    "replace": "load DB shop baskets.dat --format fimi --replace",
    "protect": "protect DB shop r2 --method disassociation --k 4",
    "attack": "attack DB r --method aba",
    "drop": "drop DB shop --cascade",
    "whatif": "whatif DB shop --method disassociation --k 3..4 --no-assess",
    "report": "report DB r report.html",
    "export": "export DB r folder --anyway",
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shop")
    baskets = "\n".join(" ".join(str(n * k % 307) for k in range(1, 11)) for n in range(1, 3001))
    (folder / "baskets.dat").write_text(f"{baskets}\n")
    with setrisk.connect(folder / "my.duckdb") as con:
        setrisk.load(con, "shop", folder / "baskets.dat", format="fimi")
        setrisk.protect(con, "shop", "r", method="disassociation", k=3)
    return folder


@pytest.fixture
def place(shop: Path, tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "tmp").mkdir()
    shutil.copytree(shop, tmp_path / "shop")
    yield tmp_path / "shop"
    assert list((tmp_path / "tmp").iterdir()) == []


def held(path: Path) -> list[object]:
    """All that the database holds."""
    with closing(setrisk.connect(path)) as con:
        tables = con.execute("SELECT t.schema_name, t.table_name FROM duckdb_tables() AS t ORDER BY ALL").fetchall()
        return [con.execute(f"FROM {schema}.{table} ORDER BY ALL").fetchall() for schema, table in tables]


def run(place: Path, command: str, most: int) -> subprocess.CompletedProcess[str]:
    program = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2); "
        f"sys.path[:0] = {sys.path!r}; del sys.argv[1]; from setrisk.cli import main; main()"
    )
    words = [str(place / "my.duckdb") if word == "DB" else word for word in command.split()]
    return subprocess.run(
        [sys.executable, "-P", "-c", program, str(most), *words],
        cwd=place,
        env={**os.environ, "TMPDIR": str(place.parent / "tmp"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_one_error_and_nothing_is_lost(shop: Path, place: Path, name: str) -> None:
    before = held(shop / "my.duckdb")
    files = sorted(path.name for path in shop.iterdir())
    failed = 0
    for room in ROOM:
        ran = run(place, COMMANDS[name], room)
        assert ran.returncode in (0, 2), ran.stderr
        if ran.returncode == 0:
            break
        failed += 1
        assert ran.stderr.startswith("setrisk: ")
        assert len(ran.stderr.splitlines()) == 1
        assert "at the same time" not in ran.stderr  # which would call for another try
        assert held(place / "my.duckdb") == before
        # A log that holds nothing of use may lie beside it until the next look.
        assert sorted(path.name for path in place.iterdir()) == files
    assert failed > 0


def test_a_database_that_could_not_be_made_is_not_there(place: Path) -> None:
    for room in (0, 100_000):
        ran = run(place, "load new.duckdb shop baskets.dat --format fimi", room)
        assert ran.returncode == 2
        assert len(ran.stderr.splitlines()) == 1
        assert not (place / "new.duckdb").exists()
        assert not (place / "new.duckdb.wal").exists()
