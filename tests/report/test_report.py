"""The report: every number is that of the query beside it, names are data, and it works in a real browser."""

import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import BadInput
from setrisk.methods import Disassociation
from setrisk.pipelines.common.progress import ignore_progress
from setrisk.pipelines.methods.description import METHODS
from setrisk.pipelines.methods.families import FAMILIES
from setrisk.pipelines.report.commands import Commands
from setrisk.pipelines.report.grid import sections_of_grid
from setrisk.pipelines.report.meanings import TITLE
from setrisk.pipelines.report.parts import SHARES, run_query, value_text
from setrisk.pipelines.report.release import kept_in_words
from setrisk.pipelines.report.untested import untested_attacks
from setrisk.pipelines.risk.limits import Limits

# Building the database and starting a browser take seconds each.
HOSTILE = (
    "<script>window.hacked = 1</script>",
    '"><img src=x onerror="window.hacked = 1">',
    "</code></pre><script>window.hacked = 1</script>",
    "{{ 7 * 7 }}{% raw %}",
    "' OR 1=1; --",
    "tea 🍵",
    "long " * 2000,
    "NULL",
    "&amp; &lt;b&gt;",
)
# Names of a data set, its releases, a series and a grid.
DATASET, GENERALISED, IN_CHUNKS, COUNTED, SERIES, GRID = (
    f"{name} <script>window.hacked = 1</script>'" for name in ("data", "coat", "chunks", "counted", "months", "grid")
)
SEED = 90_210_345
SUBJECTS = {"coat": GENERALISED, "chunks": IN_CHUNKS, "counted": COUNTED, "months": SERIES, "grid": GRID}
CHROMIUM, DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"


@pytest.fixture(scope="module")
def shop() -> Iterator[DuckDBPyConnection]:
    with setrisk.connect() as con:
        con.execute("CREATE TEMP TABLE names AS SELECT unnest($1) AS item, generate_subscripts($1, 1) AS n", [HOSTILE])
        baskets = con.sql(
            "SELECT r.n % 40 AS id, names.item FROM range(200) AS r(n) JOIN names "
            f"ON names.n - 1 = (r.n * 7 + r.n // 40) % {len(HOSTILE)}"
        )
        setrisk.load(con, DATASET, baskets, id="id", item="item")
        rules = [[HOSTILE[0], HOSTILE[1]], [HOSTILE[2]]]
        setrisk.protect(con, DATASET, GENERALISED, k=25, privacy_constraints=rules, max_suppression=0.5, seed=SEED)
        setrisk.attack(con, GENERALISED, method=["rba", "ra"])
        setrisk.protect(con, DATASET, IN_CHUNKS, method="disassociation", k=2, max_cluster_size="10")
        setrisk.attack(con, IN_CHUNKS, method=["aba", "random"])
        setrisk.protect(con, DATASET, COUNTED, method="identity")
        setrisk.attack(con, COUNTED, confidence=0.1)
        snapshots = setrisk.sample_series(con, DATASET, share=0.5, repeat=0.5, snapshots=2, name="month", seed=1)
        for number, snapshot in enumerate(snapshots.datasets):
            setrisk.protect(
                con, snapshot, f"{SERIES} {number}", method="anony", series=SERIES, r_th=3, cluster_size=5,
                sensitive=HOSTILE[:2] if number == 0 else None,
            )  # fmt: skip
        for number in range(2):
            setrisk.attack(con, f"{SERIES} {number}", method="cluster")
        setrisk.whatif(
            con,
            DATASET,
            assess=False,
            method="coat",
            attacks=["rba", setrisk.methods.RandomElimination(draws=2)],
            k=[25, 500],
            privacy_constraints=rules,
            seed=SEED,
            grid=GRID,
            workers=1,
            pairs=5,
        )
        yield con


@pytest.fixture(scope="module")
def reports(shop: DuckDBPyConnection, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("reports")
    kinds = {"months": "series", "grid": "grid"}
    return {
        short: setrisk.report(
            shop, name, folder / f"{short}.html", object_type=kinds.get(short), max_at_risk=0.1, min_coverage=0
        )
        for short, name in SUBJECTS.items()
    }


class Page(HTMLParser):
    """The texts of a page: by tag, and of each table its cells and the query under it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.tables: list[dict[str, Any]] = []
        self.feed(path.read_text(encoding="utf-8").replace("\u00a0%", " %"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append({"rows": [], "sql": ""})
        if tag == "tr":
            self.tables[-1]["rows"].append([])
        if tag == "td":
            self.tables[-1]["rows"][-1].append("")
        if tag not in ("meta", "link", "line", "circle", "rect", "path", "img"):
            self.open.append(tag)
        self.texts.setdefault(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            while self.open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self.open:
            return
        self.texts[self.open[-1]][-1] += data
        if "td" in self.open:
            self.tables[-1]["rows"][-1][-1] += data
        if "code" in self.open:
            self.tables[-1]["sql"] += data


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_table_is_what_its_query_answers(
    shop: DuckDBPyConnection, reports: dict[str, Path], subject: str
) -> None:
    page = Page(reports[subject])
    assert len(page.tables) >= 2
    for table in page.tables:
        relation = shop.sql(table["sql"])
        assert relation.columns
        again, _ = run_query(shop, "", table["sql"])
        shown = [row for row in table["rows"] if row]
        assert shown == (again.rows[: len(shown)] or [["no rows"]])
        assert len(shown) >= min(len(again.rows), 25)


def test_an_attack_with_parameters_of_its_own_has_not_been_run_as_it_is(con: DuckDBPyConnection) -> None:
    con.execute(
        "INSERT INTO setrisk.attack_run VALUES ('s', 'cluster', 'cluster', 'self', '{}', true, '2024-01-01'), "
        "('s', 'exact:largest=1', 'exact', 'self', '{}', false, '2024-01-01')"
    )
    left = [called for _, called in untested_attacks(con, "s", "serial")]
    assert "cluster" not in left
    assert {"exact with its default parameters", "transitive", "global"} <= set(left)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_names_are_escaped_and_there_is_no_script_and_no_seed(reports: dict[str, Path], subject: str) -> None:
    page = Page(reports[subject])
    assert not page.texts.keys() & {"script", "img", "iframe", "object", "embed"}
    text = reports[subject].read_text(encoding="utf-8")
    assert str(SEED) not in text
    assert f"{SEED:,}" not in text
    assert SUBJECTS[subject] in page.texts["h1"][0]
    assert "49" not in page.texts["h1"][0]


def test_what_a_release_report_says(shop: DuckDBPyConnection, reports: dict[str, Path]) -> None:
    said = " ".join(text for texts in Page(reports["coat"]).texts.values() for text in texts)
    assert "is held by 25 published records or more, or by none" in said
    assert re.search(r"\bNo: .*seed", said)
    assert "anyone who knows its seed can repeat its random draws" in said
    assert "random baseline" in said
    assert "no corpus and no word vectors were used" in said
    for attack in ("mda", "tba", "wba", "gba"):
        assert f"The attack {attack}: " in said
    assert "The attack rba: " not in said
    assert "knowing {" in said


def test_what_the_others_say(reports: dict[str, Path]) -> None:
    def said(subject: str) -> str:
        return " ".join(text for texts in Page(reports[subject]).texts.values() for text in texts)

    assert "finds 2 records or more" in said("chunks")
    assert "Nothing: it shows the data as they are." in said("counted")
    assert "May the last one be published" in said("months")
    assert f"setrisk report DATABASE {shlex.quote(SERIES)} " in said("months")
    assert "1 release was made and attacked (ra:draws=2, rba). 1 of the 2 releases of the grid " in (said("grid"))
    assert (
        "Number 1 is the least distorted within the limits "
        "(at risk at most 10 %, coverage at least 0 %, error at most 1); what it gives away about people was not "
        "assessed." in said("grid")
    )


def test_a_promise_that_does_not_hold_is_not_told_as_one(con: DuckDBPyConnection, tmp_path: Path) -> None:
    setrisk.load(con, "d", con.sql("SELECT ['a', 'b', 'c'][:1 + n % 3] AS items FROM range(300) AS r(n)"))
    setrisk.protect(con, "d", "r", method="aplkiller", epsilon=1, from_data=True, as_printed=True, seed=SEED)
    said = setrisk.report(con, "r", tmp_path / "r.html").read_text()
    assert "Differential privacy with epsilon 1.0" in said
    for mark in ("as-printed", "seeded", "domain-from-data"):
        assert f"({mark})." in said
    assert "But it was made by the steps as the paper prints them, which do not keep the promise (as-printed)." in said


def test_numbers_of_original_transactions_are_not_in_it(shop: DuckDBPyConnection, reports: dict[str, Path]) -> None:
    for subject in ("counted", "chunks"):
        page = Page(reports[subject])
        assert not [table for table in page.tables if re.search(r"\brisks\.record\b", table["sql"])]
    assert [table for table in Page(reports["coat"]).tables if re.search(r"\brisks\.record\b", table["sql"])]


def test_a_series_is_held_against_the_gate(shop: DuckDBPyConnection, tmp_path: Path) -> None:
    path = tmp_path / "r.html"
    said = setrisk.report(shop, SERIES, path, object_type="series", max_score=0.0001).read_text()
    assert "gives a record a score of" in said
    assert "No: " in said
    assert f"{SERIES} 0: transitive, global, exact." in unescape(said)
    verdict = setrisk.report(shop, SERIES, path, object_type="series", max_at_risk=0.5, replace=True).read_text()
    assert re.search(
        r"attacks that must be run are missing, or show nothing: exact, global and transitive;", unescape(verdict)
    )


def test_a_series_from_elsewhere_goes_by_its_marks(
    shop: DuckDBPyConnection, con: DuckDBPyConnection, tmp_path: Path
) -> None:
    setrisk.export(shop, f"{SERIES} 0", tmp_path / "out", anyway=True)
    setrisk.import_release(con, "theirs", tmp_path / "out", series="s")
    con.execute("UPDATE setrisk.release SET marks = ['imported', 'seeded']")
    said = setrisk.report(con, "s", tmp_path / "r.html", object_type="series", max_at_risk=0.5).read_text()
    assert "No: theirs: it was imported" in said
    assert re.search(r"No: theirs: it was imported[^<]*; anyone who knows its seed can repeat its random draws", said)
    assert "The original data of the releases made elsewhere (theirs) are not here" in said


def test_names_cannot_turn_the_writing(con: DuckDBPyConnection, tmp_path: Path) -> None:
    """What is shown of them are escapes; browsers would drop some of these characters, and obey others."""
    setrisk.load(con, "d", con.sql("SELECT ['\u202ex' || chr(0) || 'y', 'z'] AS items FROM range(3)"))
    setrisk.protect(con, "d", "a\u202eb", method="identity")
    setrisk.attack(con, "a\u202eb", confidence=0.1)
    said = setrisk.report(con, "a\u202eb", tmp_path / "r.html").read_text().replace("\u00a0%", " %")
    assert not [c for c in said if not c.isprintable() and c != "\n"]
    assert "Release a\\u202eb" in said


def test_what_was_run_weakly_was_not_tested(shop: DuckDBPyConnection, tmp_path: Path) -> None:
    con = shop.cursor()
    con.execute("BEGIN")
    con.execute("DELETE FROM setrisk.attack_run AS a WHERE a.release = ?", [GENERALISED])
    con.executemany(
        "INSERT INTO setrisk.attack_run VALUES (?, ?, ?, ?, '{}', ?, now()::TIMESTAMP)",
        [
            [GENERALISED, "rba:self:threshold=9.0", "rba", "self", False],
            [GENERALISED, "gba:self", "gba", "self", True],
            [GENERALISED, "ra:texts", "ra", "texts", True],
        ],
    )
    said = unescape(setrisk.report(con, GENERALISED, tmp_path / "r.html").read_text())
    con.execute("ROLLBACK")
    assert "The attack rba with its default parameters: " in said
    assert "The attack gba" not in said
    assert "no corpus and no word vectors were used" in said


def test_a_release_stands_beside_what_was_measured_alike(
    shop: DuckDBPyConnection, con: DuckDBPyConnection, tmp_path: Path
) -> None:
    setrisk.load(con, "d", con.sql("SELECT ['a', 'b', 'c'][:1 + n % 3] AS items FROM range(300) AS r(n)"))
    con.executemany(
        "INSERT INTO setrisk_private.whatif_cell BY NAME SELECT 'g' AS grid, ? AS cell, 'd' AS dataset, 'coat' AS "
        "method, "
        "'{}' AS parameters, ['ra'] AS attacks, 'self' AS knowledge, true AS is_tried, ? AS reconstructions, "
        "5 AS pairs, 5 AS at_risk_below, "
        "0.5 AS share_at_risk, 0.5 AS error, ? AS release",
        [[1, 3, None], [2, 3, "kept"], [3, 20, None]],
    )
    setrisk.protect(con, "d", "kept", method="identity")
    setrisk.report(con, "kept", path := tmp_path / "r.html")
    (table,) = [table for table in Page(path).tables if "whatif_cell" in table["sql"]]
    assert [row[0] for row in table["rows"] if row] == ["g 1", "this"]
    assert "reconstructions := 3, pairs := 5" in table["sql"]
    assert [row[-2] for row in table["rows"] if row] == ["50.0 %", "100.0 %"]
    # Nobody has attacked it, so that nobody knows its risk.
    setrisk.protect(con, "d", "untried", method="disassociation", k=150, m=2, seed=1)
    setrisk.report(con, "untried", path := tmp_path / "u.html")
    (table,) = [table for table in Page(path).tables if "whatif_cell" in table["sql"]]
    assert [row[-2] for row in table["rows"] if row] == ["50.0 %", "50.0 %", ""]


def grid_of(con: DuckDBPyConnection, method: str, knowledge: str) -> list[str]:
    """What the report on a grid with a release by this method says the words mean."""
    setrisk.load(con, "d", con.sql("SELECT ['a'] AS items"))
    con.execute(
        "INSERT INTO setrisk_private.whatif_cell BY NAME SELECT 'g' AS grid, 1 AS cell, 'd' AS dataset, $1 AS method, "
        "'{\"k\": 3}' AS parameters, ['rba'] AS attacks, 1 AS n_attacks, $2 AS knowledge, true AS is_tried, "
        "3 AS reconstructions, 5 AS pairs, 5 AS at_risk_below, 'rba:' || $2 AS worst_attack, 0.5 AS share_at_risk, "
        "0.5 AS error, [] AS marks",
        [method, knowledge],
    )
    sections = sections_of_grid(con, "g", Limits(), 1, Commands("my.duckdb", "g", "g.html"), ignore_progress)
    return [text for section in sections if section.title == TITLE for text in [*section.sentences, *section.points]]


@pytest.mark.parametrize("knowledge", ["selfies", "my self", "self"])
def test_the_knowledge_of_a_grid_is_named_whatever_it_is_called(con: DuckDBPyConnection, knowledge: str) -> None:
    said = grid_of(con, "coat", knowledge)
    assert ("self: the attacker knows only the release itself." in said) == (knowledge == "self")
    assert any(text.startswith(f"{knowledge}: the attacker ") for text in said)


def test_a_method_without_m_does_not_say_how_much_an_attacker_knows(
    con: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = Disassociation.method
    k_alone = replace(known, name="pairs", parameters=tuple(p for p in known.parameters if p.name != "m"))
    monkeypatch.setattr("setrisk.pipelines.report.grid.METHODS", [*METHODS, k_alone])
    (meant, *_) = grid_of(con, "pairs", "self")
    assert meant.startswith("A person is at risk if an attack puts together, correctly, items of this person that")


def test_an_imported_release_has_no_risk(shop: DuckDBPyConnection, con: DuckDBPyConnection, tmp_path: Path) -> None:
    setrisk.export(shop, COUNTED, tmp_path / "out", anyway=True)
    setrisk.import_release(con, "from elsewhere", tmp_path / "out")
    said = setrisk.report(con, "from elsewhere", tmp_path / "r.html").read_text()
    assert "Whether it keeps what it promises cannot be computed here, because the original data are missing." in said
    assert "So no limit on that was looked at" not in said
    assert "Nothing: it shows the data as they are." in said


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"name": "nope", "object_type": None}, "there is no release, series or grid 'nope'"),
        ({"name": "nope", "object_type": "grid"}, "there is no grid 'nope'"),
        ({"object_type": "dataset"}, "object_type is 'dataset'; it must be release, series or grid"),
        ({"max_at_risk": 1.5}, "max_at_risk is 1.5; it must be a number from 0 to 1"),
        (
            {"path": "there.html"},
            r"there.html exists already: remove it, choose another name, or replace it with replace=True \(--replace\)",
        ),
        (
            {"path": "there.html", "replace": True},
            "there.html exists already, and is not a report of setrisk: remove it",
        ),
        ({"path": ".", "replace": True}, " is a folder: give the name of a file"),
        ({"attacks": ["ra"]}, r"limits: attacks \(ra\) are required of a release, not of a grid"),
        ({"path": "no/folder/r.html"}, "cannot write no/folder/r.html: there is no folder no/folder"),
    ],
)
def test_what_cannot_be_reported(
    shop: DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: dict[str, Any], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there.html").write_text("mine")
    with pytest.raises(BadInput, match=message):
        setrisk.report(shop, **{"name": GRID, "path": "r.html", "object_type": "grid", **given})
    assert [path.name for path in tmp_path.iterdir()] == ["there.html"]
    assert Path("there.html").read_text() == "mine"


def test_a_file_is_replaced_where_that_is_asked_for(
    shop: DuckDBPyConnection, reports: dict[str, Path], tmp_path: Path
) -> None:
    path = Path(shutil.copy(reports["counted"], tmp_path / "r.html"))
    setrisk.report(shop, GRID, path, replace=True)
    assert "Releases that were tried" in path.read_text()


@pytest.mark.parametrize("name", ["r.pdf", "r.HTML.gz", "r", "r.", ".html.md"])
def test_a_report_says_by_its_name_that_it_is_html(shop: DuckDBPyConnection, tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match=r"a report is an HTML file, so its name must end in \.html"):
        setrisk.report(shop, GRID, tmp_path / name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["r.HTM", "/dev/null"])
def test_other_names_of_html_and_what_is_no_file_are_written(
    shop: DuckDBPyConnection, tmp_path: Path, name: str
) -> None:
    setrisk.report(shop, GRID, tmp_path / name)
    assert name == "/dev/null" or "Releases that were tried" in (tmp_path / name).read_text()


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, ""), (True, "yes"), (0.123456, "0.1235"), (25_600.4, "25,600"), (1_234, "1,234"), (["a", 2], "a, 2"),
     ({"k": 3, "m": None}, "k 3"), ("<b>", "<b>"), (datetime(2026, 5, 4, 3, 2, 1, 9), "2026-05-04 03:02 UTC")],
)  # fmt: skip
def test_values_as_people_read_them(value: Any, text: str) -> None:
    assert value_text(value) == text
    assert value_text(0.05835, "share_at_risk") == "5.8 %"
    assert value_text(0.05835, "error") == "0.05835"
    assert value_text(0.99998, "seconds") == "1"


def test_all_shares_of_its_tables_are_shown_as_per_cent() -> None:
    """Columns of fractions, by the headers of the relations and statements that it shows; and no others."""
    folder = Path(setrisk.__file__).parent / "sql"
    shown = [*(folder / "report").rglob("*.sql"), folder / "risk" / "coverage.sql"]
    shown += [path for family in FAMILIES.values() for path in folder.rglob(f"{family.evaluation}.sql")]
    columns = [
        found
        for path in shown
        for found in re.findall(r"^-- column: +(\w+) DOUBLE\??(?:, (fraction))?", path.read_text(), re.MULTILINE)
    ]
    assert {name for name, is_share in columns if is_share} == SHARES - {"allowed_belief"}
    # It may exceed 1.
    assert {name for name, is_share in columns if not is_share} & SHARES == {"allowed_belief"}


def test_a_release_that_was_not_attacked_has_no_numbers_at_risk(con: DuckDBPyConnection) -> None:
    con.execute("CREATE TEMP TABLE given AS SELECT ['a', 'b', 'c', 'd'][:1 + n % 4] AS items FROM range(40) AS r(n)")
    setrisk.load(con, "d", con.table("given"))
    setrisk.protect(con, "d", "quiet", method="disassociation", k=12)
    said = setrisk.show(con, "quiet").html
    assert "It has not been attacked, so it is unknown who is at risk." in said
    assert "Share of the records at risk" not in said
    assert "records at risk" not in said.lower().replace("who is at risk", "")
    assert '">no rows</td>' in said
    setrisk.protect(con, "d", "as it is", method="identity")
    said = setrisk.show(con, "as it is").html
    assert "<span>the release as it is, without an attack</span>" in said
    assert "<div>the release as it is, without an attack</div>" in said
    assert "<div>none</div>" not in said


def test_the_score_of_a_family_says_when_it_is_zero(reports: dict[str, Path]) -> None:
    for subject, is_said in {"coat": True, "chunks": True, "counted": True, "months": False}.items():
        (score,) = (text for text in Page(reports[subject]).texts["li"] if text.startswith("Score: "))
        assert ("; 0 % if" in score) == is_said, subject


def test_the_verdict_comes_first_then_what_the_words_mean(reports: dict[str, Path]) -> None:
    first = {
        "coat": "May it be published?",
        "chunks": "May it be published?",
        "counted": "May it be published?",
        "months": "May the last one be published, given what is out already?",
        "grid": "Which to take",
    }
    for subject, title in first.items():
        headings = Page(reports[subject]).texts["h2"]
        in_words = ["In words"] if subject == "grid" else []
        assert headings[: 2 + len(in_words)] == [title, *in_words, "What the words mean"], subject


def test_what_a_release_keeps_is_said_with_the_verdict(reports: dict[str, Path]) -> None:
    for subject in ("coat", "chunks", "counted"):
        page = reports[subject].read_text(encoding="utf-8")
        first = page[page.index("<h2") : page.index("What the words mean</h2>")]
        assert re.search(r"What it keeps: numbers of people who have a pair of items are off by [0-9.]+ ", first)


@pytest.mark.parametrize(
    ("errors", "said"),
    [
        ({"all": 0.5, "high": 0.1}, "off by 0.50 (0 is right, 2 useless), of frequent pairs by 0.10."),
        ({"all": 1.9, "high": 1.2}, "of frequent pairs by 1.20. It keeps next to nothing."),
        ({"all": 1.5}, "off by 1.50 (0 is right, 2 useless). It keeps next to nothing."),
        ({}, "What it keeps is unknown: no two items are together in any record of the data."),
    ],
)
def test_what_a_release_keeps_in_words(errors: dict[str, float], said: str) -> None:
    assert kept_in_words(errors).endswith(said)


@pytest.mark.parametrize(
    ("subject", "words"),
    [
        ("coat", ["fewer than 25 records that may be this person's", "k = 25: ", "Attack rba (redistrib",
                  "Attack ra (random", "Baseline: ", "self: the attacker knows only the release itself."]),
        ("chunks", ["up to 2 items of this person", "fewer than 2 records that hold them", "k = 2: ",
                    "Attack aba (averag",
                    "does not point to a person as long as k reconstructed records or more hold it",
                    "Rare itemsets were not counted: the method promises to protect all of them."]),
        ("counted", ["all items but one of a published itemset", "Attack linkage: ", "to protect none of them"]),
        ("months", ["more firmly than the release allows", "Attack cluster: "]),
        ("grid", ["Attack rba (redistrib", "Attack ra (random", "self: the attacker knows only the release itself."]),
    ],
)  # fmt: skip
def test_the_words_are_explained(reports: dict[str, Path], subject: str, words: list[str]) -> None:
    said = " ".join(text for texts in Page(reports[subject]).texts.values() for text in texts)
    assert [
        each for each in [*words, "Score: ", "Mark: ", "Series: ", "Coverage: ", "Rare itemset: "] if each not in said
    ] == []
    for abbreviation in ("THESIS", "DISASSOC", "CONTEXT", "SANONY", "APL 4"):
        assert abbreviation not in said


def test_attacks_come_by_their_strength(shop: DuckDBPyConnection, reports: dict[str, Path]) -> None:
    tables = [table for table in Page(reports["coat"]).tables if "attack_run" not in table["sql"]]
    for table in (table for table in tables if shop.sql(table["sql"]).columns[0] == "attack"):
        relation = shop.sql(table["sql"])
        shown = [row[relation.columns.index("attack")] for row in relation.fetchall() if row[0] != "random_baseline"]
        strength = dict(
            shop.execute(
                "SELECT s.attack, (s.share_at_risk, s.mean_score) FROM setrisk.risk_summary(?) AS s", [GENERALISED]
            ).fetchall()
        )
        assert shown == sorted(shown, key=lambda attack: strength[attack], reverse=True)


def test_a_yes_leads_to_what_was_not_tested(con: DuckDBPyConnection, tmp_path: Path) -> None:
    setrisk.load(
        con,
        "d",
        con.sql(
            "SELECT ['a', 'b', 'c', 'd', 'e'][1 + n % 2:2 + n % 4] AS items FROM range(300) AS r(n) "
            "UNION ALL SELECT ['x', 'y'] AS items FROM range(4)"
        ),
    )
    setrisk.protect(con, "d", "r", method="disassociation", k=5)
    setrisk.attack(con, "r")
    said = setrisk.report(con, "r", tmp_path / "r.html", max_at_risk=1).read_text()
    link = re.search(r"not looked at, see <a href=\"#(s\d+)\">What was not tested</a> in the report\.", said)
    assert link
    assert f'<h2 id="{link[1]}">What was not tested</h2>' in said
    # But nobody has assessed it.
    assert '<div class="verdict red">' in said
    assert "The gate alone: Yes: " in said
    assert said.count('<span class="figure">not measured</span>') == 3


# In a real browser.


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if not Path(CHROMIUM).exists() or not Path(DRIVER).exists():
        pytest.skip("no Chromium here: tests/debian.sh installs Debian's (chromium, chromium-driver)")
    webdriver = pytest.importorskip("selenium.webdriver")
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in ("headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-sync",
                 "disable-background-networking", "disable-component-update", "disable-dev-shm-usage"):  # fmt: skip
        options.add_argument(f"--{flag}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


@pytest.fixture(params=SUBJECTS)
def opened(request: pytest.FixtureRequest, browser: Any, reports: dict[str, Path]) -> Any:
    """A report in the browser, on a screen of usual size."""
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 1200, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    )
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    browser.get(reports[request.param].as_uri())
    return browser


def test_the_browser_has_nothing_to_complain_of_and_asks_for_nothing(opened: Any) -> None:
    assert opened.get_log("browser") == []
    assert opened.execute_script("return window.hacked") is None
    assert opened.execute_script("return performance.getEntriesByType('resource').length") == 0


def test_charts_are_drawn(opened: Any) -> None:
    drawn = opened.execute_script(
        """
        const box = node => node.getBoundingClientRect();
        return {
          bars: [...document.querySelectorAll('.bar')].map(
            bar => [parseFloat(bar.style.width) / 100, box(bar).width / box(bar.parentNode).width, box(bar).height]),
          points: [...document.querySelectorAll('figure > svg')].map(svg => [...svg.querySelectorAll('.point')].map(
            point => box(point).width > 4 && box(point).left >= box(svg).left && box(point).right <= box(svg).right
              && box(point).top >= box(svg).top && box(point).bottom <= box(svg).bottom)),
          texts: [...document.querySelectorAll('figure svg text')].map(text => box(text).width > 0),
          covered: [...document.querySelectorAll('figure svg')].flatMap(svg => {
            const labels = [...svg.querySelectorAll('text.label')].map(box);
            return labels.flatMap((a, n) => labels.slice(n + 1).filter(b => a.left < b.right - 1 && b.left < a.right - 1
              && a.top < b.bottom - 3 && b.top < a.bottom - 3));
          }).length
        };
        """
    )
    assert drawn["bars"] or drawn["points"]
    for wanted, width, height in drawn["bars"]:
        assert width == pytest.approx(wanted, abs=0.02)
        assert height > 10
    assert all(point for points in drawn["points"] for point in points)
    assert all(points for points in drawn["points"])
    assert all(drawn["texts"])
    assert drawn["covered"] == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_in_light_and_dark(opened: Any, scheme: str) -> None:
    opened.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )
    found = opened.execute_script(
        """
        const numbers = text => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
        const light = rgb => rgb.map(v => v / 255).map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
          .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
        const paper = light(numbers(getComputedStyle(document.body).backgroundColor));
        const ratios = [...document.querySelectorAll(
          'p, td, th, summary, a:not(.skip), figcaption, .value'
        )].map(node => {
          const ink = light(numbers(getComputedStyle(node).color));
          return (Math.max(ink, paper) + .05) / (Math.min(ink, paper) + .05);
        });
        return [paper, Math.min(...ratios)];
        """
    )
    paper, contrast = found
    assert (paper < 0.1) == (scheme == "dark")
    assert contrast >= 4.5  # WCAG 2, AA


def test_it_fits_a_phone(opened: Any) -> None:
    opened.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True}
    )
    assert opened.execute_script("return document.documentElement.scrollWidth") <= 360
    # Tables say that they scroll where much is cut off, and only there.
    tables = opened.execute_script(
        "return [...document.querySelectorAll('.scroll')].map(node => "
        "[node.scrollWidth - node.clientWidth, node.querySelector('.more').getBoundingClientRect().height])"
    )
    assert all(height > 10 for beyond, height in tables if beyond > 120)
    assert all(beyond > 0 for beyond, height in tables if height > 10)


def test_it_prints_with_its_queries(opened: Any) -> None:
    opened.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    heights = opened.execute_script(
        "return [...document.querySelectorAll('details pre')].map(node => node.getBoundingClientRect().height)"
    )
    assert heights
    assert min(heights) > 10
    assert len(opened.execute_cdp_cmd("Page.printToPDF", {})["data"]) > 10_000


def test_no_number_is_beyond_the_paper(opened: Any) -> None:
    """Letter within its margins at 96 pixels an inch; wide tables lie on their side."""
    opened.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    for width, tables in ((725, ".scroll:not(.wide)"), (965, ".scroll.wide")):
        opened.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False},
        )
        beyond = opened.execute_script(
            "return [...document.querySelectorAll(arguments[0])].filter("
            "node => node.scrollWidth > document.documentElement.clientWidth).map("
            "node => [node.ariaLabel, node.scrollWidth, document.documentElement.clientWidth])",
            tables,
        )
        assert beyond == []


def test_the_keyboard_and_screen_readers_find_their_way(opened: Any) -> None:
    found = opened.execute_script(
        """
        const named = node => document.getElementById(node.getAttribute('aria-labelledby')) !== null;
        return {
          lang: document.documentElement.lang,
          headings: [...document.querySelectorAll('h1, h2, h3')].map(node => node.tagName),
          sections: [...document.querySelectorAll('section')].every(named),
          tables: [...document.querySelectorAll('table')].every(
            table => table.caption !== null && [...table.tHead.rows[0].cells].every(cell => cell.scope === 'col')),
          scrolling: [...document.querySelectorAll('.scroll')].every(node => node.tabIndex === 0 && node.ariaLabel),
          pictures: [...document.querySelectorAll('figure > svg')].every(node => node.ariaLabel),
          links: [...document.querySelectorAll('a[href^="#"]')].every(
            link => document.getElementById(link.getAttribute('href').slice(1)) !== null)
        };
        """
    )
    assert found["lang"] == "en"
    assert found["headings"][0] == "H1"
    assert set(found["headings"][1:]) == {"H2"}
    assert [name for name in ("sections", "tables", "scrolling", "pictures", "links") if not found[name]] == []
    keys = pytest.importorskip("selenium.webdriver.common.keys").Keys
    body = opened.find_element("tag name", "body")
    body.send_keys(keys.TAB)
    assert opened.execute_script("return document.activeElement.className") == "skip"
    opened.execute_script("document.querySelector('summary').focus()")
    opened.switch_to.active_element.send_keys(keys.ENTER)
    assert opened.execute_script("return document.querySelector('details').open") is True
