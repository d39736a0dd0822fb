"""How methods are described, and that one of another package needs nothing but its own files."""

import ast
import dataclasses
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from inspect import signature
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.cli import COMMANDS
from setrisk.errors import BadInput, SetriskError
from setrisk.methods import (
    Anony,
    Coat,
    MInvariance,
    RandomElimination,
    RandomReassociation,
    RedistributedElimination,
    Sanony,
)
from setrisk.pipelines.methods.description import (
    METHODS,
    TAKEN_PARAMETERS,
    AttackMethod,
    Method,
    ReleaseMethod,
    parameter,
    register,
)
from setrisk.pipelines.methods.families import FAMILIES
from setrisk.pipelines.methods.made import Made
from setrisk.udf.generalisation import elimination
from tests.support.forked_commands import forked_commands

TOY = '''
"""A method and an attack of another package."""

from setrisk.pipelines.histogram.identity import make_identity_release
from setrisk.pipelines.methods.description import AttackMethod, Itemsets, ReleaseMethod, parameter
from setrisk.pipelines.methods.made import Made
from setrisk.pipelines.transactions.itemsets import read_itemsets_of


def release(con, dataset, release, arguments, progress):
    items = [item for (item,) in con.execute(
        "SELECT DISTINCT i.item FROM setrisk_private.transaction_item JOIN setrisk_private.item AS i USING (item_id) "
        "WHERE dataset = ?", [dataset]
    ).fetchall()]
    dark = [] if arguments["dark"] is None else read_itemsets_of(con, arguments["dark"], "dark", items)
    assert {item for itemset in dark for item in itemset} <= set(items)
    made = make_identity_release(con, dataset, release, {}, progress)
    return Made({"shade": arguments["shade"]}, [], made.summary)


def attack(con, asked, progress):
    pass


class Toy(ReleaseMethod, name="toy", family="histogram", run=release, source="our own", promise="A {shade} shade."):
    """Toy: the histogram as it is, in a shade."""

    shade: float = parameter("how dark it is", default=0.5, low=0, high=1)
    dark: Itemsets | None = parameter("what is darkest", default=None, accepts_table=True, names_items=True)


class ToyGuess(AttackMethod, name="toy-guess", family="histogram", run=attack, source="our own"):
    """Finds nothing."""

    tries: int = parameter("how often it finds nothing", default=3, low=1)
'''


Commands = Callable[..., str]


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A folder with the package, as an installer leaves it, and some baskets."""
    (tmp_path / "toy_methods.py").write_text(TOY)
    info = tmp_path / "toy_methods-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-methods\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[setrisk.methods]\ntoy = toy_methods\n")
    (tmp_path / "baskets.csv").write_text("bread,milk\nbread,eggs\nmilk\nbread,milk,eggs\n" * 3)
    return tmp_path


def run(folder: Path, *command: str, status: int = 0) -> str:
    """What a command says, in a process that finds the package."""
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))
    ran = subprocess.run(
        [sys.executable, *command], cwd=folder, capture_output=True, text=True, timeout=300, check=False,
        env={**os.environ, "PYTHONPATH": path, "COLUMNS": "300"},
    )  # fmt: skip
    assert ran.returncode == status, ran.stdout + ran.stderr
    return ran.stdout + ran.stderr


@pytest.fixture
def toy_commands(toy: Path) -> Iterator[Commands]:
    """What a command says, where the package is."""
    if sys.platform == "win32":
        pytest.skip("Windows has no fork")
    path = os.pathsep.join(filter(None, [str(toy), os.environ.get("PYTHONPATH")]))
    with forked_commands({"PYTHONPATH": path, "COLUMNS": "300"}) as forked:

        def cli(*words: str, status: int = 0) -> str:
            came = forked(toy, *words)
            said = "".join((toy / name).read_text(encoding="utf-8") for name in ("out", "err"))
            assert came == status, said
            return said

        yield cli


def test_a_method_and_an_attack_of_another_package_are_seen_everywhere(toy: Path, toy_commands: Commands) -> None:
    cli = toy_commands
    assert "How dark it is" in cli("protect", "--method", "toy", "--help")
    assert "How often it finds nothing" in cli("attack", "--method", "toy-guess", "--help")
    cli("load", "my.duckdb", "baskets", "baskets.csv", "--format", "baskets", "--separator", ",")
    cli("protect", "my.duckdb", "baskets", "grey", "--method", "toy", "--shade", "0.25")
    cli("attack", "my.duckdb", "grey", "--method", "linkage")
    refused = cli("check", "my.duckdb", "grey", "--max-at-risk", "1", "--min-coverage", "0", status=1)
    assert "toy-guess" in refused
    # It has no noise, so it promises nothing, whatever its marks say.
    covered = cli("sql", "my.duckdb", "SELECT coverage FROM setrisk.coverage('grey')", "--format", "csv")
    assert covered.split() == ["coverage", "0.0"]
    assert "coverage" in cli("check", "my.duckdb", "grey", "--max-at-risk", "1", status=1)
    cli("report", "my.duckdb", "grey", "grey.html", "--max-at-risk", "1")
    report = (toy / "grey.html").read_text(encoding="utf-8")
    assert "A 0.25 shade." in report
    assert "toy-guess" in report
    cli("attack", "my.duckdb", "grey", "--tries", "2")
    assert "toy-guess:tries=2" in cli("sql", "my.duckdb", "SELECT attack FROM setrisk.attack_run", "--format", "csv")
    cli("attack", "my.duckdb", "grey")
    assert "toy-guess" not in cli("check", "my.duckdb", "grey", "--max-at-risk", "1", "--min-coverage", "0", status=0)
    cli(
        "whatif",
        "my.duckdb",
        "baskets",
        "--method",
        "toy",
        "--shade",
        "0.1,0.9",
        "--pairs",
        "5",
        "--no-assess",
        "--grid",
        "shades",
    )
    tried = "SELECT parameters, attacks, failure FROM setrisk.whatif_results('shades')"
    found = cli("sql", "my.duckdb", tried, "--format", "csv")
    assert found.count("toy-guess") == 2
    assert "0.9" in found
    methods = cli("sql", "my.duckdb", "SELECT method FROM setrisk.methods", "--format", "csv").split()
    assert {"toy", "toy-guess", "coat"} <= set(methods)
    code = "from docs.generate import cli_reference, methods; print(methods('histogram'), cli_reference())"
    root = Path(__file__).parents[2]
    reference = run(toy, "-c", f"import sys; sys.path.append({str(root)!r}); {code}")
    assert "| `toy` | protect | Toy: the histogram as it is, in a shade |" in reference
    assert "`--shade`" in reference


NOISY = '''
"""Two noisy methods of another package, of which one says how to draw its releases."""

from setrisk.methods import DiffPart
from setrisk.pipelines.histogram.noisy import draw_diffpart, make_diffpart_release


class Mine(DiffPart, name="mine", family="histogram", run=make_diffpart_release, source="our own", promise="Noise."):
    """Noise of mine."""


class Drawn(
    DiffPart, name="drawn", family="histogram", run=make_diffpart_release, source="our own", promise="Noise.",
    draw=draw_diffpart, audited_with={"c1": 0.05, "c2": 0.05},
):
    """Noise that can be audited."""
'''


def test_a_noisy_method_of_another_package_is_audited_if_it_says_how_to_draw(toy: Path) -> None:
    (toy / "toy_methods.py").write_text(NOISY)
    said = run(toy, "-P", "-c", textwrap.dedent("""
        import setrisk
        con = setrisk.connect()
        con.execute("CREATE TABLE baskets AS SELECT unnest([['a', 'b'], ['a'], ['b'], ['a']]) AS items")
        setrisk.load(con, "baskets", con.table("baskets"))
        for name in ("mine", "drawn"):
            setrisk.protect(con, "baskets", f"r_{name}", name, epsilon=1, from_data=True, seed=1)
        print(setrisk.audit_membership(con, "r_drawn", people=2, releases=20).project("is_accused").fetchall())
        drawn, diffpart = (setrisk.audit(name, epsilon=1, releases=200, seed=1) for name in ("drawn", "diffpart"))
        print(drawn.least_epsilon == diffpart.least_epsilon, drawn.theoretical_epsilon)
        for ask in (lambda: setrisk.audit_membership(con, "r_mine"), lambda: setrisk.audit("mine", epsilon=1),
                    lambda: setrisk.audit("identity", epsilon=1)):
            try:
                ask()
            except setrisk.errors.BadInput as error:
                print(error)
    """))  # fmt: skip
    audited, same, *refused = said.splitlines()
    assert (audited, same) == ("[(False,), (False,)]", "True None")
    of_mine = "mine, which has no audit: whether it keeps its epsilon was not measured. The package toy_methods"
    assert [of_mine in line for line in refused] == [True, True, False]
    assert refused[2] == "identity claims no epsilon: there is nothing to audit"


def test_without_the_package_its_methods_are_gone_and_its_releases_stay(toy: Path) -> None:
    run(toy, "-P", "-c", textwrap.dedent("""
        import setrisk
        with setrisk.connect("my.duckdb") as con:
            con.execute("CREATE TABLE rare AS SELECT ['milk', 'only ' || n] AS items FROM range(20) AS t(n)")
            setrisk.load(con, "baskets", con.table("rare"))
            setrisk.protect(con, "baskets", "grey", "toy", dark="rare")
            # Made again without a fifth of the people, and without what nobody else has.
            assert setrisk.assess(con, "grey", known=1, people=5).fetchall()
    """))  # fmt: skip
    with setrisk.connect(toy / "my.duckdb") as con:
        assert con.execute("SELECT count(*) FROM setrisk.methods WHERE starts_with(method, 'toy')").fetchall() == [(0,)]
        assert con.execute("SELECT r.method FROM setrisk.release AS r").fetchall() == [("toy",)]
        setrisk.attack(con, "grey")
        assert setrisk.risk_summary(con, "grey").fetchall()


def test_a_package_that_cannot_be_imported_is_warned_of(toy: Path) -> None:
    (toy / "toy_methods.py").write_text("import no_such_module\n")
    said = run(toy, "-P", "-c", "import setrisk; print(len(setrisk.METHODS))")
    assert "the methods of toy (toy_methods) cannot be loaded: ModuleNotFoundError: No module named" in said
    assert said.count("\n") == 2
    assert str(len(METHODS)) in said


def test_an_error_inside_a_method_of_another_package_names_that_package(toy: Path) -> None:
    broken = TOY.replace("    pass\n", "    return {}['no such key']\n")
    assert broken != TOY
    (toy / "toy_methods.py").write_text(broken)
    cli = ("-P", "-c", "from setrisk.cli import main; main()")
    run(toy, *cli, "load", "my.duckdb", "baskets", "baskets.csv", "--format", "baskets", "--separator", ",")
    run(toy, *cli, "protect", "my.duckdb", "baskets", "grey", "--method", "toy")
    said = run(toy, *cli, "attack", "my.duckdb", "grey", "--method", "toy-guess", status=70)
    assert "a defect of the package toy_methods, which brings a method, not of your input" in said
    tried = (*cli, "whatif", "my.duckdb", "baskets", "--method", "toy", "--shade", "0.1", "--no-assess", "--pairs", "5")
    assert "none of the releases has results: see its failure" in run(toy, *tried, "--grid", "g", status=1)
    failure = run(toy, *cli, "sql", "my.duckdb", "SELECT failure FROM setrisk.whatif_results('g')", "--format", "csv")
    assert "KeyError: 'no such key' (in the attack toy-guess, of the package toy_methods)" in failure


def test_a_second_method_of_a_name_is_refused() -> None:
    with pytest.raises(ValueError, match="there is a method 'coat' to protect already"):
        register(dataclasses.replace(Coat.method))
    with pytest.raises(ValueError, match="there is a method 'random' to attack already"):
        register(dataclasses.replace(RandomReassociation.method, family="serial"))
    with pytest.raises(ValueError, match="'two words' is not a name of a method"):
        register(dataclasses.replace(Coat.method, name="two words"))
    assert len({(m.name, m.task) for m in METHODS}) == len(METHODS)


def test_a_method_that_could_be_taken_for_something_else_is_refused() -> None:
    for name in ("all", "none"):
        with pytest.raises(ValueError, match=f"a method cannot be called '{name}'"):
            register(dataclasses.replace(Coat.method, name=name))
    with pytest.raises(ValueError, match="new: there is no family 'histogramm'; there are"):
        register(dataclasses.replace(Coat.method, name="new", family="histogramm"))
    for name in TAKEN_PARAMETERS:
        parameters = (dataclasses.replace(Coat.method.parameters[0], name=name),)
        with pytest.raises(ValueError, match=f"new: a parameter cannot be called '{name}'"):
            register(dataclasses.replace(Coat.method, name="new", parameters=parameters))


def test_the_names_that_parameters_of_methods_cannot_have_are_those_of_the_tasks() -> None:
    own = {parameter.name for method in METHODS for parameter in method.parameters}
    tasks = {name for task in (setrisk.protect, setrisk.attack, setrisk.whatif) for name in signature(task).parameters}
    commands = {p.name for command in COMMANDS if command.methods for p in command.parameters()}
    assert own.isdisjoint(TAKEN_PARAMETERS)
    assert (tasks | commands) - own == TAKEN_PARAMETERS


def test_a_description_is_checked_when_it_is_made() -> None:
    with pytest.raises(BadInput, match="k is 1; it must be at least 2"):
        Coat(k=1)
    with pytest.raises(TypeError, match="'k'"):
        Coat()  # type: ignore[call-arg]
    with pytest.raises(dataclasses.FrozenInstanceError):
        Coat(k=2).k = 3  # type: ignore[misc]


def test_a_number_may_be_of_numpy_and_not_a_text() -> None:
    assert Coat.method.arguments(Coat(k=np.int64(5)).given_values())["k"] == 5  # type: ignore[arg-type]
    assert type(Coat.method.arguments({"k": np.int64(5)})["k"]) is int
    with pytest.raises(BadInput, match="k is the text '5'; it must be a whole number"):
        Coat(k="5")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="k is the text '5'; it must be a whole number"):
        Coat.method.arguments({"k": "5"})
    assert Coat.method.arguments({"k": 5, "max_suppression": "15%"})["max_suppression"] == 0.15


def test_the_name_of_a_series_is_a_text() -> None:
    for method, given in ((Anony, {"r_th": 2}), (Sanony, {"r_th": 2}), (MInvariance, {"m": 2})):
        with pytest.raises(BadInput, match="series is 3; it must be a name, as text"):
            method.method.arguments({**given, "series": 3})


@pytest.fixture
def baskets(con: DuckDBPyConnection) -> DuckDBPyConnection:
    con.execute("CREATE TABLE baskets AS SELECT unnest([['a', 'b'], ['a', 'c'], ['b', 'c'], ['a']]) AS items")
    setrisk.load(con, "baskets", con.table("baskets"))
    return con


def test_a_description_and_a_name_with_parameters_make_the_same(baskets: DuckDBPyConnection) -> None:
    setrisk.protect(baskets, "baskets", "one", Coat(k=2, privacy_constraints=[["a", "b"]], seed=1))
    setrisk.protect(baskets, "baskets", "other", method="coat", k=2, privacy_constraints=[["a", "b"]], seed=1)
    rows = "SELECT r.record, r.position, r.item_id, r.generalised_item FROM setrisk.generalised_record AS r "
    one, other = (baskets.execute(rows + "WHERE r.release = ? ORDER BY ALL", [r]).fetchall() for r in ("one", "other"))
    assert one == other
    setrisk.attack(baskets, "one", [RandomElimination(draws=2), RedistributedElimination(context=1), "mda"])
    stored = baskets.execute("SELECT a.attack FROM setrisk.attack_run AS a ORDER BY ALL").fetchall()
    assert stored == [("mda:self",), ("ra:self:draws=2",), ("rba:self:context=1",)]
    setrisk.attack(baskets, "other", ["all", "rba", RedistributedElimination(context=1)])
    stored = baskets.execute("SELECT a.attack FROM setrisk.attack_run AS a WHERE a.release = 'other'").fetchall()
    assert [name for (name,) in stored if "context" in name] == ["rba:self:context=1"]
    assert len(stored) == 7


def test_a_description_takes_no_parameters_beside_its_own(baskets: DuckDBPyConnection) -> None:
    with pytest.raises(BadInput, match="coat has its parameters already: seed cannot be given"):
        setrisk.protect(baskets, "baskets", "one", Coat(k=2, random_constraints=0.5), seed=1)


def test_a_grid_refuses_a_method_that_other_processes_do_not_know(
    baskets: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("setrisk.pipelines.methods.plugins._known_everywhere", [])
    for method in ("identity", Coat(k=2)):
        with pytest.raises(BadInput, match=r"a method of this script alone, .* an entry point of the group"):
            setrisk.whatif(baskets, "baskets", method=method)
    # An attack that is tried with all others, too.
    known = [method for method in METHODS if method.name != "rba"]
    monkeypatch.setattr("setrisk.pipelines.methods.plugins._known_everywhere", known)
    with pytest.raises(BadInput, match="rba is a method of this script alone"):
        setrisk.whatif(baskets, "baskets", method=Coat(k=2, privacy_constraints=[["a"]]))


def test_an_attack_is_not_a_way_to_make_a_release(baskets: DuckDBPyConnection) -> None:
    with pytest.raises(BadInput, match=r"ra is an attack on a release; give it to setrisk\.attack"):
        setrisk.protect(baskets, "baskets", "one", RandomElimination())  # type: ignore[arg-type]


def test_a_method_that_forgets_what_the_tasks_read_is_refused(baskets: DuckDBPyConnection) -> None:
    """Else its attacks would find nothing, and it would pass the gate."""
    coat = {"k": 2, "privacy_constraints": [["a", "b"]]}
    anony = {"r_th": 2, "cluster_size": 4, "sensitive": ["c"]}
    of_all = "has not written all of the release, so that attacks on it would find too little: "
    for method, given, forgotten, said in (
        ("coat", coat, "setrisk.generalised_record", "published_item names 3 items that none of its records shows"),
        ("coat", coat, "setrisk.published_item", "published_item lacks the names of 3 items that it shows"),
        ("coat", coat, "setrisk_private.provenance", "setrisk_private.provenance has no row of it"),
        ("coat", coat, "setrisk_private.privacy_constraint", "setrisk_private.privacy_constraint has no row of it"),
        ("coat", coat, "k", "its parameters lack k, a whole number of at least 2"),
        ("disassociation", {"k": 2}, "setrisk.published_item", "lacks the names of 3 items"),
        ("disassociation", {"k": 2}, "setrisk.cluster", "setrisk.cluster has no row of it"),
        ("disassociation", {"k": 2}, "m", "its parameters lack m, a whole number of at least 1"),
        ("anony", anony, "setrisk.cluster_record", "setrisk.cluster_record has no row of it; .* names 2 items"),
        ("anony", anony, "r_th", "its parameters lack r_th, at least 1 or m, at least 2"),
        ("identity", {}, "setrisk.published_item", "lacks the names of 3 items"),
        ("identity", {}, "setrisk.histogram", "names 3 items that none"),
    ):  # fmt: skip
        known = next(m for m in METHODS if m.name == method)

        def run_and_forget(con: DuckDBPyConnection, dataset: str, release: str, *given: Any) -> Made:
            made: Made = known.run(con, dataset, release, *given)  # noqa: B023
            if "." not in forgotten:  # noqa: B023
                return dataclasses.replace(made, parameters={})
            con.execute(f"DELETE FROM {forgotten} AS t WHERE t.release = ?", [release])  # noqa: B023
            return made

        forgetful = dataclasses.replace(known, name="forgetful", run=run_and_forget)
        METHODS.append(forgetful)
        try:
            with pytest.raises(SetriskError, match=f"^forgetful {of_all}.*{said}.* Nothing was published"):
                setrisk.protect(baskets, "baskets", "r", "forgetful", **given)
        finally:
            METHODS.remove(forgetful)
        assert baskets.execute("SELECT r.release FROM setrisk.release AS r").fetchall() == []


def test_an_attack_on_another_family_is_refused(baskets: DuckDBPyConnection) -> None:
    setrisk.protect(baskets, "baskets", "chunks", method="disassociation", k=2)
    with pytest.raises(setrisk.errors.UnknownMethod, match="there is no attack 'rba' on releases of the family"):
        setrisk.attack(baskets, "chunks", RedistributedElimination())


@pytest.mark.parametrize("described", METHODS, ids=lambda m: f"{m.family}-{m.name}")
def test_a_description_says_all_that_there_is_to_say(described: Method) -> None:
    assert described.meaning
    assert not described.meaning.endswith(".")
    assert described.source
    assert bool(described.promise) == (described.task == "protect")
    assert all(p.meaning for p in described.parameters)


def test_each_family_has_at_most_one_baseline() -> None:
    baselines = [m.family for m in METHODS if m.is_baseline]
    assert sorted(baselines) == ["disassociation", "generalisation"]


def test_a_class_without_a_name_is_a_group_of_parameters() -> None:
    before = len(METHODS)

    class Group(ReleaseMethod):
        """Not a method."""

        a: int = parameter("one", default=1)

    class Other(AttackMethod):
        """Neither."""

    assert [p.name for p in Group.parameters()] == ["a"]
    assert Other.parameters() == ()
    assert len(METHODS) == before


def test_what_is_given_in_the_wrong_place_is_refused_with_advice(baskets: DuckDBPyConnection) -> None:
    setrisk.protect(baskets, "baskets", "one", Coat(k=2, random_constraints=0.5))
    calls = [
        (lambda: setrisk.attack(baskets, "one", Coat(k=2)), r"coat makes a release; give it to setrisk\.protect"),
        (lambda: setrisk.attack(baskets, "one", 3), "method is 3; name one or several methods"),
        (lambda: setrisk.attack(baskets, "one", RandomElimination), r"is a class; give RandomElimination\(\)"),
        (lambda: setrisk.attack(baskets, "one", ["mda", RandomElimination]), r"give RandomElimination\(\)"),
        (lambda: setrisk.protect(baskets, "baskets", "two", Coat, k=5), r"Coat is a class; give Coat\(k=5\)"),
        (lambda: setrisk.protect(baskets, "baskets", "two", 3), "method is 3; give a method of setrisk.methods"),
        (lambda: setrisk.protect(Path("my.duckdb"), "baskets", "r"), r"open it with setrisk\.connect\('my\.duckdb'\)"),
        (lambda: setrisk.risk("my.duckdb", "one"), r"open it with setrisk\.connect\('my\.duckdb'\)"),
        (lambda: setrisk.risk(None, "one"), r"a connection comes first, not None; setrisk\.connect\(path\) opens one"),
    ]  # fmt: skip
    for call, message in calls:
        with pytest.raises(BadInput, match=message):
            call()


# Names of methods that mean something else, too: a family, tables and scopes of a series, a type of query.
OTHER_MEANINGS = {"disassociation", "cluster", "transitive", "global", "random"}
FAMILIES_OF = {m.name: m.family for m in METHODS if m.name not in OTHER_MEANINGS}
ROOT = Path(setrisk.__file__).parent


def test_sql_names_a_method_in_the_room_of_its_family_alone_and_compares_no_stored_one() -> None:
    for path in sorted(ROOT.glob("sql/**/*.sql")):
        text = re.sub(r"--[^\n]*", "", path.read_text(encoding="utf-8"))
        rooms = {FAMILIES_OF[name] for name in re.findall(r"'([^']*)'", text) if name in FAMILIES_OF}
        assert rooms <= {path.relative_to(ROOT / "sql").parts[0]}, path
        # An attack may be implemented case by case, `$method = 'aba'`; what a release was made by is data.
        assert not re.search(r"\.method\s*(=|<>|!=|IN|NOT IN|WHEN|LIKE)\s*\(?\s*'", text), path


def test_python_names_a_method_in_the_room_of_its_family_alone() -> None:
    """Or as the default of a parameter; experiments name those that they compare."""
    rooms = [path for path in sorted(ROOT.glob("pipelines/*")) if path.name != "showcase"]
    files = [ROOT / "cli.py", *(path for room in [*rooms, ROOT / "terminal"] for path in room.rglob("*.py"))]
    assert len(files) > 100
    for path in files:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        functions = [node.args for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        defaults = {default for args in functions for default in [*args.defaults, *args.kw_defaults]}
        named = {
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and node not in defaults and node.value in FAMILIES_OF
        }
        assert {FAMILIES_OF[name] for name in named} <= {path.parent.name}, (path, named)


def test_readme_names_every_method_of_each_family() -> None:
    rows = re.findall(r"^\| \[.*\]\(docs/(\w+)\.md\) \|(.*)\|$", (ROOT / "README.md").read_text("utf-8"), re.M)
    said = {family: row.lower() for family, row in rows}
    assert set(said) == set(FAMILIES)
    assert [m.name for m in METHODS if m.name not in said[m.family]] == []


def test_the_kernel_of_eliminations_knows_the_methods_of_its_family_and_no_other() -> None:
    described = {m.name: {p.name for p in m.parameters} for m in METHODS if m.family == "generalisation"}
    described.pop("coat")
    assert set(elimination.METHODS) == set(described)
    for takers, name in (
        (elimination.WITH_THRESHOLD, "threshold"),
        (elimination.WITH_GROUPS, "scaled"),
        (elimination.WITH_SEED, "seed"),
    ):
        assert set(takers) == {method for method, names in described.items() if name in names}


def test_setrisk_methods_offers_every_description() -> None:
    def classes(base: type) -> Iterator[type]:
        for each in base.__subclasses__():
            yield each
            yield from classes(each)

    own = {c for base in (ReleaseMethod, AttackMethod) for c in classes(base) if c.__module__.startswith("setrisk.")}
    described = {c for c in own if "method" in vars(c)}
    assert len(described) >= 20
    assert all(vars(setrisk.methods)[c.__name__] is c for c in described)
