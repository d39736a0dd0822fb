"""The command line as a stranger meets it: every command, every output, every exit code."""

import csv
import functools
import io
import json
import math
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import pytest
import typer.main
from duckdb import DuckDBPyConnection

import setrisk
from setrisk import cli
from setrisk.cli import shell
from setrisk.cli.output import time_left
from setrisk.pipelines.demo import _is_demo
from setrisk.pipelines.methods import METHODS
from setrisk.pipelines.run import Protected

ELIMINATE = (
    "SELECT setrisk.eliminate('rba', [[0.56,0.78,1.57,2.19],[1.75,0.58,1.74,1.53],[2.60,2.93,1.78,1.49],"
    "[1.60,1.51,1.89,1.03]])"
)
TOP_PAIRS = "SELECT * FROM setrisk.supports('baskets', size := 2) ORDER BY support DESC LIMIT 5"
PROTECT = "protect my.duckdb baskets r1 --method coat --k 4 --random-constraints 0.05 --seed 7"
# Sixty baskets: some items are common, and each basket has one that no other has.
BASKETS = [sorted({n % 7, n % 11 + 5, n * n % 40, 3 * n % 23, n + 100}) for n in range(60)]
ITEMS = sorted({item for basket in BASKETS for item in basket})
DOCUMENTS = [f"item {n % 7} and item {n % 5} near word{n % 3}" for n in range(30)]


@dataclass
class Ran:
    """What a command left: its exit code, and what it wrote."""

    code: int
    output: bytes
    error: str

    @property
    def text(self) -> str:
        return self.output.decode()


Run = Callable[..., Ran]


@pytest.fixture(scope="module", autouse=True)
def built_once() -> Iterator[None]:
    """Typer builds all commands anew for each call, which takes as long as most of them run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typer.main, "get_command", functools.cache(typer.main.get_command))
        yield


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Run a command line as the program does, in this process."""

    def ran(*words: str) -> Ran:
        capsysbinary.readouterr()
        monkeypatch.setattr(sys, "argv", ["setrisk", *(words if len(words) > 1 else shlex.split(words[0]))])
        with pytest.raises(SystemExit) as end:
            cli.main()
        out, err = capsysbinary.readouterr()
        return Ran(0 if end.value.code is None else int(end.value.code), out, err.decode())

    return ran


@pytest.fixture(scope="module")
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
    return folder


@pytest.fixture
def place(template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that folder, in which the test stands."""
    shutil.copytree(template, tmp_path / "place")
    monkeypatch.chdir(tmp_path / "place")
    return tmp_path / "place"


@pytest.fixture(scope="module")
def one_copy(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, DuckDBPyConnection]]:
    folder = tmp_path_factory.mktemp("shared") / "place"
    shutil.copytree(template, folder)
    with setrisk.connect(folder / "my.duckdb") as con:
        yield folder, con


@pytest.fixture
def unchanged(one_copy: tuple[Path, DuckDBPyConnection], monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
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
def nowhere(template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files alone, and no database."""
    for path in template.iterdir():
        if path.is_file() and path.suffix != ".duckdb":
            shutil.copy(path, tmp_path)
    shutil.copytree(template / "published", tmp_path / "published")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def fine(ran: Ran) -> Ran:
    assert (ran.code, ran.error) == (0, ""), f"{ran.error}\n{ran.text}"
    return ran


def refused(ran: Ran) -> str:
    """The message of a command that is refused: one line, and nothing else anywhere."""
    assert ran.code == 2
    assert ran.output == b""
    assert re.fullmatch(r"setrisk: [^\n]+\n", ran.error), ran.error
    return ran.error.removeprefix("setrisk: ").rstrip("\n")


# The way of a stranger.


def test_the_commands_of_a_stranger(run, nowhere):
    made = fine(run("load my.duckdb baskets retail.dat --format fimi")).text
    n_entries = sum(map(len, BASKETS))
    assert made == (
        f"baskets: 60 transactions, {len(ITEMS)} items, {n_entries} entries "
        "(0 repeats dropped, 0 empty transactions dropped, 0 kept)\n"
        'items such as "1", "9", "4", "6", "5"\n'
        "the largest transactions hold 5, 5, 5 items\n"
    )
    made = fine(run(PROTECT)).text
    assert re.fullmatch(r"r1: 60 records of baskets by coat, .*seeded.*\n", made)
    found = fine(run("attack my.duckdb r1 --method rba --measure self")).text
    assert found.splitlines()[0].replace("|", " ").split() == ["attack", "generalised_item", "record", "item", "step"]
    evaluated = fine(run("evaluate my.duckdb r1")).text
    assert "rba self" in evaluated
    assert "random baseline" in evaluated
    risk = list(csv.DictReader(io.StringIO(fine(run("risk my.duckdb r1 --records --format csv")).text)))
    assert {(row["record"], row["attack"]) for row in risk} == {
        (str(record), attack) for record in range(1, 61) for attack in ("none", "rba self")
    }
    top = fine(run("sql", "my.duckdb", TOP_PAIRS)).text.splitlines()
    assert len(top) == 2 + 5
    ((steps,),) = [
        row.values() for row in json.loads(fine(run("sql", "my.duckdb", ELIMINATE, "--format", "json")).text)
    ]
    assert steps == [[None, None, 8, 7], [3, None, 5, 6], [2, 1, None, None], [4, 10, 9, None]]
    assert "[[None, None, 8, 7]" in fine(run("sql", "my.duckdb", ELIMINATE)).text


def test_a_release_travels_and_goes(run, nowhere):
    fine(run("load my.duckdb baskets retail.dat --format fimi"))
    fine(run(PROTECT))
    paths = fine(run("export my.duckdb r1 out --format csv --anyway")).text.split()
    assert paths == ["out/generalised_item.csv", "out/generalised_record.csv", "out/release.csv"]
    assert all(Path(path).stat().st_size > 0 for path in paths)
    assert fine(run("import other.duckdb theirs out")).text == "theirs: imported, of the family generalisation\n"
    fine(run("attack other.duckdb theirs --method mda"))
    assert "the original data are not here" in refused(run("evaluate other.duckdb theirs"))
    assert "the original data are not here" in refused(run("risk other.duckdb theirs"))
    assert fine(run("drop other.duckdb theirs")).text == "dropped the release theirs\n"
    assert refused(run("drop my.duckdb baskets")).startswith("releases were made of 'baskets': r1; drop them first")
    assert fine(run("drop my.duckdb baskets --cascade")).text == "dropped the dataset baskets\n"


def test_knowledge_comes_in_and_is_used(run, place):
    made = fine(run("corpus my.duckdb known documents.txt")).text
    assert made == "known: 30 documents, 210 words\n"
    (place / "counts.csv").write_text("item_a;item_b;hits\n1;;7\n2;;5\n1;2;3\n")
    made = fine(run("corpus my.duckdb counted counts.csv --counts-of 1000 --separator ;")).text
    assert made == "counted: 1,000 documents, 3 counts\n"
    assert fine(run("embed my.duckdb vectors vectors.txt")).text == "vectors: 40 words of 2 dimensions\n"
    made = fine(run("embed my.duckdb trained --corpus known --dimensions 3 --span 2 --words 6 --seed 1")).text
    assert re.fullmatch(r"trained: [1-6] words of 3 dimensions\n", made)
    for measure in ("known", "counted", "vectors", "trained"):
        fine(run(f"attack my.duckdb r1 --method mda,tba --measure {measure}"))
    attacks = {row["attack"] for row in json.loads(fine(run("evaluate my.duckdb r1 -f json")).text)}
    assert attacks == {
        "random baseline",
        "mda self",
        "rba self",
        *(f"{method} {measure}" for method in ("mda", "tba") for measure in ("known", "counted", "vectors", "trained")),
    }
    assert fine(run("drop my.duckdb known --kind measure")).text == "dropped the measure known\n"
    assert "there is no measure 'known'" in refused(run("attack my.duckdb r1 --measure known"))


@pytest.mark.parametrize(
    ("text", "options", "transactions"),
    [
        ("x\n% c\na;b\nc\n", "--format baskets --separator ; --skip 1 --comment %", [["a", "b"], ["c"]]),
        ("who,what\n1,a\n2,b\n1,c\n", "--id who --item what", [["a", "c"], ["b"]]),
        ("1|a\n2|b\n", "--format long --id column0 --item column1 --separator | --no-header", [["a"], ["b"]]),
        ("n,l,a,b\n1,x,1,0\n2,y,1,1\n", "--format matrix --exclude n --exclude l", [["a"], ["a", "b"]]),
        ("a,b\n0,1\n0,0\n", "--format matrix --header --empty keep", [["b"], []]),
        ("set,times\na b,2\nc,1\n", "--items set --count times", [["a", "b"], ["a", "b"], ["c"]]),
        ("basket\n\"a,b\"\nc\n", "--format lists --items basket --separator ,", [["a", "b"], ["c"]]),
    ],
)  # fmt: skip
def test_the_options_of_load_are_those_of_the_function(run, place, text, options, transactions):
    (place / "given.csv").write_text(text)
    fine(run(f"load my.duckdb d given.csv {options}"))
    query = (
        "SELECT n.tid, coalesce(list(i.item ORDER BY t.position) FILTER (WHERE i.item IS NOT NULL), []) AS items "
        f"FROM range(1, {len(transactions) + 1}) AS n(tid) "
        "LEFT JOIN setrisk_private.transaction_item AS t ON t.dataset = 'd' AND t.tid = n.tid "
        "LEFT JOIN setrisk_private.item AS i USING (item_id) GROUP BY n.tid ORDER BY n.tid"
    )
    assert [row["items"] for row in json.loads(fine(run("sql", "my.duckdb", query, "-f", "json")).text)] == transactions


def test_a_query_can_be_loaded(run, place):
    query = "SELECT id, item FROM (VALUES (1, 'a'), (1, 'b'), (2, 'a')) AS t(id, item)"
    made = fine(run("load", "my.duckdb", "d", query, "--query", "--format", "long")).text
    assert made.startswith("d: 2 transactions, 2 items, 3 entries")
    assert "query: Parser Error" in refused(run("load", "my.duckdb", "e", "SELEC 1", "--query"))


# Outputs.


def read_back(ran: Ran, form: str, folder: Path) -> list[dict[str, Any]]:
    """The rows of a result, as text where the format has nothing but text."""
    fine(ran)
    if form == "json":
        return list(json.loads(ran.text))
    if form == "csv":
        return list(csv.DictReader(io.StringIO(ran.text, newline="")))
    if form == "parquet":
        (folder / "back.parquet").write_bytes(ran.output)
        with duckdb.connect() as con:
            relation = con.sql(f"FROM read_parquet('{folder / 'back.parquet'}')")
            return [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]
    read: list[dict[str, Any]] = []
    # Beside a table people read a sentence, which begins with the name of the release.
    told = "".join(line for line in ran.text.splitlines(keepends=True) if not line.startswith("r1: "))
    # One table, or several that go on with the same rows.
    for text in told.split("\n\n"):
        head, rule, *lines = text.splitlines()
        assert set(rule) <= set("-| ")
        names, *rows = ([cell.strip() for cell in line.split(" | ")] for line in (head, *lines))
        read = read or [{} for _ in rows]
        for row, more in zip(read, rows, strict=True):
            row.update(zip(names, more, strict=True))
    return read


@pytest.mark.parametrize("form", ["table", "json", "csv", "parquet"])
@pytest.mark.parametrize(
    ("command", "columns", "n"),
    [
        ("evaluate my.duckdb r1", ["attack", "runs", "tables", "cells", "added", "eliminated", "density"], 3),
        ("risk my.duckdb r1", ["attack", "is_baseline", "draws", "records", "at_risk", "share_at_risk"], 3),
        ("risk my.duckdb r1 --records", ["record", "attack", "at_risk", "score", "evidence"], 180),
        ("sql my.duckdb 'SELECT r.release, r.method FROM setrisk.release AS r'", ["release", "method"], 1),
        ("sql my.duckdb 'SELECT 1 AS a WHERE false'", ["a"], 0),
    ],
)
def test_every_output_can_be_read_again(run, unchanged, tmp_path, command, columns, n, form):
    rows = read_back(run(f"{command} --format {form}"), form, tmp_path)
    assert n is None or len(rows) == n
    assert n == 0 or rows
    for row in rows:
        assert list(row)[: len(columns)] == columns


@pytest.mark.parametrize("form", ["table", "json", "csv", "parquet"])
def test_the_findings_of_an_attack_can_be_read_again(run, place, form):
    rows = read_back(run(f"attack my.duckdb r1 --method mda --format {form} --limit 3"), form, place)
    assert [list(row) for row in rows] == [["attack", "generalised_item", "record", "item", "step"]] * 3


def test_a_limit_and_a_row_per_table(run, unchanged, tmp_path):
    assert len(read_back(run("risk my.duckdb r1 --records --limit 7 -f json"), "json", tmp_path)) == 7
    assert {
        row["attack"] for row in read_back(run("evaluate my.duckdb r1 --tables --runs 2 -f csv"), "csv", tmp_path)
    } == {
        "mda self",
        "random baseline",
        "rba self",
    }


def test_the_outputs_agree(run, unchanged, tmp_path):
    rows = {
        form: read_back(run(f"risk my.duckdb r1 --records -f {form}"), form, tmp_path)
        for form in ("json", "csv", "parquet", "table")
    }
    assert rows["json"] == rows["parquet"]
    for other in ("csv", "table"):
        for row, told in zip(rows["json"], rows[other], strict=True):
            assert (str(row["record"]), row["attack"], row["evidence"]) == (
                told["record"],
                told["attack"],
                told["evidence"],
            )
            assert str(row["at_risk"]).lower() == told["at_risk"].lower()
            assert row["score"] == pytest.approx(float(told["score"]), abs=1e-4)


VALUES = (
    "SELECT 'infinity'::DOUBLE AS up, '-infinity'::DOUBLE AS down, 'nan'::FLOAT AS nan, NULL AS nothing, "
    "[1, NULL] AS list, [1.5, 'infinity'::DOUBLE, NULL] AS deep, {'a': [NULL, 'x']} AS struct, true AS yes, "
    "12345678901234567890123::HUGEINT AS huge, 1.50::DECIMAL(5, 2) AS decimal, DATE '2020-01-31' AS day, "
    "12345678901234567890.12::DECIMAL(38, 2) AS exact, 'Infinity and NaN' AS words, "
    "'q\"\\é\n😀<script>' AS awkward, '' AS empty"
)


def test_json_is_valid_whatever_the_values(run, unchanged):
    def forbidden(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    ran = fine(run("sql", "my.duckdb", VALUES, "--format", "json"))
    assert "12345678901234567890.12" in ran.text
    (row,) = json.loads(ran.text, parse_constant=forbidden)
    assert row == {
        "up": "Infinity",
        "down": "-Infinity",
        "nan": "NaN",
        "nothing": None,
        "list": [1, None],
        "deep": [1.5, "Infinity", None],
        "struct": {"a": [None, "x"]},
        "yes": True,
        "huge": 12345678901234567890123,
        "decimal": 1.5,
        "day": "2020-01-31",
        "exact": 12345678901234567890.12,
        "words": "Infinity and NaN",
        "awkward": 'q"\\é\n😀<script>',
        "empty": "",
    }
    assert json.loads(fine(run("sql", "my.duckdb", "SELECT 1 AS a WHERE false", "-f", "json")).text) == []


def test_csv_and_parquet_keep_the_values(run, unchanged, tmp_path):
    (row,) = read_back(run("sql", "my.duckdb", VALUES, "-f", "parquet"), "parquet", tmp_path)
    assert (row["up"], row["down"], row["nothing"], row["list"]) == (math.inf, -math.inf, None, [1, None])
    assert math.isnan(row["nan"])
    assert row["awkward"] == 'q"\\é\n😀<script>'
    (row,) = read_back(run("sql", "my.duckdb", VALUES, "-f", "csv"), "csv", tmp_path)
    assert (row["up"], row["nothing"], row["list"], row["awkward"]) == ("inf", "", "[1, NULL]", 'q"\\é\n😀<script>')


def test_a_table_shows_names_as_they_are(run, unchanged):
    names = ["[red]x[/red]", "[bold", ":smile:", "<script>", "'", '"', "😀", "a\\b", "y" * 12_000]
    listed = ", ".join("'" + name.replace("'", "''") + "'" for name in names)
    ran = fine(
        run("sql", "my.duckdb", f'SELECT unnest([{listed}]) AS "[i]name", 0.123456::DOUBLE AS number, NULL AS nothing')
    )
    assert ran.text.startswith("[i]name ")
    for name in names:
        assert f"\n{name} " in ran.text
    assert "0.1235" in ran.text
    assert "None" not in ran.text


def test_what_a_query_changes_is_changed_once(run, place):
    fine(run("sql", "my.duckdb", "CREATE TABLE main.mine (a INTEGER)"))
    for form in ("table", "json", "csv", "parquet"):
        fine(run("sql", "my.duckdb", "INSERT INTO main.mine VALUES (1)", "-f", form))
    assert json.loads(fine(run("sql", "my.duckdb", "SELECT count(*) AS n FROM main.mine", "-f", "json")).text) == [
        {"n": 4}
    ]
    fine(run("sql", "my.duckdb", ""))


def test_nothing_is_coloured_where_nobody_looks(run, place, monkeypatch):
    for name in ("FORCE_COLOR", "GITHUB_ACTIONS", "PY_COLORS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    commands = (
        "--help",
        "load --help",
        "evaluate my.duckdb r1",
        "attack my.duckdb r1",
        "evaluate my.duckdb nope",
        "risk --x",
    )
    for command in (*commands, "load my.duckdb d nope.txt", "sql my.duckdb 'SELECT 1'", "nonsense"):
        ran = run(command)
        assert b"\x1b" not in ran.output
        assert "\x1b" not in ran.error


# Help.


def commands() -> dict[str, str]:
    """Each command with the text below its help."""
    return {
        command.name or command.callback.__name__: command.epilog or ""
        for command in cli.app.registered_commands
        if command.callback
    }


def examples(name: str) -> list[str]:
    return re.findall(r"^Example: setrisk (.*)$", commands()[name], re.MULTILINE)


def test_help_lists_every_command(run):
    for words in ("--help", "-h"):
        text = fine(run(words)).text
        for name in commands():
            assert re.search(rf"^\W+{name}\s", text, re.MULTILINE)
    assert len(commands()) >= 13


@pytest.mark.parametrize("name", commands())
def test_the_help_of_every_command_has_an_example(run, name):
    text = re.sub(r"[\s│]+", " ", fine(run(f"{name} --help")).text)
    assert examples(name)
    for example in examples(name):
        assert f"Example: setrisk {example}" in text


NOT_RUN = {"demo", "reproduce"}  # Minutes of work, or real data: tests of their own.


@pytest.mark.parametrize("name", [name for name in commands() if name not in NOT_RUN])
def test_the_examples_run(run, place, name):
    rare = "sql my.duckdb \"CREATE TABLE rare AS SELECT r.items FROM setrisk.rare_itemsets('baskets', k := 4) AS r\""
    before = {
        "load": ["drop my.duckdb baskets --cascade"],
        "protect": ["drop my.duckdb r1"],
        "whatif": [rare],
        "export": ["drop my.duckdb r1", "protect my.duckdb baskets r1 --method disassociation --k 4"],
        "embed": ["corpus my.duckdb ohsumed ohsumed.jsonl"],
        "check": [
            "drop my.duckdb r1",
            rare,
            "protect my.duckdb baskets r1 --method coat --k 4 --privacy rare --max-suppression 1",
            "attack my.duckdb r1 --method ra,rba",
        ],
        "recommend": ["whatif my.duckdb baskets --method disassociation --k 8 --at-risk-below 2 --queries 5"],
        "may-publish": [
            "protect my.duckdb baskets march --method anony --r-th 4 --private-share 0.1 --cluster-size 5 --seed 1"
        ],
    }
    (place / "private.txt").write_text("1, 2\n3\n")
    if name == "export":
        shutil.rmtree(place / "published")
    if name == "corpus":
        subprocess.run(["gzip", "ohsumed.jsonl"], check=True)
    for command in before.get(name, []):
        fine(run(command))
    for example in examples(name):
        assert fine(run(example)).output


def test_the_help_of_a_method_lists_its_parameters(run):
    for task in ("protect", "attack"):
        text = re.sub(r"\s+", " ", fine(run(f"{task} --help")).text)
        for method in METHODS:
            if method.task == task:
                assert f"{method.name}: {method.meaning}"[:40] in text
                for parameter in method.parameters:
                    assert f"--{parameter.name.replace('_', '-')}" in text


def test_without_a_command_there_is_help_and_exit_code_2(run):
    ran = run("setrisk", "--help")  # two words, so that none is split; the first is no command
    assert ran.code == 2
    assert "No such command 'setrisk'" in ran.error


def test_an_option_without_its_value(run, unchanged):
    ran = run("protect my.duckdb baskets r2 --k")
    assert (ran.code, ran.output) == (2, b"")
    assert "Option '--k' requires an argument" in ran.error


# The options of methods.


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ("--k 4", {"k": "4"}),
        ("--k=4", {"k": "4"}),
        ("--random-constraints 0.05 --seed 7", {"random_constraints": "0.05", "seed": "7"}),
        ("--keep-order", {"keep_order": True}),
        ("--keep-order --k 4", {"keep_order": True, "k": "4"}),
        ("--no-keep-order --k 4", {"keep_order": False, "k": "4"}),
        ("--privacy 'a b.txt'", {"privacy": "a b.txt"}),
        ("--privacy=x=y", {"privacy": "x=y"}),
        ("--privacy ''", {"privacy": ""}),
        ("--seed -1", {"seed": "-1"}),
        ("--k 3 --k 4", {"k": "4"}),
        ("", {}),
    ],
)
def test_the_options_of_methods_are_handed_on(run, unchanged, monkeypatch, words, given):
    seen: list[dict[str, Any]] = []

    def protect(
        con: object, dataset: str, release: str, *, method: str, replace: bool, progress: object, **parameters: Any
    ) -> Protected:
        seen.append(parameters)
        return Protected(release, dataset, method, 1, [], "done")

    monkeypatch.setattr(setrisk, "protect", protect)
    fine(run(f"protect my.duckdb d r {words}"))
    fine(run(f"protect {words} --method coat my.duckdb d r"))
    assert seen == [given, given]


def test_the_options_of_attacks_reach_the_catalog(run, place):
    fine(run("attack my.duckdb r1 --method gba --scaled --threshold 1.5 --context=1"))
    fine(run("attack my.duckdb r1 --method 'ra, mda' --seed 3 --no-marked --unmarked-k 5"))
    query = "SELECT a.attack, a.parameters FROM setrisk.attack AS a WHERE a.attack NOT IN ('mda self', 'rba self')"
    found = {
        row["attack"]: row["parameters"] for row in json.loads(fine(run("sql", "my.duckdb", query, "-f", "json")).text)
    }
    assert {name: json.loads(told) if isinstance(told, str) else told for name, told in found.items()} == {
        "gba self context=1 threshold=1.5 scaled=True": {
            "context": 1, "marked": True, "unmarked_k": 2, "threshold": 1.5, "scaled": True},
        "ra self marked=False unmarked_k=5 seed=3": {
            "context": 2, "marked": False, "unmarked_k": 5, "seed": 3, "draws": 10},
        "mda self marked=False unmarked_k=5": {"context": 2, "marked": False, "unmarked_k": 5},
    }  # fmt: skip
    assert len(read_back(run("evaluate my.duckdb r1 -f csv"), "csv", place)) == 6
    fine(run("attack my.duckdb r1 --method all"))
    assert len(read_back(run("evaluate my.duckdb r1 -f csv"), "csv", place)) == 10


def test_constraints_may_come_from_a_file(run, place):
    (place / "private.txt").write_text("# secret\n1, 2\n\n3\n")
    (place / "useful.json").write_text(json.dumps([{"items": [str(n) for n in ITEMS]}]))
    fine(run("protect my.duckdb baskets r2 --k 3 --privacy private.txt --utility useful.json --max-suppression 0.5"))
    query = (
        "SELECT c.constraint_no, count(*) AS n FROM setrisk_private.privacy_constraint AS c "
        "WHERE c.release = 'r2' GROUP BY ALL ORDER BY ALL"
    )
    assert json.loads(fine(run("sql", "my.duckdb", query, "-f", "json")).text) == [
        {"constraint_no": 1, "n": 2},
        {"constraint_no": 2, "n": 1},
    ]


@pytest.mark.parametrize(
    "query",
    [
        "CREATE TABLE main.mine (a INTEGER)",
        "INSERT INTO setrisk.corpus VALUES ('a', 'b', 1) RETURNING corpus AS items",
        "SELECT ['a'] AS items; SELECT ['b'] AS items",
        "",
    ],
)
def test_what_is_loaded_is_one_query(run, place, query):
    before = (place / "my.duckdb").read_bytes()
    assert refused(run("load", "my.duckdb", "d", query, "--query")) == "query: give one SELECT"
    assert (place / "my.duckdb").read_bytes() == before


def test_what_a_kernel_says_is_told_without_its_wrapping(run, unchanged):
    ran = refused(run("sql", "my.duckdb", "SELECT setrisk.eliminate('magic', [[1.0]])"))
    assert ran.startswith("query: there is no elimination method 'magic'; choose one of")


def test_numbers_in_a_table(run, unchanged):
    query = "SELECT unnest([123456789.25, 30.0, 0.123456, 1e-9, 0.0, -2.5, 1e300]) AS number"
    told = fine(run("sql", "my.duckdb", query)).text.split()[2:]
    assert told == ["123456789.25", "30", "0.1235", "1e-09", "0", "-2.5", "1e+300"]


# What is refused.


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("load my.duckdb d nope.dat --format fimi", "nope.dat: no such file"),
        ("load my.duckdb baskets retail.dat --format fimi", "the data set 'baskets' exists already"),
        ("load my.duckdb d retail.dat --format magic", "there is no format 'magic'"),
        ("load my.duckdb d documents.txt --format fimi", "documents.txt:1: not FIMI"),
        ("load my.duckdb d retail.dat --empty maybe", "empty is 'maybe'"),
        ("load my.duckdb '' retail.dat", "the data set needs a name"),
        ("load retail.dat d retail.dat", "cannot open retail.dat"),
        ("load nowhere/my.duckdb d retail.dat", "cannot open nowhere/my.duckdb: there is no folder nowhere"),
        ("load . d retail.dat", "cannot open .: it is a folder; name a DuckDB file"),
        ("protect my.duckdb nope r2 --k 4 --random-constraints 0.5", "there is no data set 'nope'; there are baskets"),
        ("protect my.duckdb baskets r1 --k 4 --random-constraints 0.5", "the release 'r1' exists already"),
        ("protect my.duckdb baskets r2 --method magic", "there is no method 'magic' to protect; there are coat"),
        ("protect my.duckdb baskets r2", "coat needs k"),
        ("protect my.duckdb baskets r2 --k 4", "coat needs either privacy or random_constraints"),
        ("protect my.duckdb baskets r2 --k four --random-constraints 0.5", "k is 'four'; it must be a whole number"),
        ("protect my.duckdb baskets r2 --k 1 --random-constraints 0.5", "k is 1; it must be at least 2"),
        ("protect my.duckdb baskets r2 --k 4 --random-constraints 2", "random_constraints is 2.*at most 1"),
        (
            "protect my.duckdb baskets r2 --k 4 --privacy nope.txt",
            "privacy: 'nope.txt' is neither a file, nor a table, nor an item of",
        ),
        ("protect my.duckdb baskets r2 --k 61 --random-constraints 1", "k is 61, but the data set has 60 transactions"),
        ("attack my.duckdb nope", "there is no release 'nope'; there are r1"),
        ("attack my.duckdb r1 --method coat", "there is no method 'coat' to attack"),
        ("attack my.duckdb r1 --measure nope", "there is no measure 'nope'; known are self"),
        ("attack my.duckdb r1 --method mda --threshold 1", "mda: no parameter 'threshold'"),
        ("attack my.duckdb r1 --method tba --threshold=-1", "threshold is -1"),
        ("evaluate my.duckdb nope", "there is no release 'nope'; there are r1"),
        ("evaluate my.duckdb r1 --runs 1", "runs is 1; it must be from 2 to 10,000"),
        ("risk my.duckdb nope", "there is no release 'nope'; there are r1"),
        ("export my.duckdb nope out", "there is no release 'nope'"),
        ("export my.duckdb r1 out", r"the release 'r1' may not be published: .*who knows its seed .*use --anyway"),
        ("export my.duckdb r1 published --anyway", "published: exists already; name a new folder"),
        ("export my.duckdb r1 retail.dat/out --anyway", "retail.dat/out: cannot be written"),
        ("import my.duckdb r1 published", "the release 'r1' exists already"),
        ("import my.duckdb r2 nowhere", "nowhere: must hold release.parquet or release.csv"),
        ("sql my.duckdb 'SELEC 1'", 'query: Parser Error: syntax error at or near "SELEC"'),
        ("sql my.duckdb 'SELECT nope FROM setrisk.release'", "query: Binder Error: .*nope"),
        ("sql my.duckdb \"SELECT error('boom' || chr(10) || 'bang')\"", "query: .*boom bang"),
        ("sql my.duckdb \"SELECT error('boom')\" --format json", "query: .*boom"),
        ("sql my.duckdb \"SELECT setrisk.eliminate('magic', [[1.0]])\"", "magic"),
        ("drop my.duckdb nope", "there is no release, data set, measure, series or grid 'nope'"),
        ("drop my.duckdb r1 --kind dataset", "there is no dataset 'r1'"),
        ("corpus my.duckdb self documents.txt", "a measure cannot be called 'self'"),
        ("corpus my.duckdb c nope.txt", "nope.txt: no such file"),
        ("corpus my.duckdb c retail.dat --text words", "there is no column 'words' for text"),
        ("corpus my.duckdb c documents.txt --counts-of 0", "counts_of is 0"),
        ("embed my.duckdb v", "give either a file of vectors or a corpus"),
        ("embed my.duckdb v documents.txt", "documents.txt:1: a line must hold a word and its numbers"),
        ("embed my.duckdb v --corpus nope", "there is no corpus 'nope'"),
        ("embed my.duckdb v vectors.txt --dimensions 0", "must be at least 1"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_and_exit_code_2(run, unchanged, command, message):
    assert re.search(message, refused(run(command)))


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("nonsense", "No such command 'nonsense'"),
        ("--nonsense", "No such option: --nonsense"),
        ("load my.duckdb", "Missing argument"),
        ("load my.duckdb d retail.dat --nonsense", "No such option: --nonsense"),
        ("load my.duckdb d retail.dat more", "unexpected extra argument"),
        ("load my.duckdb d retail.dat --skip -1", "Invalid value for '--skip'"),
        ("load my.duckdb d retail.dat --skip x", "Invalid value for '--skip'"),
        ("evaluate my.duckdb r1 --runs x", "Invalid value for '--runs'"),
        ("evaluate my.duckdb r1 --format xml", "Invalid value for '--format'"),
        ("export my.duckdb r1 out --format json", "Invalid value for '--format'"),
        ("risk my.duckdb r1 --limit -1", "Invalid value for '--limit'"),
        ("drop my.duckdb r1 --kind table", "Invalid value for '--kind'"),
        ("protect my.duckdb baskets r2 --k 4 --kk 5", "No such option: --kk"),
        ("protect my.duckdb baskets r2 more --k 4", "unexpected extra argument"),
        ("protect my.duckdb baskets r2 -k 4", "No such option: -k"),
        ("protect my.duckdb baskets r2 --k 4 --keep-order maybe", "unexpected extra argument"),
        ("risk my.duckdb", "Missing argument"),
    ],
)
def test_an_option_that_is_not_there_is_exit_code_2(run, unchanged, command, message):
    ran = run(command)
    assert ran.code == 2
    assert ran.output == b""
    assert message in ran.error
    assert "Traceback" not in ran.error
    assert "--help" in ran.error or "-h" in ran.error


@pytest.mark.parametrize(
    "command",
    [
        "protect my.duckdb baskets r1 --k 4 --random-constraints 0.5",
        "attack my.duckdb r1",
        "evaluate my.duckdb r1",
        "risk my.duckdb r1",
        "export my.duckdb r1 out",
        "sql my.duckdb 'SELECT 1'",
        "drop my.duckdb r1",
    ],
)
def test_a_missing_database_is_refused_and_not_made(run, nowhere, command):
    before = sorted(nowhere.rglob("*"))
    assert refused(run(command)).startswith("my.duckdb: no such database; `setrisk load` makes one")
    assert sorted(nowhere.rglob("*")) == before


@pytest.mark.parametrize(
    "command",
    [
        "load my.duckdb d documents.txt --format fimi",
        "import my.duckdb r nowhere",
        "corpus my.duckdb c nope.txt",
        "embed my.duckdb v documents.txt",
    ],
)
def test_a_database_for_which_nothing_came_in_is_not_left_behind(run, nowhere, command):
    before = sorted(nowhere.rglob("*"))
    refused(run(command))
    assert sorted(nowhere.rglob("*")) == before


def test_a_database_that_was_there_stays_when_nothing_comes_in(run, unchanged):
    refused(run("load my.duckdb d nope.dat"))
    assert fine(run("evaluate my.duckdb r1")).output


def test_the_reading_commands_do_not_change_the_database(run, place):
    before = (place / "my.duckdb").read_bytes()
    for command in ("evaluate my.duckdb r1", "risk my.duckdb r1", "export my.duckdb r1 out --anyway"):
        fine(run(command))
    assert (place / "my.duckdb").read_bytes() == before


# The program itself, as a process.


@pytest.fixture(scope="module")
def program() -> str:
    found = shutil.which("setrisk", path=str(Path(sys.executable).parent))
    if not found:
        pytest.skip("the program setrisk is not installed beside this Python")
    return found


def test_the_program_says_its_exit_code(place, program):
    codes = [
        (["evaluate", "my.duckdb", "r1"], 0, ""),
        (["evaluate", "my.duckdb", "nope"], 2, "setrisk: there is no release 'nope'; there are r1\n"),
        (["evaluate", "my.duckdb"], 2, None),
    ]
    for words, code, error in codes:
        ran = subprocess.run([program, *words], capture_output=True, text=True, check=False)
        assert ran.returncode == code
        assert error is None or ran.stderr == error
        assert "Traceback" not in ran.stderr
        assert "\x1b" not in ran.stdout + ran.stderr


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
def test_whatever_happens_has_its_exit_code(run, unchanged, monkeypatch, failure, code, last):
    def fail(*_: object, **__: object) -> None:
        raise eval(failure)

    monkeypatch.setattr(setrisk, "evaluate", fail)
    ran = run("evaluate my.duckdb r1")
    assert ran.code == code
    assert ran.output == b""
    assert ("Traceback" in ran.error) == (code == 70)
    assert last is None or ran.error.splitlines()[-1] == last


def test_a_reader_that_has_seen_enough_is_no_error(place, program):
    rows = f'{program} sql my.duckdb "SELECT n, repeat(chr(120), 200) AS t FROM range(3000) AS r(n)"'
    commands = (rows, f"PYTHONUNBUFFERED=1 {rows} --format csv", f"PYTHONUNBUFFERED=1 {program} risk --help")
    script = "".join(f"{command} | head -n 1; echo code ${{PIPESTATUS[0]}}\n" for command in commands)
    ran = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert ran.stderr == ""
    assert re.findall(r"^code (\d+)$", ran.stdout, re.MULTILINE) == ["0"] * len(commands)


def test_a_query_may_end_in_a_comment(run, unchanged):
    for format in ("table", "csv", "json"):
        assert "1" in run("sql", "my.duckdb", "SELECT 1 AS a -- one", "--format", format).text


def test_read_only_queries_change_nothing_and_let_others_read(run, place):
    with duckdb.connect("my.duckdb", read_only=True):
        assert "r1" in run("sql", "my.duckdb", "FROM setrisk.release", "--read-only").text
        refused = run("sql", "my.duckdb", "DROP TABLE setrisk.release", "--read-only")
        assert (refused.code, refused.error.count("\n")) == (2, 1)


def test_a_database_that_cannot_be_written_is_read(run, place, monkeypatch):
    monkeypatch.setattr("setrisk.cli.sql.os.access", lambda path, mode: mode != os.W_OK)
    with duckdb.connect("my.duckdb", read_only=True):
        assert "r1" in run("sql", "my.duckdb", "FROM setrisk.release").text


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\x00 and so on", b"PK"])
def test_another_programs_file_is_not_read(run, place, content):
    Path("other.db").write_bytes(content)
    ran = run("sql other.db 'SELECT 1'")
    assert ran.code == 2
    assert ran.error == "setrisk: cannot open other.db: it is no DuckDB database; name another file, or remove it\n"
    assert Path("other.db").read_bytes() == content


def test_what_is_replaced_goes_only_where_the_new_can_be_made(run, place):
    assert run("load my.duckdb baskets nothing.dat --format fimi --replace").code == 2
    assert run("protect my.duckdb baskets r1 --method disassociation --k 1000 --replace").code == 2
    assert "rba" in run("evaluate my.duckdb r1").text
    assert run("protect my.duckdb baskets r1 --method disassociation --k 3 --replace").code == 0
    assert "disassociation" in run("sql", "my.duckdb", "FROM setrisk.release").text
    assert "rba" not in run("sql", "my.duckdb", "FROM setrisk.attack").text
    said = fine(run("load my.duckdb baskets retail.dat --format fimi --replace")).text
    assert said.startswith("dropped with the data set that it replaces: r1\nbaskets: ")
    assert "r1" not in run("sql", "my.duckdb", "FROM setrisk.release").text


def test_that_a_release_of_a_series_goes_is_no_news_to_its_readers(run, place):
    given = "--method anony --r-th 4 --private-share 0.1 --cluster-size 5 --series months"
    fine(run(f"protect my.duckdb baskets jan {given}"))
    for words in (f"protect my.duckdb baskets jan {given} --replace", "drop my.duckdb months --kind series"):
        ran = run(words)
        assert ran.code == 0
        assert ran.error.startswith("setrisk: warning: whoever has the release that was dropped still has it")
    assert run("drop my.duckdb r1").error == ""


def test_output_that_cannot_be_written_is_an_error(place, program):
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            [program, "risk", "my.duckdb", "r1", "-f", "csv"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert ran.returncode == 2
    assert ran.stderr.decode() == "setrisk: the output cannot be written: No space left on device\n"


# Releases in chunks.


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("protect my.duckdb baskets r2 --method disassociation", "disassociation needs k"),
        ("protect my.duckdb baskets r2 --method disassociation --k 1", "k is 1; it must be at least 2"),
        ("protect my.duckdb baskets r2 --method disassociation --k 3 --m 0", "m is 0; it must be at least 1"),
        (
            "protect my.duckdb baskets r2 --method disassociation --k 3 --max-cluster-size 2",
            "max_cluster_size is 2; it must be at least k, which is 3",
        ),
        ("protect my.duckdb baskets r2 --method disassociation --k 3 --keep-order", "has no parameter 'keep_order'"),
        ("attack my.duckdb nope --method aba", "there is no release 'nope'"),
        ("attack my.duckdb r1 --method aba", "no method 'aba' to attack for a release of the family generalisation"),
        ("sql my.duckdb \"FROM setrisk.reassociations('r1', 'aba')\"", "of the family generalisation"),
    ],
)
def test_bad_input_about_chunks_is_one_error_and_changes_nothing(run, unchanged, words, message):
    ran = run(words)
    assert (ran.code, ran.output) == (2, b"")
    assert message in ran.error
    assert len(ran.error.strip().splitlines()) == 1


def test_a_release_in_chunks_from_end_to_end(run, place):
    made = fine(run("protect my.duckdb baskets chunks --method disassociation --k 3 --max-cluster-size k^2")).text
    assert "clusters of" in made
    assert "chunk" in fine(run("attack my.duckdb chunks --limit 3")).text
    attacked = "attack my.duckdb chunks --method random,mra --placements 1 --seed 4 --format json"
    assert {row["attack"] for row in json.loads(fine(run(attacked)).text)} == {
        "random self placements=1 seed=4",
        "mra self placements=1",
    }
    assert "aba self" in fine(run("evaluate my.duckdb chunks --runs 2 --format csv")).text
    assert fine(run("risk my.duckdb chunks --limit 3")).output
    files = fine(run("export my.duckdb chunks chunks_published")).text
    assert "chunk_record.parquet" in files
    assert "of the family disassociation" in fine(run("import other.duckdb chunks chunks_published")).text


def test_raw_data_do_not_pass_the_gate(run, place):
    fine(run("protect my.duckdb baskets raw --method identity"))
    ran = run("check my.duckdb raw")
    assert ran.code == 1
    assert "it shows the data as they are" in ran.text
    assert ran.text.splitlines()[-1] == "no: it shows the data as they are"
    ran = run("check my.duckdb raw --format csv")
    assert (ran.code, ran.text) == (
        1,
        "release,refusal,attack,found,allowed,reason\nraw,unprotected,,,,it shows the data as they are\n",
    )


def test_a_grid_of_which_nothing_could_be_made_ends_with_one(run, place):
    ran = run("whatif my.duckdb baskets --method coat --k 3,5 --workers 1 --queries 5")
    assert ran.code == 1
    assert ran.text.splitlines()[-1] == "none of the releases could be made"


def test_the_gate_goes_by_limits(run, place):
    fine(run("attack my.duckdb r1 --method ra,rba"))
    fine(run("sql my.duckdb \"UPDATE setrisk.release SET marks = [] WHERE release = 'r1'\""))
    within = fine(
        run("check my.duckdb r1 --max-at-risk 1 --max-confidence 1 --min-coverage 0 --attack rba --junit gate.xml")
    )
    assert within.text.splitlines()[-1] == (
        "yes, as far as its marks, its series, the limits (at risk at most 100 %, scores at most 100 %, coverage at "
        "least 0 %) and the attacks that were run go; `setrisk report` says what they do not look at"
    )
    assert 'failures="0"' in (place / "gate.xml").read_text()
    assert fine(run("check my.duckdb r1")).text.splitlines()[-1] == (
        "yes, as far as its marks and its series go; no limit on risk was given, so nobody's risk was looked at: give "
        "--max-at-risk"
    )
    (place / "limits.toml").write_text('attacks = ["gba"]\nmax_at_risk = 1\nmin_coverage = 0\n')
    ran = run("check my.duckdb r1 --limits limits.toml --junit gate.xml")
    assert ran.code == 1
    assert ran.text.splitlines()[-1] == "no: it has not been attacked with gba"
    assert 'failures="1"' in (place / "gate.xml").read_text()
    assert (
        json.loads(fine(run("check my.duckdb r1 --max-at-risk 1 --min-coverage 0% --attack rba --format json")).text)
        == []
    )
    before = (place / "my.duckdb").read_bytes()
    for given, message in (
        ("--junit my.duckdb", "my.duckdb exists already, and is no outcome of setrisk check: remove it, or choose"),
        ("--limits limits.toml --junit limits.toml", "limits.toml exists already, and is no outcome of"),
        ("--junit .", ". is a folder: give the name of a file"),
        ("--junit no/gate.xml", "cannot write no/gate.xml: there is no folder no"),
    ):
        ran = run(f"check my.duckdb r1 {given}")
        assert (ran.code, ran.output) == (2, b"")
        assert ran.error.startswith(f"setrisk: {message}")
    assert (place / "my.duckdb").read_bytes() == before
    assert (place / "limits.toml").exists()
    assert run("check my.duckdb nope --junit gate.xml").code == 2
    assert not (place / "gate.xml").exists()  # what an earlier check has said
    for given, message in (
        ("--max-at-risk 2", "max_at_risk is 2.0; it must be a number from 0 to 1"),
        ("--limits nowhere.toml", "limits: nowhere.toml: No such file or directory"),
    ):
        ran = run(f"check my.duckdb r1 {given}")
        assert (ran.code, ran.output) == (2, b"")
        assert ran.error == f"setrisk: {message}\n"


def test_may_this_month_be_published(run, place):
    """Who has s in January is told by February, where the others are back and nobody has it; March adds nothing."""
    told = []
    for month, people in (("jan", "abcd"), ("feb", "bcde"), ("mar", "fghi")):
        rows = [f"{person},{person}" for person in people] + (["a,s"] if month == "jan" else [])
        (place / f"{month}.csv").write_text("\n".join(["id,item", *rows]))
        fine(run(f"load m.duckdb {month} {month}.csv --id id --item item"))
        private = "--private s" if month == "jan" else ""
        series = "--method anony --r-th 2 --cluster-size 4 --series months"
        fine(run(f"protect m.duckdb {month} {month} {series} {private}"))
        told.append(run(f"may-publish m.duckdb {month}"))
    assert [ran.code for ran in told] == [0, 1, 1]
    lasts = [ran.text.splitlines()[-1] for ran in told]
    assert lasts[0].startswith("yes")
    assert lasts[1:] == [
        "no: 1 records would be at risk",
        "no: 1 records would be at risk, 1 of them without mar too",
    ]
    assert "counterfeits with it: 1 (cluster 1)" in told[1].text
    assert "none: at risk without mar" in told[2].text


def test_an_interrupt_says_so(run, place, monkeypatch):
    def interrupted(*given: object, **named: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(setrisk, "load", interrupted)
    ran = run("load my.duckdb more baskets.dat")
    assert (ran.code, ran.output) == (130, b"")
    assert ran.error == "setrisk: interrupted; nothing was changed\n"


def test_the_version_is_said(run, place):
    assert fine(run("--version")).text == f"setrisk {setrisk.__version__}\n"


def test_a_demo_replaces_nothing_but_a_demo(run, place):
    (place / "notes.png").write_text("mine")
    before = (place / "my.duckdb").read_bytes()
    for words, message in (
        ("demo new.duckdb --picture notes.png", "notes.png exists already, and is no picture"),
        ("demo new.duckdb --picture p.duckdb", "p.duckdb: name a file that ends in .png"),
        ("demo my.duckdb --force", "my.duckdb: exists already; remove it or name another file"),
        ("demo notes.png --force", "cannot open notes.png: it is no DuckDB database"),
    ):
        ran = run(words)
        assert (ran.code, ran.output) == (2, b""), words
        assert ran.error.startswith(f"setrisk: {message}"), words
    assert (place / "notes.png").read_text() == "mine"
    assert (place / "my.duckdb").read_bytes() == before
    assert not (place / "new.duckdb").exists()


OF_A_DEMO = "INSERT INTO setrisk_private.dataset VALUES ('patients', 'demo', 4, 12, '2024-01-01')"


@pytest.mark.parametrize(
    "mine",
    [
        f"{OF_A_DEMO}; CREATE TABLE customers AS SELECT 1 AS id",
        f"{OF_A_DEMO}; CREATE VIEW customers AS SELECT 1 AS id",
        f"{OF_A_DEMO}; INSERT INTO setrisk.release VALUES "
        "('theirs', NULL, 'serial', 'anony', '{}', '2024-01-01', ['imported'])",
        f"{OF_A_DEMO}; INSERT INTO setrisk.corpus VALUES ('mine', 'mine', 1)",
        "SELECT 1",
        "DROP SCHEMA setrisk CASCADE; DROP SCHEMA setrisk_private CASCADE; CREATE TABLE customers AS SELECT 1 AS id",
    ],
)
def test_a_database_with_anything_else_is_no_demo(run, tmp_path, mine):
    with setrisk.connect(tmp_path / "own.duckdb") as con:
        con.execute(mine)
    before = (tmp_path / "own.duckdb").read_bytes()
    assert not _is_demo(tmp_path / "own.duckdb")
    ran = run("demo", str(tmp_path / "own.duckdb"), "--force")
    assert ran.code == 2
    assert "own.duckdb: exists already" in ran.error
    assert (tmp_path / "own.duckdb").read_bytes() == before


def test_a_demo_that_was_broken_off_is_one(tmp_path):
    with setrisk.connect(tmp_path / "own.duckdb") as con:
        con.execute(OF_A_DEMO)
    assert _is_demo(tmp_path / "own.duckdb")


def test_a_database_that_another_process_has_made_meanwhile_stays(tmp_path, monkeypatch):
    path = tmp_path / "my.duckdb"
    with setrisk.connect(path) as con:
        setrisk.load(con, "theirs", con.sql("SELECT ['a', 'b'] AS items"))
    before = path.read_bytes()
    monkeypatch.setattr(Path, "exists", lambda self: False)
    with pytest.raises(RuntimeError), shell.opened(path, make=True):
        raise RuntimeError
    monkeypatch.undo()
    assert path.read_bytes() == before


def test_a_stream_that_is_written_to_a_file_is_no_file_to_replace(place, program):
    with (place / "all.txt").open("w") as file:
        ran = subprocess.run([program, "check", "my.duckdb", "r1", "--junit", "/dev/stdout"], stdout=file, check=False)
    assert ran.returncode in (0, 1)
    text = (place / "all.txt").read_text()
    assert '<testsuite name="setrisk check"' in text
    assert text.splitlines()[-1].startswith(("yes", "no"))
    assert not list(place.glob("*deleted*"))


def test_nearly_certain_is_not_certain(run, unchanged):
    text = fine(run("sql", "my.duckdb", "SELECT 0.99999::DOUBLE AS nearly, 1::DOUBLE AS certain")).text
    assert text.splitlines()[-1].split() == ["0.99999", "|", "1"]


@pytest.mark.parametrize(
    ("done", "total", "expected"), [(0, 20, ""), (2, None, ""), (2, 20, "0:09:00 left"), (20, 20, "0:00:00 left")]
)
def test_time_left_goes_by_all_that_is_done(done, total, expected):
    assert time_left(60, done, total) == expected
