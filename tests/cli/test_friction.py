"""What makes commands easy: help about one method, names that are misspelt, percentages, tables as wide as a page."""

import re
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import setrisk
from setrisk.errors import BadInput, UnknownMethod
from setrisk.pipelines.common.share import parse_share
from setrisk.pipelines.common.spelling import suggestion
from setrisk.pipelines.methods.description import METHODS, Method
from setrisk.terminal.narrow import WIDTH

Forked = Callable[..., int]
PROTECTING = [m for m in METHODS if m.task == "protect"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("friction")
    with setrisk.connect(folder / "my.duckdb") as con:
        rows = "SELECT ['i' || n % 3, 'j' || n % 5, 'own ' || n, 'x, y'] AS items FROM range(20) AS r(n)"
        setrisk.load(con, "baskets", con.sql(rows))
        setrisk.load(con, "later", con.sql(rows))
        setrisk.protect(con, "baskets", "open", method="disassociation", k=2)
        setrisk.attack(con, "open", method="all")
        setrisk.protect(con, "baskets", "coated", k=4, random_constraints=1, seed=1)
        setrisk.attack(con, "coated", method="all")
        setrisk.protect(
            con, "baskets", "jan", method="anony", r_th=2, cluster_size=4, series="months", sensitive=["own 1"]
        )
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    return shutil.copytree(made, tmp_path / "place")


@pytest.fixture
def says(forked: Forked) -> Callable[..., tuple[int, str, str]]:
    """The exit code of a command, and what it writes."""

    def run(folder: Path, command: str) -> tuple[int, str, str]:
        code = forked(folder, *shlex.split(command))
        return code, (folder / "out").read_text(), (folder / "err").read_text()

    return run


def in_one_line(text: str) -> str:
    return re.sub(r"[\s│╭╮╰╯─]+", " ", text)


# Help.


@pytest.mark.parametrize("method", [m for m in PROTECTING if m.name in ("coat", "sanony", "privbayes", "identity")])
def test_the_help_of_a_method_has_its_options_alone(method: Method, made: Path, says) -> None:
    """Before or after `--help`, which asks for it."""
    code, out, err = says(made, f"protect --method {method.name} --help")
    assert (code, err) == (0, "")
    assert out == says(made, f"protect -h --method={method.name}")[1]
    assert out == says(made, f"protect {method.name} --help")[1]
    shown = set(re.findall(r"│ +\*? *(--[a-z0-9-]+)", out))
    assert shown == {"--method", "--replace", "--help", *(f"--{p.name.replace('_', '-')}" for p in method.parameters)}
    order = [out.index(f" --{p.name.replace('_', '-')} ") for p in method.parameters]
    assert order == sorted(order)
    for parameter in method.parameters:
        assert parameter.meaning[1:].replace("[", "")[:40] in in_one_line(out).replace("[", "")
    assert f"{method.name}: {method.meaning}" in in_one_line(out)
    assert not [m.name for m in PROTECTING if m is not method and f" {m.name}: " in in_one_line(out)]


def test_the_help_of_several_methods_has_those_of_all(made: Path, says) -> None:
    for given in ("--method coat --method disassociation", "--method=coat,disassociation"):
        out = in_one_line(says(made, f"whatif {given} --help")[1])
        assert "--max-suppression" in out
        assert "--max-cluster-size" in out
        assert "--epsilon" not in out
    out = in_one_line(says(made, "attack --help --method rba")[1])
    assert "--scaled" in out
    assert "--placements" not in out


def test_the_help_of_no_method_has_a_part_for_each_family(made: Path, says) -> None:
    out = says(made, "protect --help")[1]
    parts = re.findall(r"╭─ ([^─]+) ─", out)
    assert parts == [
        "Arguments",
        "Options",
        "Options of several methods",
        "Options of coat, km, pcta",
        "Options of disassociation",
        "Options of anony, sanony, m-invariance",
        "Options of rho",
        "Options of diffpart, aplkiller, privbayes, mixture",
    ]
    assert "setrisk protect NAME --help says more of one" in in_one_line(out)
    for task in ("attack --method all", "attack", "whatif"):
        shown = set(re.findall(r"│ +(--[a-z0-9-]+)", says(made, f"{task} --help")[1]))
        assert {
            f"--{p.name.replace('_', '-')}" for m in METHODS if m.task == task.split()[0] for p in m.parameters
        } <= shown


# Misspelt names.


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("protect my.duckdb baskets r --method disasociation", "did you mean 'disassociation'?"),
        ("protect --method DISASSOCIATON --help", "did you mean 'disassociation'?"),
        ("attack my.duckdb open --method asignment", "did you mean 'assignment'?"),
        ("attack my.duckdb opne", "there is no release 'opne'; did you mean 'open'?"),
        ("protect my.duckdb basket r --method identity", "there is no data set 'basket'; did you mean 'baskets'?"),
        ("whatif my.duckdb baskets --method coat,aplkiler --k 2", "did you mean 'aplkiller'?"),
        (
            "protect my.duckdb baskets r --k 2 --privacy-constraints 'i1,own 33'",
            "nor an item of the data set; did you mean 'own 3'",
        ),
    ],
)
def test_a_misspelt_name_gets_a_suggestion(command: str, said: str, made: Path, says) -> None:
    code, out, err = says(made, command)
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.splitlines()) == 1


def test_only_what_is_alike_is_suggested() -> None:
    assert suggestion("magic", ["coat", "disassociation"]) == ""
    assert suggestion("CAOT", ["coat", "boat"]) == "; did you mean 'coat'?"
    assert suggestion("CAOT", ["coat", "caott"]) == "; did you mean 'caott' or 'coat'?"
    with setrisk.connect() as con:
        setrisk.load(con, "d", con.sql("SELECT ['a', 'b'] AS items FROM range(4)"))
        with pytest.raises(
            BadInput, match=r"coat has no parameter 'max_supression'.*; did you mean 'max_suppression'\?"
        ):
            setrisk.protect(con, "d", "r", k=2, privacy_constraints=[["a"]], max_supression=0.1)
        with pytest.raises(UnknownMethod, match=r"there are coat, [\w, -]*mixture$"):
            setrisk.protect(con, "d", "r", method="magic")


# Percentages.


@pytest.mark.parametrize(
    ("text", "number"), [("5%", 0.05), (" 7 % ", 0.07), ("57%", 0.57), ("0.1%", 0.001), ("100%", 1.0), ("-1%", -0.01)]
)
def test_a_percentage_is_a_share(text: str, number: float) -> None:
    assert parse_share(text) == number


@pytest.mark.parametrize("text", ["5%%", "%", "five%", "5 %5%"])
def test_what_is_not_a_percentage_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a percentage"):
        parse_share(text)


def test_limits_and_parameters_that_are_shares_may_be_percentages(folder: Path, says) -> None:
    for as_number, as_percentage in (("1", "100%"), ("0", "0%"), ("0.05", "5%")):
        told = [says(folder, f"check my.duckdb open --max-at-risk {given}") for given in (as_number, as_percentage)]
        assert told[0] == told[1]
    told = [says(folder, f"check my.duckdb open --min-coverage {given}") for given in ("0.9", "90%")]
    assert told[0] == told[1]
    code, _, err = says(folder, "check my.duckdb open --max-at-risk 500%")
    assert (code, err) == (
        2,
        "setrisk: max_at_risk is '500%'; it must be a number from 0 to 1, or a percentage, such as 5%\n",
    )
    code, _, err = says(folder, "check my.duckdb open --max-score high")
    assert code == 2
    assert "max_score is 'high'; it must be a number from 0 to 1, or a percentage, such as 5%" in in_one_line(err)
    assert says(folder, "protect my.duckdb baskets r --k 2 --random-constraints 10% --max-suppression 100%")[0] == 0
    with setrisk.connect(folder / "my.duckdb") as con:
        ((given,),) = con.execute("SELECT r.parameters FROM setrisk.release AS r WHERE r.release = 'r'").fetchall()
    assert '"max_suppression": 1.0' in given
    # What is no share, a percentage is not.
    code, _, err = says(folder, "protect my.duckdb baskets h --method diffpart --epsilon 5% --from-data")
    assert (code, err) == (2, "setrisk: epsilon is '5%'; it must be a number\n")


# Items on the command line.


def test_a_privacy_constraint_may_be_given_by_its_items(folder: Path, says) -> None:
    """As a line of a file has them; a name that has a comma itself is found, too."""
    (folder / "rules.txt").write_text("own 1, own 2\n")
    for release, given in (("line", "rules.txt"), ("items", "'own 1, own 2'"), ("comma", "'x, y'"), ("one", "'own 3'")):
        assert says(folder, f"protect my.duckdb baskets {release} --k 2 --privacy-constraints {given}")[0] == 0
    with setrisk.connect(folder / "my.duckdb") as con:
        constraints = dict(
            con.execute(
                "SELECT p.release, list_sort(list((p.constraint_no, i.item)::VARCHAR)) "
                "FROM setrisk_private.privacy_constraint AS p JOIN setrisk_private.item AS i USING (item_id) "
                "WHERE p.release <> 'coated' GROUP BY ALL"
            ).fetchall()
        )
    assert constraints["line"] == constraints["items"] != []
    assert len(constraints["items"]) == 2
    assert len(constraints["comma"]) == len(constraints["one"]) == 1
    assert "x, y" in constraints["comma"][0]
    code, _, err = says(folder, "protect my.duckdb baskets none --k 2 --privacy-constraints ,")
    assert (code, err) == (2, "setrisk: privacy_constraints: no itemset is given\n")


# A series that is forgotten.


def test_a_series_that_is_not_named_is_named_by_the_answer(folder: Path, says) -> None:
    code, _, err = says(folder, "protect my.duckdb later feb --method anony --r-th 2 --cluster-size 4")
    assert code == 2
    assert err.endswith("sensitive_share; or say by series which one this continues: there is 'months'\n")
    # Made all the same, it says that it is another one.
    code, out, _ = says(
        folder, "protect my.duckdb later feb --method anony --r-th 2 --cluster-size 4 --sensitive 'own 2'"
    )
    assert code == 0
    assert "release 1 of the new series feb (there is 'months' already)" in out
    code, out, _ = says(folder, "protect my.duckdb later mar --method anony --r-th 2 --cluster-size 4 --series months")
    assert "release 2 of the series months:" in out
    code, _, err = says(folder, "protect my.duckdb baskets x --method anony --r-th 2 --series monhts")
    assert err.endswith("there is 'feb' and 'months'\n")


# Tables of evaluations.


def test_an_evaluation_has_as_many_rows_as_are_asked_for(made: Path, says) -> None:
    for detailed in ("", " --detailed"):
        code, out, _ = says(made, f"evaluate my.duckdb coated --draws 3 --rows 1{detailed}")
        assert code == 0
        tables = out.partition("\ncoated: ")[0].split("\n\n")
        # A head, a line below it, and the row.
        assert [len(table.splitlines()) for table in tables] == [3] * len(tables), detailed


@pytest.mark.parametrize("release", ["open", "coated"])
def test_an_evaluation_is_as_wide_as_a_page_and_has_everything(release: str, made: Path, says) -> None:
    code, out, _ = says(made, f"evaluate my.duckdb {release} --draws 3")
    assert code == 0
    lines = out.splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert " people at risk (" in next(line for line in lines if line.startswith(f"{release}: "))
    _, csv, _ = says(made, f"evaluate my.duckdb {release} --draws 3 --format csv")
    names = csv.splitlines()[0].split(",")
    heads = [text.splitlines()[0] for text in out.split("\n\n")]
    shown = [name.strip() for head in heads for name in head.split(" | ")]
    ends = {name for name in names if name.endswith(("_low", "_high"))}
    assert ends
    assert set(shown) == set(names) - ends
    # The numbers themselves, with both ends of their interval.
    first = csv.splitlines()[1].split(",")
    values = dict(zip(names, first, strict=True))
    quantity = {"open": "accuracy", "coated": "recall"}[release]
    if values[f"{quantity}_low"]:
        low, high = (round(float(values[f"{quantity}_{end}"]), 3) for end in ("low", "high"))
        row = next(line for text in out.split("\n\n") if quantity in text for line in text.splitlines()[2:])
        found = re.search(r"([\d.]+) \(([\d.]+) to ([\d.]+)\)", row)
        assert found is not None
        assert [round(float(number), 3) for number in found.groups()] == [
            pytest.approx(number, abs=1e-3 + 1e-9) for number in (float(values[quantity]), low, high)
        ]


# Dropping.


def test_a_data_set_without_releases_is_dropped_in_one_line(
    folder: Path, says: Callable[..., tuple[int, str, str]]
) -> None:
    assert says(folder, "drop my.duckdb later") == (0, "dropped the data set later\n", "")
    code, out, _ = says(folder, "drop my.duckdb baskets --object-type dataset --cascade")
    assert (code, out) == (0, "dropped the data set baskets and the releases that it had\n")
