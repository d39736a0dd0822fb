"""What the documentation says runs, and what is generated in it is current."""

import difflib
import importlib.util
import itertools
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import duckdb
import pytest
from duckdb import DuckDBPyConnection
from typer.testing import CliRunner

import setrisk
from docs.example_database import make
from docs.generate import pages
from setrisk import cli
from setrisk.udf.transactions.themes import generate

ROOT = Path(__file__).parents[1]
PAGES = [
    "README.md",
    "docs/generalisation.md",
    "docs/disassociation.md",
    "docs/serial.md",
    "docs/histogram.md",
    "docs/utility.md",
    "docs/gate.md",
    "docs/whatif.md",
    "docs/report.md",
    "docs/cookbook.md",
    "docs/tutorial.md",
    "docs/index.md",
    "docs/trust.md",
    "docs/duckdb.md",
    "docs/semantics.md",
    "docs/loading.md",
]


def blocks(page: str, language: str) -> list[str]:
    return re.findall(
        rf"^```{language}\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )


def test_generated_pages_are_current(everything: Path) -> None:
    for path, text in pages(everything).items():
        kept = path.read_text(encoding="utf-8")
        changed = list(difflib.unified_diff(kept.splitlines(), text.splitlines(), lineterm="", n=0))
        assert kept == text, "\n".join([f"{path}: run `make docs`", *changed[:20]])


def test_other_commands_are_what_they_seem() -> None:
    """What cannot run within a test: of `make` what it would run, of `pip` whether there is such an extra."""
    lines = {
        line
        for page in [*PAGES, "examples/dbt/README.md"]
        for block in blocks(page, "console")
        for line in block.splitlines()
        if line.startswith("$ ") and not line.startswith(("$ setrisk ", "$ dbt "))
    }
    with (ROOT / "pyproject.toml").open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    for line in lines:
        if target := re.fullmatch(r"\$ make (\w+)", line):
            ran = subprocess.run(
                ["make", "--dry-run", target[1]], cwd=ROOT, capture_output=True, check=False, text=True
            )
            assert (ran.returncode, ran.stderr) == (0, ""), line
        elif extra := re.fullmatch(r"\$ pip install 'setrisk\[(\w+)\]'", line):
            assert extra[1] in extras
        else:
            assert line.startswith("$ git clone "), line


def test_links_lead_somewhere() -> None:
    for page in [*PAGES, "CONTRIBUTING.md", "docs/papers.md", "docs/speed.md"]:
        text = (ROOT / page).read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
            if "://" not in target:
                assert (ROOT / page).parent.joinpath(target).exists(), f"{page}: {target}"


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the documented commands name."""
    setrisk.connect(tmp_path / "my.duckdb").close()
    made = generate(n_records=60, n_documents=200, seed=1)
    numbers = {item: n for n, item in enumerate(sorted({item for record in made.records for item in record}))}
    lines = [" ".join(str(numbers[item]) for item in record) for record in made.records]
    (tmp_path / "retail.dat").write_text("\n".join(lines) + "\n")
    baskets = [",".join(record) for record in made.records]
    (tmp_path / "groceries.csv").write_text("\n".join(baskets) + "\n")
    (tmp_path / "items.txt").write_text("\n".join(map(str, numbers.values())) + "\n")
    (limits,) = blocks("docs/gate.md", "toml")
    (tmp_path / "limits.toml").write_text(limits)
    visits = [f"p{n},{item}" for n, record in enumerate(made.records) for item in record]
    dated = [f"{visit},2024-0{n % 3 + 1}-1{n % 7},2024-0{n % 3 + 1}" for n, visit in enumerate(visits)]
    (tmp_path / "visits.csv").write_text("\n".join(["patient,diagnosis,day,month", *dated]) + "\n")
    for n, month in enumerate(("january", "february", "march")):
        stay = [line for line in visits if 10 * n <= int(line.split(",")[0][1:]) < 10 * n + 40]
        (tmp_path / f"{month}.csv").write_text("\n".join(["patient,diagnosis", *stay]) + "\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", PAGES)
def test_commands_run(workplace: Path, page: str) -> None:
    commands = [
        line.removeprefix("$ setrisk ")
        for block in blocks(page, "console")
        for line in block.splitlines()
        if line.startswith("$ setrisk ")
    ]
    assert commands or page.startswith("docs/")
    for command in commands:
        result = CliRunner().invoke(cli.app, shlex.split(command))
        # The gate may say no.
        allowed = (0, 1) if command.split()[0] in ("check", "recommend", "may-publish") else (0,)
        assert result.exit_code in allowed, f"{command}\n{result.output}\n{result.exception}"


def test_python_in_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = blocks("README.md", "python")
    exec(compile(code, "README.md", "exec"), names := {})
    names["con"].close()
    assert "insulin" in capsys.readouterr().out


@pytest.mark.parametrize("page", ["docs/gate.md", "docs/whatif.md"])
def test_python_of_the_pages_runs(page: str) -> None:
    (code,) = blocks(page, "python")
    exec(compile(code, page, "exec"), {})


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with all that the pages speak of: baskets, visits, literature, the releases r1 and r2 of visits, and a
    series of two months of them.
    """
    path = tmp_path_factory.mktemp("docs") / "everything.duckdb"
    make(path)
    return path


@pytest.mark.parametrize("page", PAGES)
def test_queries_run(everything: Path, tmp_path: Path, page: str) -> None:
    queries = [query for block in blocks(page, "sql") for query in block.split(";") if query.strip()]
    with setrisk.connect(shutil.copy(everything, tmp_path / "my.duckdb")) as con:
        for query in queries:
            try:
                con.execute(query).fetchall()
            except duckdb.Error as error:
                pytest.fail(f"{query}\n{error}")


def answer(con: DuckDBPyConnection, number: int) -> list[dict[str, Any]]:
    """What the cookbook's last query for a question gives."""
    page = (ROOT / "docs/cookbook.md").read_text(encoding="utf-8")
    (block,) = re.findall(rf"^\*\*{number}\. .*?```sql\n(.*?)```", page, re.M | re.S)
    *_, query = (query for query in block.split(";") if query.strip())
    found = con.execute(query)
    names = [column[0] for column in found.description or []]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def test_the_cookbook_answers_what_it_asks(everything: Path) -> None:
    """Questions whose queries filter by something else than their words say were found among these."""
    with setrisk.connect(everything, read_only=True) as con:
        baskets = Counter(
            items for (items,) in con.execute(
                "SELECT list_sort(list(t.item_id)) FROM setrisk_private.transaction_item AS t "
                "WHERE t.dataset = 'visits' GROUP BY t.tid"
            ).fetchall()
            for items in [tuple(items)]
        )  # fmt: skip
        pairs = Counter(pair for items in baskets.elements() for pair in itertools.combinations(items, 2))
        assert answer(con, 3) == [{"pairs": sum(n == 1 for n in pairs.values())}]
        assert [row["support"] for row in answer(con, 4)] == sorted(pairs.values(), reverse=True)[:10]
        alike = sum(n for n in baskets.values() if n > 1)
        assert answer(con, 5) == [{"patients": alike, "of_all": 80}]

        together = answer(con, 13)
        assert together
        assert "none" not in {row["attack"] for row in together}
        assert all(row["candidates"] >= 1 for row in together)

        added = answer(con, 14)
        assert added
        assert all(row["posterior"] > row["allowed"] >= row["prior"] for row in added)
        ((alone,),) = con.execute(
            "SELECT count(*) FROM setrisk.compositions('plain months', release := 'plain feb') AS c "
            "WHERE c.posterior > c.allowed"
        ).fetchall()
        assert len(added) == min(alone, 20)

        (tried,) = answer(con, 20)
        recommended = setrisk.recommend(con, "visits 1", max_at_risk=0.05, max_score=0.5)
        assert recommended.project("cell, is_within").fetchall() == [(tried["cell"], tried["is_within"])]


def test_the_demo_says_what_it_does(tmp_path: Path) -> None:
    from setrisk.pipelines.showcase.demo import demo

    said: list[str] = []
    demo(tmp_path / "demo.duckdb", tmp_path / "demo.png", say=said.append)
    text = "\n".join(said)
    assert "it strikes 10, with 0 mistakes" in text
    assert [step for step in "123456" if f"{step}. " in text] == list("123456")
    if importlib.util.find_spec("matplotlib"):
        assert (tmp_path / "demo.png").read_bytes().startswith(b"\x89PNG")
    queries = re.findall(r'setrisk sql \S+ "(.*)"', text)
    assert len(queries) == 3
    con = duckdb.connect(str(tmp_path / "demo.duckdb"))
    try:
        for query in queries:
            # Findings are tables and plain macros: a DuckDB without setrisk can answer.
            assert con.execute(query).fetchall()
    finally:
        con.close()


def test_the_cookbook_has_twenty_questions_with_an_answer_each() -> None:
    text = (ROOT / "docs" / "cookbook.md").read_text(encoding="utf-8")
    numbers = [int(number) for number in re.findall(r"^\*\*(\d+)\. .*\?", text, re.M)]
    assert numbers == list(range(1, 21))
    assert len(blocks("docs/cookbook.md", "sql")) == 20


def test_the_site_is_built_without_a_broken_link_and_asks_nothing_of_the_network(tmp_path: Path) -> None:
    import subprocess

    pytest.importorskip("mkdocs")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    pages = list((tmp_path / "site").rglob("*.html"))
    assert {"index.html", "cookbook.html", "trust.html"} <= {page.name for page in pages}
    for page in pages:
        text = page.read_text(encoding="utf-8")
        fetched = re.findall(r"""<(?:script|link|img|iframe)[^>]*?(?:src|href)=["']?(https?:[^"' >]*)""", text)
        assert [address for address in fetched if "canonical" not in address] == [], page


def test_importing_is_quick_in_what_it_imports() -> None:
    """The heavy libraries are imported where they are used; a timed test would depend on the machine."""
    import subprocess

    heavy = ("scipy", "pandas", "sqlglot", "matplotlib", "nltk", "textblob")
    code = f"import sys, setrisk; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
