"""`attach` on every kind of connection, and what is left for a client that has no setrisk."""

import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import duckdb
import pandas as pd
import pytest
from duckdb import DuckDBPyConnection

import setrisk
import setrisk.sql as relations
from setrisk.errors import BadInput, WrongVersion
from setrisk.pipelines.database import install, template
from setrisk.terminal.database import open_database
from setrisk.udf import registration

KERNEL = "SELECT setrisk.eliminate('mda', [[1.0, 2.0], [3.0, 4.0]]) AS steps"
STEPS = [([[None, None], [None, 1]],)]


@pytest.fixture
def plain() -> Iterator[DuckDBPyConnection]:
    """The user's own connection, with a table."""
    con = duckdb.connect()
    con.execute("CREATE TABLE mine AS SELECT 1 AS a")
    yield con
    con.close()


@pytest.fixture
def con() -> Iterator[DuckDBPyConnection]:
    """One of its own: what is installed in it is changed here."""
    with closing(setrisk.connect()) as connection:
        yield connection


@pytest.fixture(scope="module")
def attached_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with a data set, a release, and the findings of an attack."""
    path = tmp_path_factory.mktemp("attached") / "owner.duckdb"
    with closing(setrisk.connect(path)) as con:
        con.execute(
            "CREATE TABLE baskets AS SELECT [a, b] AS items FROM (VALUES ('x', 'y'), ('x', 'z'), ('y', 'z')) t(a, b)"
        )
        setrisk.load(con, "baskets", con.table("baskets"))
        setrisk.protect(con, "baskets", "r", k=2, privacy_constraints=[["x", "y"]], seed=1)
        setrisk.attack(con, "r", method="mda")
    return path


def snapshot(con: DuckDBPyConnection) -> list[tuple[object, ...]]:
    """All that attach makes, with its text, but for what DuckDB writes otherwise when it has read a macro from a file:
    the order of names after EXCLUDE, and quotes of types.
    """
    return con.execute(
        "SELECT 'macro', f.schema_name, f.function_name, f.comment, "
        "replace(regexp_replace(f.macro_definition, 'EXCLUDE \\([^)]*\\)', 'EXCLUDE', 'g'), '\"', '') "
        "FROM duckdb_functions() AS f "
        "WHERE starts_with(f.schema_name, 'setrisk') "
        "UNION ALL SELECT 'table', t.schema_name, t.table_name, t.sql, NULL FROM duckdb_tables() AS t "
        "UNION ALL SELECT 'view', v.schema_name, v.view_name, v.sql, NULL FROM duckdb_views() AS v "
        "WHERE NOT v.internal ORDER BY ALL"
    ).fetchall()


def by_statements(con: DuckDBPyConnection) -> list[tuple[object, ...]]:
    """The same where the package's statements have made it: DuckDB 1.5 writes macros otherwise that it has copied."""
    if duckdb.__version__.startswith("1."):
        pretend(con, "0.0.1")
        setrisk.attach(con)
    return snapshot(con)


def in_child(code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own, which may crash; nothing may be written to stderr."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(code), *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done


def test_what_takes_long_to_import_is_imported_where_it_is_used():
    in_child(
        """
        import sys, setrisk
        loaded = {name.partition(".")[0] for name in sys.modules}
        heavy = {"numpy", "pandas", "scipy", "sqlglot", "pyarrow", "rich", "typer", "jinja2", "matplotlib", "nltk",
                 "textblob"}
        assert not heavy & loaded, heavy & loaded
        """
    )


def test_releases_are_made_and_assessed_without_pandas_and_scipys_distributions():
    in_child(
        """
        import sys, setrisk
        with setrisk.connect() as con:
            con.execute("CREATE TABLE baskets AS SELECT t.id, t.id % (2 + n.n) AS item "
                        "FROM range(60) AS t(id), range(6) AS n(n)")
            setrisk.load(con, "shop", con.table("baskets"), format="long", id="id", item="item")
            setrisk.protect(con, "shop", "r1", k=2, random_constraints=0.3, seed=1)
            setrisk.protect(con, "shop", "r2", method="disassociation", k=3)
            setrisk.protect(con, "shop", "r3", method="diffpart", epsilon=5, from_data=True)
            setrisk.assess(con, "r2", known=2, people=20)
            setrisk.audit_membership(con, "r3", people=1, releases=100)
        assert not {"pandas", "scipy.stats"} & set(sys.modules)
        """
    )


def test_attach_returns_the_connection_and_makes_everything_beside_the_users_tables(plain):
    assert setrisk.attach(plain) is plain
    assert plain.execute("FROM mine").fetchall() == [(1,)]
    assert plain.execute(KERNEL).fetchall() == STEPS
    made = {row[:3] for row in snapshot(plain)}
    assert {("macro", relation.schema, relation.name) for relation in relations.relations()} <= made
    assert {("table", table.schema, table.name) for table in relations.tables()} <= made


def test_attaching_again_installs_nothing(con, monkeypatch):
    before = snapshot(con)
    monkeypatch.setattr(install, "install", lambda con: pytest.fail("installed twice"))
    monkeypatch.setattr(template, "open_template", lambda con: pytest.fail("copied again"))
    setrisk.attach(setrisk.attach(con))
    with closing(con.cursor()) as cursor:
        setrisk.attach(cursor)
    assert snapshot(con) == before


# Open transactions.


def test_in_an_open_transaction_everything_is_committed_with_it(plain):
    plain.execute("BEGIN")
    plain.execute("INSERT INTO mine VALUES (2)")
    setrisk.attach(plain)
    assert plain.execute(KERNEL).fetchall() == STEPS
    setrisk.attach(plain)
    plain.execute("COMMIT")
    assert plain.execute("FROM mine ORDER BY a").fetchall() == [(1,), (2,)]
    with closing(plain.cursor()) as other:
        assert other.execute(KERNEL).fetchall() == STEPS


def test_a_rollback_takes_setrisk_with_it_and_attach_brings_it_back(plain):
    before = snapshot(plain)
    plain.execute("BEGIN")
    plain.execute("INSERT INTO mine VALUES (2)")
    setrisk.attach(plain)
    plain.execute("ROLLBACK")
    assert snapshot(plain) == before
    assert plain.execute("FROM mine").fetchall() == [(1,)]
    setrisk.attach(plain)
    assert plain.execute(KERNEL).fetchall() == STEPS


def test_a_transaction_stays_open_after_attach(con):
    con.execute("CREATE TABLE mine (a INTEGER)")
    con.execute("BEGIN")
    con.execute("INSERT INTO mine VALUES (2)")
    setrisk.attach(con)
    con.execute("ROLLBACK")
    assert con.execute("FROM mine").fetchall() == []


def test_a_transaction_that_cannot_see_the_kernels_is_left_as_it_was(plain):
    """A transaction sees the functions of the time of its first call of one."""
    plain.execute("BEGIN")
    plain.execute("INSERT INTO mine SELECT a + 1 FROM mine")
    with pytest.raises(BadInput, match="a transaction is open that began before setrisk was attached"):
        setrisk.attach(plain)
    assert plain.execute("SELECT count(*) FROM mine").fetchall() == [(2,)]
    plain.execute("COMMIT")
    assert not [row for row in snapshot(plain) if str(row[1]).startswith("setrisk")]
    setrisk.attach(plain)
    assert plain.execute(KERNEL).fetchall() == STEPS


def test_an_attach_that_fails_half_way_leaves_nothing(plain, monkeypatch):
    monkeypatch.setattr(install, "_columns", lambda: "SELECT no_such_column")
    plain.execute("CREATE SCHEMA setrisk")  # so that the template is not for it
    before = snapshot(plain)
    with pytest.raises(duckdb.BinderException):
        setrisk.attach(plain)
    assert snapshot(plain) == before
    monkeypatch.undo()
    setrisk.attach(plain)
    assert plain.execute(KERNEL).fetchall() == STEPS


def test_while_another_transaction_installs_attach_says_what_to_do(plain):
    with closing(plain.cursor()) as other:
        plain.execute("BEGIN")
        setrisk.attach(plain)
        with pytest.raises(BadInput, match="another transaction wrote the same at the same time"):
            setrisk.attach(other)
        plain.execute("COMMIT")
        setrisk.attach(other)
        assert other.execute(KERNEL).fetchall() == STEPS


# Cursors, and several databases.


def test_a_cursor_attaches_for_its_database_instance(plain):
    with closing(plain.cursor()) as cursor:
        assert setrisk.attach(cursor) is cursor
        assert cursor.execute(KERNEL).fetchall() == STEPS
    assert plain.execute(KERNEL).fetchall() == STEPS


def test_attach_installs_in_the_database_in_use(plain):
    setrisk.attach(plain)
    plain.execute("ATTACH ':memory:' AS other; USE other")
    setrisk.attach(plain)
    count = "SELECT count(*) FROM duckdb_functions() WHERE schema_name = 'setrisk' AND database_name = ?"
    assert plain.execute(count, ["other"]).fetchall() == plain.execute(count, ["memory"]).fetchall()
    assert plain.execute("SELECT count(*) > 0 FROM setrisk.functions").fetchall() == [(True,)]
    assert plain.execute(KERNEL).fetchall() == STEPS


@pytest.mark.parametrize("name", ["setrisk", "SetRisk", "setrisk_private"])
def test_a_database_with_the_name_of_a_schema_is_refused_with_the_way_out(tmp_path, name):
    with pytest.raises(BadInput, match=rf"a database cannot be called {name}.*ATTACH it under another name"):
        setrisk.connect(tmp_path / f"{name}.duckdb")


def test_a_file_with_the_name_of_a_schema_can_be_attached_under_another(plain, tmp_path):
    plain.execute(f"ATTACH '{tmp_path / 'setrisk.duckdb'}' AS renamed; USE renamed")
    setrisk.attach(plain)
    assert plain.execute(KERNEL).fetchall() == STEPS


# Read-only databases.


def test_a_read_only_database_that_was_attached_before_has_everything(attached_file):
    with closing(setrisk.connect(attached_file, read_only=True)) as con:
        assert con.execute("SELECT * FROM setrisk.supports('baskets', size := 1) ORDER BY items").fetchall() == [
            (["x"], 2), (["y"], 2), (["z"], 2),
        ]  # fmt: skip
        assert con.execute(KERNEL).fetchall() == STEPS
        assert len(con.execute("FROM setrisk.elimination_evaluation('r', draws := 2)").fetchall()) == 2
        assert not con.execute("FROM duckdb_functions() WHERE starts_with(function_name, 'setrisk_')").fetchall()


def test_what_cannot_be_written_to_is_said_before_a_source_is_read(attached_file):
    said = r"^the database is open for reading only: open it for writing$"
    with closing(setrisk.connect(attached_file, read_only=True)) as con, pytest.raises(BadInput, match=said):
        setrisk.load(con, "new", con.sql("SELECT ['a'] AS items"))


def test_a_read_only_database_that_never_was_attached_has_nothing_to_work_on(tmp_path):
    duckdb.connect(tmp_path / "plain.duckdb").close()
    frame = pd.DataFrame({"items": [["a"]]})
    with closing(setrisk.connect(tmp_path / "plain.duckdb", read_only=True)) as con:
        for task in (
            lambda: setrisk.load(con, "d", frame),
            lambda: setrisk.protect(con, "d", "r", k=2, privacy_constraints=[["a"]]),
            lambda: setrisk.attack(con, "r"),
            lambda: setrisk.evaluate(con, "r"),
            lambda: setrisk.risk(con, "r"),
            lambda: setrisk.export(con, "r", tmp_path / "out"),
            lambda: setrisk.import_release(con, "r", tmp_path),
            lambda: setrisk.drop(con, "r"),
            lambda: setrisk.load_corpus(con, "c", frame),
            lambda: setrisk.embed(con, "v", corpus="c"),
        ):
            with pytest.raises(BadInput, match="the database holds nothing of setrisk's yet: load data into it"):
                task()


def test_a_read_only_database_that_never_was_attached_gets_the_scalar_functions(tmp_path):
    path = tmp_path / "strange.duckdb"
    with closing(duckdb.connect(path)) as con:
        con.execute("CREATE TABLE mine AS SELECT 1 AS a")
    before = path.read_bytes()
    with closing(setrisk.connect(path, read_only=True)) as con:
        setrisk.attach(con)
        scalars = {f"setrisk_{r.name}" for r in relations.relations() if not r.is_table}
        found = con.execute("SELECT function_name FROM duckdb_functions() WHERE starts_with(function_name, 'setrisk_')")
        assert {name for (name,) in found.fetchall()} == scalars
        assert con.execute("SELECT setrisk_ngd(10, 10, 10, 100), setrisk_words('A b')").fetchall() == [
            (0.0, ["a", "b"])
        ]
        assert con.execute(KERNEL.replace("setrisk.", "setrisk_")).fetchall() == STEPS
        # One that calls another.
        half = con.execute("SELECT setrisk_ratio_half_width(3, 2.0, 4), setrisk_t95(2)").fetchall()[0]
        assert half[0] == pytest.approx(half[1] * 3**0.5 / 4)
    assert path.read_bytes() == before


# Versions.


def pretend(con: DuckDBPyConnection, version: str, digest: str | None = None) -> None:
    installed = f"{{'version': '{version}', 'sql': '{digest or install.digest()}'}}"
    con.execute(f"CREATE OR REPLACE MACRO setrisk_internal._version() AS {installed}")


def test_a_database_of_a_newer_setrisk_is_refused_and_left_as_it_is(con):
    for version in ("0.1.1", "0.10.0", "99.0", "0.2.0rc1"):
        pretend(con, version, "x")
        before = snapshot(con)
        with pytest.raises(
            WrongVersion, match=rf"written by setrisk {version}, this is {setrisk.__version__}: upgrade"
        ):
            setrisk.attach(con)
        assert snapshot(con) == before


def test_an_older_database_that_is_read_only_is_brought_up_to_date_by_opening_it_for_writing(attached_file):
    with closing(setrisk.connect(attached_file)) as con:
        pretend(con, "0.0.9")
    with closing(setrisk.connect(attached_file, read_only=True)) as con:
        with pytest.raises(BadInput, match=r"written by another version of setrisk, .* open it for writing once"):
            setrisk.check(con, "r")
        assert con.execute("SELECT setrisk_t95(2)").fetchall()
    # As each command does.
    with open_database(attached_file, read_only=True) as con:
        assert setrisk.check(con, "r").fetchall()


def test_an_older_database_gets_the_macros_of_this_package_and_keeps_its_rows(con):
    good = by_statements(con)
    con.execute("INSERT INTO setrisk.corpus VALUES ('c', 'somewhere', 7)")
    for version, digest in (("0.0.9", None), (setrisk.__version__, "x")):
        con.execute("CREATE OR REPLACE MACRO setrisk.ngd(fx, fy, fxy, n) AS -1")
        con.execute("DROP MACRO TABLE setrisk.supports")
        pretend(con, version, digest)
        setrisk.attach(con)
        assert snapshot(con) == good
    assert con.execute("SELECT c.n_documents FROM setrisk.corpus AS c").fetchall() == [(7,)]


def test_a_schema_that_was_dropped_comes_back(con):
    good = by_statements(con)
    for schema in ("setrisk", "setrisk_internal"):
        con.execute(f"DROP SCHEMA {schema} CASCADE")
        setrisk.attach(con)
        assert snapshot(con) == good


def test_a_table_that_was_dropped_is_missed_aloud(con):
    good = by_statements(con)
    con.execute("DROP TABLE setrisk.release")
    con.execute("DROP TABLE setrisk.series")
    with pytest.warns(UserWarning, match=r"were dropped .*, without rows: setrisk\.release, setrisk\.series; go back"):
        setrisk.attach(con)
    assert snapshot(con) == good
    setrisk.attach(con)  # nothing is missing any more, and nothing is said
    # Without rows, stored risk would read as no risk: what asks for it is an error.
    con.execute("DROP TABLE setrisk_private.record_risk")
    setrisk.attach(con)
    with pytest.raises(duckdb.CatalogException, match="record_risk"):
        con.sql("SELECT r.tid FROM setrisk.risk('r') AS r")


def test_a_table_of_a_name_of_ours_is_not_taken_for_setrisk(plain):
    plain.execute("CREATE SCHEMA setrisk_private")
    plain.execute("CREATE TABLE setrisk_private.transaction_item (dataset TEXT, tid BIGINT, position INT, item_id INT)")
    setrisk.attach(plain)
    assert plain.execute(KERNEL).fetchall() == STEPS


def test_macros_that_the_package_no_longer_has_are_dropped_and_the_users_own_are_kept(con):
    """An older setrisk's are those that it has listed; what a comment says is data."""
    good = by_statements(con)
    con.execute("CREATE MACRO setrisk.gone(a) AS a + 1")
    con.execute("CREATE MACRO setrisk.gone_rows(a) AS TABLE SELECT a AS a")
    # A name that was a scalar and is a table macro now.
    con.execute("CREATE MACRO setrisk.supports(a) AS a")
    con.execute("""
        CREATE OR REPLACE MACRO setrisk_internal._macros() AS [
            ['setrisk', 'gone', 'MACRO'], ['setrisk', 'gone_rows', 'MACRO TABLE'], ['setrisk', 'supports', 'MACRO'],
            ['setrisk', 'dropped already', 'MACRO'], ['setrisk', 'ngd', 'MACRO']
        ]
    """)
    con.execute("CREATE MACRO setrisk.mine(a) AS a * 2")
    con.execute("CREATE MACRO setrisk.mine_too(a) AS a * 3")
    con.execute("COMMENT ON MACRO setrisk.mine_too IS 'setrisk.mine_too(a) -> INTEGER\nThree times.'")
    pretend(con, "0.0.1")
    setrisk.attach(con)
    after = snapshot(con)
    assert [row[2] for row in after if row not in good] == ["mine", "mine_too"]
    assert [row for row in good if row not in after] == []
    assert con.execute("SELECT setrisk.mine(2), setrisk.mine_too(2)").fetchall() == [(4, 6)]


# Another process, another client.


def test_after_reopening_the_file_everything_is_there_again(attached_file):
    for _ in range(2):
        with closing(duckdb.connect(attached_file)) as con:
            with pytest.raises(duckdb.CatalogException, match="_setrisk_eliminate_v2"):
                con.execute(KERNEL)
            before = snapshot(con)
            setrisk.attach(con)
            assert snapshot(con) == before
            assert con.execute(KERNEL).fetchall() == STEPS


def test_where_the_registration_of_kernels_was_cut_short_the_next_attach_completes_it(attached_file, monkeypatch):
    with closing(duckdb.connect(attached_file)) as con:
        with monkeypatch.context() as cut_short:
            cut_short.setattr(registration, "UDFS", registration.UDFS[:-1])
            registration.register(con)
        assert len(registration.missing_kernels(con)) == 1
        setrisk.attach(con)
        assert not registration.missing_kernels(con)
        assert con.execute(KERNEL).fetchall() == STEPS


def test_a_client_without_setrisk_reads_all_but_what_runs_an_attack(attached_file):
    """Findings and risk are for any client; `evaluation` draws its random baseline with a kernel, so it is not."""
    done = in_child(
        """
        import sys
        sys.modules["setrisk"] = None
        import duckdb
        con = duckdb.connect(sys.argv[1])
        print(con.execute("FROM setrisk.supports('baskets') ORDER BY ALL").fetchall())
        print(con.execute("SELECT count(*) > 0 FROM setrisk.elimination_findings('r')").fetchall())
        print(con.execute("SELECT count(*), count(DISTINCT attack) FROM setrisk.risk('r')").fetchall())
        print(con.execute("SELECT count(*) > 0 FROM setrisk.distance_table('r', 1)").fetchall())
        print(con.execute("SELECT count(*) > 40 FROM setrisk.functions").fetchall())
        for query in (
            "setrisk.elimination_evaluation('r')",
            "setrisk.elimination_evaluation_by_item('r')",
            "setrisk.eliminations('r', 'mda')",
        ):
            try:
                con.execute("FROM " + query)
            except duckdb.CatalogException as error:
                print(str(error).splitlines()[0])
        """,
        attached_file,
    )
    *rows, one, two, three = done.stdout.splitlines()
    assert rows == [
        "[(['x', 'y'], 1), (['x', 'z'], 1), (['y', 'z'], 1)]",
        "[(True,)]",
        "[(6, 2)]",
        "[(True,)]",
        "[(True,)]",
    ]
    assert one == two == three == "Catalog Error: Scalar Function with name _setrisk_eliminate_v2 does not exist!"


def test_a_file_whose_log_was_never_written_back_opens_without_setrisk(tmp_path):
    """After a crash DuckDB replays the log, in which the macros call kernels that are not there yet."""
    path = tmp_path / "killed.duckdb"
    code = f"import os, setrisk; con = setrisk.connect({str(path)!r}); os._exit(1)"
    subprocess.run([sys.executable, "-c", code], check=False)
    assert path.with_name("killed.duckdb.wal").stat().st_size > 0
    done = in_child(
        """
        import sys, duckdb
        print(duckdb.connect(sys.argv[1]).execute("SELECT count(*) > 40 FROM setrisk.functions").fetchall())
        """,
        path,
    )
    assert done.stdout == "[(True,)]\n"


# What could crash the interpreter.

THREADS = """
    import sys, threading, duckdb, setrisk
    parent = duckdb.connect(sys.argv[1])
    connections = [parent.cursor() if sys.argv[2] == "cursors" else duckdb.connect(sys.argv[1]) for _ in range(4)]
    start, faults, results = threading.Barrier(4), [], []
    def work(con):
        try:
            start.wait()
            for _ in range(5):
                setrisk.attach(con)
                results.append(con.execute("SELECT setrisk.eliminate('mda', [[1.0, 2.0], [3.0, 4.0]])").fetchall())
        except BaseException as error:
            faults.append(error)
    threads = [threading.Thread(target=work, args=[con]) for con in connections]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    print(faults, len(results), all(r == [([[None, None], [None, 1]],)] for r in results))
    print(parent.execute("SELECT count(*) - count(DISTINCT (function_name, function_type)) FROM duckdb_functions() "
                         "WHERE schema_name = 'setrisk'").fetchall())
"""


@pytest.mark.parametrize("kind", ["cursors", "connections"])
def test_four_threads_attach_at_once(tmp_path, kind):
    done = in_child(THREADS, tmp_path / "threads.duckdb", kind)
    assert done.stdout == "[] 20 True\n[(0,)]\n"


def test_rollbacks_and_collected_connections_do_not_crash(tmp_path):
    done = in_child(
        """
        import gc, sys, duckdb, setrisk
        kernel = "SELECT setrisk.eliminate('mda', [[1.0, 2.0], [3.0, 4.0]])"
        for place in (":memory:", sys.argv[1], sys.argv[1]):
            con = duckdb.connect(place)
            con.execute("BEGIN")
            setrisk.attach(con)
            con.execute("ROLLBACK")
            cursor = con.cursor()
            del con
            gc.collect()
            setrisk.attach(cursor)
            result = cursor.execute(kernel)
            other = cursor.cursor()
            del cursor
            gc.collect()
            print(result.fetchall(), other.execute(kernel).fetchall())
            del result, other
            gc.collect()
        """,
        tmp_path / "collected.duckdb",
    )
    assert done.stdout == f"{STEPS} {STEPS}\n" * 3


def test_an_exit_with_open_connections_and_results_is_silent(tmp_path):
    in_child(
        """
        import sys, pandas, setrisk
        con = setrisk.connect(sys.argv[1])
        setrisk.load(con, "d", pandas.DataFrame({"items": [["a", "b"], ["a", "c"], ["b", "c"]]}))
        setrisk.protect(con, "d", "r", k=2, privacy_constraints=[["a", "b"]], seed=1)
        found = setrisk.attack(con, "r")
        cursor = con.cursor()
        other = setrisk.connect()
        relation = con.sql("SELECT * FROM setrisk.functions")
        result = cursor.execute("SELECT setrisk.eliminate('mda', [[1.0, 2.0], [3.0, 4.0]]) FROM range(10000)")
        other.execute("BEGIN")
        other.execute("INSERT INTO setrisk.corpus VALUES ('c', 's', 1)")
        """,
        tmp_path / "exit.duckdb",
    )


def test_an_exit_by_an_error_with_open_connections_adds_nothing_to_the_traceback():
    done = subprocess.run(
        [sys.executable, "-c", "import setrisk; con = setrisk.connect(); c = con.cursor(); raise SystemExit('enough')"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "enough\n")


def test_connect_says_what_it_cannot_open(tmp_path):
    path = tmp_path / "no database"
    path.write_text("this is no database\n" * 1000)
    with pytest.raises(BadInput, match=r"cannot open .*no database"):
        setrisk.connect(path)
    with pytest.raises(BadInput, match="cannot open"):
        setrisk.connect(tmp_path / "missing" / "x.duckdb")
    with pytest.raises(BadInput, match="cannot open"):
        setrisk.connect(tmp_path / "missing.duckdb", read_only=True)


def test_connect_turns_off_two_optimizers_unless_the_user_has_chosen(tmp_path):
    path = tmp_path / "my.duckdb"
    off = "SELECT current_setting('disabled_optimizers')"
    with setrisk.connect(path) as con:
        known = {name for (name,) in con.execute("SELECT o.name FROM duckdb_optimizers() AS o").fetchall()}
        there = known & {"projection_pullup", "projection_placement"}  # DuckDB 1.5 has neither
        assert set(con.execute(off).fetchone()[0].split(",")) == (there or {""})
        con.execute("SET disabled_optimizers = 'join_order'")
        with setrisk.connect(path) as second:
            assert second.execute(off).fetchone() == ("join_order",)
        con.execute("RESET disabled_optimizers")
        con.execute("SET lock_configuration = true")
        with setrisk.connect(path) as third:
            assert third.execute(off).fetchone() == ("",)
    with duckdb.connect(path) as plain:
        assert setrisk.attach(plain).execute(off).fetchone() == ("",)


def test_connect_closes_what_it_opened_when_it_cannot_attach(tmp_path):
    path = tmp_path / "newer.duckdb"
    with closing(setrisk.connect(path)) as con:
        pretend(con, "99.0")
    with pytest.raises(WrongVersion):
        setrisk.connect(path)
    # Still open with another configuration, DuckDB would refuse it.
    duckdb.connect(path, read_only=True).close()
