"""Where the schemas come from: a template that is copied, or statements."""

import shutil
import sys
from contextlib import closing
from pathlib import Path

import duckdb
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import BadInput
from setrisk.pipelines import install

# All that may differ between a database that was copied and one that was not.
MADE = (
    "FROM duckdb_functions() SELECT schema_name, function_name, function_type, comment, parameters, parameter_types, "
    "list_sort(regexp_extract_all(macro_definition, '\\w+'))",  # DuckDB turns the names of EXCLUDE about
    "FROM duckdb_tables() SELECT schema_name, table_name, sql, comment",
    "FROM duckdb_views() SELECT schema_name, view_name, sql, comment",
    "FROM duckdb_constraints() SELECT schema_name, table_name, constraint_type, constraint_text",
    "FROM duckdb_columns() SELECT schema_name, table_name, column_name, data_type, is_nullable, column_default",
)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What `install` is called with."""
    calls: list[object] = []
    by_statements = install.install

    def counted(con: DuckDBPyConnection) -> None:
        calls.append(con)
        by_statements(con)

    monkeypatch.setattr(install, "install", counted)
    return calls


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One that was made in a process without any."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "pycache_prefix", str(tmp_path_factory.mktemp("template")))
        patch.setattr(sys, "dont_write_bytecode", False)
        setrisk.connect().close()
        (made,) = folder().iterdir()
        return made


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of bytecode, where there is none yet."""
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return folder()


@pytest.fixture
def kept(empty: Path, template: Path) -> Path:
    """A template where it is looked for."""
    empty.mkdir(parents=True)
    return Path(shutil.copy(template, empty))


def folder() -> Path:
    return Path(install.cache_from_source(install.__file__)).parent


def everything(path: Path) -> list[list[tuple[object, ...]]]:
    """All that a file holds; as it is read from there, in the words of DuckDB's storage."""
    with closing(setrisk.connect(path, read_only=True)) as con:
        return [con.execute(f"{query} WHERE schema_name LIKE 'setrisk%' ORDER BY ALL").fetchall() for query in MADE]


def test_a_copy_of_the_template_is_what_the_statements_make(tmp_path, kept, made, monkeypatch):
    setrisk.connect(tmp_path / "copied.duckdb").close()
    assert made == []
    kept.unlink()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    setrisk.connect(tmp_path / "stated.duckdb").close()
    assert len(made) == 1
    assert not kept.exists()
    stated = everything(tmp_path / "stated.duckdb")
    assert all(stated)
    assert everything(tmp_path / "copied.duckdb") == stated


def test_another_template_takes_the_place_of_the_last(kept, made, monkeypatch):
    monkeypatch.setattr(install.registration, "NAMES", install.registration.NAMES | {"_setrisk_new_v1"})
    setrisk.connect().close()
    (other,) = kept.parent.iterdir()
    assert other != kept
    assert len(made) == 1


@pytest.mark.parametrize("broken", [b"", b"DUCK" * 5000], ids=["empty", "damaged"])
def test_a_broken_template_is_passed_over(kept, made, broken):
    kept.write_bytes(broken)
    with closing(setrisk.connect()) as con:
        assert con.execute("SELECT count(*) FROM setrisk.release").fetchall() == [(0,)]
    assert len(made) == 1


def test_without_a_place_for_it_statements_do(empty, made):
    empty.parent.mkdir(parents=True)
    empty.touch()
    setrisk.connect().close()
    assert len(made) == 1


def test_where_it_cannot_be_finished_nothing_of_it_stays(empty, monkeypatch):
    def fails(con: DuckDBPyConnection) -> None:
        raise duckdb.IOException("No space left on device")

    monkeypatch.setattr(install, "install", fails)
    with pytest.raises(BadInput, match="the database cannot be written, and nothing was changed: No space left"):
        setrisk.connect()
    assert list(empty.iterdir()) == []


def test_a_connection_that_may_not_read_files_gets_it_by_statements(kept, made):
    with duckdb.connect(config={"enable_external_access": False}) as con:
        setrisk.attach(con)
        assert con.execute("SELECT count(*) FROM setrisk.release").fetchall() == [(0,)]
    assert len(made) == 1


def test_the_template_does_not_stay_attached(kept, made):
    with closing(setrisk.connect()) as con:
        names = con.execute("SELECT d.database_name FROM duckdb_databases() AS d WHERE NOT d.internal").fetchall()
    assert names == [("memory",)]
    assert made == []


def test_a_schema_of_the_user_with_our_name_is_filled_by_statements(kept, made):
    with duckdb.connect() as con:
        con.execute("CREATE SCHEMA Setrisk_Private")
        con.execute("CREATE TABLE Setrisk_Private.mine AS SELECT 1 AS a")
        setrisk.attach(con)
        assert con.execute("FROM setrisk_private.mine").fetchall() == [(1,)]
        assert con.execute("SELECT count(*) FROM setrisk.release").fetchall() == [(0,)]
    assert len(made) == 1


def test_it_comes_into_the_current_database_and_into_no_other(tmp_path, kept, made):
    with duckdb.connect() as con:
        con.execute(f'ATTACH \'{tmp_path / "other.duckdb"}\' AS "o\'th""er"')
        con.execute('USE "o\'th""er"')
        setrisk.attach(con)
        schemas = con.execute(
            "SELECT DISTINCT database_name FROM duckdb_schemas() WHERE schema_name LIKE 'setrisk%'"
        ).fetchall()
    assert schemas == [("o'th\"er",)]
    assert made == []
