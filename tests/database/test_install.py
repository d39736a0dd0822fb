"""Where the schemas come from: a template that is copied, or statements."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing, nullcontext
from pathlib import Path

import duckdb
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import BadInput
from setrisk.pipelines.database import database_copy, install, template

# All that may differ between a database that was copied and one that was not.
MADE = (
    "FROM duckdb_functions() SELECT schema_name, function_name, function_type, comment, parameters, parameter_types, "
    "list_sort(regexp_extract_all(macro_definition, '\\w+'))",  # DuckDB turns the names of EXCLUDE about
    "FROM duckdb_tables() SELECT schema_name, table_name, sql, comment",
    "FROM duckdb_views() SELECT schema_name, view_name, sql, comment",
    "FROM duckdb_constraints() SELECT schema_name, table_name, constraint_type, constraint_text",
    "FROM duckdb_columns() SELECT schema_name, table_name, column_name, data_type, is_nullable, column_default",
)


def counted(by: Callable[[DuckDBPyConnection], None], patch: pytest.MonkeyPatch) -> list[object]:
    """The connections in which something is installed from now on."""
    calls: list[object] = []

    def install_counted(con: DuckDBPyConnection) -> None:
        calls.append(con)
        by(con)

    patch.setattr(install, "install", install_counted)
    return calls


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What `install` is called with."""
    return counted(install.install, monkeypatch)


@pytest.fixture
def made_quickly(made_once: Path, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The same, where only the place of the template is at issue: what statements made once is copied, which takes a
    tenth of the time.
    """

    def copy(con: DuckDBPyConnection) -> None:
        ((database,),) = con.execute("SELECT current_database()").fetchall()
        con.execute(f"ATTACH '{made_once}' AS made_once (READ_ONLY)")
        con.execute(f'COPY FROM DATABASE made_once TO "{database}" (SCHEMA)')

    return counted(copy, monkeypatch)


class Places:
    """The folders where a template may be kept, empty ones."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(sys, "pycache_prefix", str(folder / "bytecode"))
        patch.setattr(sys, "dont_write_bytecode", False)
        patch.setattr("platformdirs.user_cache_path", lambda *_, **__: folder / "cache")
        patch.setattr(template.tempfile, "gettempdir", lambda: str(folder / "temporary"))
        patch.setattr(template, "_folder_of_process", lambda: folder / "process")
        (folder / "temporary").mkdir(parents=True)
        self.bytecode = Path(template.cache_from_source(template.__file__)).parent
        self.cache, self.process = folder / "cache", folder / "process"
        self.private = folder / "temporary" / f"setrisk_of_user_{os.getuid()}"

    def held(self) -> list[str]:
        """Which of them hold one."""
        return [
            name for name in ("bytecode", "cache", "private", "process") if list(getattr(self, name).glob("template-*"))
        ]


def block(folder: Path) -> None:
    """A file in place of the folder: not even root can write there."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.touch()


@pytest.fixture(scope="module")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One that was made in a process without any."""
    with pytest.MonkeyPatch.context() as patch:
        places = Places(tmp_path_factory.mktemp("template"), patch)
        setrisk.connect().close()
        (made,) = places.bytecode.iterdir()
        return made


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    return Places(tmp_path / "places", monkeypatch)


@pytest.fixture
def kept(places: Places, made_once: Path) -> Path:
    """A template where it is looked for first."""
    places.bytecode.mkdir(parents=True)
    return Path(shutil.copy(made_once, places.bytecode))


def everything(path: Path) -> list[list[tuple[object, ...]]]:
    """All that a file holds; as it is read from there, in the words of DuckDB's storage."""
    with closing(setrisk.connect(path, read_only=True)) as con:
        return [con.execute(f"{query} WHERE schema_name LIKE 'setrisk%' ORDER BY ALL").fetchall() for query in MADE]


def test_a_copy_of_the_template_is_what_the_statements_make(tmp_path, kept, made, monkeypatch):
    setrisk.connect(tmp_path / "copied.duckdb").close()
    assert made == []
    kept.unlink()
    monkeypatch.setattr(template, "open_template", lambda con: nullcontext())
    setrisk.connect(tmp_path / "stated.duckdb").close()
    assert len(made) == 1
    stated = everything(tmp_path / "stated.duckdb")
    assert all(stated)
    assert everything(tmp_path / "copied.duckdb") == stated


def test_another_template_takes_the_place_of_the_last(kept, made_quickly, monkeypatch):
    monkeypatch.setattr(template.registration, "NAMES", template.registration.NAMES | {"_setrisk_new_v1"})
    setrisk.connect().close()
    (other,) = kept.parent.iterdir()
    assert other != kept
    assert len(made_quickly) == 1


@pytest.mark.parametrize("broken", [b"", b"DUCK" * 5000], ids=["empty", "damaged"])
def test_a_broken_template_is_passed_over(kept, made_quickly, broken):
    kept.write_bytes(broken)
    with closing(setrisk.connect()) as con:
        assert con.execute("SELECT count(*) FROM setrisk.release").fetchall() == [(0,)]
    assert len(made_quickly) == 1


@pytest.mark.parametrize("broken", [b"", b"DUCK" * 5000, 9000], ids=["empty", "damaged", "cut"])
def test_a_copy_of_data_is_whole_although_the_template_is_broken(tmp_path, kept, made_quickly, broken):
    with closing(setrisk.connect()) as con:
        setrisk.load(con, "d", con.sql("SELECT ['a', 'b'] AS items"))
        kept.write_bytes(kept.read_bytes()[:broken] if isinstance(broken, int) else broken)
        database_copy.copy(con, tmp_path / "copy.duckdb", "d", (), series=False, semantic=False)
    with closing(setrisk.connect(tmp_path / "copy.duckdb")) as con:
        assert con.execute("SELECT count(*) FROM setrisk_private.transaction_item").fetchall() == [(2,)]
    assert sorted(path.name for path in tmp_path.glob("copy.*")) == ["copy.duckdb"]


def test_a_broken_template_is_made_again(kept, places, made_quickly):
    kept.write_bytes(b"DUCK" * 5000)
    for _ in range(3):
        setrisk.connect().close()
    assert len(made_quickly) == 2  # without it, and for it
    assert places.held() == ["bytecode"]


def test_a_template_that_holds_nothing_is_passed_over(kept, made_quickly):
    kept.unlink()
    duckdb.connect(kept).close()
    with closing(setrisk.connect()) as con:
        assert con.execute("SELECT count(*) FROM setrisk.release").fetchall() == [(0,)]
    assert len(made_quickly) == 1


def test_it_is_kept_in_the_first_place_that_can_be_written(places, made_quickly, monkeypatch):
    setrisk.connect().close()
    assert places.held() == ["bytecode"]
    setrisk.connect().close()
    assert len(made_quickly) == 1


def test_without_bytecode_it_is_kept_in_the_users_cache(places, made_quickly, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    for _ in range(2):
        setrisk.connect().close()
    assert places.held() == ["cache"]
    assert len(made_quickly) == 1


def test_what_an_image_keeps_beside_its_bytecode_is_used_where_none_is_written(kept, places, made, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    setrisk.connect().close()
    assert places.held() == ["bytecode"]
    assert made == []


def test_without_a_home_it_is_kept_in_a_temporary_folder_that_is_the_users_alone(places, made_quickly):
    block(places.bytecode)
    block(places.cache)
    for _ in range(2):
        setrisk.connect().close()
    assert places.held() == ["private"]
    assert len(made_quickly) == 1
    assert places.private.stat().st_mode & 0o777 == 0o700


def test_a_temporary_folder_that_others_can_write_is_not_used(places, made_quickly):
    block(places.bytecode)
    block(places.cache)
    places.private.mkdir()
    places.private.chmod(0o777)
    setrisk.connect().close()
    assert places.held() == ["process"]
    places.private.rmdir()
    other = places.private.with_name("other")
    other.mkdir(mode=0o700)
    places.private.symlink_to(other)
    setrisk.connect().close()
    assert places.held() == ["process"]


def test_templates_of_other_environments_stay_for_a_month(places, made_quickly):
    block(places.bytecode)
    places.cache.mkdir()
    recent, old, left = (places.cache / name for name in ("template-a.duckdb", "template-b.duckdb", "template-c.99"))
    for path in (recent, old, left):
        path.touch()
    month_ago = time.time() - 31 * 24 * 60 * 60
    for path in (old, left):
        os.utime(path, (month_ago, month_ago))
    setrisk.connect().close()
    assert len(made_quickly) == 1
    assert recent.exists()
    assert not old.exists()
    assert not left.exists()


def test_where_nothing_stays_it_is_kept_as_long_as_the_process(places, made_quickly):
    block(places.bytecode)
    block(places.cache)
    block(places.private)
    for _ in range(2):
        setrisk.connect().close()
    assert places.held() == ["process"]
    assert len(made_quickly) == 1


def test_the_folder_of_a_process_goes_with_it():
    code = "import setrisk.pipelines.database.template as t; print(t._folder_of_process())"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    folder = Path(ran.stdout.strip())
    assert folder.is_absolute()
    assert not folder.exists()


def test_without_any_place_for_it_statements_do(places, made, monkeypatch):
    block(places.bytecode)
    block(places.cache)
    block(places.private)
    monkeypatch.setattr(template, "_folder_of_process", lambda: None)
    for _ in range(2):
        setrisk.connect().close()
    assert places.held() == []
    assert len(made) == 2


def test_where_it_cannot_be_finished_nothing_of_it_stays(places, monkeypatch):
    def fails(con: DuckDBPyConnection) -> None:
        raise duckdb.IOException("No space left on device")

    monkeypatch.setattr(install, "install", fails)
    with pytest.raises(BadInput, match="the database cannot be written, and nothing was changed: No space left"):
        setrisk.connect()
    assert [list(folder.iterdir()) for folder in (places.bytecode, places.cache, places.process)] == [[], [], []]


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
