"""What the page about Spark and the demo say comes out."""

from __future__ import annotations

import contextlib
import doctest
import inspect
import io
import re
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import setrisk
import setrisk.spark
from docs.example_database import draw, visits
from setrisk.pipelines.database.names import is_made_here
from setrisk.spark import demo
from setrisk.spark.connection import connection_of

pytestmark = [
    pytest.mark.xdist_group("spark"),
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning"),
]
PAGE = Path(__file__).parents[2] / "docs" / "spark.md"


def test_the_block_of_the_page_gives_what_it_shows(session: Any) -> None:
    ((code, answer),) = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(code, "<page>", "exec"), {})
    assert out.getvalue() == answer


def test_the_demo_goes_the_whole_way(
    session: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Of fewer people, which takes less than half of the time.
    for name, number in (
        ("_PEOPLE", 2_000), ("_OTHERS", 400), ("_ASKED", 50), ("_SHARD", 800), ("_RECONSTRUCTIONS", 1),
    ):  # fmt: skip
        monkeypatch.setattr(demo, name, number)
    demo.show(session)
    said = capsys.readouterr().out
    for part in ("transactions, 300 items", "|criterion", "in 3 shards", "it has not been attacked"):
        assert part in said
    # What the gate says comes last, after the call that asks it.
    assert not said.splitlines()[-1].startswith(" ")


@pytest.fixture(scope="module")
def visited(session: Any) -> Any:
    """A session with the data set of the examples."""
    setrisk.spark.attach(session)
    frame = session.createDataFrame(pa.Table.from_pandas(visits(draw())))
    setrisk.spark.load(session, "visits", frame, id="id", item="item", replace=True)
    return session


@pytest.mark.parametrize(
    "name", ["attach", "load", "relation", "protect", "fetch", "attack", "set_budget", "assess", "check", "report"]
)
def test_the_example_of_a_function_gives_what_it_shows(
    visited: Any, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert name in setrisk.spark.__all__
    monkeypatch.chdir(tmp_path)
    code = inspect.getdoc(getattr(setrisk.spark, name)) or ""
    names = {"setrisk": setrisk, "session": visited}
    example = doctest.DocTestParser().get_doctest(code, names, name, None, None)
    assert example.examples
    said: list[str] = []
    failed, _ = doctest.DocTestRunner(verbose=False).run(example, out=said.append)
    assert failed == 0, "".join(said)
    if name == "assess":
        # Of all 80 people are those narrowed down; of the others 16 were held out, and were not in the release.
        counts = visited.table("setrisk_private.assessed_attack")
        asked = counts.where("release = 'chunks of visits' AND choice = 'random' AND variant = 'main'").collect()
        tried = {row.criterion: row.attempts for row in asked}
        assert tried["narrowing"] == tried["inference"] == 50
    if name == "report":
        assert_written_as_on_one_machine(visited, tmp_path)


def _without_about_sql(page: Path) -> str:
    """A report on Spark without what it alone has."""
    about = r"<section [^>]*>\s*<h2 [^>]*>The SQL on this page</h2>.*?</section>\n|<li>[^\n]*The SQL on this page.*?\n"
    text, n_taken = re.subn(about, "", page.read_text("utf-8"), flags=re.DOTALL)
    assert n_taken == 2
    return text


def assert_written_as_on_one_machine(session: Any, folder: Path) -> None:
    """The report of the example says what that of one machine does, but for what it suggests to run, and the time."""
    with setrisk.connect() as con:
        setrisk.spark.fetch(con, session, "chunks of visits")
        setrisk.report(con, "chunks of visits", folder / "here.html", max_at_risk=0.05)
    here, on_spark = (
        re.sub(r"setrisk[. ](spark[.])?(assess|attack|report).*|Written by.*", "", text)
        for text in ((folder / "here.html").read_text("utf-8"), _without_about_sql(folder / "chunks.html"))
    )
    assert "May it be published?" in here
    assert "setrisk.spark.attack(session, " in (folder / "chunks.html").read_text("utf-8")
    assert on_spark == here
    # What the verdict on a release asks that nothing speaks against: whether the originals are there.
    assert is_made_here(connection_of(session), "chunks of visits")
    assert not is_made_here(connection_of(session), "nothing")
