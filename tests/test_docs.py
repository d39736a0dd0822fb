"""What the documentation says runs, and what is generated in it is current."""

import contextlib
import difflib
import doctest
import importlib.util
import inspect
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import duckdb
import pytest
from duckdb import DuckDBPyConnection

import setrisk
import setrisk.sql
from docs import answers, picture
from docs.answers import PROGRAMS, answered
from docs.example_database import make
from docs.generate import pages
from docs.python_reference import OWN_METHOD

ROOT = Path(__file__).parents[1]
# All but the reference, which is generated.
PAGES = ["README.md", *sorted(f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md"))]


def blocks(page: str, language: str) -> list[str]:
    return re.findall(
        rf"^```{language}\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )


def changes(kept: str, text: str) -> list[str]:
    """The first lines that differ."""
    return list(difflib.unified_diff(kept.splitlines(), text.splitlines(), lineterm="", n=0))[:20]


def test_generated_pages_are_current(everything: Path) -> None:
    for path, text in pages(everything).items():
        kept = path.read_text(encoding="utf-8")
        assert kept == text, "\n".join([f"{path}: run `make docs`", *changes(kept, text)])


def test_other_commands_are_what_they_seem() -> None:
    """What cannot run within a test: of `make` what it would run, of `pip` whether there is such an extra, and whether
    there is a module.
    """
    lines = {
        line
        for page in [*PAGES, "examples/dbt/README.md"]
        for block in blocks(page, "console")
        for line in block.splitlines()
        if line.startswith("$ ") and line.split()[1] not in ("setrisk", "dbt", "echo", *PROGRAMS)
    }
    with (ROOT / "pyproject.toml").open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    for line in lines:
        if target := re.fullmatch(r"\$ make (\w+)", line):
            ran = subprocess.run(
                ["make", "--dry-run", target[1]], cwd=ROOT, capture_output=True, check=False, text=True
            )
            assert (ran.returncode, ran.stderr) == (0, ""), line
        elif extra := re.fullmatch(r"\$ pip install '(?:setrisk|\.)\[(\w+)\]'", line):
            assert extra[1] in extras
        elif module := re.fullmatch(r"\$ python -m ([\w.]+)", line):
            assert importlib.util.find_spec(module[1])
        else:
            assert line.startswith("$ git clone "), line


def test_prose_is_wrapped_at_120_columns() -> None:
    for page in [*PAGES, "CONTRIBUTING.md", "CHANGELOG.md"]:
        prose = re.sub(
            r"^\s*```.*?^\s*```", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
        )
        long = [line for line in prose.splitlines() if len(line) > 120 and not line.startswith(("|", "#"))]
        assert long == [], page


def test_links_lead_somewhere() -> None:
    for page in [*PAGES, "CONTRIBUTING.md", "CHANGELOG.md"]:
        text = (ROOT / page).read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
            if "://" not in target:
                assert (ROOT / page).parent.joinpath(target).exists(), f"{page}: {target}"


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with all that the pages speak of: baskets, visits, literature, the releases r1 and r2 of visits, and a
    series of two months of them.
    """
    path = tmp_path_factory.mktemp("docs") / "everything.duckdb"
    make(path)
    return path


def test_the_method_of_the_reference_makes_a_release() -> None:
    ran = subprocess.run([sys.executable, OWN_METHOD], capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == ("""[('licensed', '{"licence": "CC BY 4.0"}')]\n""", "")


PLAIN_CLIENT = """
import json, sys
import duckdb
con = duckdb.connect(sys.argv[1], read_only=True)
# As in setrisk.connect, which plans the largest relations sooner.
con.execute(f"SET disabled_optimizers = '{sys.argv[2]}'")
for name, query, needs_python in json.load(sys.stdin):
    try:
        con.execute(query).fetchall()
        said = ""
    except duckdb.CatalogException as error:
        said = str(error)
    if ("_setrisk_" in said) != needs_python or bool(said) != needs_python:
        print(name, said)
assert not any(name.split(".")[0] in ("setrisk", "numpy") for name in sys.modules)
"""


def test_any_client_of_duckdb_asks_what_the_reference_does_not_mark(everything: Path) -> None:
    examples = [
        (relation.name, relation.header.example, setrisk.sql.needs_python(relation))
        for relation in setrisk.sql.relations()
        if not relation.is_internal
    ]
    assert len(examples) > 50
    with setrisk.connect(everything, read_only=True) as con:
        ((disabled,),) = con.execute("SELECT current_setting('disabled_optimizers')").fetchall()
    ran = subprocess.run(
        [sys.executable, "-c", PLAIN_CLIENT, everything, disabled],
        input=json.dumps(examples), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (ran.stdout, ran.stderr, ran.returncode) == ("", "", 0)


@pytest.mark.parametrize("page", answers.PAGES)
def test_blocks_run_and_pages_show_what_comes_out(everything: Path, tmp_path: Path, page: str) -> None:
    kept = (ROOT / page).read_text(encoding="utf-8")
    text = answered(page, everything, tmp_path)
    assert text == kept, "\n".join([f"{page}: run `make docs`", *changes(kept, text)])


FUNCTIONS = [name for name in setrisk.__all__ if inspect.isfunction(getattr(setrisk, name))]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_example_of_a_function_gives_what_it_shows(everything: Path, tmp_path: Path, name: str) -> None:
    code = inspect.getdoc(getattr(setrisk, name)) or ""
    with contextlib.chdir(tmp_path), setrisk.connect(shutil.copy(everything, tmp_path / "my.duckdb")) as con:
        example = doctest.DocTestParser().get_doctest(code, {"setrisk": setrisk, "con": con}, name, None, None)
        assert example.examples
        said: list[str] = []
        failed, _ = doctest.DocTestRunner(verbose=False).run(example, out=said.append)
        assert failed == 0, "".join(said)


def test_imports_run_downwards_alone() -> None:
    for (floor, _), used in picture.imports().items():
        assert all(picture.FLOORS.index(below) >= picture.FLOORS.index(floor) for below, _ in used)
        if floor == "udf":
            assert "sql" not in {below for below, _ in used}


@pytest.mark.parametrize("floor", picture.FLOORS)
def test_no_two_rooms_of_a_floor_import_each_other(floor: str) -> None:
    rooms = {
        room: {below for its_floor, below in used if its_floor == floor and below}
        for (of, room), used in picture.imports().items()
        if of == floor and room
    }
    list(TopologicalSorter(rooms).static_order())  # raises CycleError


def test_each_family_and_task_is_a_room_and_has_a_page() -> None:
    for room in (*picture.FAMILIES, *picture.TASKS):
        assert room in picture.rooms("pipelines")
        assert (ROOT / "docs" / f"{room}.md").exists(), room


@pytest.mark.parametrize("floor", ["pipelines", "udf"])
def test_each_room_has_tests_in_a_room_of_its_name(floor: str) -> None:
    """But for what several rooms use, which is tested where it is used."""
    untested = [room for room in picture.rooms(floor) if not list((ROOT / "tests" / room).glob("test_*.py"))]
    assert untested == ["common"]


def test_what_functions_return_can_be_named_in_annotations() -> None:
    for name in FUNCTIONS:
        returned = inspect.signature(getattr(setrisk, name)).return_annotation
        assert returned.startswith(("DuckDBPy", "str", "Path", "list[Path]")) or returned in setrisk.__all__, name


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
        assert all(row["posterior"] > row["allowed_belief"] >= row["prior"] for row in added)
        ((alone,),) = con.execute(
            "SELECT count(*) FROM setrisk.compositions('plain months', release := 'plain feb') AS c "
            "WHERE c.posterior > c.allowed_belief"
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
    assert "it eliminates 10, with 0 mistakes" in text
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
