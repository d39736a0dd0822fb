"""What the owner holds stays with the owner: an attack reads what is published, and secrets are published nowhere."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlglot
from duckdb import DuckDBPyConnection
from sqlglot import exp

import setrisk
import setrisk.sql as relations
from setrisk.errors import SetriskError


def names(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Who may call what. A new relation belongs into one of the two.
PUBLIC = names(
    """
    eliminations eliminated_tables eliminate distance_table distances scored_distances self_distances
    attacked_entries attacked_items context_items context_pairs shown_items unmarked_items findings attacks
    remaining_items generalised_supports random_baseline exported_release exported_generalised_item
    exported_generalised_record exported_cluster exported_chunk_record exported_joint_cluster exported_term_chunk
    generalisation_faults disassociation_faults clustering_faults sub_record_faults term_faults imported_item
    imported_rows
    anchors homes pieces compared_items compared_terms self_scores measured_scores piece_scores best_anchors
    random_anchors at_least within positive baseline_runs assigned_anchors chosen_anchors reassociations attacked_pieces
    reassociation_findings placed_pieces reconstructed_items reconstructed_records item_places known_attack
    left_items
    shuffled_transactions shuffled_place sub_records
    known_release known_measure known_names mean_half_width json_name json_names known_embedding
    promised_support ratio_half_width t95 words ngd ngd_scores pair_hits hits term_documents pair_term_documents
    term_vectors embedding_scores frequent_words word_neighbours word_successors read_words
    read_counts word_vectors read_lines given_lines basket_items basket_transactions fimi_transactions spmf_transactions
    line_separators list_transactions
    long_transactions matrix_transactions histogram_transactions text_transactions staged_transactions
    s_range posterior bag_share weight_parts percent quoted allowed_belief is_above known_series alone
    record_sets unit_sets units unit_terms common_sets unit_overlaps overlaps population_rates s_ranges telling_ranges
    derived_candidates derived_sets evidence_sets evidence weighed_evidence record_kinds kind_posteriors
    posteriors broken_promises scoped_compositions compositions stored_compositions
    composition_findings exact_posteriors exact_compositions remedies repair_needs risky_covers needed_changes
    backward_needs forward_needs random_reconstructions
    private_draws draft_sets shuffled_records nearest_clusters non_private_names
    cluster_signatures cluster_faults cluster_record_faults private_term_faults counterfeit_faults serial_faults
    exported_cluster_record exported_private_term exported_counterfeits exported_private_set
    exported_histogram imported_histogram histogram_faults noisy_count
    maximal_itemsets boundary_itemsets leakages histogram_sets maximal_sets boundary_supersets missing_items
    spelled_sets share stored_attacks attack_methods attack_title people is_narrowed
    draws_of_home listed_items random_placements tries
    generalisation_reconstructions disassociation_reconstructions serial_reconstructions histogram_reconstructions
    reconstructions
    refused_marks stored_leakages leakage_findings drawn_place interactive_probability interactive_leakages
    """
)
OWNERS = names(
    """
    made_here own_release own_numbers
    supports item_supports pair_supports larger_itemsets named_larger_itemsets rare_itemsets itemset_histogram
    loaded_facts new_items numbered_items published_entries cell_truth evaluation run_evaluation table_evaluation risk
    original_records original_entries original_itemsets piece_holders
    unseen_itemsets hidden_itemsets exposures exposed_itemsets rare_itemset_exposure
    cluster_evaluation reassociation_evaluation movers_distances disassociation_risk
    generalisation_risk constraint_itemsets violated_constraints sorted_transactions known_dataset
    non_private_entries private_copies private_names private_sets last_homes draft_names earlier_sets corpus_entries
    corpus_ids perturbation_rate record_risks composition_evaluation serial_cluster_evaluation serial_risk query_errors
    may_publish budget budget_sharers known_ledger data_histogram counting_queries itemset_counts count_query_errors
    leaked_people
    leakage_truth leakage_evaluation histogram_risk asked_pairs pair_answers pair_errors utility refusals
    answered_queries coverage computed_coverage distortions measures known_grid whatif_results recommended
    risk_summary risk_headline series_exposure loaded_facts
    anchor_sets cluster_items exposed_records found_itemsets itemset_holders judged_placements known_itemsets
    record_places
    right_items right_placements
    """
)
# What an attacker runs on a release.
ATTACKS = ("eliminations", "distance_table", "distances", "context_pairs", "findings", "generalised_supports", "hits",
           "pair_hits", "ngd_scores", "embedding_scores", "random_baseline", "remaining_items", "reassociations",
           "attacked_pieces", "compared_terms", "reassociation_findings", "reconstructed_records", "posteriors",
           "compositions", "exact_compositions", "overlaps", "s_ranges", "population_rates",
           "random_reconstructions", "reconstructions",
           "leakages", "boundary_supersets", "leakage_findings")  # fmt: skip
# Functions that read a table whose name is a value: what it is cannot be seen in the SQL.
BY_NAME = frozenset({"query_table", "query", "getvariable", "read_csv", "read_parquet", "glob"})

QUERIES = {relation.name: relation.path.read_text(encoding="utf-8") for relation in relations.relations()}


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


def reached(name: str, trail: tuple[str, ...] = ()) -> Iterator[str]:
    """The ways from a relation to the owner's schema, through all that it calls."""
    trail = (*trail, name)
    for tree in trees(QUERIES[name]):
        for mention in private(tree):
            yield " -> ".join([*trail, mention])
        for following in sorted(called(tree) & QUERIES.keys()):
            yield from reached(following, trail)


def calls_of(name: str) -> set[str]:
    found = set().union(*(called(tree) for tree in trees(QUERIES[name])))
    return found.union(*(calls_of(following) for following in found & QUERIES.keys()))


def test_every_relation_is_either_public_or_the_owners():
    assert not PUBLIC & OWNERS
    assert set(QUERIES) == PUBLIC | OWNERS


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_a_public_relation_reaches_nothing_of_the_owner(name):
    assert list(reached(name)) == []


@pytest.mark.parametrize("name", sorted(OWNERS))
def test_a_relation_of_the_owner_is_one_that_has_to_be(name):
    assert list(reached(name))


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_names_every_table_that_it_reads(name):
    assert not calls_of(name) & BY_NAME


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
def knowledge(con: DuckDBPyConnection) -> DuckDBPyConnection:
    con.execute(
        "CREATE TABLE texts AS SELECT unnest(['knee injury pain', 'icd heart disease', 'blood pressure']) AS text"
    )
    setrisk.corpus(con, "texts", con.table("texts"))
    con.execute("INSERT INTO setrisk.measure VALUES ('vectors', 'embedding', 'made')")
    con.execute("INSERT INTO setrisk.embedding VALUES ('vectors', 'knee', [1, 0]), ('vectors', 'injury', [1, 1])")
    return con


@pytest.fixture
def _attackers_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """Attacks run as ever, but for what the owner computes afterwards: whom they put at risk."""
    for name in ("forget_draws", "store_baseline_draw", "store_risk"):
        monkeypatch.setattr(f"setrisk.pipelines.run.{name}", lambda *given: None)
    monkeypatch.setattr("setrisk.pipelines.run.is_made_here", lambda *given: True)


@pytest.mark.usefixtures("_attackers_part")
@pytest.mark.parametrize("measure", ["self", "texts", "vectors"])
def test_no_attack_and_no_scoring_runs_sql_that_reaches_the_owners_schema(knowledge, example, measure):
    recorder = Recorder(knowledge)
    setrisk.attack(recorder, example, method="all" if measure == "self" else "mda", measure=measure)
    setrisk.attack(recorder, example, method="mda", measure=measure, marked=False, context=1)
    assert any("setrisk.eliminations" in statement for statement in recorder.statements)
    assert any("_scores" in statement for statement in recorder.statements) == (measure in ("texts", "vectors"))
    assert list(all_reached(recorder.statements)) == []


@pytest.fixture
def chunks(knowledge: DuckDBPyConnection) -> str:
    """A disassociated release, with a term chunk and a shared chunk."""
    texts = [["knee", *(["injury"] if row < 3 else ["pain"]), f"blood {n}"] for n in range(4) for row in range(5)]
    knowledge.execute("CREATE TABLE baskets AS SELECT unnest($items) AS items", {"items": texts})
    setrisk.load(knowledge, "chunks", knowledge.table("baskets"))
    setrisk.protect(knowledge, "chunks", "chunks", method="disassociation", k=4, max_cluster_size=6, seed=SEED)
    return "chunks"


@pytest.mark.usefixtures("_attackers_part")
@pytest.mark.parametrize("measure", ["self", "texts", "vectors"])
def test_no_attack_on_chunks_runs_sql_that_reaches_the_owners_schema(knowledge, chunks, measure):
    recorder = Recorder(knowledge)
    setrisk.attack(recorder, chunks, method="all", measure=measure)
    assert any("setrisk_internal.attacked_fragments" in statement for statement in recorder.statements)
    assert any("_scores" in statement for statement in recorder.statements) == (measure in ("texts", "vectors"))
    assert list(all_reached(recorder.statements)) == []


def test_without_the_owners_schema_chunks_are_put_together(knowledge, chunks):
    knowledge.execute("DROP SCHEMA setrisk_private CASCADE")
    setrisk.attack(knowledge, chunks, method="all")
    assert knowledge.execute("SELECT count(DISTINCT r.attack) FROM setrisk.reassociation AS r").fetchall() == [(5,)]


def test_no_published_chunk_has_a_secret(knowledge, chunks, tmp_path):
    setrisk.attack(knowledge, chunks, method="all")
    assert [cell for cell in published(knowledge) if str(SEED) in str(cell[2])] == []
    for file in setrisk.export(knowledge, chunks, tmp_path / "out", format="csv", anyway=True):
        assert str(SEED) not in file.read_text()
        assert "tid" not in file.read_text().splitlines()[0].split(",")


def test_neither_knowledge_nor_export_nor_import_reaches_the_owners_schema(con, example, tmp_path):
    recorder = Recorder(con)
    source = tmp_path / "texts.txt"
    source.write_text("knee pain\n" * 6 + "knee injury\n" * 6)
    setrisk.corpus(recorder, "texts", source)
    setrisk.embed(recorder, "trained", corpus="texts", dimensions=1)
    setrisk.export(recorder, example, tmp_path / "out")
    setrisk.import_release(recorder, "again", tmp_path / "out")
    assert any("exported_release" in statement for statement in recorder.statements)
    assert any("imported_item" in statement for statement in recorder.statements)
    assert list(all_reached(recorder.statements)) == []


def test_the_recorder_sees_what_evaluation_reads(con, example):
    recorder = Recorder(con)
    setrisk.evaluate(recorder, example, runs=2)
    assert list(all_reached(recorder.statements))


def test_without_the_owners_schema_the_attack_finds_what_the_paper_prints(con, example):
    """CONTEXT Figure 9: what RBA leaves of Figure 4, in a database that has nothing else."""
    con.execute("DROP SCHEMA setrisk_private CASCADE")
    setrisk.attack(con, example, method=["rba", "mda"], measure="figure 4", context=1)
    left = con.execute(
        "SELECT e.record, e.item FROM setrisk.eliminations(?, 'rba', measure := 'figure 4', context := 1) AS e "
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
    made = setrisk.protect(con, "data set", "r", k=50, privacy=PRIVACY, utility=[ITEMS], max_suppression=0.2, seed=SEED)
    assert "1 items suppressed" in made.summary
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
        "attack",
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
    assert {file.stem for file in files} == {"release", "generalised_item", "generalised_record"}
    assert sorted(files) == sorted((tmp_path / "out").rglob("*"))
    for file in files:
        content = file.read_bytes()
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
    "unknown measure": (lambda con, _: setrisk.attack(con, "r", measure="no"), False),
    "unknown parameter": (lambda con, _: setrisk.attack(con, "r", no=1), False),
    "value out of range": (lambda con, _: setrisk.attack(con, "r", context=0), False),
    "loaded twice": (lambda con, _: setrisk.load(con, "data set", con.sql("SELECT ['a'] AS items")), False),
    "released twice": (lambda con, _: setrisk.protect(con, "data set", "r", k=2, privacy=PRIVACY), False),
    "unknown data set": (lambda con, _: setrisk.protect(con, "no", "r2", k=2, privacy=PRIVACY), False),
    "too little k": (lambda con, _: setrisk.protect(con, "data set", "r2", k=1, privacy=PRIVACY, seed=SEED), False),
    "unknown item": (lambda con, _: setrisk.protect(con, "data set", "r2", k=2, privacy=[["no"]], seed=SEED), False),
    "infeasible": (
        lambda con, _: setrisk.protect(
            con, "data set", "r2", k=N, privacy=[["aspirin"]], utility=[["bandage"]], max_suppression=0, seed=SEED
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
    "too few runs": (lambda con, _: setrisk.evaluate(con, "r", runs=0), False),
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
