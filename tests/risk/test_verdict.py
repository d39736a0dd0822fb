"""A verdict reads the same wherever it is given."""

import html
from pathlib import Path

import pytest
from typer.testing import CliRunner

import setrisk
from setrisk import cli

BASKETS = "SELECT [i, i + 1, 9] AS items FROM range(3) AS r(i), range(4)"


@pytest.mark.parametrize(("k", "limits"), [(2, []), (2, ["--max-at-risk", "100%", "--min-coverage", "0"]), (None, [])])
def test_command_and_report_say_the_same(tmp_path: Path, k: int | None, limits: list[str]) -> None:
    database, page = str(tmp_path / "my.duckdb"), str(tmp_path / "r.html")
    with setrisk.connect(database) as con:
        setrisk.load(con, "shop", con.sql(BASKETS))
        setrisk.protect(con, "shop", "r", "identity" if k is None else setrisk.methods.Disassociation(k=k))
        setrisk.attack(con, "r")
    checked = CliRunner().invoke(cli.app, ["check", database, "r", *limits])
    CliRunner().invoke(cli.app, ["report", database, "r", page, *limits])
    verdict = checked.output.splitlines()[-1]
    assert verdict.startswith("yes, " if checked.exit_code == 0 else "no: ")
    assert f"{verdict[0].upper()}{verdict[1:]}." in html.unescape(Path(page).read_text(encoding="utf-8"))
