"""The example project of dbt, run by dbt itself with four threads."""

import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "dbt"

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("dbt") is None, reason="dbt is not installed: pip install 'setrisk[dbt]'"
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EXAMPLE, tmp_path / "releases"))


def run(project: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from dbt.cli.main import cli; cli()", "--no-use-colors", *command],
        cwd=project,
        env={**os.environ, "DBT_PROFILES_DIR": str(project)},
        capture_output=True,
        text=True,
        check=False,
    )


def releases(project: Path) -> list[tuple[str]]:
    with duckdb.connect(str(project / "releases.duckdb"), read_only=True) as con:
        return con.sql("SELECT r.release FROM setrisk.release AS r ORDER BY ALL").fetchall()


def test_it_builds_and_fails_where_risk_passes_the_limit_or_a_release_cannot_be_made(project: Path) -> None:
    # What its README says, first and second.
    first, second = (
        shlex.split(line.removeprefix("$ dbt "))
        for line in (project / "README.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("$ dbt ")
    )
    passed = run(project, *first)
    assert passed.returncode == 0, passed.stdout
    assert "Concurrency: 4 threads" in passed.stdout
    assert "PASS=8 WARN=0 ERROR=0" in passed.stdout
    with duckdb.connect(str(project / "releases.duckdb"), read_only=True) as con:
        assert con.sql("SELECT * FROM patients").fetchall() == [(80, 10)]
        # By no attack, five, and guessing.
        assert con.sql("SELECT count(*) FROM generalised").fetchall() == [(80 * 7,)]
    assert releases(project) == [("generalised",), ("in chunks",)]

    model = project / "models" / "generalised.py"
    model.write_text(model.read_text(encoding="utf-8").replace("k=4", "k=400"), encoding="utf-8")
    failed = run(project, *second)
    assert failed.returncode == 1
    # A row for each attack that passes the limit.
    assert re.search(r"FAIL \d+ in_chunks_may_be_published", failed.stdout)
    assert "PASS=5 WARN=0 ERROR=2 SKIP=1" in failed.stdout
    # Patients were loaded anew, which takes the old releases away; of the one that failed nothing is there.
    assert releases(project) == [("in chunks",)]

    # One model alone, again: its release is replaced. A load that fails takes nothing away.
    again = run(project, "run", "--select", "in_chunks")
    assert again.returncode == 0, again.stdout
    load = project / "models" / "patients.py"
    load.write_text(load.read_text(encoding="utf-8").replace('id="patient"', 'id="nobody"'), encoding="utf-8")
    assert run(project, "run", "--select", "patients").returncode == 1
    assert releases(project) == [("in chunks",)]

    # What is no number is no limit.
    unlimited = run(project, "test", "--select", "in_chunks_may_be_published", "--vars", "{max_at_risk: 'NULL'}")
    assert unlimited.returncode == 1
    assert "it must be from 0 to 1" in unlimited.stdout
