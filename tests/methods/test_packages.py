"""A method of another package needs nothing but its own files."""

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import BadInput
from setrisk.methods import METHODS, Coat
from tests.support.forked_commands import forked_commands

TOY = '''
"""A method and an attack of another package."""

from setrisk.pipelines.histogram.identity import make_identity_release
from setrisk.methods import AttackMethod, Guess, Itemsets, Made, ReleaseMethod, parameter
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


class Toy(ReleaseMethod, name="toy", family="histogram", run=release, paper="our own", promise="A {shade} shade."):
    """Toy: the histogram as it is, in a shade."""

    shade: float = parameter("how dark it is", default=0.5, low=0, high=1)
    dark: Itemsets | None = parameter("what is darkest", default=None, accepts_table=True, names_items=True)


class ToyGuess(AttackMethod, name="toy-guess", family="histogram", run=attack, paper="our own"):
    """Finds nothing."""

    tries: int = parameter("how often it finds nothing", default=3, low=1)


class ToyCoin(Guess, AttackMethod, name="toy-coin", family="histogram", run=attack, paper="our own"):
    """Tosses a coin."""
'''


Commands = Callable[..., str]


@pytest.fixture(scope="module", autouse=True)
def own_templates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Processes with other methods than the tests keep the database that is copied into new ones elsewhere: in one
    folder each would remove that of the other, and to make one takes seconds.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONDONTWRITEBYTECODE", "1")
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


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


@contextmanager
def commands_with(toy: Path) -> Iterator[Commands]:
    """What a command says, where the package is as it is now."""
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


@pytest.fixture
def toy_commands(toy: Path) -> Iterator[Commands]:
    with commands_with(toy) as cli:
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
    # An attack that guesses is what the others are held against.
    guessing = "SELECT attack, is_baseline, draws FROM setrisk.risk_summary('grey') WHERE attack LIKE 'toy%'"
    rows = cli("sql", "my.duckdb", guessing, "--format", "csv").split()[1:]
    assert sorted(rows) == ["toy-coin,true,10", "toy-guess,false,1", "toy-guess:tries=2,false,1"]
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
        "--workers",
        "1",
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


class Mine(DiffPart, name="mine", family="histogram", run=make_diffpart_release, paper="our own", promise="Noise."):
    """Noise of mine."""


class Drawn(
    DiffPart, name="drawn", family="histogram", run=make_diffpart_release, paper="our own", promise="Noise.",
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
    with commands_with(toy) as cli:
        cli("load", "my.duckdb", "baskets", "baskets.csv", "--format", "baskets", "--separator", ",")
        cli("protect", "my.duckdb", "baskets", "grey", "--method", "toy")
        said = cli("attack", "my.duckdb", "grey", "--method", "toy-guess", status=70)
        assert "a defect of the package toy_methods, which brings a method, not of your input" in said
        tried = ("whatif", "my.duckdb", "baskets", "--method", "toy", "--shade", "0.1", "--no-assess", "--pairs", "5")
        assert "none of the releases has results: see its failure" in cli(*tried, "--grid", "g", status=1)
        failure = cli("sql", "my.duckdb", "SELECT failure FROM setrisk.whatif_results('g')", "--format", "csv")
    assert "KeyError: 'no such key' (in the attack toy-guess, of the package toy_methods)" in failure


def test_a_grid_refuses_a_method_that_other_processes_do_not_know(
    con: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    setrisk.load(con, "baskets", con.sql("SELECT unnest([['a', 'b'], ['a', 'c'], ['b', 'c'], ['a']]) AS items"))
    monkeypatch.setattr("setrisk.pipelines.methods.plugins._known_everywhere", [])
    for method in ("identity", Coat(k=2)):
        with pytest.raises(BadInput, match=r"a method of this script alone, .* an entry point of the group"):
            setrisk.whatif(con, "baskets", method=method)
    # An attack that is tried with all others, too.
    known = [method for method in METHODS if method.name != "rba"]
    monkeypatch.setattr("setrisk.pipelines.methods.plugins._known_everywhere", known)
    with pytest.raises(BadInput, match="rba is a method of this script alone"):
        setrisk.whatif(con, "baskets", method=Coat(k=2, privacy_constraints=[["a"]]))
