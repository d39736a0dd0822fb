"""The examples for Airflow and Dagster, with stand-ins for these: our own lines run. Lint checks their types."""

import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from setrisk.errors import Refused

EXAMPLES = Path(__file__).parents[2] / "examples"
VISITS = EXAMPLES / "dbt" / "seeds" / "visits.csv"


def plain(*given: Any, **options: Any) -> Any:
    """A decorator that leaves the function as it is, with options or without."""
    return given[0] if given and callable(given[0]) else lambda function: function


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "visits.csv").write_bytes(VISITS.read_bytes())
    return tmp_path


def stand_in(monkeypatch: pytest.MonkeyPatch, name: str, **members: Callable[..., Any]) -> None:
    module = ModuleType(name)
    vars(module).update(members)
    monkeypatch.setitem(sys.modules, name, module)


def test_airflow(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, "airflow", __path__=[])  # type: ignore[arg-type]
    stand_in(monkeypatch, "airflow.sdk", task=plain, dag=lambda **_: lambda function: lambda: None)
    names = runpy.run_path(str(EXAMPLES / "airflow_dag.py"))
    release = names["protect"]("visits.csv", "2026-01")
    assert names["protect"]("visits.csv", "2026-01") == release  # a task may be tried again
    with pytest.raises(Refused, match=r"aba:self puts \d+ of 80 people at risk"):
        names["publish"](release)
    assert not (place / "exports").exists()
    alike = "".join(f"{patient},{item}\n" for patient in range(400) for item in ("flu", "gout"))
    (place / "alike.csv").write_text(f"patient,diagnosis\n{alike}0,lupus\n1,lupus\n")
    release = names["protect"]("alike.csv", "2026-02")
    for _ in range(2):  # an acknowledgement may get lost
        names["publish"](release)
    assert (place / "exports" / release / "release.parquet").exists()


def test_dagster(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(
        monkeypatch, "dagster", asset=plain, asset_check=plain, AssetCheckResult=SimpleNamespace,
        Definitions=SimpleNamespace,
    )  # fmt: skip
    names = runpy.run_path(str(EXAMPLES / "dagster_assets.py"))
    for _ in range(2):  # an asset is made again and again
        assert names["release"]() == "visits in chunks"
    found = names["may_be_published"]()
    assert found.passed is False
    assert "people at risk" in found.metadata["reasons"][0]
