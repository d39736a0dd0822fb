"""The notebook, and the job for spark-submit, do what they show and say."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import setrisk.spark

pytestmark = [
    pytest.mark.xdist_group("spark"),
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning"),
]
EXAMPLES = Path(__file__).parents[2] / "examples"
PARTITIONS = "spark.sql.shuffle.partitions"
BROADCASTS = "spark.sql.autoBroadcastJoinThreshold"


@pytest.fixture
def settings(session: Any) -> Iterator[None]:
    """What the notebook sets for itself is as before afterwards: it gets the session of the other tests, but joins as
    Spark does by default, since rows in another order get other numbers.
    """
    before = {name: session.conf.get(name) for name in (PARTITIONS, BROADCASTS)}
    session.conf.set(BROADCASTS, "10MB")
    yield
    for name, value in before.items():
        session.conf.set(name, value)


def test_the_notebook_shows_what_its_cells_print(
    session: Any, settings: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    notebook = json.loads((EXAMPLES / "spark.ipynb").read_text("utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    names: dict[str, Any] = {}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for cell in cells:
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(compile("".join(cell["source"]), f"<{cell['id']}>", "exec"), names)
        shown = "".join("".join(each["text"]) for each in cell["outputs"])
        assert bool(out.getvalue()) == bool(shown), cell["id"]
        # A release is made with other draws each time, and what is found of it varies.
        if "varies" not in cell["metadata"].get("tags", []):
            assert out.getvalue() == shown, cell["id"]
    assert (names["folder"] / "report.html").is_file()


@pytest.fixture(scope="module")
def job() -> ModuleType:
    found = importlib.util.spec_from_file_location("spark_job", EXAMPLES / "spark_job.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_the_job_makes_a_release_of_a_parquet_file(
    session: Any, job: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [(n, product) for n in range(120) for product in ("bread", f"product {n % 3}")]
    session.createDataFrame(rows, "customer INT, product STRING").write.parquet(str(tmp_path / "purchases"))
    columns = ["--id", "customer", "--item", "product", "--shard-size", "100"]
    assert job.main([f"{tmp_path}/purchases", "by a job", *columns]) == 0
    said, _ = capsys.readouterr()
    assert said.startswith("120 transactions, 4 items\n")
    assert "it has not been attacked, and the release as it is puts 120 of 120 people at risk (100.0 %)" in said
    assert "Before it goes out: setrisk.spark.attack" in said
    found = setrisk.spark.relation(session, "contents").where("name = 'by a job'").collect()
    assert len(found) == 2
    # Refused before anything is loaded, or replaced.
    assert job.main([f"{tmp_path}/purchases", "by a job", *columns[:-1], "1", "--replace"]) == 2
    assert "shard_size is 1; with k = 5 it must be at least 100\n" in capsys.readouterr().err
    assert setrisk.spark.relation(session, "contents").where("name = 'by a job'").count() == 2
    assert job.main([f"{tmp_path}/purchases", "by a job", *columns]) == 2
    assert "the data set 'by a job' exists already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["default.nothing", "--id", "customer", "--item", "product"], "there is no such table or view"),
        (["/no/such.parquet", "--items", "products"], "such.parquet: Spark finds no Parquet there (PATH_NOT_FOUND)"),
        (["foo://bucket/x.parquet", "--items", "products"], "x.parquet: Spark cannot read Parquet there: "),
        (["bad:path/x", "--items", "products"], "bad:path/x: Spark cannot read Parquet there: "),
        (["http://x/y", "--items", "products"], "http://x/y: Spark cannot read Parquet there: "),
        (["default.nothing", "--items", "products", "--k", "1"], "k is 1"),
        (["default.nothing", "--items", "products", "--catalog", "none"], "has no catalog of this name"),
    ],
)
def test_the_job_ends_with_2_and_one_line_for_bad_input(
    session: Any, job: ModuleType, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    source, *options = arguments
    assert job.main([source, "never made", *options]) == 2
    said, wrong = capsys.readouterr()
    assert said == ""
    assert message in wrong
    assert wrong.count("\n") == 1
