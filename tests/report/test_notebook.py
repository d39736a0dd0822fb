"""What notebooks show, in a real IPython shell."""

import subprocess
import sys
from html.parser import HTMLParser
from typing import Any

import duckdb
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import BadInput

NAME = "<script>alert(1)</script>"


@pytest.fixture
def shell(con: DuckDBPyConnection) -> Any:
    interactive = pytest.importorskip("IPython.core.interactiveshell")
    # Its history is a thread with a database of its own.
    traitlets = pytest.importorskip("traitlets.config")
    config = traitlets.Config()
    config.HistoryManager.enabled = False
    found = interactive.InteractiveShell(config=config)
    setrisk.load(con, "d", con.sql("SELECT [$1, 'item ' || n % 3] AS items FROM range(60) AS r(n)", params=[NAME]))
    found.user_ns["con"] = con
    return found


def shown(shell: Any, code: str) -> dict[str, str]:
    ran = shell.run_cell(code)
    ran.raise_error()
    data, _ = shell.display_formatter.format(ran.result)
    return dict(data)


def test_relations_are_tables(shell: Any) -> None:
    found = shown(shell, "con.sql(\"SELECT * FROM setrisk.supports('d', size := 1) ORDER BY support DESC\")")
    assert "support" in found["text/plain"]
    if int(duckdb.__version__.split(".")[0]) >= 2:
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in found["text/html"]
        assert "<script" not in found["text/html"]


def test_a_report_is_a_page_in_a_frame_without_scripts(shell: Any) -> None:
    page = shown(
        shell,
        "import setrisk\nsetrisk.protect(con, 'd', 'r', method='identity')\nsetrisk.attack(con, 'r')\n"
        "setrisk.show(con, 'r')",
    )["text/html"]

    class Frame(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.tag, self.given = tag, dict(attrs)

    frame = Frame()
    frame.feed(page)
    assert frame.tag == "iframe"
    assert frame.given["sandbox"] is None
    source = str(frame.given["srcdoc"])
    assert source.startswith("<!doctype html>")
    assert "Release r" in source
    assert "<script" not in source


def test_what_is_not_there(con: DuckDBPyConnection) -> None:
    with pytest.raises(BadInput, match="there is no release, series or grid 'nope'"):
        setrisk.show(con, "nope")


def test_a_kernel_without_widgets_connects() -> None:
    """DuckDB then has no progress bar, and does not let anyone switch it off."""
    code = (
        f"import sys; sys.path[:0] = {sys.path!r}; sys.modules['ipywidgets'] = None\n"
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "from traitlets.config import Config\n"
        "config = Config(); config.HistoryManager.enabled = False; config.IPKernelApp.a = 1\n"
        "shell = InteractiveShell.instance(config=config)\n"
        "import duckdb, setrisk\n"
        "try:\n    duckdb.connect().execute('SET enable_progress_bar = false')\n"
        "except duckdb.InvalidInputException:\n    print('as in a kernel')\n"
        "print(setrisk.connect().execute('SELECT count(*) FROM setrisk.release').fetchall())\n"
    )
    pytest.importorskip("IPython")
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.stdout == "as in a kernel\n[(0,)]\n", ran.stderr
