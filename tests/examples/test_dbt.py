"""The example project of dbt, run by dbt itself with four threads."""

import importlib.util
import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb
import pytest

from tests.support.forked_commands import forked_commands

EXAMPLE = Path(__file__).parents[2] / "examples" / "dbt"

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("dbt") is None, reason="dbt is not installed: pip install 'setrisk[dbt]'"
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EXAMPLE, tmp_path / "releases"))


Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(project: Path) -> Iterator[Run]:
    """Run dbt, of which importing takes longer than most of what it is asked for here; gives exit code and output."""
    program = "import dbt.adapters.duckdb, dbt.task.build, setrisk\nfrom dbt.cli.main import cli as main\n"
    with forked_commands({"DBT_PROFILES_DIR": str(project)}, program) as forked:

        def run_command(*words: str) -> tuple[int, str]:
            code = forked(project, "--no-use-colors", *words)
            return code, (project / "out").read_text(encoding="utf-8")

        yield run_command


def releases(project: Path) -> list[tuple[str]]:
    with duckdb.connect(str(project / "releases.duckdb"), read_only=True) as con:
        return con.sql("SELECT r.release FROM setrisk.release AS r ORDER BY ALL").fetchall()


def test_it_builds_and_fails_where_risk_passes_the_limit_or_a_release_cannot_be_made(project: Path, run: Run) -> None:
    # What its README says, first and second.
    first, second = (
        shlex.split(line.removeprefix("$ dbt "))
        for line in (project / "README.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("$ dbt ")
    )
    code, said = run(*first)
    assert code == 0, said
    assert "Concurrency: 4 threads" in said
    assert "PASS=8 WARN=0 ERROR=0" in said
    with duckdb.connect(str(project / "releases.duckdb"), read_only=True) as con:
        assert con.sql("SELECT * FROM patients").fetchall() == [(80, 10)]
        # By no attack, five, and guessing.
        assert con.sql("SELECT count(*) FROM generalised").fetchall() == [(80 * 7,)]
    assert releases(project) == [("generalised",), ("in chunks",)]

    model = project / "models" / "generalised.py"
    model.write_text(model.read_text(encoding="utf-8").replace("k=4", "k=400"), encoding="utf-8")
    code, said = run(*second)
    assert code == 1
    # A row for each attack that passes the limit.
    assert re.search(r"FAIL \d+ in_chunks_may_be_published", said)
    assert "PASS=5 WARN=0 ERROR=2 SKIP=1" in said
    # Patients were loaded anew, which takes the old releases away; of the one that failed nothing is there.
    assert releases(project) == [("in chunks",)]

    # One model alone, again: its release is replaced. A load that fails takes nothing away.
    code, said = run("run", "--select", "in_chunks")
    assert code == 0, said
    load = project / "models" / "patients.py"
    load.write_text(load.read_text(encoding="utf-8").replace('id="patient"', 'id="nobody"'), encoding="utf-8")
    assert run("run", "--select", "patients")[0] == 1
    assert releases(project) == [("in chunks",)]

    # What is no number is no limit.
    code, said = run("test", "--select", "in_chunks_may_be_published", "--vars", "{max_at_risk: 'NULL'}")
    assert code == 1
    assert "it must be from 0 to 1" in said
