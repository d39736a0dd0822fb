"""One file with releases of all families, series and a grid over several families, and how to ask everything of it."""

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from duckdb import DuckDBPyConnection

import setrisk
import setrisk.sql as relations
from setrisk.pipelines.common.quoting import literal

ITEMS = [f"item {number}" for number in range(40)]
SENSITIVE = ["flu", "hiv", "gout"]
FAMILIES = ("generalisation", "disassociation", "histogram", "serial", "uncertainty")
# Small ones before large ones.
RELEASES = {
    "coat": "generalisation",
    "few chunks": "disassociation",
    "chunks": "disassociation",
    "privbayes": "histogram",
    "mixture": "histogram",
    "diffpart": "histogram",
    "aplkiller": "histogram",
    "identity": "histogram",
    "anony 1": "serial",
    "anony 2": "serial",
    "sanony 1": "serial",
    "sanony 2": "serial",
    "groups 1": "serial",
    "groups 2": "serial",
    "rho": "uncertainty",
}
SERIES = ("anony", "sanony", "groups")
DATASETS = ("shop", "clinic", "ward", "ward 1", "ward 2")
GRIDS = ("all four",)
# What each parameter names.
NAMED = {
    "release": list(RELEASES),
    "series": list(SERIES),
    "dataset": list(DATASETS),
    "grid": list(GRIDS),
    "corpus": ["literature"],
    "knowledge": ["self", "literature", "vectors"],
}
# Values of the others that have no default.
OTHERS = {
    "generalised_item": ["1"],
    "method": ["aba", "rba"],
    "k": ["30"],
    "epsilon": ["0.5"],
    "terms": ["['item 1', 'flu']"],
    "term_pairs": ["[{'item_a': 'item 1', 'item_b': 'item 2'}]"],
}
# To ask for the defaults takes longer and shows no more.
FEWER = {"draws": "2", "people": "200", "reconstructions": "2", "pairs": "20", "queries": "2000"}
PUBLIC = [relation for relation in relations.relations() if relation.is_table and not relation.is_internal]


def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with releases of all families, to be read. The first process of the tests that needs it makes it."""
    import fcntl  # not there on Windows

    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    path = folder / "families.duckdb"
    with (folder / "families.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            build(folder / "families.part")
            (folder / "families.part").rename(path)
    return path


def build(path: Path) -> None:
    """Enough baskets for the optimizer to turn joins around; more records in chunks than a vector of DuckDB's holds."""
    draw = random.Random(3)
    with setrisk.connect(path) as con:
        load(con, "shop", [sorted(draw.sample(ITEMS, draw.randint(1, 5))) for _ in range(6000)])
        load(con, "clinic", [sorted(draw.sample(ITEMS, draw.randint(1, 5))) for _ in range(2100)])
        load(con, "ward", [sorted(draw.sample(ITEMS[:8] + SENSITIVE, draw.randint(1, 4))) for _ in range(120)])
        # Two baskets hold each: something has to be generalised.
        rare = [["item 0", "item 1", other] for other in ("item 10", "item 21", "item 22")]
        setrisk.protect(con, "shop", "coat", k=3, privacy_constraints=rare, seed=1)
        setrisk.attack(con, "coat", method=["rba", "ra"])
        setrisk.calibrate(con, "coat", shadows=1, seed=1)
        setrisk.protect(con, "clinic", "chunks", method="disassociation", k=5, m=2, seed=1)
        setrisk.protect(con, "ward", "few chunks", method="disassociation", k=3, m=2, seed=1)
        for release in ("chunks", "few chunks"):
            setrisk.attack(con, release, method=["aba", "random"])
        # Dropped again: what it leaves in the statistics of the tables stays.
        setrisk.protect(con, "shop", "gone", method="identity")
        setrisk.drop(con, "gone")
        setrisk.protect(con, "shop", "identity", method="identity")
        for method in ("diffpart", "aplkiller", "privbayes", "mixture"):
            setrisk.protect(con, "ward", method, method=method, epsilon=1, from_data=True, seed=1)
        for release in ("identity", "privbayes"):
            setrisk.attack(con, release, confidence=0.5)
        setrisk.protect(con, "ward", "rho", method="rho", rho=0.6, sensitive=SENSITIVE, group_size=2, seed=1)
        setrisk.attack(con, "rho")
        snapshots = setrisk.sample_series(con, "ward", share=0.5, repeat=0.5, snapshots=2, seed=1)
        for series, method in (("anony", "anony"), ("sanony", "sanony"), ("groups", "m-invariance")):
            parameters = {} if series == "groups" else {"r_th": 2, "cluster_size": 3}
            for number, snapshot in enumerate(snapshots.datasets, 1):
                release = f"{series} {number}"
                sensitive = SENSITIVE if number == 1 else None
                setrisk.protect(
                    con, snapshot, release, method=method, series=series, sensitive=sensitive, seed=1, **parameters
                )
                setrisk.attack(con, release, method="cluster")
        for name in ("few chunks", "ward"):
            setrisk.assess(con, name, known=1, people=50, reconstructions=2)
        setrisk.audit_membership(con, "diffpart", people=2, releases=4)
        setrisk.whatif(
            con, "ward", method=["coat", "disassociation", "anony", "identity"], grid="all four", k=3, r_th=2,
            random_constraints=0.05, cluster_size=3, sensitive=SENSITIVE, seed=1, workers=1, reconstructions=2,
            pairs=20, attacks=["rba", "aba", "cluster", "linkage"], known=1, people=50,
        )  # fmt: skip
        documents = con.sql("SELECT 'item ' || n || ' item ' || n // 2 || ' flu' AS text FROM range(30) AS r(n)")
        setrisk.load_corpus(con, "literature", documents)
        con.execute("INSERT INTO setrisk.knowledge VALUES ('vectors', 'embedding', 'made')")
        con.execute(
            "INSERT INTO setrisk.embedding SELECT 'vectors', w.word, [length(w.word), ascii(w.word)]::FLOAT[] "
            "FROM (SELECT unnest($words) AS word) AS w",
            {"words": ["item", "flu", "hiv", "gout", *(str(number) for number in range(40))]},
        )
        for knowledge in ("literature", "vectors"):
            setrisk.attack(con, "coat", method="mda", knowledge=knowledge)
            for release in ("chunks", "few chunks"):
                setrisk.attack(con, release, method="mra", knowledge=knowledge)
        # Dropped with its data, and with the ids of a person, after it was exported.
        setrisk.load(con, "gone", con.sql("SELECT 'somebody' AS id, 'item 1' AS item"), id="id", item="item")
        setrisk.protect(con, "gone", "gone", method="identity")
        setrisk.export(con, "gone", path.parent / "exported", anyway=True)
        setrisk.drop(con, "gone", object_type="dataset", cascade=True)


def load(con: DuckDBPyConnection, dataset: str, baskets: list[list[str]]) -> None:
    con.execute("CREATE OR REPLACE TEMP TABLE given AS SELECT unnest($baskets) AS items", {"baskets": baskets})
    setrisk.load(con, dataset, con.table("given"))


def calls(relation: relations.Relation) -> Iterator[tuple[str, bool]]:
    """Each way to ask the relation of what is there by name, and whether it has an answer: that is, the names belong
    together, and are of the relation's family.
    """
    asked: list[dict[str, str]] = [{}]
    for parameter in relation.parameters:
        if parameter.name in FEWER:
            values = [FEWER[parameter.name]]
        elif parameter.name in NAMED and (parameter.default is None or parameter.name == "knowledge"):
            values = NAMED[parameter.name]
        elif parameter.default is None:
            values = OTHERS[parameter.name]
        else:
            continue
        asked = [{**given, parameter.name: value} for given in asked for value in values]
    optional = {p.name for p in relation.parameters if p.default is not None}
    for given in asked:
        arguments = [
            f"{name} := {spelled(value)}" if name in optional else spelled(value) for name, value in given.items()
        ]
        if is_worth_it(relation, given):
            yield f"setrisk.{relation.name}({', '.join(arguments)})", has_answer(relation, given)


def spelled(value: str) -> str:
    return value if value[0] in "[0123456789" else literal(value)


def is_worth_it(relation: relations.Relation, given: dict[str, str]) -> bool:
    """To ask all of all takes minutes: where the names do not belong together, it is asked once per family, and what
    takes a second each of few.
    """
    release, series = given.get("release"), given.get("series")
    if series and release:
        return series == "anony" and release in ("anony 2", "coat")
    if relation.name == "movers_distances":
        return release in ("few chunks", "coat")
    if release and family(relation) not in (None, RELEASES[release]):
        is_first = release == next(name for name, each in RELEASES.items() if each == RELEASES[release])
        return is_first and given.get("knowledge", "self") == "self"
    return True


def family(relation: relations.Relation) -> str | None:
    """What family a release must be of, None for any."""
    if relation.name in ("remaining_items", "violated_constraints"):
        return "generalisation"
    return relation.topic if relation.topic in FAMILIES else None


def of_other_families(relation: relations.Relation) -> list[str]:
    """Releases that a relation of a family refuses, as SQL spells them."""
    return [spelled(release) for release, each in RELEASES.items() if family(relation) not in (None, each)]


def has_answer(relation: relations.Relation, given: dict[str, str]) -> bool:
    release, knowledge, method = (given.get(name) for name in ("release", "knowledge", "method"))
    if release and family(relation) not in (None, RELEASES[release]):
        return False
    if relation.name in ("assessment", "assessed_risk"):
        return release == "few chunks"
    if relation.name == "membership_audit":
        return release == "diffpart"
    if given.get("series") and release:
        return release.startswith(given["series"])
    if relation.name == "movers_distances" or relation.topic == "semantics":
        return knowledge in (None, "vectors")
    return method is None or method == ("aba" if relation.topic == "disassociation" else "rba")
