"""A release that shows nothing puts nobody at risk, and must not look best of all."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from duckdb import DuckDBPyConnection
from typer.testing import CliRunner

import setrisk
from setrisk import cli
from setrisk.errors import BadInput
from setrisk.pipelines.whatif.recommend import recommend

EMPTY = "it has no records, so nothing can be learned from it"
ITEMS = [f"item {number}" for number in range(11)]
BASKETS = (
    "SELECT list_transform([(n * 5 + 1) % 11, (n * 3) % 7, n % 5, (n * n) % 9][:2 + n % 3], lambda i: 'item ' || i) "
    "AS items FROM range(60) AS r(n)"
)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A data set of which a release with much noise holds no record."""
    path = str(tmp_path_factory.mktemp("empty") / "my.duckdb")
    with setrisk.connect(path) as con:
        setrisk.load(con, "shop", con.sql(BASKETS))
        con.execute("CREATE TABLE goods AS SELECT $1 AS items", [ITEMS])
    return path


@pytest.fixture
def con(path: str) -> Iterator[DuckDBPyConnection]:
    with setrisk.connect(path) as connection:
        yield connection


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli.app, [*words])
    return result.exit_code, result.output


def test_it_is_called_so_and_refused(path: str, tmp_path: Path) -> None:
    made = ("protect", path, "shop", "r", "--method", "diffpart", "--epsilon", "0.01", "--universe", "goods")
    code, said = run(*made, "--seed", "1")
    assert code == 0
    assert "r: 0 records, made of the 60 of shop by diffpart" in said
    assert f"r is empty: {EMPTY}" in said
    with setrisk.connect(path) as con:
        # The noise is another one each time.
        con.execute("UPDATE setrisk.release SET marks = []")
        with pytest.raises(BadInput, match="there is nothing to attack"):
            setrisk.assess(con, "r", known=1)
    junit = tmp_path / "gate.xml"
    for limit in ("--max-at-risk", "--max-linkability"):
        code, said = run("check", path, "r", limit, "50%", "--junit", str(junit))
        assert (code, said.splitlines()[-1]) == (1, f"no: {EMPTY}")
        assert "run setrisk assess" not in said
    assert f'name="empty"><failure message="{EMPTY}"' in junit.read_text()
    with setrisk.connect(path) as con:
        page = setrisk.show(con, "r", max_linkability=0.5).html
        assert f"No: {EMPTY}." in page
        assert "setrisk assess" not in page[: page.index("Reasons not to publish")]


def test_it_is_never_recommended(con: DuckDBPyConnection) -> None:
    setrisk.whatif(
        con, "shop", grid="g", method="diffpart", epsilon=0.01, universe="goods", seed=[1, 2], assess=False, pairs=5,
        reconstructions=2, workers=1,
    )  # fmt: skip
    con.execute("UPDATE setrisk_private.whatif_cell SET n_records = 0, n_items = 0 WHERE cell = 1")
    con.execute("UPDATE setrisk_private.whatif_cell SET n_records = 3, n_items = 2 WHERE cell = 2")
    given = {"max_at_risk": 1, "max_error": 2}
    assert recommend(con, "g", **given).project("cell").fetchall() == [(2,)]  # type: ignore[arg-type]
    con.execute("UPDATE setrisk_private.whatif_cell SET n_records = 0")
    assert recommend(con, "g", **given).fetchall() == []  # type: ignore[arg-type]
    ((path,),) = con.sql("SELECT path FROM duckdb_databases() WHERE database_name = current_database()").fetchall()
    con.close()
    code, said = run("recommend", path, "g", "--max-at-risk", "100%", "--format", "json")
    assert code == 1
    assert json.loads(said)["verdict"] == f"none can be recommended: numbers 1 and 2 ({EMPTY})"


def test_one_that_is_empty_only_when_it_is_made_again_is_assessed_with_another_seed() -> None:
    """Of little data and with much noise; the same seed says the same."""
    with setrisk.connect() as con:
        setrisk.load(con, "few", con.sql("SELECT ['a', 'b'] AS items FROM range(40)"))
        noisy = (
            setrisk.protect(con, "few", f"n{number}", method="diffpart", epsilon=0.3, universe=["a", "b", "c", "d"])
            for number in range(30)
        )
        release = next(made.release for made in noisy if not made.emptiness)

        def said(seed: int) -> str:
            try:
                setrisk.assess(con, release, known=1, people=5, reconstructions=1, seed=seed)
            except BadInput as error:
                return str(error)
            return ""

        found: list[str] = []
        # Until both have been said.
        while len(set(found)) < 2 and len(found) < 8:
            found.append(said(len(found)))
        (reason,) = set(found) - {""}
        assert reason == (
            f"{release} is empty when made again without a fifth of its people, so that no guess can be made: give "
            "another seed, or control, which attacks the release itself"
        )
        assert "" in found
        assert said(found.index(reason)) == reason
