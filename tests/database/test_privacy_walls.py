"""What the owner holds stays with the owner: an attack reads what is published, and secrets are published nowhere."""

import functools
import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlglot
from duckdb import DuckDBPyConnection
from sqlglot import exp

import setrisk
import setrisk.sql as relations
from setrisk.errors import SetriskError

# Functions that read a table whose name is a value: what it is cannot be seen in the SQL.
BY_NAME = frozenset({"query_table", "query", "getvariable", "read_csv", "read_parquet", "glob"})

RELATIONS = {relation.name: relation for relation in relations.relations()}
QUERIES = {name: relation.path.read_text(encoding="utf-8") for name, relation in RELATIONS.items()}


@functools.cache
def trees(text: str) -> list[exp.Expression]:
    return [tree for tree in sqlglot.parse(text, read="duckdb") if tree is not None]


def private(tree: exp.Expression) -> list[str]:
    """Mentions of the owner's schema, as a name or in a string."""
    return [
        node.sql()
        for node in tree.find_all(exp.Identifier, exp.Literal, exp.Command)
        if "setrisk_private" in node.sql().lower()
    ]


def called(tree: exp.Expression) -> set[str]:
    return {node.name.lower() for node in tree.find_all(exp.Func, exp.Anonymous) if isinstance(node, exp.Anonymous)}


@functools.cache
def looked_at(name: str) -> tuple[list[str], list[str]]:
    """A relation's mentions of the owner's schema, and the relations that it calls."""
    found = trees(QUERIES[name])
    mentions = [mention for tree in found for mention in private(tree)]
    return mentions, sorted(set().union(*(called(tree) for tree in found)) & QUERIES.keys())


def reached(name: str, trail: tuple[str, ...] = ()) -> Iterator[str]:
    """The ways from a relation to the owner's schema, through all that it calls."""
    trail = (*trail, name)
    mentions, following = looked_at(name)
    for mention in mentions:
        yield " -> ".join([*trail, mention])
    for each in following:
        yield from reached(each, trail)


def calls_of(name: str) -> set[str]:
    found = set().union(*(called(tree) for tree in trees(QUERIES[name])))
    return found.union(*(calls_of(following) for following in found & QUERIES.keys()))


def test_there_are_relations_on_both_sides_of_the_wall():
    """A loop over none would find no way through it."""
    found = Counter(relation.header.reads for relation in RELATIONS.values())
    assert min(found["published"], found["originals"]) > 40


def test_relations_reach_the_owners_schema_where_their_headers_say_so_and_nowhere_else():
    """Found by another way than the one by which the loader checks `reads`."""
    for name, relation in RELATIONS.items():
        ways = list(reached(name))
        assert bool(ways) == (relation.header.reads == "originals"), (name, ways)


def texts() -> Iterator[tuple[str, str]]:
    """Every query of ours that may call a relation: relations, and statements of a file."""
    yield from QUERIES.items()
    for statement in relations.statements():
        yield from ((statement.header.name, text) for text in statement.texts)


def read_by_name(tree: exp.Expression) -> Iterator[exp.Expression]:
    """The first argument of each function that reads a table whose name is a value."""
    for call in tree.find_all(exp.Anonymous):
        if call.name.lower() in BY_NAME:
            yield call.expressions[0]


@functools.cache
def named_by(name: str) -> dict[str, int]:
    """The parameters of a relation that name what it reads, with their places."""
    used = {argument.name for tree in trees(QUERIES[name]) for argument in read_by_name(tree)}
    for tree in trees(QUERIES[name]):
        for call in tree.find_all(exp.Anonymous):
            if call.name.lower() in RELATIONS and call.name.lower() != name:
                places = named_by(call.name.lower()).values()
                used |= {call.expressions[place].name for place in places if is_parameter(call.expressions[place])}
    return {parameter.name: n for n, parameter in enumerate(RELATIONS[name].parameters) if parameter.name in used}


def is_parameter(argument: exp.Expression) -> bool:
    return isinstance(argument, exp.Parameter | exp.Placeholder)


def test_what_reads_published_tables_names_each_of_them():
    """All that attackers run is among these. By its name they read nothing but a CTE of their caller."""
    for name in [name for name, each in RELATIONS.items() if each.header.reads == "published"]:
        for tree in trees(QUERIES[name]):
            assert not called(tree) & BY_NAME - {"query_table"}, name
            for argument in read_by_name(tree):
                assert is_parameter(argument), name
                assert argument.name in named_by(name), name


def test_what_is_read_by_its_name_is_a_cte_of_the_caller():
    """Each call names a CTE that stands in the same text, or passes on a name that its own caller gave."""
    named = {name: named_by(name) for name in RELATIONS}
    seen = set()
    for caller, text in texts():
        for tree in trees(text):
            ctes = {cte.alias for cte in tree.find_all(exp.CTE)}
            for call in tree.find_all(exp.Anonymous):
                for parameter, place in named.get(call.name.lower(), {}).items():
                    argument = call.expressions[place]
                    seen.add((call.name.lower(), parameter))
                    if is_parameter(argument):
                        # What Python gives a statement is a table of the user's.
                        assert caller not in RELATIONS or argument.name in named_by(caller), (caller, call.sql())
                    else:
                        assert isinstance(argument, exp.Literal), (caller, call.sql())
                        assert argument.is_string, (caller, call.sql())
                        assert argument.name in ctes, (caller, call.sql())
    assert seen == {(name, parameter) for name, parameters in named.items() for parameter in parameters}
    assert ("class_posteriors", "classes") in seen


def hiding(name: str, parameter: str, cte: str) -> Iterator[str]:
    """The relations that have a CTE of this name themselves, among those that read the parameter or pass it on."""
    for tree in trees(QUERIES[name]):
        if cte in {own.alias for own in tree.find_all(exp.CTE)}:
            yield name
        for call in tree.find_all(exp.Anonymous):
            if call.name.lower() in RELATIONS:
                for following, place in named_by(call.name.lower()).items():
                    if is_parameter(call.expressions[place]) and call.expressions[place].name == parameter:
                        yield from hiding(call.name.lower(), following, cte)


def test_a_cte_that_a_step_reads_by_its_name_is_not_hidden_by_one_of_its_own():
    """The step would read its own."""
    followed = []
    for caller, text in texts():
        for tree in trees(text):
            for call in tree.find_all(exp.Anonymous):
                if call.name.lower() in RELATIONS:
                    for parameter, place in named_by(call.name.lower()).items():
                        if isinstance(call.expressions[place], exp.Literal):
                            followed.append((call.name.lower(), parameter, call.expressions[place].name))
                            assert not list(hiding(*followed[-1])), (caller, followed[-1])
    assert len(followed) > 30


STRENGTH = ("nothing", "published", "originals")


def strongest(found: Iterable[str]) -> str:
    return max(found, key=STRENGTH.index, default="nothing")


def read_in(name: str, tree: exp.Expression, handed: dict[tuple[str, str], str]) -> Iterator[str]:
    """What a part of a relation or statement reads: tables of the catalog, what it calls, and CTEs, its own and those
    of its caller.
    """
    for table in tree.find_all(exp.Table):
        if table.db.lower() == "setrisk_private":
            yield "originals"
        elif table.db.lower() == "setrisk" and isinstance(table.this, exp.Identifier):
            yield "published"
        elif (own := cte_named(tree, table.name)) is not None:
            yield from read_in(name, own, handed)
    for call in tree.find_all(exp.Anonymous):
        if call.name.lower() in RELATIONS:
            yield RELATIONS[call.name.lower()].header.reads
        for argument in arguments_that_name(call):
            if is_parameter(argument):
                yield handed.get((name, argument.name), "nothing")
            elif (own := cte_named(tree, argument.name)) is not None:
                yield from read_in(name, own, handed)


def arguments_that_name(call: exp.Anonymous) -> list[exp.Expression]:
    """The arguments by which a call says what is read."""
    if call.name.lower() in BY_NAME:
        return [call.expressions[0]]
    if call.name.lower() not in RELATIONS:
        return []
    return [call.expressions[place] for place in named_by(call.name.lower()).values()]


def cte_named(tree: exp.Expression, name: str) -> exp.Expression | None:
    """The query of a CTE that can be read in a part of a statement, but for the CTE that the part is."""
    found = [cte for cte in tree.root().find_all(exp.CTE) if cte.alias == name and cte.this is not tree]
    return found[0].this if found else None


def handed_by(
    caller: str, tree: exp.Expression, handed: dict[tuple[str, str], str]
) -> Iterator[tuple[tuple[str, str], str]]:
    """What is in each CTE that a text hands to a step, its own or one of its own caller, with the step's parameter."""
    for call in tree.find_all(exp.Anonymous):
        step = call.name.lower()
        for parameter, place in named_by(step).items() if step in RELATIONS else ():
            argument = call.expressions[place]
            if not is_parameter(argument):
                query = cte_named(tree, argument.name)
                assert query is not None, (caller, call.sql())
                yield (step, parameter), strongest(read_in(caller, query, handed))
            elif (caller, argument.name) in handed:
                yield (step, parameter), handed[caller, argument.name]


@functools.cache
def handed_to_steps() -> dict[tuple[str, str], str]:
    """What any caller puts in the CTE that a parameter of a step names. Not here: what names a table of the user."""
    handed: dict[tuple[str, str], str] = {}
    read = [(caller, tree) for caller, text in texts() for tree in trees(text)]
    before = None
    while handed != before:
        before = dict(handed)
        for caller, tree in read:
            for parameter, what in handed_by(caller, tree, handed):
                handed[parameter] = strongest([what, handed.get(parameter, "nothing")])
    return handed


def test_headers_say_what_is_in_the_ctes_of_callers_that_a_step_reads():
    for name, relation in RELATIONS.items():
        found = {parameter: what for (step, parameter), what in handed_to_steps().items() if step == name}
        declared = relation.header.reads_of_callers
        assert dict(declared) == found, name
        assert [p for p, _ in declared] == [p.name for p in relation.parameters if p.name in found], name


def test_what_attackers_run_hands_no_originals_to_a_step():
    """Some steps are run by the owner too, on the owner's rows."""
    # What is passed on has been handed to the attackers' relation by a caller, which is looked at itself.
    for name in [name for name, each in RELATIONS.items() if each.header.reads != "originals"]:
        for tree in trees(QUERIES[name]):
            assert [parameter for parameter, what in handed_by(name, tree, {}) if what == "originals"] == [], name


@pytest.mark.parametrize(
    ("ctes", "what"),
    [
        ("given AS (SELECT 1 AS owner)", "nothing"),
        ("given AS (FROM setrisk.cluster)", "published"),
        ("given AS (FROM setrisk_private.item)", "originals"),
        ("given AS (FROM setrisk.cluster SEMI JOIN Setrisk_Private.item USING (item_id))", "originals"),
        ("items AS (FROM setrisk_private.item), given AS (FROM items)", "originals"),
        ("given AS (WITH items AS (FROM setrisk_private.item) FROM items)", "originals"),
        ("given AS (FROM setrisk_internal.record_places('r'))", "originals"),
        (
            "items AS (FROM setrisk_private.item), given AS (FROM setrisk_internal.grown_itemsets('items', 2))",
            "originals",
        ),
        ("items AS (FROM setrisk_private.item), given AS (FROM query_table('items'))", "originals"),
        ("items AS (FROM setrisk_private.item), given AS (FROM setrisk.cluster)", "published"),
        ("given AS (SELECT 1 AS owner UNION ALL SELECT given.owner + 1 FROM given)", "nothing"),
    ],
)
def test_what_is_in_a_cte_of_a_caller_is_seen(ctes, what):
    (tree,) = trees(f"WITH {ctes} FROM setrisk_internal.grown_itemsets('given', 3)")
    assert dict(handed_by("caller", tree, {}))["grown_itemsets", "source"] == what


@pytest.mark.parametrize(
    "query",
    [
        "SELECT t.tid FROM setrisk_private.provenance AS t",
        "SELECT s.a FROM (SELECT (SELECT max(t.tid) FROM Setrisk_Private.provenance AS t) AS a) AS s",
        "WITH c AS (FROM setrisk_private.item) SELECT c.item FROM c",
        "SELECT q.a FROM query_table('setrisk_private.item') AS q",
        "INSERT INTO setrisk.similarity SELECT 'm', i.item, i.item, 1 FROM setrisk_private.item AS i",
        'SELECT p.tid FROM "memory"."setrisk_private"."provenance" AS p',
        "SET VARIABLE v = (SELECT list(p.tid) FROM setrisk_private.provenance AS p)",
        "RESET setrisk_private",
    ],
)
def test_the_walk_sees_the_owners_schema_wherever_it_stands(query):
    assert any(private(tree) for tree in trees(query))


# The SQL that the pipelines run around these relations.


class Recorder:
    """A connection that notes the SQL that it runs."""

    def __init__(self, con: DuckDBPyConnection) -> None:
        self.con = con
        self.statements: list[str] = []

    def execute(self, query: str, *arguments: Any) -> Any:
        self.statements.append(query)
        return self.con.execute(query, *arguments)

    def sql(self, query: str, *arguments: Any) -> Any:
        self.statements.append(query)
        return self.con.sql(query, *arguments)

    def __getattr__(self, name: str) -> Any:
        assert name not in ("table", "view", "query", "executemany", "from_query"), name
        return getattr(self.con, name)


def all_reached(statements: list[str]) -> Iterator[str]:
    for statement in statements:
        for tree in trees(statement):
            for mention in private(tree):
                yield f"{statement}: {mention}"
            for name in called(tree) & QUERIES.keys():
                yield from reached(name)


@pytest.fixture
def with_texts(con: DuckDBPyConnection) -> DuckDBPyConnection:
    con.execute(
        "CREATE TABLE texts AS SELECT unnest(['knee injury pain', 'icd heart disease', 'blood pressure']) AS text"
    )
    setrisk.load_corpus(con, "texts", con.table("texts"))
    con.execute("INSERT INTO setrisk.knowledge VALUES ('vectors', 'embedding', 'made')")
    con.execute("INSERT INTO setrisk.embedding VALUES ('vectors', 'knee', [1, 0]), ('vectors', 'injury', [1, 1])")
    return con


@pytest.fixture
def _attackers_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """Attacks run as ever, but for what the owner computes afterwards: whom they put at risk."""
    monkeypatch.setattr("setrisk.pipelines.releases.attack.store_risk", lambda *given: None)
    monkeypatch.setattr(
        "setrisk.pipelines.releases.attack.store_baseline_risk",
        lambda con, release, attack, draws, guess: guess(1, attack),
    )
    monkeypatch.setattr("setrisk.pipelines.releases.attack.is_made_here", lambda *given: True)


@pytest.mark.usefixtures("_attackers_part")
@pytest.mark.parametrize("knowledge", ["self", "texts", "vectors"])
def test_no_attack_and_no_scoring_runs_sql_that_reaches_the_owners_schema(with_texts, example, knowledge):
    recorder = Recorder(with_texts)
    setrisk.attack(recorder, example, method="all" if knowledge == "self" else "mda", knowledge=knowledge)
    setrisk.attack(recorder, example, method="mda", knowledge=knowledge, labelled=False, context=1)
    assert any("setrisk.eliminations" in statement for statement in recorder.statements)
    assert any("_similarities" in statement for statement in recorder.statements) == (knowledge in ("texts", "vectors"))
    assert list(all_reached(recorder.statements)) == []


@pytest.fixture
def chunks(with_texts: DuckDBPyConnection) -> str:
    """A disassociated release, with a term chunk and a shared chunk."""
    texts = [["knee", *(["injury"] if row < 3 else ["pain"]), f"blood {n}"] for n in range(4) for row in range(5)]
    with_texts.execute("CREATE TABLE baskets AS SELECT unnest($items) AS items", {"items": texts})
    setrisk.load(with_texts, "chunks", with_texts.table("baskets"))
    setrisk.protect(with_texts, "chunks", "chunks", method="disassociation", k=4, max_cluster_size=6, seed=SEED)
    return "chunks"


@pytest.mark.usefixtures("_attackers_part")
@pytest.mark.parametrize("knowledge", ["self", "texts", "vectors"])
def test_no_attack_on_chunks_runs_sql_that_reaches_the_owners_schema(with_texts, chunks, knowledge):
    recorder = Recorder(with_texts)
    setrisk.attack(recorder, chunks, method="all", knowledge=knowledge)
    assert any("setrisk_internal.chosen_anchors" in statement for statement in recorder.statements)
    assert any("_similarities" in statement for statement in recorder.statements) == (knowledge in ("texts", "vectors"))
    assert list(all_reached(recorder.statements)) == []


def test_without_the_owners_schema_chunks_are_put_together(with_texts, chunks):
    with_texts.execute("DROP SCHEMA setrisk_private CASCADE")
    setrisk.attack(with_texts, chunks, method="all")
    assert with_texts.execute("SELECT count(DISTINCT r.attack) FROM setrisk.reassociation AS r").fetchall() == [(6,)]


# The other families: data of one series, of which each release is attacked, rho-uncertainty, and histograms.
OTHERS = {
    "serial": ("second months", {}, ["cluster", "exact", "global", "transitive"], "composition"),
    "noisy histogram": ("noise", {"confidence": 0.01}, ["linkage:confidence=0.01"], "leakage"),
    "uncertainty": ("rho", {}, ["rules"], "sensitive_rule"),
    "histogram": ("counts", {"confidence": 0.01}, ["linkage:confidence=0.01"], "leakage"),
}


@pytest.fixture
def others(con: DuckDBPyConnection) -> DuckDBPyConnection:
    """Two releases of a series, one by rho-uncertainty, and histograms, with noise and without."""
    draw = random.Random(5)
    for name in ("first months", "second months"):
        baskets = [sorted(draw.sample(["bread", "cheese", "milk", "rice", "flu", "gout"], 3)) for _ in range(60)]
        con.execute("CREATE OR REPLACE TEMP TABLE baskets AS SELECT unnest($items) AS items", {"items": baskets})
        setrisk.load(con, name, con.table("baskets"))
        setrisk.protect(
            con,
            name,
            name,
            method="anony",
            series="months",
            sensitive=["flu", "gout"] if name == "first months" else None,
            r_th=2,
            cluster_size=3,
            seed=SEED,
        )
    setrisk.protect(con, "first months", "rho", method="rho", rho=0.7, sensitive=["flu", "gout"], seed=SEED)
    setrisk.protect(con, "first months", "counts", method="identity")
    setrisk.protect(con, "first months", "noise", method="privbayes", epsilon=1, from_data=True, seed=SEED)
    return con


@pytest.mark.usefixtures("_attackers_part")
@pytest.mark.parametrize("family", OTHERS)
def test_no_attack_on_series_and_histograms_runs_sql_that_reaches_the_owners_schema(others, family):
    release, parameters, _, table = OTHERS[family]
    recorder = Recorder(others)
    setrisk.attack(recorder, release, method="all", **parameters)
    assert any(f"INSERT INTO setrisk.{table}" in statement for statement in recorder.statements)
    assert list(all_reached(recorder.statements)) == []


@pytest.mark.parametrize("family", OTHERS)
def test_without_the_owners_schema_series_and_histograms_are_attacked(others, family):
    release, parameters, attacks, table = OTHERS[family]
    others.execute("DROP SCHEMA setrisk_private CASCADE")
    setrisk.attack(others, release, method="all", **parameters)
    found = others.execute(
        f"SELECT DISTINCT f.attack FROM setrisk.{table} AS f WHERE f.release = ? ORDER BY ALL", [release]
    )
    assert [attack for (attack,) in found.fetchall()] == attacks


def test_no_published_chunk_has_a_secret(with_texts, chunks, tmp_path):
    setrisk.attack(with_texts, chunks, method="all")
    assert [cell for cell in published(with_texts) if str(SEED) in str(cell[2])] == []
    for file in setrisk.export(with_texts, chunks, tmp_path / "out", format="csv", anyway=True):
        assert str(SEED) not in file.read_text()
        assert "tid" not in file.read_text().splitlines()[0].split(",")


def test_neither_knowledge_nor_export_nor_import_reaches_the_owners_schema(con, example, tmp_path):
    """But for the gate, which `anyway` does not ask, and the list of exports."""
    recorder = Recorder(con)
    source = tmp_path / "texts.txt"
    source.write_text("knee pain\n" * 6 + "knee injury\n" * 6)
    setrisk.load_corpus(recorder, "texts", source)
    setrisk.embed(recorder, "trained", corpus="texts", dimensions=1)
    setrisk.export(recorder, example, tmp_path / "out", anyway=True)
    setrisk.import_release(recorder, "again", tmp_path / "out")
    kept = relations.statement("exchange/keep_export").texts
    of_the_list = [text for text in recorder.statements if text in kept or "setrisk_internal.made_here(" in text]
    recorder.statements = [text for text in recorder.statements if text not in of_the_list]
    assert any(statement.startswith("COPY (SELECT") for statement in recorder.statements)
    assert any("INSERT INTO setrisk.published_item" in statement for statement in recorder.statements)
    assert list(all_reached(recorder.statements)) == []


def test_the_recorder_sees_what_evaluation_reads(con, example):
    recorder = Recorder(con)
    setrisk.evaluate(recorder, example, draws=2)
    assert list(all_reached(recorder.statements))


def test_without_the_owners_schema_the_attack_finds_what_the_paper_prints(con, example):
    """CONTEXT Figure 9: what RBA leaves of Figure 4, in a database that has nothing else."""
    con.execute("DROP SCHEMA setrisk_private CASCADE")
    setrisk.attack(con, example, method=["rba", "mda"], knowledge="figure 4", context=1)
    left = con.execute(
        "SELECT e.record, e.item FROM setrisk.eliminations(?, 'rba', knowledge := 'figure 4', context := 1) AS e "
        "WHERE e.step IS NULL ORDER BY ALL",
        [example],
    ).fetchall()
    assert left == [
        (1, "blood pressure"), (1, "icd"), (2, "icd"), (3, "injury"), (3, "limbs"), (4, "injury"),
    ]  # fmt: skip
    stored = con.execute(
        "SELECT count(*) FROM setrisk.elimination_findings(?) AS f WHERE starts_with(f.attack, 'rba')", [example]
    )
    assert stored.fetchall() == [(10,)]


# Secrets: distinctive ones, to be looked for in everything that is published.

SEED = 918273645
N = 120
ITEMS = ["aspirin", "bandage", "crutch", "drops", "elixir", "filter", "gauze", "hot pad"]
LEFT_OUT = "zzz suppressed"
PRIVACY = [["aspirin", "bandage"], ["crutch", LEFT_OUT]]
SECRETS = (str(SEED), "patient-", LEFT_OUT, "clinic-77")


@pytest.fixture(scope="module")
def owner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DuckDBPyConnection]:
    """A database with the release `r` of a data set whose names are secrets, attacked."""
    con = setrisk.connect()
    source = tmp_path_factory.mktemp("owner") / "clinic-77.csv"
    lines = [
        f"patient-{7000 + n},{item}"
        for n in range(N)
        for place, item in enumerate([*ITEMS, LEFT_OUT])
        if place == n % len(ITEMS)
        or ((n * (place + 3) + n // 7) % (3 + place % 4) == 0 and (item != LEFT_OUT or n < 20))
    ]
    source.write_text("id,item\n" + "\n".join(lines))
    setrisk.load(con, "data set", source, id="id", item="item")
    # The item that no utility constraint holds can only be suppressed.
    made = setrisk.protect(
        con,
        "data set",
        "r",
        k=50,
        privacy_constraints=PRIVACY,
        utility_constraints=[ITEMS],
        max_suppression=0.2,
        seed=SEED,
    )
    assert "1 item suppressed" in made.summary
    assert "seeded" in made.marks
    assert not [secret for secret in SECRETS if secret in repr(made)]
    setrisk.attack(con, "r", method="all")
    yield con
    con.close()


def published(con: DuckDBPyConnection) -> list[tuple[str, str, Any]]:
    """Table, column and value of everything in the public schema."""
    tables = con.execute("SELECT table_name FROM duckdb_tables() WHERE schema_name = 'setrisk' ORDER BY ALL").fetchall()
    cells = []
    for (table,) in tables:
        result = con.execute(f"FROM setrisk.{table}")
        columns = [column[0] for column in result.description]
        cells += [(table, name, value) for row in result.fetchall() for name, value in zip(columns, row, strict=True)]
    return cells


def test_the_secrets_are_there_to_be_found(owner):
    assert owner.execute("SELECT seed FROM setrisk_private.release_seed").fetchall() == [(SEED,)]
    ids = owner.execute("SELECT count(*) FROM setrisk_private.transaction_id AS t WHERE starts_with(t.id, 'patient-')")
    assert ids.fetchall() == [(N,)]
    assert owner.execute("SELECT count(*) FROM setrisk_private.item WHERE item = ?", [LEFT_OUT]).fetchall() == [(1,)]
    assert owner.execute("SELECT max(constraint_no) FROM setrisk_private.privacy_constraint").fetchall() == [(2,)]


def test_no_published_table_has_a_secret(owner):
    cells = published(owner)
    assert {table for table, _, _ in cells} >= {
        "release",
        "published_item",
        "generalised_record",
        "elimination",
        "attack_run",
    }
    assert [cell for cell in cells if any(secret in str(cell[2]) for secret in SECRETS)] == []


def test_no_published_table_has_a_column_for_what_is_secret(owner):
    columns = {column for _, column, _ in published(owner)}
    assert not columns & {"tid", "id", "seed", "constraint_no", "support"}


def test_items_stand_in_published_tables_by_name_in_one_place_only(owner):
    """So that no parameter, mark or evidence tells of a privacy constraint."""
    named = {(table, column) for table, column, value in published(owner) if any(i in str(value) for i in ITEMS)}
    assert named == {("published_item", "item")}
    ((parameters, marks),) = owner.execute("SELECT parameters, marks FROM setrisk.release").fetchall()
    assert json.loads(parameters).keys() == {"k", "max_suppression", "keep_order"}
    assert marks == ["seeded"]


def test_a_record_number_does_not_tell_the_transaction(owner):
    """The order of the records is drawn: about one number is its transaction's, and they trend neither up nor down."""
    pairs = owner.execute("SELECT p.tid, p.record FROM setrisk_private.provenance AS p").fetchall()
    assert sorted(tid for tid, _ in pairs) == sorted(record for _, record in pairs) == list(range(1, N + 1))
    assert sum(tid == record for tid, record in pairs) < 6
    assert sum(tid + record == N + 1 for tid, record in pairs) < 6
    ((trend,),) = owner.execute("SELECT corr(p.tid, p.record) FROM setrisk_private.provenance AS p").fetchall()
    assert abs(trend) < 0.25


@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_no_exported_file_has_a_secret(owner, tmp_path, form):
    files = setrisk.export(owner, "r", tmp_path / "out", format=form, anyway=True)
    assert {file.stem for file in files} == {"README", "release", "generalised_item", "generalised_record"}
    assert sorted(files) == sorted((tmp_path / "out").rglob("*"))
    for file in files:
        content = file.read_bytes()
        if file.suffix != ".md":
            rows = owner.execute(f"FROM read_{form}('{file}')")
            content += repr([rows.description, rows.fetchall()]).encode()
        for secret in (*SECRETS, "data set"):
            assert secret.encode() not in content, (file.name, secret)
    about = next(file for file in files if file.stem == "release").read_bytes()
    assert not [item for item in ITEMS if item.encode() in about]


def test_exported_records_stand_in_the_order_of_their_numbers(owner, tmp_path):
    """Rows in the order of the data set would tell the transactions, whatever their numbers."""
    setrisk.export(owner, "r", tmp_path / "out", format="csv", anyway=True)
    lines = (tmp_path / "out" / "generalised_record.csv").read_text().splitlines()[1:]
    places = [tuple(map(int, line.split(",")[:2])) for line in lines]
    assert places == sorted(places)


def test_an_import_knows_nothing_of_the_owner(owner, tmp_path):
    setrisk.export(owner, "r", tmp_path / "out", anyway=True)
    con = setrisk.connect()
    setrisk.import_release(con, "r", tmp_path / "out")
    for table in relations.tables():
        if table.schema == "setrisk_private":
            assert con.execute(f"SELECT count(*) FROM {table.schema}.{table.name}").fetchall() == [(0,)]
    assert con.execute("SELECT dataset FROM setrisk.release").fetchall() == [(None,)]
    con.close()


def bad_import(con: DuckDBPyConnection, folder: Path) -> None:
    setrisk.export(con, "r", folder / "bad", format="csv", anyway=True)
    path = folder / "bad" / "generalised_record.csv"
    path.write_text(path.read_text() + "1,1,aspirin,1\n")
    setrisk.import_release(con, "r2", folder / "bad")


# Each raises; the third says whether its message may name items of a constraint that the caller has just given.
MISTAKES: dict[str, tuple[Callable[[DuckDBPyConnection, Path], object], bool]] = {
    "unknown release": (lambda con, _: setrisk.attack(con, "no"), False),
    "unknown attack": (lambda con, _: setrisk.attack(con, "r", method="no"), False),
    "unknown knowledge": (lambda con, _: setrisk.attack(con, "r", knowledge="no"), False),
    "unknown parameter": (lambda con, _: setrisk.attack(con, "r", no=1), False),
    "value out of range": (lambda con, _: setrisk.attack(con, "r", context=0), False),
    "loaded twice": (lambda con, _: setrisk.load(con, "data set", con.sql("SELECT ['a'] AS items")), False),
    "released twice": (lambda con, _: setrisk.protect(con, "data set", "r", k=2, privacy_constraints=PRIVACY), False),
    "unknown data set": (lambda con, _: setrisk.protect(con, "no", "r2", k=2, privacy_constraints=PRIVACY), False),
    "too little k": (
        lambda con, _: setrisk.protect(con, "data set", "r2", k=1, privacy_constraints=PRIVACY, seed=SEED),
        False,
    ),
    "unknown item": (
        lambda con, _: setrisk.protect(con, "data set", "r2", k=2, privacy_constraints=[["no"]], seed=SEED),
        False,
    ),
    "infeasible": (
        lambda con, _: setrisk.protect(
            con,
            "data set",
            "r2",
            k=N,
            privacy_constraints=[["aspirin"]],
            utility_constraints=[["bandage"]],
            max_suppression=0,
            seed=SEED,
        ),
        True,
    ),
    "exported twice": (
        lambda con, folder: [setrisk.export(con, "r", folder / "out", anyway=True) for _ in range(2)],
        False,
    ),
    "unknown export": (lambda con, folder: setrisk.export(con, "no", folder / "out"), False),
    "imported twice": (lambda con, folder: setrisk.import_release(con, "r", folder), False),
    "imported from nothing": (lambda con, folder: setrisk.import_release(con, "r2", folder), False),
    "imported with a fault": (bad_import, True),
    "dropped with a release": (lambda con, _: setrisk.drop(con, "data set"), False),
    "dropped and not there": (lambda con, _: setrisk.drop(con, "no"), False),
    "too few draws": (lambda con, _: setrisk.evaluate(con, "r", draws=0), False),
    "unknown method in SQL": (lambda con, _: con.execute("FROM setrisk.eliminations('r', 'no')"), False),
    "unknown column in SQL": (lambda con, _: con.execute("SELECT r.no FROM setrisk.risk('r') AS r"), False),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_no_error_message_has_a_secret(owner, tmp_path, mistake):
    act, may_name_items = MISTAKES[mistake]
    kinds = Exception if mistake.endswith("in SQL") else SetriskError
    with pytest.raises(kinds) as raised:
        act(owner, tmp_path)
    said = str(raised.value)
    assert said
    assert not [secret for secret in SECRETS if secret in said]
    if not may_name_items:
        assert not [item for item in ITEMS if item in said]


def test_evaluating_an_import_says_why_not_and_no_secret(owner, tmp_path):
    setrisk.export(owner, "r", tmp_path / "out", anyway=True)
    setrisk.import_release(owner, "imported", tmp_path / "out")
    for act in (setrisk.evaluate, setrisk.risk):
        with pytest.raises(SetriskError, match="the original data are not here"):
            act(owner, "imported")
    setrisk.drop(owner, "imported")
