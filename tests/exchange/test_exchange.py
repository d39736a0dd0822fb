"""Releases leave and enter the database whole or not at all."""

import csv
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest
from duckdb import DuckDBPyConnection
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import setrisk
import setrisk.sql as relations
from setrisk.errors import AlreadyExists, BadInput, UnknownRelease
from tests.support.awkward_releases import SEED, VISITED, make, opened_copy, snapshot

# What a README says of an export about which the gate was not asked.
UNASKED = "**It was exported to be examined, not to be published**: whether it may be published was not asked; "
FORMATS = ("parquet", "csv")


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made once; each test gets a copy of the file."""
    path = tmp_path_factory.mktemp("template") / "made.duckdb"
    make(path)
    return path


@pytest.fixture
def con(template: Path, tmp_path: Path) -> Iterator[DuckDBPyConnection]:
    with opened_copy(template, tmp_path) as connection:
        yield connection


@pytest.fixture(scope="module")
def unchanged(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DuckDBPyConnection]:
    """One more copy, for the many tests in which nothing may change."""
    folder = tmp_path_factory.mktemp("unchanged")
    shutil.copy(template, folder / "copy.duckdb")
    connection = setrisk.connect(folder / "copy.duckdb")
    for form in FORMATS:
        for release in ("r", "d"):
            setrisk.export(connection, release, folder / f"{release} {form}", format=form, anyway=True)
    before = snapshot(connection)
    yield connection
    # Tests may export.
    list_of_exports = {"setrisk_private.export_run": before["setrisk_private.export_run"]}
    assert {**snapshot(connection), **list_of_exports} == before
    connection.close()


def exported(con: DuckDBPyConnection, form: str, folder: Path, release: str = "r") -> Path:
    """A copy of a release of `unchanged` as files, in a folder `out`."""
    ((path,),) = con.execute("SELECT d.path FROM duckdb_databases() AS d WHERE d.path IS NOT NULL").fetchall()
    shutil.copytree(Path(path).parent / f"{release} {form}", folder / "out")
    return folder / "out"


PUBLISHED = {
    "members": "SELECT g.generalised_item, p.item FROM setrisk.generalised_item AS g JOIN setrisk.published_item AS p "
    "USING (release, item_id) WHERE g.release = ? ORDER BY ALL",
    "records": "SELECT g.record, g.position, p.item, g.generalised_item FROM setrisk.generalised_record AS g "
    "LEFT JOIN setrisk.published_item AS p USING (release, item_id) WHERE g.release = ? ORDER BY ALL",
    "clusters": "SELECT c.cluster, c.n_records FROM setrisk.cluster AS c WHERE c.release = ? ORDER BY ALL",
    "joints": "SELECT j.joint, j.cluster FROM setrisk.joint_cluster AS j WHERE j.release = ? ORDER BY ALL",
    "sub-records": "SELECT c.publishing_cluster, c.chunk, c.sub_record, p.item FROM setrisk.chunk_record AS c "
    "LEFT JOIN setrisk.published_item AS p USING (release, item_id) WHERE c.release = ? ORDER BY ALL",
    "terms": "SELECT t.cluster, p.item FROM setrisk.term_chunk AS t "
    "LEFT JOIN setrisk.published_item AS p USING (release, item_id) WHERE t.release = ? ORDER BY ALL",
    "about": "SELECT r.family, r.method, r.parameters, CAST(r.created_at AS DATE) FROM setrisk.release AS r "
    "WHERE r.release = ?",
}


def published(con: DuckDBPyConnection, release: str) -> dict[str, list[tuple[Any, ...]]]:
    """What a release shows, by name."""
    return {table: con.execute(query, [release]).fetchall() for table, query in PUBLISHED.items()}


def temporary(con: DuckDBPyConnection) -> list[str]:
    return [
        name for (name,) in con.execute("SELECT t.table_name FROM duckdb_tables() AS t WHERE t.temporary").fetchall()
    ]


# The round trip.


TABLES = {
    "generalisation": ["generalised_item", "generalised_record", "release"],
    "disassociation": ["chunk_record", "cluster", "joint_cluster", "release", "term_chunk"],
}


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    ("release", "family"), [("r", "generalisation"), ("r2", "generalisation"), ("d", "disassociation")]
)
def test_a_release_comes_back_as_it_left(con, tmp_path, form, release, family):
    files = setrisk.export(con, release, tmp_path / "out", format=form, anyway=True)
    names = ["README.md", *(f"{table}.{form}" for table in TABLES[family])]
    assert files == [tmp_path / "out" / name for name in names]
    assert setrisk.import_release(con, "back", tmp_path / "out") == family
    assert published(con, "back") == published(con, release)
    found = con.execute("SELECT r.dataset, r.marks FROM setrisk.release AS r WHERE r.release = 'back'").fetchall()
    # The constraints of r2 were drawn.
    marks = ["seeded", *(["drawn-constraints"] if release == "r2" else []), "imported"]
    assert found == [(None, marks)]
    # And once more: what was imported can be handed on.
    setrisk.export(con, "back", tmp_path / "again", format=form, anyway=True)
    setrisk.import_release(con, "back again", str(tmp_path / "again"))
    assert published(con, "back again") == published(con, release)
    found = con.execute("SELECT r.marks FROM setrisk.release AS r WHERE r.release = 'back again'").fetchall()
    assert found == [(marks,)]
    assert temporary(con) == []


def test_the_disassociated_release_has_all_that_such_a_release_can_have(unchanged):
    shown = published(unchanged, "d")
    assert all(shown[table] for table in ("clusters", "joints", "sub-records", "terms"))
    clusters = {cluster for cluster, _ in shown["clusters"]}
    chunks = {(cluster, chunk) for cluster, chunk, _, _ in shown["sub-records"]}
    assert {cluster for cluster, _ in chunks} - clusters == {joint for joint, _ in shown["joints"]} != set()
    assert max(chunk for cluster, chunk in chunks if cluster in clusters) > 1
    assert {item for *_, item in shown["sub-records"] + shown["terms"]} == set(VISITED)


def test_an_imported_release_can_be_attacked_and_says_why_it_cannot_be_evaluated(con, tmp_path):
    setrisk.export(con, "r", tmp_path / "out", anyway=True)
    with setrisk.connect() as other:
        setrisk.import_release(other, "r", tmp_path / "out")
        found = setrisk.attack(other, "r", method="mda", knowledge="self").fetchall()
        query = "SELECT f.* FROM setrisk.elimination_findings('r') AS f WHERE f.attack = 'mda:self' ORDER BY ALL"
        assert found == con.execute(query).fetchall() != []
        assert other.execute("SELECT count(*) FROM setrisk_private.item").fetchall() == [(0,)]
        for asked in (setrisk.evaluate, setrisk.risk):
            with pytest.raises(BadInput, match="the original data are not here"):
                asked(other, "r")


def test_an_imported_disassociated_release_is_attacked_as_it_was(con, tmp_path):
    """Draws and ties of the assignment too: pieces are in the order of names, whatever the items' numbers."""
    setrisk.export(con, "d", tmp_path / "out", anyway=True)
    query = "SELECT f.* FROM setrisk.reassociation_findings('d') AS f ORDER BY ALL"
    with setrisk.connect() as other:
        setrisk.import_release(other, "d", tmp_path / "out")
        setrisk.attack(other, "d", method="all")
        found = other.execute(query).fetchall()
        assert found == con.execute(query).fetchall()
        assert len({attack for attack, *_ in found}) == 6
        for asked in (setrisk.evaluate, setrisk.risk):
            with pytest.raises(BadInput, match="the original data are not here"):
                asked(other, "d")


def test_items_of_an_import_are_numbered_by_the_release_itself(con, tmp_path):
    setrisk.export(con, "d", tmp_path / "out", anyway=True)
    setrisk.import_release(con, "back", tmp_path / "out")
    query = "SELECT p.item_id, p.item FROM setrisk.published_item AS p WHERE p.release = ? ORDER BY ALL"
    assert con.execute(query, ["back"]).fetchall() == list(enumerate(sorted(VISITED), 1))
    assert con.execute(query, ["d"]).fetchall() != list(enumerate(sorted(VISITED), 1))


item_names = st.one_of(
    st.sampled_from(
        ["'", '"', "''", ";", ",", "\n", "\r\n", "\r", "\t", " ", " a ", "NULL", "null", "nan", "\\", "#", "é"]
    ),
    st.sampled_from(
        ["😀", "<script>", "1", "-1", "1.50", "true", "2020-01-01", "\u2028", "x" * 10_000, "item", "\x01"]
    ),
    st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\x00"), min_size=1, max_size=6),
)


@pytest.mark.parametrize("method", ["coat", "disassociation"])
def test_awkward_names_survive_the_round_trip(con, method):
    @settings(max_examples=6, suppress_health_check=list(HealthCheck))
    @given(st.lists(item_names, min_size=3, max_size=8, unique=True))
    @example(["\n", "a\r\nb", "\r", '"', '""', "'", ",", "NULL", "nan", "x" * 10_000])
    def survive(names: list[str]) -> None:
        setrisk.load(con, "names", pd.DataFrame({"items": [names, names[1:], names[:2]]}))
        # In the order of the data, since the other one is that of names in a folder, and of numbers in a database.
        of_coat = {"privacy_constraints": [[names[2]]], "max_suppression": 1, "keep_order": True}
        given = of_coat if method == "coat" else {}
        setrisk.protect(con, "names", "named", method=method, k=3, **given)
        there, back = published(con, "named"), []
        for form in FORMATS:
            with tempfile.TemporaryDirectory() as folder:
                setrisk.export(con, "named", Path(folder) / "out", format=form, anyway=True)
                setrisk.import_release(con, "back", Path(folder) / "out")
            back.append(published(con, "back"))
            setrisk.drop(con, "back")
        setrisk.drop(con, "names", cascade=True)
        assert back == [there] * len(FORMATS)
        if method == "coat":
            assert {item for _, item in there["members"]} | {r[2] for r in there["records"] if r[2]} <= set(names)
        else:
            assert [item for *_, item in there["sub-records"]] == [names[1]] * 3
            assert [item for _, item in there["terms"]] == sorted({*names} - {names[1]})

    survive()


def test_the_files_hold_what_is_published_and_nothing_else(unchanged, tmp_path):
    setrisk.export(unchanged, "r", tmp_path / "out", format="csv", anyway=True)
    columns = {}
    for path in (tmp_path / "out").glob("*.csv"):
        with path.open(newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        columns[path.stem] = rows[0]
        for row in rows:
            assert not {"hidden", "secret patients", "r", str(SEED)} & set(row)
    assert columns == {
        "release": ["family", "method", "parameters", "created_at", "marks", "n_rows"],
        "generalised_item": ["generalised_item", "item"],
        "generalised_record": ["record", "position", "item", "generalised_item"],
    }
    assert unchanged.execute("SELECT count(*) FROM setrisk_private.item WHERE item = 'hidden'").fetchall() == [(1,)]
    for name in ("release.csv", "README.md"):
        text = (tmp_path / "out" / name).read_text(encoding="utf-8")
        for secret in ("hidden", "secret", str(SEED), "random_constraints", "😀"):
            assert secret not in text


def test_the_files_of_a_disassociated_release_are_in_the_order_of_what_they_say(con, tmp_path):
    """Rows in the order in which they were made would tell the transactions."""
    first = setrisk.export(con, "d", tmp_path / "first", format="csv", anyway=True)
    for table in TABLES["disassociation"]:
        con.execute(f"CREATE TEMP TABLE kept AS SELECT t.* FROM setrisk.{table} AS t")
        con.execute(f"DELETE FROM setrisk.{table}")
        con.execute(f"INSERT INTO setrisk.{table} SELECT k.* FROM kept AS k ORDER BY md5(k::VARCHAR)")
        con.execute("DROP TABLE kept")
    second = setrisk.export(con, "d", tmp_path / "second", format="csv", anyway=True)
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]
    columns = {}
    for path in (tmp_path / "first").glob("*.csv"):
        with path.open(newline="", encoding="utf-8") as file:
            head, *rows = csv.reader(file)
        columns[path.stem] = head
        numbers = [[cell if column == "item" else int(cell) for column, cell in zip(head, row, strict=True)]
                   for row in rows if path.stem != "release"]  # fmt: skip
        assert numbers == sorted(numbers)
        assert not {"visits", "d", str(SEED)} & {cell for row in rows for cell in row}
    assert columns == {
        "release": ["family", "method", "parameters", "created_at", "marks", "n_rows"],
        "cluster": ["cluster", "n_records"],
        "chunk_record": ["publishing_cluster", "chunk", "sub_record", "item"],
        "joint_cluster": ["joint", "cluster"],
        "term_chunk": ["cluster", "item"],
    }


@pytest.mark.parametrize("form", FORMATS)
def test_a_folder_may_be_empty_new_deep_or_awkwardly_named(con, tmp_path, form):
    (tmp_path / "empty").mkdir()
    for folder in (tmp_path / "empty", tmp_path / "a" / "b" / "c", tmp_path / 'it\'s "q"; [1] *?'):
        setrisk.export(con, "r", str(folder), format=form, anyway=True)
        setrisk.import_release(con, str(folder), str(folder))
        assert published(con, str(folder)) == published(con, "r")
    made = {path.name for path in tmp_path.iterdir() if "copy.duckdb" not in path.name}
    assert made == {"a", "empty", 'it\'s "q"; [1] *?'}


# What cannot be exported.


def test_an_existing_folder_is_not_written_to(unchanged, tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    for there in (tmp_path / "full", tmp_path / "full" / "mine.txt"):
        with pytest.raises(AlreadyExists, match="exists already; name a new folder"):
            setrisk.export(unchanged, "r", there, anyway=True)
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("place", ["mine.txt/out", "mine.txt/a/b/out"])
def test_an_unwritable_place_is_one_error(unchanged, tmp_path, place):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(BadInput, match="out: cannot be written: ") as raised:
        setrisk.export(unchanged, "r", tmp_path / place, anyway=True)
    assert "\n" not in str(raised.value)
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_an_export_takes_the_place_of_an_earlier_one_alone(unchanged, tmp_path):
    folder = tmp_path / "out"
    for format in ("csv", "parquet"):
        written = setrisk.export(unchanged, "r", folder, format=format, replace=True, anyway=True)
        assert sorted(folder.iterdir()) == written
        assert {path.suffix for path in written} == {f".{format}", ".md"}
    (folder / "mine.txt").write_text("mine")
    with pytest.raises(AlreadyExists, match="exists already, and is not an export of setrisk; name a new folder"):
        setrisk.export(unchanged, "r", folder, replace=True, anyway=True)
    assert (folder / "mine.txt").read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("names", [["release.csv"], ["release.csv", "histogram.csv"], ["release.parquet"]])
def test_files_that_only_have_the_names_of_an_export_stay(unchanged, tmp_path, names):
    for name in names:
        (tmp_path / name).write_text("my,data\n1,2\n")
    with pytest.raises(AlreadyExists, match="is not an export of setrisk"):
        setrisk.export(unchanged, "r", tmp_path, replace=True, anyway=True)
    assert all((tmp_path / name).read_text() == "my,data\n1,2\n" for name in names)


def test_a_link_to_an_earlier_export_stays_one(unchanged, tmp_path):
    setrisk.export(unchanged, "r", tmp_path / "first", format="csv", anyway=True)
    try:
        (tmp_path / "current").symlink_to(tmp_path / "first", target_is_directory=True)
    except OSError as error:
        pytest.skip(f"there can be no link here: {error}")
    setrisk.export(unchanged, "r", tmp_path / "current", replace=True, anyway=True)
    assert (tmp_path / "current").is_symlink()
    assert (tmp_path / "first" / "release.parquet").exists()


def test_an_earlier_export_stays_where_another_cannot_take_its_place(unchanged, tmp_path, monkeypatch):
    folder = tmp_path / "out"
    written = setrisk.export(unchanged, "r", folder, format="csv", anyway=True)
    rename = Path.rename

    def refused(self, target):
        if target == folder and not self.name.endswith("-earlier"):
            raise PermissionError(13, "Permission denied")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", refused)
    with pytest.raises(BadInput, match="out: cannot be written, and nothing was: Permission denied"):
        setrisk.export(unchanged, "r", folder, replace=True, anyway=True)
    assert sorted(folder.iterdir()) == written
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_what_cannot_be_exported_is_one_error(unchanged, tmp_path):
    with pytest.raises(UnknownRelease, match="there is no release 'nope'"):
        setrisk.export(unchanged, "nope", tmp_path / "out")
    with pytest.raises(BadInput, match="format is 'xml'; it must be parquet or csv"):
        setrisk.export(unchanged, "r", tmp_path / "out", format="xml")
    assert not (tmp_path / "out").exists()


class Failing:
    """A connection on which the n-th COPY fails, as a full disk or an interrupt would have it."""

    def __init__(self, con: DuckDBPyConnection, n: int, error: BaseException) -> None:
        self.con, self.left, self.error = con, n, error

    def __getattr__(self, name: str) -> Any:
        return getattr(self.con, name)

    def execute(self, query: str, *rest: Any) -> Any:
        if query.startswith("COPY"):
            self.left -= 1
            if self.left == 0:
                raise self.error
        return self.con.execute(query, *rest)


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize(
    "error", [duckdb.IOException("IO Error: disk is full"), KeyboardInterrupt()], ids=["disk", "interrupt"]
)
def test_an_export_that_fails_half_way_leaves_no_half_folder(unchanged, tmp_path, n, error):
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(BadInput if isinstance(error, duckdb.Error) else KeyboardInterrupt):
        setrisk.export(Failing(unchanged, n, error), "r", tmp_path / "out", anyway=True)
    assert sorted(tmp_path.rglob("*")) == before
    setrisk.export(unchanged, "r", tmp_path / "out", anyway=True)


def test_an_export_that_cannot_be_moved_into_place_leaves_nothing(unchanged, tmp_path, monkeypatch):
    def refuse(self: Path, target: Path) -> Path:
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr(Path, "rename", refuse)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(BadInput, match="cannot be written"):
        setrisk.export(unchanged, "r", tmp_path / "out", anyway=True)
    assert sorted(tmp_path.rglob("*")) == before


# What cannot be imported.

Edit = Callable[[Path], object]


def edited(name: str, old: str, new: str) -> Edit:
    def edit(folder: Path) -> None:
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")

    return edit


def more(name: str, lines: str) -> Edit:
    return lambda folder: (folder / name).write_text(
        (folder / name).read_text(encoding="utf-8") + lines, encoding="utf-8"
    )


def instead(name: str, text: str | bytes) -> Edit:
    return lambda folder: (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())


# The tables that hold rows of a release.
HOLDING = " UNION ALL ".join(
    f"SELECT '{table.name}' FROM {table.schema}.{table.name} AS t WHERE t.release = $1"
    for table in relations.tables()
    if any(column.name == "release" for column in table.columns)
)


def refused(con: DuckDBPyConnection, folder: Path, message: str) -> None:
    """Importing the folder is one error of one line that names it, and leaves nothing."""
    with pytest.raises(BadInput, match=message) as raised:
        setrisk.import_release(con, "bad", folder)
    assert "\n" not in str(raised.value)
    assert str(raised.value).startswith(str(folder))
    assert con.execute(HOLDING, ["bad"]).fetchall() == []
    assert temporary(con) == []


ITEMS, RECORDS, ABOUT = "generalised_item.csv", "generalised_record.csv", "release.csv"
HEADS = {
    ITEMS: "generalised_item,item\n",
    RECORDS: "record,position,item,generalised_item\n",
    ABOUT: "family,method,parameters,created_at,marks\n",  # as older versions wrote it
}


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda folder: shutil.rmtree(folder), "out: must hold release.parquet or release.csv, it holds none"),
        (lambda folder: (folder / ABOUT).unlink(), "out: must hold release.parquet or release.csv, it holds none"),
        (lambda folder: (folder / ITEMS).unlink(), "out: must hold generalised_item.parquet or .*, it holds none"),
        (lambda folder: (folder / RECORDS).unlink(), "out: must hold generalised_record.parquet or .*, it holds none"),
        (instead("release.parquet", "x"), "must hold release.parquet or release.csv, it holds 2 of them"),
        (edited(ITEMS, HEADS[ITEMS], "generalised_item,item,more\n"), f"{ITEMS}:1: Expected Number of Columns: 2"),
        (instead(ITEMS, "generalised_item\n1\n"), f"{ITEMS}:1: Expected Number of Columns: 2 Found: 1"),
        (instead(ITEMS, "item,generalised_item\na,1\n"), f"{ITEMS}: must have the columns generalised_item"),
        (edited(RECORDS, "record,position", "position,record"), f"{RECORDS}: must have the columns record"),
        (edited(RECORDS, HEADS[RECORDS], ""), f"{RECORDS}: must have the columns record BIGINT"),
        (instead(ITEMS, ""), f"{ITEMS}: must have the columns .*; it has none"),
        (more(ITEMS, "x,a\n"), f"{ITEMS}:.*: Error when converting column"),
        (more(ITEMS, "1,a,b\n"), f"{ITEMS}:.*: Expected Number of Columns: 2 Found: 3"),
        (more(ITEMS, '1,"a\n'), f"{ITEMS}:.*: Value with unterminated quote"),
        (more(ITEMS, "99999999999,a\n"), f"{ITEMS}:.*: Error when converting column"),
        (instead(ITEMS, HEADS[ITEMS].encode() + b"1,caf\xe9\n"), f"{ITEMS}:2: Invalid unicode"),
        (more(ITEMS, ",zz\n"), "generalised_item: a row lacks its generalised_item or its item"),
        (more(ITEMS, "1,\n"), "generalised_item: a row lacks its generalised_item or its item"),
        (more(ITEMS, "1,zz\n2,zz\n"), "generalised_item: zz is a member of two generalised items"),
        (instead(ITEMS, HEADS[ITEMS]), "generalised_record: generalised item 1 has no members"),
        (more(RECORDS, "99,1,,77\n"), "generalised_record: generalised item 77 has no members in generalised_item"),
        (more(RECORDS, "99,1,zz,1\n"), "generalised_record: record 99 has an entry with both item and"),
        (more(RECORDS, "99,1,,\n"), "generalised_record: record 99 has an entry with neither"),
        (more(RECORDS, "99,1,zz,\n99,1,yy,\n"), "generalised_record: record 99 has two entries at position 1"),
        (more(RECORDS, ",1,zz,\n"), "generalised_record: an entry has no record or no position"),
        (more(RECORDS, "99,,zz,\n"), "generalised_record: an entry has no record or no position"),
        (more(RECORDS, "0,1,zz,\n"), "record 0 has an entry at position 1; both are numbered from 1$"),
        (more(RECORDS, "99,-1,zz,\n"), "record 99 has an entry at position -1; both are numbered from 1$"),
        (more(ITEMS, "0,zz\n"), "generalised_item: there is a generalised item 0; they are numbered from 1$"),
        (more(RECORDS, "99,x,zz,\n"), f"{RECORDS}:.*: Error when converting column"),
        (edited(ABOUT, "{", "["), "out: release: its parameters are not JSON"),
        (
            edited(ABOUT, "{", '{""note"": ""\\ud800"", '),
            "out: release: its parameters are not JSON that DuckDB can read",
        ),
        (edited(ABOUT, "{", '{""note"": ' + "[" * 99_999), "out: release: its parameters are not JSON"),
        (instead(ABOUT, HEADS[ABOUT]), "out: release must hold one row, it holds 0"),
        (more(ABOUT, "generalisation,coat,{},2020-01-01,,\n"), "out: release must hold one row, it holds 2"),
        (instead(ABOUT, HEADS[ABOUT] + "magic,coat,{},2020-01-01,\n"), "holds a release of the unknown family 'magic'"),
        (instead(ABOUT, HEADS[ABOUT] + ",coat,{},2020-01-01,\n"), "out: release lacks its family, method"),
        (instead(ABOUT, HEADS[ABOUT] + "generalisation,,{},2020-01-01,\n"), "out: release lacks its family, method"),
        (instead(ABOUT, HEADS[ABOUT] + "generalisation,coat,,2020-01-01,\n"), "out: release lacks its family, method"),
        (instead(ABOUT, HEADS[ABOUT] + "generalisation,coat,{},,\n"), "out: release lacks its family, method"),
        (instead(ABOUT, HEADS[ABOUT] + "generalisation,coat,{},yesterday,\n"), f"{ABOUT}:2: Error when converting"),
    ],
)  # fmt: skip
def test_a_broken_folder_is_one_error_and_nothing_is_imported(unchanged, tmp_path, edit, message):
    exported(unchanged, "csv", tmp_path)
    edit(tmp_path / "out")
    refused(unchanged, tmp_path / "out", message)


@pytest.mark.parametrize("format", ["csv", "parquet"])
def test_a_part_of_a_release_is_not_taken_for_the_whole(unchanged, tmp_path, format):
    exported(unchanged, format, tmp_path)
    records = tmp_path / "out" / f"generalised_record.{format}"
    n_rows = unchanged.sql(f"FROM '{records}'").count("*").fetchall()[0][0]
    cut = tmp_path / "cut"
    unchanged.execute(f"COPY (FROM '{records}' LIMIT {n_rows - 1}) TO '{cut}' (FORMAT {format})")
    cut.replace(records)
    refused(
        unchanged, tmp_path / "out", f"holds {n_rows - 1} rows, but {n_rows} were exported: rows were lost or added"
    )


def test_a_line_cut_in_two_is_told_however_late_it_comes(unchanged, tmp_path):
    """The error that DuckDB meets while rows stream in, and not the one that its transaction is at its end."""
    exported(unchanged, "csv", tmp_path)
    lines = "".join(f"{n},1,a,\n" for n in range(1, 20_000))
    (tmp_path / "out" / RECORDS).write_text(f"{HEADS[RECORDS]}{lines}20000,")
    refused(unchanged, tmp_path / "out", f"{RECORDS}:20001: Expected Number of Columns: 4 Found: 2")


@pytest.mark.parametrize(
    "n_rows",
    ['""', "{}", '"[1,2]"', '"{""generalised_item"": 3}"', '"{""generalised_item"": true, ""generalised_record"": 2}"'],
)
def test_numbers_of_rows_that_cannot_be_read_are_an_error(unchanged, tmp_path, n_rows):
    exported(unchanged, "csv", tmp_path)
    about = tmp_path / "out" / ABOUT
    head, row = about.read_text().splitlines()
    before, quoted, _ = row.rpartition('"{')
    assert quoted
    about.write_text(f"{head}\n{before}{n_rows}\n")
    refused(
        unchanged, tmp_path / "out", "out: release: n_rows must be a JSON object with the number of rows of each table"
    )


CLUSTERS, SUB_RECORDS, JOINTS, TERMS = "cluster.csv", "chunk_record.csv", "joint_cluster.csv", "term_chunk.csv"
# As far as such a release can go: joints inside of joints, chunks with as many sub-records as there are records, and an
# item of a cluster that a joint above it shows too.
DISASSOCIATED = {
    ABOUT: HEADS[ABOUT] + 'disassociation,other,"{""k"": 2, ""m"": 1}",2020-01-01,\n',
    CLUSTERS: "cluster,n_records\n1,3\n2,2\n3,1\n",
    JOINTS: "joint,cluster\n4,1\n4,2\n5,1\n5,2\n5,3\n",
    SUB_RECORDS: "publishing_cluster,chunk,sub_record,item\n1,1,1,a\n1,1,1,b\n1,1,2,a\n1,1,3,b\n1,2,1,c\n3,1,1,a\n"
    "4,1,1,d\n4,1,2,d\n4,1,3,d\n4,1,4,d\n4,1,5,d\n5,1,1,a\n",
    TERMS: "cluster,item\n1,f\n2,d\n2,f\n2,g\n",
}


def folder_of(files: dict[str, str], folder: Path) -> Path:
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def parameters(text: str) -> Edit:
    return edited(ABOUT, '{""k"": 2, ""m"": 1}', text)


def test_the_folder_that_the_faults_are_made_in_has_none(con, tmp_path):
    setrisk.import_release(con, "made by hand", folder_of(DISASSOCIATED, tmp_path / "out"))
    for path in setrisk.export(con, "made by hand", tmp_path / "again", format="csv", anyway=True):
        if path.name not in (ABOUT, "README.md"):
            assert path.read_text() == DISASSOCIATED[path.name]


def test_a_disassociated_release_may_have_clusters_alone(con, tmp_path):
    heads = {name: text.partition("\n")[0] + "\n" for name, text in DISASSOCIATED.items()}
    few = {**heads, ABOUT: DISASSOCIATED[ABOUT], CLUSTERS: DISASSOCIATED[CLUSTERS]}
    setrisk.import_release(con, "bare", folder_of(few, tmp_path / "out"))
    assert len(published(con, "bare")["clusters"]) == 3


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        *(
            (lambda folder, name=name: (folder / name).unlink(), f"out: must hold {name[:-4]}.parquet or .* none of")
            for name in (CLUSTERS, SUB_RECORDS, JOINTS, TERMS)
        ),
        (edited(CLUSTERS, "n_records", "records"), f"{CLUSTERS}: must have the columns cluster INTEGER, n_records BIG"),
        (more(SUB_RECORDS, "1,1,x,a\n"), f"{SUB_RECORDS}:.*: Error when converting column"),
        (more(CLUSTERS, ",3\n"), "out: cluster: a row lacks its cluster or its n_records$"),
        (more(CLUSTERS, "6,\n"), "out: cluster: a row lacks its cluster or its n_records$"),
        (more(CLUSTERS, "1,3\n"), "out: cluster: cluster 1 is listed twice$"),
        (edited(CLUSTERS, "3,1\n", "3,0\n"), "out: cluster: cluster 3 has n_records 0; it must be at least 1$"),
        (edited(CLUSTERS, "3,1\n", "3,-1\n"), "out: cluster: cluster 3 has n_records -1; it must be at least 1$"),
        (more(CLUSTERS, "0,3\n"), "out: cluster: there is a cluster 0; they are numbered from 1$"),
        (edited(JOINTS, "4,1\n4,2\n", "-4,1\n-4,2\n"), "joint_cluster: there is a joint -4; they are numbered from 1$"),
        (more(JOINTS, ",1\n"), "out: joint_cluster: a row lacks its joint or its cluster$"),
        (more(JOINTS, "4,\n"), "out: joint_cluster: a row lacks its joint or its cluster$"),
        (more(JOINTS, "4,1\n"), "out: joint_cluster: joint 4 has cluster 1 twice$"),
        (more(JOINTS, "4,9\n"), "out: joint_cluster: joint 4 has cluster 9, which is not in cluster$"),
        (more(JOINTS, "6,4\n6,3\n"), "out: joint_cluster: joint 6 has cluster 4, which is not in cluster$"),
        (edited(CLUSTERS, "3,1\n", ""), "out: joint_cluster: joint 5 has cluster 3, which is not in cluster$"),
        (more(CLUSTERS, "4,9\n"), "out: joint_cluster: joint 4 has the number of a cluster$"),
        (more(JOINTS, "2,1\n2,2\n2,3\n"), "out: joint_cluster: joint 2 has the number of a cluster$"),
        (more(JOINTS, "6,3\n"), "out: joint_cluster: joint 6 has one cluster; it must have two or more$"),
        (more(JOINTS, "6,2\n6,3\n"), "out: joint_cluster: joints 4 and 6 overlap, and neither is inside of the other$"),
        (more(JOINTS, "6,1\n6,2\n"), "out: joint_cluster: joints 4 and 6 overlap, and neither is inside of the other$"),
        *(
            (
                more(SUB_RECORDS, row),
                "out: chunk_record: a row lacks its publishing_cluster, chunk, sub_record or item$",
            )
            for row in (",1,1,z\n", "1,,1,z\n", "1,1,,z\n", "1,1,1,\n")
        ),
        (more(SUB_RECORDS, "9,1,1,z\n"), "out: chunk_record: cluster 9 is neither in cluster nor a joint in joint"),
        (instead(JOINTS, "joint,cluster\n"), "out: chunk_record: cluster 4 is neither in cluster nor a joint"),
        (more(SUB_RECORDS, "1,1,2,a\n"), "out: chunk_record: sub-record 2 of chunk 1 of cluster 1 has a twice$"),
        (more(SUB_RECORDS, "1,4,1,z\n"), "out: chunk_record: the chunks of cluster 1 are not numbered from 1 to 3$"),
        (more(SUB_RECORDS, "1,0,1,z\n"), "out: chunk_record: the chunks of cluster 1 are not numbered from 1 to 3$"),
        (more(SUB_RECORDS, "2,2,1,z\n"), "out: chunk_record: the chunks of cluster 2 are not numbered from 1 to 1$"),
        (edited(SUB_RECORDS, "4,1,", "4,2,"), "the sub-records of chunk 1 of cluster 4 are not numbered from 1 to 4$"),
        (edited(SUB_RECORDS, "1,1,2,a\n", ""), "the sub-records of chunk 1 of cluster 1 are not numbered from 1 to 2$"),
        (more(SUB_RECORDS, "1,2,0,z\n"), "the sub-records of chunk 2 of cluster 1 are not numbered from 1 to 2$"),
        (more(SUB_RECORDS, "1,1,4,a\n"), "chunk 1 of cluster 1 has 4 sub-records, more than the 3 records$"),
        (more(SUB_RECORDS, "4,1,6,d\n"), "chunk 1 of cluster 4 has 6 sub-records, more than the 5 records$"),
        (more(SUB_RECORDS, "1,2,1,a\n"), "out: chunk_record: cluster 1 has a in chunk 1 and in chunk 2$"),
        (more(SUB_RECORDS, "4,2,1,d\n"), "out: chunk_record: cluster 4 has d in chunk 1 and in chunk 2$"),
        (more(TERMS, ",z\n"), "out: term_chunk: a row lacks its cluster or its item$"),
        (more(TERMS, "1,\n"), "out: term_chunk: a row lacks its cluster or its item$"),
        (more(TERMS, "9,z\n"), "out: term_chunk: cluster 9 is not in cluster$"),
        (more(TERMS, "4,z\n"), "out: term_chunk: cluster 4 is not in cluster$"),
        (more(TERMS, "1,f\n"), "out: term_chunk: cluster 1 has f twice$"),
        (more(TERMS, "1,c\n"), "out: term_chunk: cluster 1 has c in the term chunk and in chunk 2$"),
        *(
            (parameters(text), "out: release: its parameters must hold k, a whole number of at least 2$")
            for text in (
                "{}", "[2, 1]", '{""m"": 1}', '{""k"": 1, ""m"": 1}', '{""k"": -2, ""m"": 1}', '{""k"": 2.0, ""m"": 1}',
                '{""k"": ""2"", ""m"": 1}', '{""k"": true, ""m"": 1}', '{""k"": null, ""m"": 1}', '{""k"": NaN}',
                '{""k"": 2147483648, ""m"": 1}', '{""k"": [2], ""m"": 1}', '{""k"": 1, ""m"": 1, ""k"": 2}',
            )
        ),
        (parameters('{""k"": 2}'), "out: release: its parameters must hold m, a whole number of at least 1$"),
        (parameters('{""k"": 2, ""m"": 0}'), "out: release: its parameters must hold m, a whole number of at least 1$"),
    ],
)  # fmt: skip
def test_a_disassociated_folder_with_a_fault_is_one_error_and_nothing_is_imported(unchanged, tmp_path, edit, message):
    folder = folder_of(DISASSOCIATED, tmp_path / "out")
    edit(folder)
    refused(unchanged, folder, message)


SERIAL = {
    ABOUT: HEADS[ABOUT] + 'serial,m-invariance,"{""m"": 2}",2020-01-01,\n',
    CLUSTERS: "cluster,n_records\n1,2\n",
    "cluster_record.csv": "cluster,record,item\n1,1,a\n1,2,b\n",
    "sensitive_count.csv": "cluster,item,copies\n1,flu,1\n1,gout,1\n",
    "counterfeits.csv": "cluster,published_counterfeits\n1,1\n",
    "sensitive_set.csv": "cluster,sensitive_set,item\n1,1,flu\n1,2,gout\n",
}


def test_the_series_that_the_faults_are_made_in_has_none(con, tmp_path):
    assert setrisk.import_release(con, "made by hand", folder_of(SERIAL, tmp_path / "out")) == "serial"


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (edited("cluster_record.csv", "1,1,a", "1,0,a"), "there is a record 0; they are numbered from 1$"),
        (more("cluster_record.csv", "1,2,b\n"), "out: cluster_record: record 2 has b twice$"),
        (more("cluster_record.csv", "1,3,c\n"), "cluster 1 has n_records 2, but cluster_record has 3 records of it$"),
        (more("cluster_record.csv", "9,3,c\n"), "out: cluster_record: cluster 9 is not in cluster$"),
        (more("sensitive_count.csv", "1,a,1\n"), "out: sensitive_count: a is an item of records too$"),
        (edited("sensitive_count.csv", "flu,1", "flu,0"), "cluster 1 has 0 copies of flu; it must have at least 1$"),
        (edited("sensitive_set.csv", "2,gout", "0,gout"), "cluster 1 has a set 0; they are numbered from 1$"),
        (edited("sensitive_set.csv", "gout", "flu"), "cluster 1 has 2 sets with flu, but 1 copies in sensitive_count$"),
        (
            edited("counterfeits.csv", "1,1", "1,3"),
            "counterfeits: cluster 1 has 3 published_counterfeits; it must be 1 to 2, its records$",
        ),
    ],
)
def test_a_folder_of_a_series_with_a_fault_is_one_error_and_nothing_is_imported(unchanged, tmp_path, edit, message):
    folder = folder_of(SERIAL, tmp_path / "out")
    edit(folder)
    refused(unchanged, folder, message)


def test_an_early_fault_is_told_before_those_that_it_causes(unchanged, tmp_path):
    folder = folder_of(DISASSOCIATED, tmp_path / "out")
    more(TERMS, "9,z\n")(folder)
    refused(unchanged, folder, "out: term_chunk: cluster 9 is not in cluster$")
    more(SUB_RECORDS, "1,1,4,a\n")(folder)
    refused(unchanged, folder, "out: chunk_record: chunk 1 of cluster 1 has 4 sub-records")
    edited(CLUSTERS, "3,1\n", "3,0\n")(folder)
    refused(unchanged, folder, "out: cluster: cluster 3 has n_records 0")
    more(CLUSTERS, "7,\n")(folder)
    refused(unchanged, folder, "out: cluster: a row lacks")


@pytest.mark.parametrize(
    ("name", "query", "message"),
    [
        ("generalised_item", "SELECT *, 1 AS more FROM t", "must have the columns .*; it has .* more INTEGER"),
        ("generalised_item", "SELECT item FROM t", "must have the columns .*; it has item VARCHAR$"),
        ("generalised_item", "SELECT generalised_item, [item] AS item FROM t", r"it has .*item VARCHAR\[\]$"),
        ("generalised_item", "SELECT generalised_item + 0.4 AS generalised_item, item FROM t", "it has .*DECIMAL"),
        ("generalised_item", "SELECT 'x' AS generalised_item, item FROM t", "it has generalised_item VARCHAR"),
        ("generalised_item", "SELECT 9999999999 AS generalised_item, item FROM t", "out of range"),
        ("generalised_record", "SELECT *, NULL::VARCHAR AS tid FROM t", "must have the columns .* tid VARCHAR$"),
        ("generalised_record", "SELECT * REPLACE (3 AS item) FROM t", "it has .*item INTEGER"),
        ("release", "SELECT * REPLACE ('yesterday' AS created_at) FROM t", "created_at VARCHAR"),
        ("release", "SELECT * FROM t LIMIT 0", "release must hold one row"),
        ("chunk_record", "SELECT * REPLACE (sub_record + 0.5 AS sub_record) FROM t", "it has .*sub_record DECIMAL"),
        ("chunk_record", "SELECT * REPLACE (nullif(sub_record, 1) AS sub_record) FROM t", "chunk_record: a row lacks"),
        ("cluster", "SELECT * REPLACE (cluster + 1 AS cluster) FROM t", "has the number of a cluster"),
        ("joint_cluster", "SELECT * FROM t LIMIT 0", "chunk_record: cluster [0-9]+ is neither in cluster nor a joint"),
        ("term_chunk", "SELECT * REPLACE (1 AS item) FROM t", "it has .*item INTEGER"),
    ],
)  # fmt: skip
def test_a_broken_parquet_file_is_one_error_and_nothing_is_imported(unchanged, tmp_path, name, query, message):
    exported(unchanged, "parquet", tmp_path, "r" if name in TABLES["generalisation"] else "d")
    path = tmp_path / "out" / f"{name}.parquet"
    unchanged.sql(query.replace("FROM t", f"FROM (SELECT * FROM read_parquet('{path}'))")).write_parquet(f"{path}.new")
    Path(f"{path}.new").rename(path)
    refused(unchanged, tmp_path / "out", message)


def test_a_file_that_is_no_parquet_is_one_error(unchanged, tmp_path):
    exported(unchanged, "parquet", tmp_path)
    (tmp_path / "out" / "generalised_record.parquet").write_bytes(b"no parquet at all")
    with pytest.raises(BadInput, match=r"generalised_record.parquet: No magic bytes"):
        setrisk.import_release(unchanged, "bad", tmp_path / "out")


def test_columns_and_numbers_that_mean_the_same_are_imported(con, tmp_path):
    setrisk.export(con, "r", tmp_path / "out", anyway=True)
    path = tmp_path / "out" / "generalised_record.parquet"
    columns = "g.generalised_item::BIGINT AS generalised_item, g.item, g.position::UTINYINT AS position, g.record"
    con.sql(f"SELECT {columns} FROM read_parquet('{path}') AS g").write_parquet(f"{path}.new")
    Path(f"{path}.new").rename(path)
    setrisk.import_release(con, "back", tmp_path / "out")
    assert published(con, "back") == published(con, "r")


def test_a_release_is_imported_under_a_new_name(unchanged, tmp_path):
    exported(unchanged, "parquet", tmp_path)
    before = snapshot(unchanged)
    with pytest.raises(AlreadyExists, match="the release 'r' exists already"):
        setrisk.import_release(unchanged, "r", tmp_path / "out")
    with pytest.raises(BadInput, match="needs a name"):
        setrisk.import_release(unchanged, "", tmp_path / "out")
    assert snapshot(unchanged) == before


def test_an_import_replaces_a_release_only_if_it_succeeds(con, tmp_path):
    setrisk.export(con, "r", tmp_path / "out", format="csv", anyway=True)
    setrisk.import_release(con, "back", tmp_path / "out")
    setrisk.attack(con, "back", method="mda")
    setrisk.import_release(con, "back", tmp_path / "out", replace=True)
    assert published(con, "back") == published(con, "r")
    assert con.execute("SELECT a.attack FROM setrisk.attack_run AS a WHERE a.release = 'back'").fetchall() == []
    setrisk.import_release(con, "new", tmp_path / "out", replace=True)  # as in load and protect, there need be none
    before = snapshot(con)
    more(RECORDS, "99,1,,77\n")(tmp_path / "out")
    with pytest.raises(BadInput, match="77 has no members"):
        setrisk.import_release(con, "back", tmp_path / "out", replace=True)
    assert snapshot(con) == before


def test_an_import_replaces_the_last_release_of_a_series(con, tmp_path):
    folder = folder_of(SERIAL, tmp_path / "out")
    setrisk.import_release(con, "one", folder)
    setrisk.import_release(con, "one", folder, replace=True)  # with its series, of which it was the only one
    setrisk.import_release(con, "two", folder, series="one")
    setrisk.import_release(con, "two", folder, series="one", replace=True)
    series = con.execute("SELECT s.release FROM setrisk.series AS s WHERE s.series = 'one' ORDER BY s.position")
    assert series.fetchall() == [("one",), ("two",)]
    before = snapshot(con)
    with pytest.raises(BadInput, match="'two' comes after 'one'"):
        setrisk.import_release(con, "one", folder, replace=True)
    assert snapshot(con) == before
    setrisk.drop(con, "one", object_type="series")
    setrisk.import_release(con, "three", folder, series="one")
    with pytest.raises(AlreadyExists, match="already a series 'one'"):
        setrisk.import_release(con, "one", folder, replace=True)


def test_importing_is_part_of_the_users_transaction(con, tmp_path):
    setrisk.export(con, "r", tmp_path / "out", format="csv", anyway=True)
    before = snapshot(con)
    con.execute("BEGIN")
    setrisk.import_release(con, "back", tmp_path / "out")
    assert published(con, "back") == published(con, "r")
    con.execute("ROLLBACK")
    assert snapshot(con) == before
    more(RECORDS, "99,1,,77\n")(tmp_path / "out")
    con.execute("BEGIN")
    with pytest.raises(BadInput, match="77 has no members"):
        setrisk.import_release(con, "back", tmp_path / "out")
    con.execute("ROLLBACK")
    assert snapshot(con) == before
    assert temporary(con) == []


def test_the_parameters_that_were_published_are_read_again(con, tmp_path):
    setrisk.export(con, "r", tmp_path / "out", format="csv", anyway=True)
    setrisk.import_release(con, "back", tmp_path / "out")
    ((parameters,),) = con.execute("SELECT r.parameters FROM setrisk.release AS r WHERE r.release = 'back'").fetchall()
    assert json.loads(parameters)["k"] == 2


@pytest.mark.parametrize("name", ["'; DROP TABLE setrisk.release; --", '"', "a b %", "😀<script>"])
def test_awkward_names_are_names(con, tmp_path, name):
    before = snapshot(con)
    setrisk.load(con, name, pd.DataFrame({"items": [["a", "b"], ["a"]]}))
    setrisk.protect(con, name, name, k=2, privacy_constraints=[["b"]], max_suppression=1)
    setrisk.load_corpus(con, name, pd.DataFrame({"text": ["a b", "a c"]}))
    setrisk.attack(con, name, knowledge=name)
    setrisk.export(con, name, tmp_path / "out", anyway=True)
    setrisk.import_release(con, f"{name}2", tmp_path / "out")
    assert published(con, f"{name}2") == published(con, name)
    setrisk.drop(con, f"{name}2")
    setrisk.drop(con, name, object_type="knowledge")
    setrisk.drop(con, name, object_type="dataset", cascade=True)
    setrisk.drop(con, name, object_type="export")
    assert snapshot(con) == before


def test_a_folder_whose_name_reads_as_a_pattern_is_read_alone(con, tmp_path):
    for folder in ("o*", "other"):
        setrisk.export(con, "r", tmp_path / folder, format="csv", anyway=True)
        setrisk.import_release(con, f"from {folder}", tmp_path / folder)
    counted = "SELECT count(*) FROM setrisk.generalised_record AS g WHERE g.release = ?"
    (rows,) = {tuple(con.execute(counted, [f"from {folder}"]).fetchall()) for folder in ("o*", "other")}
    assert rows == tuple(con.execute(counted, ["r"]).fetchall())


# What comes with the tables.


@pytest.mark.parametrize(("release", "family"), [("r", "generalisation"), ("d", "disassociation")])
def test_the_readme_says_what_was_done_and_what_each_column_is(con, tmp_path, release, family):
    setrisk.export(con, release, tmp_path / "out", format="csv", anyway=True)
    text = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert f"in the family {family}." in text
    assert '"k"' not in text
    ((given,),) = con.execute("SELECT r.parameters FROM setrisk.release AS r WHERE r.release = ?", [release]).fetchall()
    parameters = ", ".join(f"{key} = {json.dumps(value)}" for key, value in json.loads(given).items())
    assert f"* **Parameters**: {parameters}." in text
    assert "* **What it promises**: " in text
    assert f"{UNASKED}anyone who knows its seed can repeat" in text
    assert "Nothing was changed" not in text
    assert ("only of the itemsets that its owner chose" in text) == (release == "r")
    for path in (tmp_path / "out").glob("*.csv"):
        assert path.name in text
        if path.name != ABOUT:
            with path.open(newline="", encoding="utf-8") as file:
                head, *rows = csv.reader(file)
            assert all(f"| {column} | " in text for column in head)
            assert f" {len(rows):,} row" in text


def test_data_as_they_are_are_said_to_be(con, tmp_path):
    setrisk.protect(con, "visits", "plain", method="identity")
    setrisk.export(con, "plain", tmp_path / "out", anyway=True)
    text = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert "Nothing was changed: it shows the data as they are." in text
    assert f"{UNASKED}it shows the data as they are." in text


def test_what_is_imported_only_claims_its_promise(con, tmp_path):
    setrisk.export(con, "r", tmp_path / "out", anyway=True)
    setrisk.import_release(con, "back", tmp_path / "out")
    setrisk.export(con, "back", tmp_path / "again", anyway=True)
    assert "* **What it is said to promise**: " in (tmp_path / "again" / "README.md").read_text(encoding="utf-8")


def test_what_the_gate_accepts_has_no_warning(con, tmp_path):
    setrisk.load(con, "shop", Path(__file__).parents[2] / "docs" / "groceries.csv", format="baskets")
    setrisk.protect(con, "shop", "fine")
    setrisk.attack(con, "fine", method="ra")
    setrisk.export(con, "fine", tmp_path / "out", format="csv", max_at_risk=1, min_coverage=0, attacks=["ra"])
    assert "not to be published" not in (tmp_path / "out" / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("release", ["r", "d"])
def test_a_flat_export_has_one_draw_of_plain_records(con, tmp_path, form, release):
    setrisk.export(con, release, tmp_path / "out", format=form, flat=True, anyway=True)
    file = tmp_path / "out" / f"reconstruction.{form}"
    assert con.sql(f"FROM '{file}'").columns == ["record", "item", "copies"]
    ((n,),) = con.execute(f"SELECT count(DISTINCT t.record) FROM '{file}' AS t").fetchall()
    ((n_people,),) = con.execute(
        "SELECT count(DISTINCT p.tid) FROM setrisk_private.provenance AS p WHERE p.release = ?", [release]
    ).fetchall()
    # What is in a term chunk may all fall to records that have something else.
    assert 0.9 * n_people < n <= n_people
    assert "One random reconstruction of a release" in (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    # It is no part of the release, and another one may take its place.
    setrisk.import_release(con, "back", tmp_path / "out")
    assert published(con, "back") == published(con, release)
    setrisk.export(con, release, tmp_path / "out", format=form, replace=True, anyway=True)
    assert not file.exists()
