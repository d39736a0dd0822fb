"""What several test modules share: a connection, the real data, and the papers' running example."""

import functools
import gc
import os
import sys
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import hypothesis
import pytest
from duckdb import DuckDBPyConnection

import setrisk
import setrisk.pipelines.database.statements
import setrisk.pipelines.report.parts
import setrisk.pipelines.showcase.demo
import setrisk.sql as relations
from setrisk.pipelines.methods.attack_run import NO_ATTACK
from setrisk.pipelines.methods.description import ReleaseMethod
from setrisk.pipelines.releases.protect import Protected
from setrisk.pipelines.risk.stored_risk import store_coverage, store_risk
from setrisk.pipelines.transactions.itemsets import read_names
from setrisk.udf.histogram.noise import SeededNoise
from tests.support import (
    all_families,
    disassociation_verifier,
    generalisation_verifier,
    histogram_verifier,
    serial_verifier,
    uncertainty_verifier,
)
from tests.support.guessing import guess_twice
from tests.support.headers import HELD, HeldRows, hold_statement, never_held

# The same examples each time, however long they take.
hypothesis.settings.register_profile("setrisk", max_examples=40, derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("setrisk")

# CONTEXT Figure 1, and Figure 2 with None for the generalised item.
TRANSACTIONS = (
    ("heart disease", "blood pressure", "icd", "weakness", "dizziness"),
    ("anesthesia", "icd", "pain", "diabetes"),
    ("gangrene", "limbs", "injury"),
    ("knee", "injury"),
)
RECORDS = (
    ("heart disease", None, "weakness", "dizziness"),
    ("anesthesia", None, "pain", "diabetes"),
    ("gangrene", None),
    ("knee", None),
)
MEMBERS = ("blood pressure", "icd", "limbs", "injury")
# CONTEXT Figure 4: the distances of MEMBERS from the context item of each record.
DISTANCES = {
    "heart disease": (0.56, 0.78, 1.57, 2.19),
    "anesthesia": (1.75, 0.58, 1.74, 1.53),
    "gangrene": (2.60, 2.93, 1.78, 1.49),
    "knee": (1.60, 1.51, 1.89, 1.03),
}


def protected_size(given: dict[str, Any]) -> int | None:
    """Up to how many items COAT is asked to protect all itemsets."""
    constraints = given.get("privacy_constraints")
    is_all = constraints is None or (isinstance(constraints, str) and constraints == "all")
    if given.get("random_constraints") is not None or not is_all:
        return None
    return int(given.get("protect_all") or 2)


@pytest.fixture(scope="session", autouse=True)
def every_release_keeps_its_promise() -> Iterator[None]:
    """Each release that a test makes in this process is verified, whatever the test is about. Utility constraints in
    files and tables are not: there only the privacy constraints are.
    """
    make = setrisk.protect

    @functools.wraps(make)
    def protect(
        con: DuckDBPyConnection, dataset: str, release: str, method: str | ReleaseMethod = "coat", **given: Any
    ) -> Protected:
        made = make(con, dataset, release, method, **given)
        given |= method.given_values() if isinstance(method, ReleaseMethod) else {}
        utility = given.get("utility_constraints")
        if made.method == "disassociation":
            wrong = disassociation_verifier.violations_of(con, release)
        elif made.method in ("identity", "diffpart", "aplkiller", "privbayes", "mixture"):
            wrong = histogram_verifier.violations_of(con, release, given.get("universe"))
        elif made.method == "rho":
            sensitive = read_names(con, given["sensitive"], "sensitive")
            wrong = uncertainty_verifier.violations_of(con, release, rho=float(given["rho"]), sensitive=sensitive)
        elif made.method not in ("coat", "km", "pcta"):
            wrong = serial_verifier.violations_of(con, release)
        else:
            sizes = {"coat": protected_size(given), "km": int(given.get("m", 2)), "pcta": None}
            wrong = generalisation_verifier.violations_of(
                con,
                release,
                k=int(given.get("k", 5)),
                max_suppression=float(given.get("max_suppression", 0.15)) if made.method == "coat" else 0,
                utility=utility if isinstance(utility, list) else None,
                m=sizes[made.method],
            )
        assert not wrong, f"the release {release} breaks its promise: {wrong}"
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(setrisk, "protect", protect)
        patch.setattr(setrisk.pipelines.showcase.demo, "protect", protect)
        yield


# The type of a column of the user's own is what it is.
OF_ANY_TYPE = {("serial/given_clusters", "cluster"), ("serial/numbered_clusters", "cluster")}


@pytest.fixture(scope="session", autouse=True)
def statements_give_what_their_headers_say() -> Iterator[None]:
    """Whatever a test is about: types and rows show only where a statement runs, since it reads what others have
    staged.
    """
    run, text = setrisk.pipelines.database.statements.run, setrisk.pipelines.database.statements.text
    run_query = setrisk.pipelines.report.parts.run_query
    names: dict[str, str] = {}

    @functools.wraps(run)
    def held_to_its_header(con: DuckDBPyConnection, name: str, /, **given: Any) -> DuckDBPyConnection | HeldRows:
        result = run(con, name, **given)
        columns = relations.statement(name).header.columns
        if not columns or not con.description:
            return result
        found = [(column[0], str(column[1])) for column in con.description]
        declared = [(column.name, column.type) for column in columns]
        assert [n for n, _ in found] == [n for n, _ in declared], name
        differing = [
            (name, *each)
            for each, (_, wanted) in zip(found, declared, strict=True)
            if each[1] not in (wanted, "NULL", '"NULL"') and (name, each[0]) not in OF_ANY_TYPE
        ]
        assert not differing
        return HeldRows(result, name)

    @functools.wraps(text)
    def remembered(name: str, /, **given: Any) -> str:
        query = text(name, **given)
        names[query] = name
        return query

    @functools.wraps(run_query)
    def held_in_a_report(con: DuckDBPyConnection, title: str, sql: str, **given: Any) -> Any:
        table, rows = run_query(con, title, sql, **given)
        if sql in names:
            hold_statement(names[sql], [tuple(row.values()) for row in rows])
        return table, rows

    with pytest.MonkeyPatch.context() as patch:
        for module in list(sys.modules.values()):
            if module.__name__.partition(".")[0] in ("setrisk", "tests"):
                for name, function, held in (
                    ("run", run, held_to_its_header),
                    ("text", text, remembered),
                    ("run_query", run_query, held_in_a_report),
                ):
                    if getattr(module, name, None) is function:
                        patch.setattr(module, name, held)
        yield


# By worker, or in this process.
HELD_STATEMENTS = pytest.StashKey[set[str]]()


def pytest_testnodedown(node: Any) -> None:
    """What a worker has held is known when it ends."""
    node.config.stash.setdefault(HELD_STATEMENTS, set()).update(getattr(node, "workeroutput", {}).get("held", []))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """If all tests have run, with real data too, each statement that gives rows was held against its header."""
    config = session.config
    if hasattr(config, "workeroutput"):
        config.workeroutput["held"] = sorted(HELD)
        return
    held = config.stash.setdefault(HELD_STATEMENTS, set())
    held.update(HELD)
    is_all = config.args_source is pytest.Config.ArgsSource.TESTPATHS and "SETRISK_DATA" in os.environ
    if is_all and not config.option.keyword and exitstatus == pytest.ExitCode.OK and never_held(held):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Name the statements that no test has held."""
    held = config.stash.get(HELD_STATEMENTS, set())
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS and (missing := never_held(held)):
        terminalreporter.section("Statements of which no test has held a row against the header", red=True)
        terminalreporter.line("\n".join(missing))


def use_one_thread(con: DuckDBPyConnection) -> None:
    """Threads that wait for each other are a tenth of the time if data are small; that changes no row."""
    con.execute("SET threads = 1")


# What is tested with the threads that users have: commands, pages, relations, and opening databases.
WITH_ALL_THREADS = (
    "cli",
    "examples",
    "test_docs.py",
    "test_attach.py",
    "test_install.py",
    "test_public_relations.py",
)


@pytest.fixture(scope="module", autouse=True)
def one_thread(request: pytest.FixtureRequest) -> Iterator[None]:
    """Databases that a module's tests open use one thread."""
    if not set(request.path.relative_to(Path(__file__).parent).parts) & set(WITH_ALL_THREADS):
        connect = setrisk.connect

        def connected(*args: Any, **given: Any) -> DuckDBPyConnection:
            con = connect(*args, **given)
            use_one_thread(con)
            return con

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(setrisk, "connect", connected)
            yield
    else:
        yield


@pytest.fixture(scope="module", autouse=True)
def guessed_less_often(request: pytest.FixtureRequest) -> Iterator[None]:
    """Everywhere but on pages, which show what users get."""
    with pytest.MonkeyPatch.context() as patch:
        if request.path.name != "test_docs.py":
            guess_twice(patch.setattr)
        yield


@pytest.fixture(scope="module", autouse=True)
def same_noise(request: pytest.FixtureRequest) -> Iterator[None]:
    """Noise that is drawn without a seed is the same in each run, and another for each release, but where noise is what
    is tested: elsewhere a release that happens to be empty, once in so many runs, would be a failure that nobody finds.
    """
    drawn: Counter[str] = Counter()

    def noise() -> SeededNoise:
        name = os.environ["PYTEST_CURRENT_TEST"].partition("@")[0].partition(" ")[0]
        drawn[name] += 1
        return SeededNoise(zlib.crc32(f"{name} {drawn[name]}".encode()))

    with pytest.MonkeyPatch.context() as patch:
        if request.path.parent.name != "histogram":
            patch.setattr("setrisk.udf.histogram.noise.SecureNoise", noise)
        yield


def pytest_collection_finish() -> None:
    """What was collected stays to the end: Python need not look through it again and again for what is unused. What
    tests make is mostly freed without being looked for, so it looks less often, too.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture(scope="session")
def families(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with releases of all families, to be read."""
    return all_families.built(tmp_path_factory)


# Before xdist looks for groups.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What a module makes once for its tests is made in one process: they stay together."""
    for item in items:
        definitions = getattr(item, "_fixtureinfo").name2fixturedefs  # noqa: B009  # pytest has no public way to ask
        is_made_once = any(
            each.scope == "module" and each.baseid == item.parent.nodeid  # type: ignore[union-attr]
            for each_of_name in definitions.values()
            for each in each_of_name[-1:]
        )
        if is_made_once and item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


# What tests set of a whole database; to list all settings takes as long as all else that is looked at between tests.
SETTINGS = [
    f"current_setting('{name}')"
    for name in ("disabled_optimizers", "threads", "memory_limit", "temp_directory", "enable_external_access")
]


class Shared:
    """One database for many tests, emptied after each: to make another one takes ten times as long."""

    # Rows that are deleted stay in memory.
    MOST_USES = 100

    def __init__(self) -> None:
        self.con: DuckDBPyConnection | None = None
        self.uses = 0

    def opened(self) -> DuckDBPyConnection:
        if self.con is None or self.uses % self.MOST_USES == 0:
            self.close()
            self.con = setrisk.connect()
            use_one_thread(self.con)
            self.rest = self._rest()
        self.uses += 1
        return self.con

    def close(self) -> None:
        if self.con is not None:
            self.con.close()
            self.con = None

    def empty(self) -> None:
        """As it was, or gone: then the next test gets another. Macros are not looked at, which would take too long."""
        assert self.con is not None
        try:
            for schema, table in self._rows(
                "SELECT t.schema_name, t.table_name FROM duckdb_tables() AS t WHERE NOT t.temporary "
                "AND (t.estimated_size > 0 OR NOT starts_with(t.schema_name, 'setrisk'))"
            ):
                if schema in relations.SCHEMAS:
                    self.con.execute(f"DELETE FROM {schema}.{table}")
                else:
                    self.con.execute(f'DROP TABLE "{schema}"."{table}"')
            is_as_it_was = self._rest() == self.rest
        except duckdb.Error:
            is_as_it_was = False
        if not is_as_it_was:
            self.close()

    def _rest(self) -> list[tuple[Any, ...]]:
        """What there is beside rows."""
        return self._rows(
            "SELECT 'schema', s.schema_name, NULL FROM duckdb_schemas() AS s WHERE NOT s.internal UNION ALL "
            "SELECT 'table', t.table_name, NULL FROM duckdb_tables() AS t UNION ALL "
            "SELECT 'view', v.view_name, v.sql FROM duckdb_views() AS v WHERE NOT v.internal AND NOT v.temporary "
            "UNION ALL "
            "SELECT 'database', d.database_name, NULL FROM duckdb_databases() AS d UNION ALL "
            f"SELECT 'settings', concat_ws(' ', {', '.join(SETTINGS)}), NULL ORDER BY ALL"
        )

    def _rows(self, query: str) -> list[tuple[Any, ...]]:
        assert self.con is not None
        return self.con.execute(query).fetchall()


@pytest.fixture(scope="session")
def shared() -> Iterator[Shared]:
    """The database behind `con`."""
    database = Shared()
    yield database
    database.close()


@pytest.fixture
def con(shared: Shared) -> Iterator[DuckDBPyConnection]:
    """A connection to an empty database with setrisk attached."""
    connection = shared.opened().cursor()
    yield connection
    connection.close()
    shared.empty()


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of real data sets."""
    folder = os.environ.get("SETRISK_DATA")
    if not folder:
        pytest.skip("SETRISK_DATA is not set: real data are not here")
    return Path(folder)


@pytest.fixture
def example(con: DuckDBPyConnection) -> str:
    """The release `figure 2` of the data set `figure 1` in `con`, k = 4, with the knowledge `figure 4`.

    Items are numbered as they first stand in Figure 1, so that columns come in the order of Figure 4. Record r is
    transaction r. The distances hold for one context item: `knowledge := 'figure 4', context := 1`.
    """
    names = list(dict.fromkeys(item for transaction in TRANSACTIONS for item in transaction))
    number = {item: item_id for item_id, item in enumerate(names, 1)}
    con.execute("INSERT INTO setrisk_private.dataset VALUES ('figure 1', 'CONTEXT Figure 1', 4, 12, '2019-01-01')")
    con.executemany("INSERT INTO setrisk_private.item VALUES (?, ?)", [[i, item] for item, i in number.items()])
    con.executemany(
        "INSERT INTO setrisk_private.transaction_item VALUES ('figure 1', ?, ?, ?)",
        [
            [tid, position, number[item]]
            for tid, transaction in enumerate(TRANSACTIONS, 1)
            for position, item in enumerate(transaction, 1)
        ],
    )
    con.execute(
        "INSERT INTO setrisk.release VALUES "
        "('figure 2', 'figure 1', 'generalisation', 'coat', '{\"k\": 4}', '2019-01-01', [])"
    )
    con.execute("INSERT INTO setrisk.published_item SELECT 'figure 2', i.* FROM setrisk_private.item AS i")
    con.executemany(
        "INSERT INTO setrisk.generalised_item VALUES ('figure 2', 1, ?)", [[number[item]] for item in MEMBERS]
    )
    con.executemany(
        "INSERT INTO setrisk.generalised_record VALUES ('figure 2', ?, ?, ?, ?)",
        [
            [record, position, number[item] if item else None, None if item else 1]
            for record, entries in enumerate(RECORDS, 1)
            for position, item in enumerate(entries, 1)
        ],
    )
    con.execute(
        "INSERT INTO setrisk_private.provenance "
        "SELECT 'figure 2', NULL, NULL, t.number, t.number FROM range(1, 5) AS t(number)"
    )
    con.executemany(
        "INSERT INTO setrisk_private.privacy_constraint VALUES ('figure 2', 1, ?)",
        [[number[item]] for item in ("blood pressure", "icd")],
    )
    con.execute("INSERT INTO setrisk.knowledge VALUES ('figure 4', 'ngd', 'CONTEXT Figure 4')")
    con.executemany(
        "INSERT INTO setrisk.similarity VALUES ('figure 4', ?, ?, ?)",
        [
            [*sorted((near, member)), -distance]
            for near, row in DISTANCES.items()
            for member, distance in zip(MEMBERS, row, strict=True)
        ],
    )
    store_risk(con, "figure 2", [NO_ATTACK])
    store_coverage(con, "figure 2")
    return "figure 2"
