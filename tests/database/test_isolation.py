"""Two data sets, releases, corpora and embeddings in one database: what is asked of one never shows the other.

In a macro body a bare column of a parameter's name is the parameter, and `WHERE dataset = dataset` is true of every
row; so each relation is asked for one of the two with the other there, and again without it.
"""

import datetime
import json
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import duckdb
import pytest
from duckdb import DuckDBPyConnection

import setrisk
import setrisk.sql as relations
from setrisk.pipelines.common.quoting import literal
from setrisk.pipelines.database.statements import run, text
from setrisk.pipelines.exchange.published import PUBLISHED
from setrisk.pipelines.exchange.read_me import FLAT
from tests.support.generalisation_steps import view
from tests.support.headers import disallowed, hold_statement, is_count_allowed
from tests.support.serial_steps import class_records, derived_sets

# What a parameter of these names selects. Both of each kind are there, with one name for what is alike in them:
# the releases number their generalised items and records alike, the corpora hold the same words in other documents.
KINDS = {
    "dataset": ("data one", "data two"),
    "release": ("release one", "release two"),
    "corpus": ("corpus one", "corpus two"),
    "knowledge": ("vectors one", "vectors two"),
    "series": ("months one", "months two"),
    "grid": ("grid one", "grid two"),
}
# The relations of this family ask for releases of their own.
CHUNKS = ("chunks one", "chunks two")
# As do those of the family serial: the releases of each series, of which the last is asked for; releases that keep
# their promise, with counterfeits; and one by m-invariance.
MONTHS = tuple((f"january {side}", f"march {side}", f"february {side}") for side in ("one", "two"))
KEPT = (("kept first one", "kept one"), ("kept first two", "kept two"))
GROUPS = ("groups one", "groups two")
# And those of the family histogram.
HISTOGRAMS = ("histogram one", "histogram two")
TABLES_OF_HISTOGRAMS = frozenset({"histogram", "spending", "leakage", "audited_person"})
OF_HISTOGRAMS = frozenset(
    {
        "audited_membership", "histogram_places", "histogram_risk", "histogram_reconstructions", "membership_audit",
        "published_itemsets",
    }
)  # fmt: skip
# And those of the family uncertainty.
UNCERTAIN = ("uncertain one", "uncertain two")
TABLES_OF_UNCERTAIN = frozenset({"protected_item", "sensitive_rule"})
OF_UNCERTAIN = frozenset({"uncertainty_risk"})
PAIRS = (
    "[{'item_a': 'blue pen', 'item_b': 'ink'}, {'item_a': 'glue', 'item_b': 'ink'}, "
    "{'item_a': 'clip', 'item_b': 'glue'}]"
)
NAMED = ("blue pen", "ink", "paper", "clip", "glue", "ruler", "tape", "red pen", "folder", "stamp")
TERMS = "['blue pen', 'ink', 'paper', 'glue']"
VIEW = f"view := {view()}"
UNLABELLED = f"view := {view('context := 1, labelled := false, unlabelled_k := 4')}"
AT_ONCE = f"view := {view('conjunctive := true')}"
OF_TABLES = f"knowledge := 'self', {VIEW}"
ATTACK = f"threshold := NULL, scaled := false, seed := 1, {OF_TABLES}"
TABLES_OF_MONTHS = frozenset({"cluster_record", "sensitive_count", "sensitive_item", "composition", "series"})
OF_MONTHS = frozenset(
    {
        "serial_places",
        "serial_risk",
        "serial_reconstructions",
        "known_series",
        "more_than_promised",
        "people_at_risk",
        "release_costs",
    }
)
# These are asked for the release, or for the series that it is alone in.
OF_GROUPS = frozenset({"cluster_signatures", "last_clusters", "sensitive_sets"})
OF_KEPT = frozenset({"perturbation_rate"})
TABLES_OF_CHUNKS = frozenset(
    {"cluster", "chunk_record", "joint_cluster", "term_chunk", "reassociation", "baseline_draw"}
)
OF_CHUNKS = frozenset(
    {
        "disassociation_places",
        "disassociation_risk",
        "disassociation_reconstructions",
        "stored_scores",
    }
)
# The CTEs of their callers that steps read.
PLACES = "WITH record_places AS (FROM setrisk_internal.record_places({release}))"
PEOPLE = (
    f"{PLACES}, anchor_sets AS (FROM setrisk_internal.anchor_sets({{release}}, 'record_places')), "
    "cluster_items AS (FROM setrisk_internal.cluster_items({release}, 'record_places'))"
)
PLACED = f"{PEOPLE}, placed AS (FROM setrisk_internal.stored_placements({{release}}))"
CORRECT = (
    f"{PLACED}, correct AS "
    "(FROM setrisk_internal.correct_placements({release}, 'placed', 'anchor_sets', 'cluster_items'))"
)
SCORES = "WITH fragment_scores AS (FROM setrisk_internal.fragment_scores({release}, 'rga'))"
COMPARED = "WITH compared_items AS (FROM setrisk_internal.compared_items({release}))"
NAMED_PAIRS = "WITH named_pairs AS (SELECT 'blue pen' AS anchor_term, 'ink' AS item_term)"
DERIVED = f"WITH {derived_sets('{series}')}"
CLASSES = f"WITH {class_records('{series}')}"
SOURCES = {
    **dict.fromkeys(("evidence_sets", "equivalence_classes", "overlap_evidence", "weighed_evidence"), DERIVED),
    **dict.fromkeys(("class_posteriors", "broken_promises"), CLASSES),
    "correct_placements": PLACED,
    "recovered_items": (
        f"{CORRECT}, recovered AS (FROM setrisk_internal.recovered_fragments('correct', 'record_places'))"
    ),
    **dict.fromkeys(("anchor_sets", "cluster_items"), PLACES),
    "risk_as_shown": "WITH family_risks AS (FROM setrisk_internal.generalisation_risk({release}))",
    **dict.fromkeys(("exposed_records", "fragment_records"), PEOPLE),
    **dict.fromkeys(("assigned_anchors", "best_anchors"), SCORES),
    "self_scores": COMPARED,
    "stored_scores": NAMED_PAIRS,
}
OF_SETS = "sets := 'anchor_sets', contents := 'cluster_items'"
OF_SCORES = "scores := 'fragment_scores'"
OF_PAIRS = "compared := 'compared_items'"
OF_DERIVED = "release := NULL, derived := 'derived_sets'"
OF_CLASSES = f"{OF_DERIVED}, classes := 'class_records'"
# For each relation that takes one of KINDS: the other arguments, a call for each list. Named as in SQL.
ARGUMENTS: dict[str, tuple[str, ...]] = {
    # names
    "known_dataset": ("",),
    "known_grid": ("",),
    "known_ledger": ("",),
    "known_corpus": ("",),
    "known_embedding": ("",),
    "known_knowledge": ("",),
    "known_names": ("",),
    "known_generalised_item": ("generalised_item := 1", "generalised_item := 1, labelled := false"),
    "known_items": ("items := ['ink', 'glue']",),
    "known_release": ("",),
    "made_here": ("",),
    "own_release": ("",),
    # transactions
    "supports": ("size := 1", "", "size := 3"),
    "item_supports": ("",),
    "transaction_numbers": ("",),
    "pair_supports": ("",),
    "rare_itemsets": ("k := 3", "k := 2, m := 3"),
    "unicity": ("", "known := 1, k := 30, choice := 'rarest', people := 20, seed := 3"),
    "assessment": ("",),
    "generalisation_places": ("",),
    "disassociation_places": ("",),
    "serial_places": ("",),
    "histogram_places": ("",),
    "assessed_risk": ("",),
    "assessed_release": ("",),
    "assessed_attacks": ("",),
    "audited_membership": ("",),
    "membership_audit": ("",),
    "unicity_curve": ("", "k := 30, choice := 'rarest', people := 20"),
    "unicity_by_known": (
        "fewest := 1, most := 4, k := 2, choice := 'random', people := 100, seed := 0",
        "fewest := 2, most := 2, k := 30, choice := 'rarest', people := 9, seed := 1",
    ),
    "itemset_histogram": ("",),
    "distinct_transactions": ("",),
    "larger_itemsets": ("smallest := 3, largest := 4",),
    "named_larger_itemsets": ("smallest := 3, largest := 4",),
    # generalisation
    "attacked_entries": (VIEW, UNLABELLED),
    "attacked_items": (VIEW, UNLABELLED),
    "cell_truth": ("",),
    "context_items": (VIEW, UNLABELLED, AT_ONCE),
    "coverage": ("",),
    "other_releases": ("",),
    "exported_releases": ("",),
    "compared_members": (VIEW, UNLABELLED, AT_ONCE),
    "context_pairs": (VIEW, UNLABELLED, AT_ONCE),
    "distance_table": ("generalised_item := 1", "generalised_item := 1, knowledge := 'corpus one'"),
    "distances": (
        f"knowledge := 'self', {VIEW}",
        f"knowledge := 'self', {AT_ONCE}",
        f"knowledge := 'corpus two', {VIEW}",
        f"knowledge := 'vectors one', {UNLABELLED}",
    ),
    "eliminated_tables": (f"method := 'rba', {ATTACK}", f"method := 'ra', {ATTACK}"),
    "eliminations": (
        "method := 'gba'",
        "method := 'tba', knowledge := 'corpus one'",
        "method := 'ra', labelled := false",
        "method := 'rba', conjunctive := true",
        "method := 'rba', labelled := false, utility_constraints := [['ink', 'glue'], ['paper', 'clip']]",
    ),
    "elimination_evaluation": ("draws := 3",),
    "elimination_baseline": (
        "method := 'rba', draws := 3",
        "method := 'tba', knowledge := 'corpus one', context := 1, draws := 2",
        "method := 'mda', labelled := false, unlabelled_k := 4, draws := 2",
    ),
    "distance_tables": (OF_TABLES,),
    "permuted_eliminations": (f"method := 'rba', threshold := NULL, scaled := false, draws := 2, {OF_TABLES}",),
    "elimination_findings": ("",),
    "elimination_beliefs": ("",),
    "belief_evaluation": ("",),
    "generalised_items": ("",),
    "random_baseline": ("draws := 2",),
    "elimination_evaluation_by_draw": ("draws := 2",),
    "scored_distances": (VIEW, UNLABELLED, AT_ONCE),
    "self_distances": (VIEW, UNLABELLED, AT_ONCE),
    "shown_items": ("",),
    "elimination_evaluation_by_item": ("draws := 2",),
    "unlabelled_items": (VIEW, UNLABELLED),
    # disassociation
    "anchors": ("",),
    "assigned_anchors": (OF_SCORES,),
    "best_anchors": (OF_SCORES,),
    "chosen_anchors": ("method := 'assignment'",),
    "reassociation_evaluation_by_cluster": ("draws := 2",),
    "compared_items": ("",),
    "compared_terms": ("",),
    "exposed_itemsets": ("",),
    "recovered_itemsets": ("",),
    "hidden_itemsets": ("",),
    "publishing_clusters": ("",),
    "cluster_records": ("",),
    "item_places": ("",),
    "stored_scores": ("named_pairs := 'named_pairs'",),
    "movers_distances": ("",),
    "original_entries": ("",),
    "original_itemsets": ("",),
    "original_records": ("",),
    "fragment_records": ("contents := 'cluster_items'",),
    "fragment_scores": ("method := 'aba'", "method := 'rga', knowledge := 'vectors one'"),
    "fragments": ("", "anchors := 3"),
    "fragment_lists": ("", "anchors := 3"),
    "placed_fragments": ("",),
    "random_anchors": ("draws := 2",),
    "rare_itemset_exposure": ("",),
    "reassociation_evaluation": ("draws := 2",),
    "reassociation_findings": ("",),
    "reassociations": (
        "method := 'aba'",
        "method := 'random', anchors := 2",
        "method := 'mra', knowledge := 'vectors one'",
    ),
    "reconstructed_items": ("",),
    "reconstructed_records": ("",),
    "correct_placements": (f"source := 'placed', {OF_SETS}",),
    "recovered_items": (f"source := 'recovered', {OF_SETS}",),
    "stored_placements": ("",),
    "judged_placements": ("draws := 2",),
    "exposed_records": (f"places := 'record_places', {OF_SETS}",),
    "reassociated_itemsets": ("",),
    "anchor_sets": ("places := 'record_places'",),
    "cluster_items": ("places := 'record_places'",),
    "random_placements": ("draws := 2",),
    "record_places": ("",),
    "evaluation_runs": ("draws := 2",),
    "self_scores": (OF_PAIRS,),
    "unseen_itemsets": ("",),
    "disassociation_risk": ("",),
    "certain_pairs": ("",),
    "chunk_covers": ("",),
    "cover_scores": ("", "anchors := 1"),
    # uncertainty
    "stored_rules": ("",),
    "rule_findings": ("",),
    "rule_evaluation": ("",),
    "rule_evaluation_by_item": ("",),
    "uncertainty_risk": ("",),
    # histogram
    "budget": ("",),
    "budget_sharers": ("",),
    "boundary_itemsets": ("",),
    "boundary_supersets": ("",),
    "counting_query_errors": ("queries := 50",),
    "answered_queries": ("queries := 50, sanity := 0.01, seed := 3",),
    "counting_queries": ("queries := 50, seed := 3",),
    "data_histogram": ("",),
    "histogram_risk": ("",),
    "histogram_sets": ("",),
    "interactive_leakages": ("epsilon := 0.5",),
    "minimal_leakages": ("", "m := 3"),
    "itemset_counts": ("queries := 50, seed := 3",),
    "leakage_evaluation": ("",),
    "leakage_findings": ("",),
    "leakage_truth": ("",),
    "leakages": ("",),
    "leaked_people": ("",),
    "maximal_itemsets": ("",),
    "item_id_map": ("",),
    "maximal_sets": ("",),
    "itemset_names": ("",),
    "stored_leakages": ("",),
    # serial
    "known_series": ("",),
    "single_release_posteriors": ("",),
    "backward_needs": ("",),
    "broken_promises": (OF_CLASSES,),
    "common_sets": ("",),
    "composition_evaluation": ("",),
    "composition_findings": ("",),
    "stored_compositions": ("",),
    "scoped_compositions": ("",),
    "compositions": ("", "scope := 'global'"),
    "derived_candidates": ("",),
    "derived_sets": ("release := NULL",),
    "overlap_evidence": (OF_DERIVED,),
    "evidence_sets": (OF_DERIVED,),
    "examined_records": ("",),
    "exact_compositions": ("max_cluster_size := 6",),
    "exact_posteriors": ("max_cluster_size := 6",),
    "forward_needs": ("",),
    "class_posteriors": (OF_CLASSES,),
    "may_publish": ("",),
    "needed_changes": ("",),
    "non_sensitive_entries": ("",),
    "overlaps": ("",),
    "perturbation_rate": ("",),
    "population_rates": ("",),
    "posteriors": ("", "transitive := false"),
    "sensitive_draws": ("reconstructions := 2, seed := 3, items := NULL",),
    "query_errors": ("reconstructions := 2",),
    "equivalence_classes": (OF_DERIVED,),
    "record_risks": ("",),
    "record_sets": ("",),
    "remedies": ("", "slack := 0.1, transitive := false"),
    "copy_ranges": ("",),
    "composition_evaluation_by_cluster": ("",),
    "serial_risk": ("",),
    "telling_ranges": ("",),
    "linkage_unit_overlaps": ("",),
    "linkage_unit_sets": ("",),
    "linkage_unit_terms": ("",),
    "linkage_units": ("",),
    "weighed_evidence": (OF_DERIVED,),
    # risk
    "attacks_and_none": ("",),
    "remaining_items_of": ("",),
    "protected_itemsets": ("",),
    "generalisation_risk": ("",),
    "shown_generalisation_risk": ("",),
    "shown_itemsets": ("m := 2",),
    "risk_as_shown": ("family_risks := 'family_risks'",),
    "itemset_holders": ("",),
    "known_itemsets": ("",),
    "computed_coverage": ("",),
    "ranked_risk": ("", "at_risk_below := 7"),
    "risk_summary": ("", "at_risk_below := 7"),
    "risk_headline": ("", "at_risk_below := 7"),
    "promised_support": ("",),
    "attack_runs": ("",),
    "refused_marks": ("",),
    "refusals_by_itself": ("",),
    "refusals_without_limits": ("",),
    "published_size": ("",),
    "refusals": ("", "max_at_risk := 0.0, max_score := 0.0, attacks := ['none of these'], min_coverage := 1"),
    "assessed_refusals": (
        "max_narrowing := 0, max_inference := 0, max_linkability := NULL, max_singling_out := 1, known := [1]",
    ),
    "release_rates": ("",),
    "release_risks": ("",),
    "risks_of_data": ("",),
    "highest_risks_of_release": ("known := [1]",),
    "remaining_items": ("",),
    "risk": ("",),
    "risky_covers": ("",),
    "violated_constraints": ("",),
    # utility
    "sampled_pairs": ("pairs := 5, seed := 3, scale := 'range'", "pairs := 5, seed := 3, scale := 'SANONY'"),
    "disassociation_reconstructions": ("reconstructions := 2, seed := 3",),
    "generalisation_reconstructions": ("reconstructions := 2, seed := 3",),
    "histogram_reconstructions": ("reconstructions := 2, seed := 3",),
    "pair_answers": ("reconstructions := 2, pairs := 5, seed := 3",),
    "mean_pair_errors": ("reconstructions := 2, pairs := 5, seed := 3",),
    "pair_errors": ("reconstructions := 2, pairs := 5",),
    "reconstructions": ("reconstructions := 2", "items := ['ink', 'glue']"),
    "random_records": ("reconstructions := 2, seed := 3, items := NULL",),
    "serial_reconstructions": ("reconstructions := 2, seed := 3, items := NULL",),
    "utility": ("reconstructions := 2",),
    "distortions": ("",),
    "profile": ("",),
    # what if
    "recommended": ("", "max_at_risk := 0.0, min_coverage := 1, max_error := 0.1"),
    "whatif_results": ("",),
    "whatif_assessed_risk": ("",),
    "criteria_of_cells": ("",),
    "risks_of_cells": ("",),
    "obstacles": (
        "max_narrowing := 0, max_inference := 0, max_linkability := NULL, max_singling_out := 1, known := [1], "
        "needs_attacks := false",
        "max_narrowing := NULL, max_inference := NULL, max_linkability := NULL, max_singling_out := NULL, "
        "known := NULL, needs_attacks := true",
    ),
    # semantics
    "embedding_similarities": (f"term_pairs := {PAIRS}",),
    "frequent_words": ("documents := 1", "n := 3, documents := 2"),
    "term_hits": (f"terms := {TERMS}",),
    "ngd_similarities": (f"term_pairs := {PAIRS}",),
    "pair_hits": (f"term_pairs := {PAIRS}",),
    "pair_term_documents": (f"term_pairs := {PAIRS}",),
    "phrase_documents": (f"phrases := {TERMS}",),
    "term_documents": (f"terms := {TERMS}",),
    "term_vectors": (f"terms := {TERMS}",),
    "word_neighbours": ("documents := 1", "span := 1, n := 4, documents := 1"),
    "word_successors": ("span := 2, n := 5, documents := 1",),
}


def takes(relation: relations.Relation) -> list[str]:
    return [p.name for p in relation.parameters if p.name in KINDS]


def asked_for(topic: str, name: str, kind: str, which: int) -> str:
    """The name of one side that a relation or a statement is asked for."""
    if kind in ("release", "series") and name in OF_GROUPS:
        return GROUPS[which]
    if kind == "release" and name in OF_KEPT:
        return KEPT[which][-1]
    if kind == "release" and (topic == "serial" or name in OF_MONTHS):
        return MONTHS[which][-1]
    if kind == "release" and (topic == "histogram" or name in OF_HISTOGRAMS):
        return HISTOGRAMS[which]
    if kind == "release" and (topic == "uncertainty" or name in OF_UNCERTAIN):
        return UNCERTAIN[which]
    of_chunks = topic == "disassociation" or name in OF_CHUNKS
    return CHUNKS[which] if kind == "release" and of_chunks else KINDS[kind][which]


ASKED = [relation for relation in relations.relations() if takes(relation)]


def transactions(which: int) -> list[list[str]]:
    """30 baskets or 33; both sides know the same items but one, and one side lists them in ascending order."""
    items = [*NAMED, f"only in {which}"]
    draw = random.Random(which)
    baskets = [items, *(draw.sample(items, draw.randint(2, 5)) for _ in range(29 + 3 * which))]
    return [sorted(basket) for basket in baskets] if which else baskets


def documents(which: int) -> list[str]:
    words = ["blue", "pen", "blue pen", "ink", "paper", "clip", "desk", "of"]
    draw = random.Random(10 + which)
    return [" ".join(draw.sample(words, draw.randint(2, 5))) for _ in range(12 + which)]


def fill(con: DuckDBPyConnection, which: int) -> None:
    """Everything of one side, each table of the catalog with rows of its own."""
    dataset, release, corpus, knowledge, _, grid = (names[which] for names in KINDS.values())
    con.execute(
        "CREATE OR REPLACE TEMP TABLE given AS SELECT unnest($baskets) AS items", {"baskets": transactions(which)}
    )
    long = (
        f"SELECT '{'pq'[which]}' || s.line AS id, unnest(s.items) AS item "
        "FROM (SELECT g.items, row_number() OVER () AS line FROM given AS g) AS s"
    )
    setrisk.load(con, dataset, con.sql(long), format="long")
    protected = [["blue pen", "ink"], ["paper", "tape", "red pen"]] if which else [["ink", "ruler"], ["folder"]]
    setrisk.protect(
        con, dataset, release, k=9, privacy_constraints=protected, max_suppression=0.5, keep_order=not which,
        seed=5 + which,
    )  # fmt: skip
    if which:  # as a release that was made elsewhere: its numbers stand for other names
        names = dict(zip(NAMED, [*NAMED[1:], NAMED[0]], strict=True))
        con.executemany(
            "UPDATE setrisk.published_item SET item = ? WHERE release = ? AND item_id = "
            "(SELECT i.item_id FROM setrisk_private.item AS i WHERE i.item = ?)",
            [[new, release, old] for old, new in names.items()],
        )
    con.execute("CREATE OR REPLACE TEMP TABLE given AS SELECT unnest($texts) AS text", {"texts": documents(which)})
    setrisk.load_corpus(con, corpus, con.table("given"))
    con.execute(
        "INSERT INTO setrisk.corpus_hits VALUES (?, 'glue', NULL, ?), (?, 'glue', 'ink', ?)",
        [corpus, 5 + which, corpus, 2 + which],
    )
    words = ["blue", "pen", "ink", "paper", "clip", "red", "tape", "glue"]
    con.execute("INSERT INTO setrisk.knowledge VALUES (?, 'embedding', 'made')", [knowledge])
    con.executemany(
        "INSERT INTO setrisk.embedding VALUES (?, ?, ?)",
        [
            [knowledge, word, [float(len(word) + which), 1.0 + n * (1 - which), float(n)]]
            for n, word in enumerate(words)
        ],
    )
    for known in ("self", corpus, knowledge):
        setrisk.attack(con, release, method=["mda", "rba"] if which else ["mda", "tba"], knowledge=known)
    setrisk.calibrate(con, release, shadows=1, seed=which)
    setrisk.assess(con, release, known=1, people=20 + which, reconstructions=2)
    con.execute(
        "INSERT INTO setrisk_private.assessed_dataset BY NAME SELECT ? AS dataset, a.* EXCLUDE (release) "
        "FROM setrisk_private.assessed_attack AS a WHERE a.release = ?",
        [dataset, release],
    )
    setrisk.protect(con, dataset, CHUNKS[which], method="disassociation", k=4, max_cluster_size=5, seed=5 + which)
    setrisk.attack(con, CHUNKS[which], method=["aba", "random", *["rga"][which:]], knowledge="self", draws=2)
    setrisk.protect(con, dataset, HISTOGRAMS[which], method="diffpart", epsilon=60, from_data=True, seed=which)
    setrisk.attack(con, HISTOGRAMS[which], confidence=0.5)
    setrisk.audit_membership(con, HISTOGRAMS[which], people=1 + which, releases=4)
    setrisk.protect(
        con, dataset, UNCERTAIN[which], method="rho", rho=0.9, sensitive=["ink", "tape"], group_size=2, seed=which
    )
    setrisk.attack(con, UNCERTAIN[which])
    fill_months(con, which)
    keep_exports(con, dataset, release)
    con.executemany(
        "INSERT INTO setrisk_private.whatif_cell BY NAME SELECT ? AS grid, ? AS cell, ? AS dataset, 'coat' AS "
        "method, 20 AS reconstructions, 100 AS pairs, 5 AS at_risk_below, "
        "'{}' AS parameters, ['rba'] AS attacks, 1 AS n_attacks, ? AS knowledge, true AS is_tried, "
        "'rba:self' AS worst_attack, ? AS share_at_risk, 0.5 AS highest_score, 1.0 AS coverage, 0.5 AS error, "
        "[] AS marks, ? AS release, ? AS assessment_failure",
        [
            [grid, cell, dataset, KINDS["knowledge"][which], (cell + which) / 4, release, f"{dataset} was not"]
            for cell in (1, 2, 3)
        ],
    )
    con.execute(
        "INSERT INTO setrisk_private.whatif_assessed_attack BY NAME SELECT ? AS grid, 2 AS cell, a.* EXCLUDE (release) "
        "FROM setrisk_private.assessed_attack AS a WHERE a.release = ?",
        [grid, release],
    )
    # A promise that is not kept, so that the relations about it have rows.
    con.execute(
        "UPDATE setrisk.release SET parameters = ? WHERE release = ?",
        [json.dumps({"k": 25 + which, "keep_order": not which}), release],
    )


def fill_months(con: DuckDBPyConnection, which: int) -> None:
    """A series of two releases, small clusters at the mercy of each other, and one release by m-invariance."""
    dataset, series = KINDS["dataset"][which], KINDS["series"][which]
    snapshots = setrisk.sample_series(con, dataset, share=0.5, repeat=0.5, snapshots=3, seed=which)
    for releases, method, name, r_th in (
        (MONTHS[which], "anony", series, 2),
        (KEPT[which], "sanony", f"kept {which}", 2),
    ):
        for snapshot, release in zip(snapshots.datasets, releases, strict=False):
            setrisk.protect(
                con, snapshot, release, method=method, series=name, r_th=r_th, cluster_size=3, seed=which,
                sensitive=["ink", "paper", "tape"] if release == releases[0] else None,
            )  # fmt: skip
    # A promise that is not kept, so that the relations about it have rows.
    con.executemany(
        "UPDATE setrisk.release SET parameters = ? WHERE release = ?",
        [['{"r_th": 1, "cluster_size": 3}', release] for release in MONTHS[which]],
    )
    setrisk.attack(con, MONTHS[which][-1], method=["cluster", "exact"])
    setrisk.protect(
        con, snapshots.datasets[0], GROUPS[which], method="m-invariance", sensitive=["ink", "paper", "tape"], seed=which
    )


def keep_exports(con: DuckDBPyConnection, dataset: str, release: str) -> None:
    """As if the release had been exported, and another one of its name, of earlier data of the same people."""
    run(con, "exchange/keep_export", release=release, exported_at=datetime.datetime(2026, 3, 1))
    con.execute(
        "INSERT INTO setrisk_private.export_run BY NAME SELECT r.* REPLACE (r.created_at - INTERVAL 1 DAY AS "
        "created_at, r.loaded_at - INTERVAL 1 DAY AS loaded_at) FROM setrisk_private.export_run AS r "
        "WHERE r.release = ?",
        [release],
    )
    con.execute(
        "INSERT INTO setrisk_private.exported_person SELECT t.dataset, d.loaded_at - INTERVAL 1 DAY, "
        "setrisk_internal.hashed_person(t.dataset || (d.loaded_at - INTERVAL 1 DAY), t.id) FROM "
        "setrisk_private.transaction_id AS t JOIN setrisk_private.dataset AS d ON d.dataset = t.dataset "
        "WHERE t.dataset = ?",
        [dataset],
    )


# What attackers look at: knowledge scores only the pairs of these.
LOOKS: tuple[dict[str, Any], ...] = (
    {},
    {"labelled": False, "unlabelled_k": 4},
    {"labelled": False, "utility_constraints": [["ink", "glue"], ["paper", "clip"]]},
    {"context": 1},
    {"conjunctive": True},
)


@pytest.fixture(scope="module")
def both() -> Iterator[DuckDBPyConnection]:
    con = setrisk.connect()
    for which in (0, 1):
        fill(con, which)
    for release in CHUNKS:
        for knowledge in KINDS["corpus"] + KINDS["knowledge"]:
            setrisk.attack(con, release, method="mra", knowledge=knowledge)
    for release in KINDS["release"]:  # each knowledge scores the pairs of both releases
        for knowledge in KINDS["corpus"] + KINDS["knowledge"]:
            for looks in LOOKS:
                setrisk.attack(con, release, method="mda", knowledge=knowledge, **looks)
    yield con
    con.close()


@pytest.fixture
def all_optimizers(both: DuckDBPyConnection) -> Iterator[None]:
    """An error for a name that is not known must survive them all."""
    ((disabled,),) = both.execute("SELECT current_setting('disabled_optimizers')").fetchall()
    both.execute("RESET disabled_optimizers")
    yield
    both.execute(f"SET disabled_optimizers = '{disabled}'")


@pytest.fixture(scope="module")
def alone(both: DuckDBPyConnection) -> Iterator[list[DuckDBPyConnection]]:
    """Each side as if the other had never come into the database, in a transaction that is never committed."""
    sides = []
    for other in (1, 0):
        con = both.cursor()
        con.execute("BEGIN")
        remove(con, other)
        sides.append(con)
    yield sides
    for con in sides:
        con.close()


def remove(con: DuckDBPyConnection, which: int) -> None:
    """Everything of one side."""
    for table in relations.tables():
        # A row of a release is its release's, whatever data set or knowledge it names beside it.
        kind = next(
            (kind for kind in ("release", "dataset", "corpus", "knowledge", "grid") if kind in columns(con, table)),
            None,
        )
        if kind:
            gone = [KINDS[kind][which], *([KINDS["corpus"][which]] if kind == "knowledge" else [])]
            gone += (
                [CHUNKS[which], *MONTHS[which], *KEPT[which], GROUPS[which], HISTOGRAMS[which], UNCERTAIN[which]]
                if kind == "release"
                else []
            )
            gone += [f"{KINDS['dataset'][which]} {n}" for n in (1, 2, 3)] if kind == "dataset" else []
            con.execute(f"DELETE FROM {table.schema}.{table.name} WHERE list_contains(?, {kind})", [gone])
    con.execute(
        "DELETE FROM setrisk_private.item WHERE item_id NOT IN (SELECT item_id FROM setrisk_private.transaction_item)"
    )


def columns(con: DuckDBPyConnection, table: relations.Table) -> set[str]:
    return {row[0] for row in con.execute(f"DESCRIBE {table.schema}.{table.name}").fetchall()}


def calls(relation: relations.Relation, which: int) -> list[str]:
    """The calls that ask for one side; knowledge that an argument names is of the side that it is of."""
    asked = []
    for arguments in ARGUMENTS[relation.name]:
        named = [
            f"{kind} := {literal(asked_for(relation.topic, relation.name, kind, which))}"
            for kind in takes(relation)
            if f"{kind} :=" not in arguments
        ]
        given = ", ".join([*named, *([arguments] if arguments else [])])
        positional = [p.name for p in relation.parameters]
        values = dict(part.split(" := ", 1) for part in split(given))
        required = [values.pop(p.name) for p in relation.parameters if p.default is None]
        rest = [f"{name} := {values.pop(name)}" for name in positional if name in values]
        assert not values, f"{relation.name} has no parameter {', '.join(values)}"
        first = required[0] if required else ""
        source = SOURCES.get(relation.name, "").format(release=first, series=first)
        asked.append(f"{source} FROM {relation.schema}.{relation.name}({', '.join([*required, *rest])})")
    return asked


def split(arguments: str) -> list[str]:
    """At the commas between arguments, not those inside of lists."""
    parts, depth = [""], 0
    for character in arguments:
        depth += (character in "[{(") - (character in "]})")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts]


def qualified(call: str) -> str:
    """A call with the schema of what it calls."""
    (relation,) = [each for each in relations.relations() if each.name == call.partition("(")[0]]
    return f"{relation.schema}.{call}"


def rows(con: DuckDBPyConnection, call: str) -> list[tuple[Any, ...]]:
    """In one order, and without the last digits of a sum, which depend on the order of its terms."""
    found = con.execute(call).fetchall()
    return sorted((tuple(round(v, 9) if isinstance(v, float) else v for v in row) for row in found), key=repr)


def test_every_relation_that_selects_has_arguments_here():
    assert {relation.name for relation in ASKED} == set(ARGUMENTS)


def test_every_table_of_the_catalog_has_rows_of_both_sides(both):
    for table in relations.tables():
        kinds = KINDS.keys() & columns(both, table)
        for kind in kinds:
            found = both.execute(f"SELECT DISTINCT {kind} FROM {table.schema}.{table.name}").fetchall()
            sides = CHUNKS if table.name in TABLES_OF_CHUNKS else KINDS[kind]
            if kind == "release" and table.name in TABLES_OF_MONTHS:
                sides = [releases[-1] for releases in MONTHS]
            if kind == "release" and table.name in TABLES_OF_HISTOGRAMS:
                sides = HISTOGRAMS
            if kind == "release" and table.name in TABLES_OF_UNCERTAIN:
                sides = UNCERTAIN
            if table.name == "sensitive_set":
                sides = GROUPS
            if table.name in ("counterfeits", "perturbation"):
                sides = [releases[-1] for releases in KEPT]
            if table.name in ("snapshot", "shared_budget"):
                sides = [f"{name} 1" for name in sides]
            assert set(sides) <= {name for (name,) in found}, table.name


# What is made beside a release that is there, how it is attacked, and whether the other one is dropped: of a series,
# that changes what is known of the rest. In a pattern of LIKE the names are the same.
BESIDE = (
    (
        "data one",
        "release one",
        "coat",
        {"k": 9, "privacy_constraints": [["ink", "ruler"]], "max_suppression": 0.5},
        "rba",
        True,
    ),
    ("data one", "chunks one", "disassociation", {"k": 4, "max_cluster_size": 5}, "aba", True),
    ("data one", "histogram one", "identity", {}, "linkage", True),
    ("data one", "uncertain one", "rho", {"rho": 0.8, "sensitive": ["ink"], "group_size": 3}, "rules", True),
    ("data one 2", "kept one", "anony", {"r_th": 2, "cluster_size": 3, "sensitive": ["ink"]}, "cluster", False),
    ("data one 1", "groups one", "m-invariance", {"sensitive": ["ink", "paper", "tape"]}, "cluster", True),
)


def all_rows(con: DuckDBPyConnection, *but_of: str) -> Counter[tuple[str, ...]]:
    """The rows of all tables, each after the name of its table, but for those that name one of these releases."""
    found = (
        (table.name, *map(str, row))
        for table in relations.tables()
        for row in con.execute(f"FROM {table.schema}.{table.name}").fetchall()
    )
    return Counter(row for row in found if not set(but_of) & set(row))


@pytest.mark.parametrize(("dataset", "release", "method", "parameters", "attack", "is_dropped"), BESIDE)
def test_what_is_written_of_one_release_leaves_the_others_as_they_are(
    both, dataset, release, method, parameters, attack, is_dropped
):
    # In a transaction that is never committed; before those of `alone`, which delete the same rows.
    con, beside = both.cursor(), release.replace(" ", "_")
    con.execute("BEGIN")
    try:
        # A cell of a grid outlives the release that it names.
        con.execute("UPDATE setrisk_private.whatif_cell SET release = NULL")
        before = all_rows(con)
        setrisk.protect(con, dataset, beside, method=method, **parameters)
        setrisk.attack(con, beside, method=[attack])
        setrisk.evaluate(con, beside).fetchall()
        assert any(row[0] == "attack_run" and beside in row for row in all_rows(con))
        assert all_rows(con, beside) == before
        if is_dropped:
            # The ledger outlives what spent it, and the list of exports what was exported.
            ledger = Counter({row: n for row, n in all_rows(con).items() if row[0] in ("spending", "export_run")})
            left = all_rows(con, release) | ledger
            setrisk.drop(con, release)
            assert all_rows(con) == left
        else:
            setrisk.drop(con, beside)
            assert all_rows(con) == before
    finally:
        con.execute("ROLLBACK")
        con.close()


def test_a_side_alone_has_nothing_of_the_other_and_all_of_its_own(both, alone):
    for table in relations.tables():
        if table.name != "attack_run":  # the attacks on release one by knowledge of both sides
            for row in alone[0].execute(f"FROM {table.schema}.{table.name}").fetchall():
                assert not {str(value) for value in row} & {names[1] for names in KINDS.values()}, table.name
    for which in (0, 1):
        own = "SELECT count(*) FROM setrisk_private.item WHERE item = $item"
        assert alone[0].execute(own, {"item": f"only in {which}"}).fetchall() == [(1 - which,)]
    assert both.execute("SELECT count(*) FROM setrisk_private.dataset").fetchall() == [(8,)]


@pytest.mark.parametrize("relation", ASKED, ids=lambda relation: relation.name)
def test_the_rows_of_one_do_not_change_when_the_other_is_not_there(both, alone, relation):
    """And they hold what the header of the relation allows."""
    asked = [calls(relation, which) for which in (0, 1)]
    together = [[rows(both, call) for call in side] for side in asked]
    assert any(together[0]), f"{relation.name} has no row to compare"
    assert any(together[1]), f"{relation.name} has no row to compare"
    assert together[0] != together[1], "a mix of both would not show"
    assert [bad for side in together for found in side for bad in disallowed(relation.columns, found)] == []
    assert [
        len(found) for side in together for found in side if not is_count_allowed(relation.header.row, len(found))
    ] == []
    for which in (0, 1):
        # Knowledge of the other side may be named in the arguments: then there is nothing without it.
        kept = [n for n, call in enumerate(asked[which]) if not any(k[1 - which] in call for k in KINDS.values())]
        assert [rows(alone[which], asked[which][n]) for n in kept] == [together[which][n] for n in kept]


# A release of each family and method, and a name of everything else.
SOME_NAMES = {
    **{kind: [names[0]] for kind, names in KINDS.items()},
    "release": [names[0] for names in (KINDS["release"], CHUNKS, GROUPS, HISTOGRAMS, UNCERTAIN)]
    + [MONTHS[0][-1], KEPT[0][-1]],
}
# Relations of a number of rows that is always the same, and which of their parameters names something.
COUNTED = [
    (relation, kind)
    for relation in relations.relations()
    for kind in ("member" if relation.name == "series_exposure" else None, *takes(relation))
    if relation.is_table and kind and not is_count_allowed(relation.header.row, 77)
]


@pytest.mark.parametrize(("relation", "kind"), COUNTED, ids=lambda value: getattr(value, "name", value))
def test_a_relation_has_the_number_of_rows_that_its_header_says_whatever_it_is_asked_for(both, relation, kind):
    """Or an error: for what is of another family, and for what is not there."""
    others = {kind: names[0] for kind, names in KINDS.items()}
    answered, counts = 0, {}
    for name in [*map(literal, SOME_NAMES["release" if kind == "member" else kind]), "'nope'", "NULL"]:
        named = {**{p.name: literal(others[p.name]) for p in relation.parameters if p.name in others}, kind: name}
        named |= {"method": "'rba'"}
        given = [f"{p.name} := {named[p.name]}" if p.default else named[p.name] for p in relation.parameters
                 if p.name == kind or (p.name in named and not p.default)]  # fmt: skip
        call = f"FROM {relation.schema}.{relation.name}({', '.join(given)})"
        try:
            counts[call] = len(both.execute(call).fetchall())
        except duckdb.InvalidInputException:
            continue
        answered += 1
    assert answered > 0
    assert {call: n for call, n in counts.items() if not is_count_allowed(relation.header.row, n)} == {}


# Statements of a number of rows that is always the same; tests of grids ask for metrics, which draws.
COUNTED_STATEMENTS = {
    f"{each.path.parents[1].name}/{each.header.name}": [parameter.name for parameter in each.header.parameters]
    for each in relations.statements()
    if each.header.columns
    and not each.header.stages
    and not is_count_allowed(each.header.row, 77)
    and {parameter.name for parameter in each.header.parameters} & {*KINDS, "releases", "datasets"}
}
del COUNTED_STATEMENTS["whatif/metrics"]
OF_COUNTED = {
    "attack": "tba:self",
    "draws": 5,
    "n_rows": "{}",
    "delimiters": [","],
    "table_name": "setrisk.release",
}


@pytest.mark.parametrize("name", COUNTED_STATEMENTS)
def test_a_statement_has_the_number_of_rows_that_its_header_says_whatever_it_is_asked_for(both, name):
    """Of all that is there; or an error. What is not there, Python has refused before."""
    parameters = COUNTED_STATEMENTS[name]
    first = {**{kind: names[0] for kind, names in SOME_NAMES.items()}, "datasets": [KINDS["dataset"][0]], **OF_COUNTED}
    for release in SOME_NAMES["release"]:
        given = {**first, "release": release, "releases": [release]}
        # Of another family.
        with suppress(duckdb.InvalidInputException):
            hold_statement(name, run(both, name, **{p: given[p] for p in parameters}).fetchall())
        if not {"release", "releases"} & set(parameters):
            break


LINES = (
    "WITH lines AS (SELECT 1 AS file, line, text "
    "FROM (VALUES (1::BIGINT, '{}'), (2, NULL), (3, '{}')) AS t(line, text))"
)
RECORDS = (
    "WITH records AS (SELECT 'aba' AS attack, 1::BIGINT AS tid, item_id, 1 AS cluster, 1::BIGINT AS anchor_set, "
    "'11'::BIT AS anchors, '01'::BIT AS holders, item_id::BIGINT AS shown_in, true AS of_chunks, false AS of_terms "
    "FROM (VALUES (1), (2), (3)) AS t(item_id)), promises AS (SELECT 2 AS k, 3 AS m)"
)
TABLE = "WITH given AS (FROM (VALUES {}) AS t({}))"
# Relations that take no such name, each with rows to read, some of them without a value, and its arguments.
COUNTED_ATTACKS = (
    "WITH counts AS (SELECT 1 AS number, 'inference' AS criterion, 2 AS known, 'rarest' AS choice, "
    "'uniform' AS adversary, unnest(['main', 'control', 'naive']) AS variant, 20 AS attempts, "
    "unnest([9, 5, 3]) AS successes, NULL::INTEGER AS k, 1.0 AS scale)"
)
RATES = (
    f"{COUNTED_ATTACKS}, "
    "rates AS (SELECT r.*, 'this release' AS subject, true AS is_control_given "
    "FROM setrisk_internal.attack_rates('counts') AS r)"
)
ELIMINATED = (
    "WITH runs AS (SELECT 'a' AS attack, 2::BIGINT AS tables, 9::HUGEINT AS cells, 5::HUGEINT AS added, "
    "unnest([2, 3])::HUGEINT AS eliminated, 4 / 9 AS density, unnest([0.2, 0.4])::DOUBLE AS recall, "
    "0.5::DOUBLE AS precision, 0.5::DOUBLE AS f_score)"
)
WITHOUT_A_NAME = {
    "at_least": ("", "'k', 3, 2"),
    "attack_methods": ("", ""),
    "numbered_draws": ("", "'draws', 3"),
    "known_attack": ("", "'random', anchors := 2"),
    "known_elimination": ("", "'ra'"),
    "attackers_view": ("", "context := 1"),
    "known_epsilon": ("", "0.5"),
    "known_adversary": ("", "'printed'"),
    "known_scope": ("", "'global'"),
    "known_choice": ("", "'rarest'"),
    "series_exposure": ("", literal(MONTHS[0][-1])),
    "criterion_limits": ("", "0.1, NULL, 0, 1"),
    "attack_rates": (COUNTED_ATTACKS, "'counts'"),
    "mean_elimination_scores": (ELIMINATED, "'runs'"),
    "elimination_intervals": (
        f"{ELIMINATED}, scores AS (SELECT m.* FROM setrisk_internal.mean_elimination_scores('runs') AS m)",
        "'scores'",
    ),
    "risks_of_rates": (RATES, "'rates'"),
    "highest_risks": (
        f"{RATES}, risks AS (SELECT r.*, NOT r.is_weak AS is_able, NULL AS epsilon "
        "FROM setrisk_internal.risks_of_rates('rates') AS r)",
        "'risks'",
    ),
    "grown_hidden_itemsets": (RECORDS, "'records', 'promises'"),
    "recovered_fragments": (CORRECT.format(release=literal(CHUNKS[0])), "'correct', 'record_places'"),
    "grown_itemsets": (TABLE.format("(1::BIGINT, 1), (1, 2), (1, 3), (2, 1)", "owner, item_id"), "'given', 3"),
    "named_itemsets": (
        "WITH sets AS (SELECT [2, 1] AS itemset), names AS (SELECT 1 AS item_id, 'b' AS item UNION ALL SELECT 2, 'a') ",
        "'sets', 'names'",
    ),
    "rows_with_id": ("WITH given AS (SELECT 'p' AS id, 'a' AS item)", "'given'"),
    "given_lines": (LINES.format("a b", "# c"), "'lines', comment := '#'"),
}


@pytest.mark.parametrize("name", WITHOUT_A_NAME)
def test_what_takes_no_name_has_rows_that_its_header_allows(both, name):
    (relation,) = [each for each in relations.relations() if each.name == name]
    source, arguments = WITHOUT_A_NAME[name]
    found = rows(both, f"{source} FROM {relation.schema}.{name}({arguments})")
    assert found
    assert disallowed(relation.columns, found) == []
    assert is_count_allowed(relation.header.row, len(found))


def test_every_step_has_rows_that_are_held_against_its_header():
    steps = {relation.name for relation in relations.relations() if relation.is_table and relation.is_internal}
    assert steps - {relation.name for relation in ASKED} == set(WITHOUT_A_NAME)


# Statements that read a source, each with rows to read, and its parameters.
READERS: dict[str, tuple[str, dict[str, Any]]] = {
    "transactions/basket_transactions": (
        LINES.format("a,,b", '"c, d",e'),
        {"source": "lines", "separator": ",", "skip": 0, "comment": ""},
    ),
    "transactions/fimi_transactions": (LINES.format("1 2", "  "), {"source": "lines", "skip": 0, "comment": ""}),
    "transactions/spmf_transactions": (
        LINES.format("1 -1 2 3 -1 -2", "-2"),
        {"source": "lines", "skip": 0, "comment": "@"},
    ),
    "semantics/word_vectors": (LINES.format("2 3", "Ink 0.5 1e-3 0"), {"source": "lines"}),
    "transactions/histogram_transactions": (
        TABLE.format("(['a', ''], 2), (NULL, 1), ([], 0)", "items, occurrences"),
        {"source": "given"},
    ),
    "transactions/list_transactions": (
        TABLE.format("(['a', 'b', 'a']), ([]), (NULL), ([''])", "items"),
        {"source": "given"},
    ),
    "transactions/long_transactions": (
        TABLE.format("('p', 'a'), ('q', NULL), ('p', ''), ('p', 'b')", "id, item"),
        {"source": "given"},
    ),
    "transactions/matrix_transactions": (
        TABLE.format("(['1', '0']), (['0', '0'])", "cells"),
        {"source": "given", "names": ["a", "b"]},
    ),
    "transactions/query_transactions": (
        TABLE.format("('p', 'blue pens'), ('q', NULL), ('p', ''), ('p', 'where to buy paper')", "id, item"),
        {"source": "given"},
    ),
    "transactions/text_transactions": (
        TABLE.format("('The blue pens write.'), (''), (NULL)", "text"),
        {"source": "given"},
    ),
    "semantics/read_counts": (
        TABLE.format("('b', 'a', 2.5), ('a', NULL, 4), ('a', '', 0)", "item_a, item_b, hits"),
        {"source": "given"},
    ),
    "semantics/read_words": (TABLE.format("('a b, c'), (''), (NULL)", "text"), {"source": "given"}),
}


@pytest.mark.parametrize("name", READERS)
def test_what_reads_a_source_has_rows_that_its_header_allows(both, name):
    source, parameters = READERS[name]
    found = rows(both, f"{source} {text(name, **parameters)}")
    assert found
    hold_statement(name, found)


# Statements that give rows of what their parameters name, with their other parameters.
READING: dict[str, dict[str, Any]] = {
    "disassociation/attack_outcomes": {},
    "disassociation/release_sizes": {},
    "histogram/distinct_itemsets": {},
    "report/risk_in_series": {"position": 1},
    "risk/keeps_order": {},
    "risk/ordered_risk": {"at_risk_below": None},
    "risk/ordered_summary": {"at_risk_below": None},
    "semantics/word_information": {"span": 1, "n": 4},
    "serial/cluster_signatures": {},
    "serial/earlier_sets": {},
    "serial/last_clusters": {"method": "m-invariance"},
    "report/more_than_promised": {},
    "serial/non_sensitive_names": {},
    "serial/sensitive_sets": {},
    "serial/series_releases": {},
    "serial/staged_copies": {},
    "serial/ordered_may_publish": {},
    "serial/staged_sets": {},
    "showcase/attack_results": {},
    "showcase/common_items": {"n_items": 5},
    "showcase/elimination_outcomes": {"draws": 5},
    "showcase/items_by_number": {},
    "showcase/known_cells": {},
    "showcase/people_at_risk": {},
    "showcase/published_itemsets": {},
    "showcase/published_records": {},
    "showcase/release_costs": {},
    "showcase/remaining_items": {},
    "showcase/sensitive_items": {"share": 0.5},
    "uncertainty/shown_entries": {},
    "utility/ordered_utility": {"reconstructions": 2, "pairs": 5, "seed": 3},
    "whatif/metrics": {"reconstructions": 2, "pairs": 5, "at_risk_below": None},
}


@pytest.mark.parametrize("name", READING)
def test_what_a_statement_reads_of_one_does_not_change_when_the_other_is_not_there(both, alone, name):
    topic, _, file = name.partition("/")
    declared = [parameter.name for parameter in relations.statement(name).header.parameters]

    def read(con: DuckDBPyConnection, which: int) -> list[tuple[Any, ...]]:
        named = {kind: asked_for(topic, file, kind, which) for kind in declared if kind in KINDS}
        if "embedding" in declared:
            named["embedding"] = KINDS["knowledge"][which]
        return sorted(run(con, name, **named, **READING[name]).fetchall(), key=repr)

    together = [read(both, which) for which in (0, 1)]
    assert all(together), "no row to compare"
    for found in together:
        hold_statement(name, found)
    assert together[0] != together[1], "a mix of both would not show"
    assert [read(con, which) for which, con in enumerate(alone)] == together


EXPORTED = {
    "generalised_item": KINDS["release"],
    "generalised_record": KINDS["release"],
    "cluster": CHUNKS,
    "chunk_record": CHUNKS,
    "joint_cluster": CHUNKS,
    "term_chunk": CHUNKS,
    "cluster_record": [releases[-1] for releases in MONTHS],
    "sensitive_count": [releases[-1] for releases in MONTHS],
    "counterfeits": [releases[-1] for releases in KEPT],
    "sensitive_set": GROUPS,
    "histogram": HISTOGRAMS,
    "protected_item": UNCERTAIN,
    "release": KINDS["release"],
    "reconstruction": KINDS["release"],
}
# What an export gives its statements beside the release.
BESIDE = {"release": {"n_rows": "{}"}, "reconstruction": {"seed": 3}}


def test_every_table_that_is_exported_is_among_these():
    assert set(EXPORTED) == {"release", FLAT, *(table for family in PUBLISHED.values() for table in family.tables)}


@pytest.mark.parametrize("table", EXPORTED)
def test_what_is_exported_of_one_does_not_change_when_the_other_is_not_there(both, alone, table):
    def exported(con: DuckDBPyConnection, release: str) -> list[tuple[Any, ...]]:
        return run(con, f"exchange/exported_{table}", release=release, **BESIDE.get(table, {})).fetchall()

    together = [exported(both, release) for release in EXPORTED[table]]
    assert all(together), "no row to compare"
    assert together[0] != together[1], "a mix of both would not show"
    for found in together:
        hold_statement(f"exchange/exported_{table}", found)
    assert [exported(con, release) for con, release in zip(alone, EXPORTED[table], strict=True)] == together


@pytest.mark.usefixtures("all_optimizers")
@pytest.mark.parametrize(
    "query",
    [
        "FROM {}",
        "SELECT count(*) FROM {}",
        "SELECT 1 FROM {} LIMIT 1",
        "SELECT EXISTS (FROM {})",
    ],
)
@pytest.mark.parametrize(
    "asked",
    [
        "risk({})", "elimination_evaluation({})", "elimination_evaluation_by_item({})",
        "elimination_baseline({}, 'rba')", "elimination_baseline('release one', 'rba', knowledge := {})",
        "elimination_evaluation_by_draw({})", "cell_truth({})",
        "violated_constraints({})", "supports({})", "rare_itemsets({}, k := 3)", "itemset_histogram({})",
        "unicity({})", "unicity_curve({})", "unicity_by_known({}, 1, 2, 2, 'random', 9, 0)",
        "eliminations({}, 'rba')", "eliminations('release one', 'rba', knowledge := {})",
        f"distances({{}}, 'self', {view()})",
        f"distances('release one', {{}}, {view()})", "distance_table({}, 1)", "elimination_findings({})",
        "remaining_items({})",
        "reassociations({}, 'aba')", "reassociations('chunks one', 'aba', knowledge := {})", "hidden_itemsets({})",
        "exposed_itemsets({})", "rare_itemset_exposure({})", "reassociation_evaluation_by_cluster({})",
        "reassociation_evaluation({})",
        "reassociation_findings({})", "reconstructed_records({})", "movers_distances({}, 'vectors one')",
        "movers_distances('chunks one', {})", "item_supports({})",
        "pair_supports({})", "generalised_items({})", f"unlabelled_items({{}}, {view()})",
        "refusals({})",
        "reconstructions({})", "pair_errors({}, reconstructions := 1)", "utility({}, reconstructions := 1)",
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["nope", None])
def test_a_misspelt_name_is_no_answer(both, asked, query, name):
    """No row would read as no risk; a subquery that finds no name gives NULL."""
    with pytest.raises(duckdb.Error, match=f"no (release|data set|knowledge) {name or 'NULL'}"):
        both.execute(query.format(qualified(asked.format(literal(name) if name else "NULL")))).fetchall()


@pytest.mark.usefixtures("all_optimizers")
@pytest.mark.parametrize("draws", ["0", "-1", "NULL", "10001", "1000000000"])
@pytest.mark.parametrize(
    "asked",
    [
        "elimination_evaluation('release one', draws := {})",
        "elimination_evaluation_by_item('release one', draws := {})",
        "elimination_baseline('release one', 'tba', draws := {})",
        "reconstructions('release one', reconstructions := {})", "utility('release one', reconstructions := {})",
        "reassociation_evaluation('chunks one', draws := {})",
        "reassociation_evaluation_by_cluster('chunks one', draws := {})",
    ],
)  # fmt: skip
def test_no_draw_is_no_baseline_and_too_many_never_end(both, asked, draws):
    name = "reconstructions" if "reconstructions :=" in asked else "draws"
    with pytest.raises(duckdb.Error, match=f"{name} is {draws}; it must be from 1 to 10,000"):
        both.execute(f"SELECT count(*) FROM {qualified(asked.format(draws))}").fetchall()


@pytest.mark.usefixtures("all_optimizers")
@pytest.mark.parametrize(
    "query",
    [
        "SELECT r.record FROM setrisk.risk('nope') AS r WHERE r.at_risk LIMIT 5",
        "SELECT r.record FROM setrisk.risk('nope') AS r WHERE r.score > 0.5 AND r.attack = 'rba:self'",
        "SELECT e.recall FROM setrisk.elimination_evaluation('nope') AS e WHERE e.attack = 'rba:self' AND e.recall > 0",
        "SELECT s.support FROM setrisk.supports('nope', size := 3) AS s WHERE list_contains(s.items, 'x')",
        "SELECT s.items FROM setrisk.rare_itemsets('nope', k := 3) AS s WHERE s.support = 1",
        "SELECT v.items FROM setrisk.violated_constraints('nope') AS v WHERE v.support < v.k",
        "SELECT max(e.step) FROM setrisk.eliminations('nope', 'rba') AS e WHERE e.item = 'x' AND e.step IS NOT NULL",
        "SELECT f.item FROM setrisk.elimination_findings('nope') AS f WHERE f.attack = 'rba:self' AND f.record = 1",
        "SELECT 1 FROM setrisk.supports('nope') AS s WHERE s.items IS NULL",
        "SELECT 1 FROM setrisk.rare_itemsets('nope', k := 2) AS s WHERE s.items IS NULL",
        "SELECT 1 FROM setrisk.itemset_histogram('nope') AS s WHERE s.itemset IS NULL",
        "SELECT 1 FROM setrisk.violated_constraints('nope') AS v WHERE v.items IS NULL",
        "SELECT z.x FROM (SELECT 'zzz' AS x) AS z ANTI JOIN setrisk.eliminations('nope', 'rba') AS e ON e.item = z.x",
        "SELECT z.x FROM (SELECT 'zzz' AS x) AS z LEFT JOIN setrisk.risk('nope') AS e ON e.evidence = z.x",
    ],
)
def test_a_misspelt_name_is_no_answer_to_a_filter_either(both, query):
    with pytest.raises(duckdb.Error, match=r"no (release|data set) nope"):
        both.execute(query).fetchall()


@pytest.mark.usefixtures("all_optimizers")
@pytest.mark.parametrize(
    ("asked", "families"),
    [
        *(
            (asked, "disassociation, not of generalisation")
            for asked in (
                "eliminations('chunks one', 'rba')",
                f"distances('chunks one', 'self', {view()})", "distance_table('chunks one', 1)",
                "elimination_findings('chunks one')", "remaining_items('chunks one')",
                "generalised_items('chunks one')",
                f"unlabelled_items('chunks one', {view()})", "elimination_evaluation('chunks one')",
                "violated_constraints('chunks one')",
            )
        ),
        *(
            (asked, "generalisation, not of disassociation")
            for asked in (
                "reassociations('release one', 'aba')", "hidden_itemsets('release one')",
                "exposed_itemsets('release one')", "rare_itemset_exposure('release one')",
                "reassociation_evaluation('release one')", "reassociation_findings('release one')",
                "reconstructed_records('release one')", "movers_distances('release one', 'vectors one')",
            )
        ),
    ],
)  # fmt: skip
def test_a_release_of_another_family_is_no_answer(both, asked, families):
    with pytest.raises(duckdb.Error, match=families):
        both.execute(f"FROM {qualified(asked)}").fetchall()


def test_risk_answers_for_every_family(both):
    for release, attack in (("release one", "mda:self"), ("chunks one", "aba:self")):
        found = both.execute("SELECT DISTINCT r.attack FROM setrisk.risk(?) AS r", [release]).fetchall()
        assert {("none",), (attack,)} <= set(found)
