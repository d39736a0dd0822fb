"""Serial releases keep their promise, on real and random data; what is bad input is refused before anything is written.

Every release that a test makes is verified (conftest.py), by a verifier that is written from the promise.
"""

import json
import random
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import AlreadyExists, BadInput, InfeasibleConstraint, SetriskError, UnknownDataset
from setrisk.pipelines.serial.sample_series import Snapshots
from tests.support import serial_verifier

ANONY = {"method": "anony", "r_th": 2, "cluster_size": 5}
SANONY = ANONY | {"method": "sanony", "cluster_size": 10}
INVARIANT = {"method": "m-invariance"}
ILLNESSES = ["cancer", "herpes", "HIV"]


def load(con: DuckDBPyConnection, dataset: str, people: Mapping[str, str]) -> str:
    """Load people by id, with their items in words."""
    entries = [(person, item) for person, items in people.items() for item in items.split()]
    setrisk.load(con, dataset, pd.DataFrame(entries, columns=["id", "item"]), format="long")
    return dataset


def load_years(con: DuckDBPyConnection) -> None:
    """The data sets `year 1` to `3` of 40 people, of whom 25 stay; and `nameless 1` to `3`, the same without ids."""
    draw = random.Random(1)
    people = {}
    for number in range(70):
        crimes = draw.sample(
            ["theft", "arson", "fraud", "murder", "assault", "abuse", "DUI", "vandal"], draw.randint(1, 2)
        )
        people[f"T{number}"] = " ".join([*crimes, *draw.sample(ILLNESSES, draw.choice([0, 0, 1, 1, 2]))])
    for year in (1, 2, 3):
        present = list(people.items())[(year - 1) * 15 : (year - 1) * 15 + 40]
        draw.shuffle(present)
        load(con, f"year {year}", dict(present))
        setrisk.load(con, f"nameless {year}", pd.DataFrame({"items": [items.split() for _, items in present]}))


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with the years, to be copied."""
    path = tmp_path_factory.mktemp("release") / "years.duckdb"
    with setrisk.connect(path) as con:
        load_years(con)
    return path


@pytest.fixture
def years(loaded: Path, tmp_path: Path) -> Iterator[DuckDBPyConnection]:
    """A new database with the years."""
    with setrisk.connect(shutil.copy(loaded, tmp_path / ".years.duckdb")) as con:
        yield con


@pytest.fixture(scope="module")
def db(loaded: Path) -> Iterator[DuckDBPyConnection]:
    """A database that tests leave as it is: the years, snapshots of one data set, and a series by each method."""
    con = setrisk.connect(shutil.copy(loaded, loaded.with_name("db.duckdb")))
    setrisk.sample_series(con, "year 1", share=0.5, repeat=0.5, snapshots=3, name="corpus", seed=1)
    for parameters in (ANONY, SANONY, INVARIANT):
        name = parameters["method"]
        for year in (1, 2):
            sensitive = {"sensitive": ILLNESSES} if year == 1 else {}
            setrisk.protect(con, f"year {year}", f"{name} {year}", series=name, seed=year, **parameters, **sensitive)
    setrisk.protect(con, "nameless 1", "nameless", series="nameless", sensitive=ILLNESSES, **INVARIANT)
    setrisk.protect(con, "corpus 2", "corpus", series="corpora", sensitive=ILLNESSES, **ANONY)
    con.execute("CREATE TABLE homes AS SELECT range + 1 AS tid, range // 10 AS cluster FROM range(40)")
    con.execute("CREATE TABLE twice AS SELECT range % 20 + 1 AS tid, 1 AS cluster FROM range(40)")
    con.execute("CREATE TABLE too_few AS FROM homes LIMIT 39")
    con.execute("CREATE TABLE homeless AS SELECT h.tid, nullif(h.cluster, 3) AS cluster FROM homes AS h")
    con.execute("CREATE TABLE unnamed AS SELECT h.tid AS record, h.cluster FROM homes AS h")
    con.execute("CREATE TABLE strangers AS SELECT 'P' || h.tid AS id, h.cluster FROM homes AS h")
    yield con
    con.close()


def rows_of(con: DuckDBPyConnection, release: str, *, but: tuple[str, ...] = ()) -> dict[str, list[tuple[Any, ...]]]:
    """What is published of a release, in the order in which it is stored."""
    tables = [
        "cluster",
        "cluster_record",
        "sensitive_count",
        "sensitive_set",
        "counterfeits",
        "published_item",
        "series",
    ]
    return {
        table: con.execute(
            f"SELECT t.* EXCLUDE (release) FROM setrisk.{table} AS t WHERE t.release = ? ORDER BY t.rowid", [release]
        ).fetchall()
        for table in tables
        if table not in but
    }


def counts(con: DuckDBPyConnection) -> dict[tuple[str, str], int]:
    """The number of rows of each table of the catalog."""
    tables = con.execute(
        "SELECT t.schema_name, t.table_name FROM duckdb_tables() AS t WHERE starts_with(t.schema_name, 'setrisk')"
    ).fetchall()
    return {
        (schema, table): con.execute(f"SELECT count(*) FROM {schema}.{table}").fetchall()[0][0]
        for schema, table in tables
    }


def sampled(con: DuckDBPyConnection, data: Path, name: str, **given: Any) -> Snapshots:
    setrisk.load(con, "whole", data / "bms-webview" / f"{name}_spmf.txt", format="spmf")
    return setrisk.sample_series(con, "whole", seed=1, **given)


@pytest.mark.parametrize(
    ("name", "share", "repeat", "snapshots", "given"),
    [
        ("BMS1", 0.005, 0.4, 2, SANONY | {"r_th": 8, "cluster_size": 30}),
        ("BMS2", 0.005, 0.8, 2, SANONY | {"r_th": 8, "cluster_size": 10}),
        ("BMS1", 0.01, 0.4, 3, ANONY | {"r_th": 2, "cluster_size": 10}),
        ("BMS2", 0.01, 0.8, 3, ANONY | {"r_th": 8, "cluster_size": 30}),
        ("BMS1", 0.01, 0.8, 3, INVARIANT | {"m": 3}),
        ("BMS2", 0.01, 0.4, 3, INVARIANT),
    ],
)
def test_real_data(
    con: DuckDBPyConnection, data: Path, name: str, share: float, repeat: float, snapshots: int, given: dict[str, Any]
) -> None:
    drawn = sampled(con, data, name, share=share, repeat=repeat, snapshots=snapshots)
    before: dict[str, Any] = {}
    for number, dataset in enumerate(drawn.datasets):
        sensitive = {"sensitive_share": 0.1} if number == 0 else {}
        setrisk.protect(con, dataset, f"r{number}", series="s", seed=number, **given, **sensitive)
        assert {release: rows_of(con, release) for release in before} == before
        before[f"r{number}"] = rows_of(con, f"r{number}")
        if "cluster_size" in given:
            assert min(n for _, n in before[f"r{number}"]["cluster"]) >= given["cluster_size"]


def test_who_stays_among_the_same_people_is_safe_with_anony(con: DuckDBPyConnection, data: Path) -> None:
    drawn = sampled(con, data, "BMS1", share=0.01, repeat=1.0, snapshots=3)
    for number, dataset in enumerate(drawn.datasets):
        sensitive = {"sensitive_share": 0.1} if number == 0 else {}
        setrisk.protect(con, dataset, f"r{number}", series="s", **(ANONY | sensitive))
    assert con.execute(
        "SELECT count(*) FROM setrisk.overlaps('s') AS o WHERE o.scope = 'cluster' AND o.cluster <> o.other_cluster"
    ).fetchall() == [(0,)]
    assert con.execute("SELECT max(p.serial_risk) <= 2 + 1e-9 FROM setrisk.posteriors('s') AS p").fetchall() == [
        (True,)
    ]


def in_series(con: DuckDBPyConnection, seed: int, n_people: int, given: dict[str, Any]) -> list[str]:
    """Two releases of people who come, stay with what they hold or with other items, and go; some hold nothing that is
    sensitive, some nothing else.
    """
    draw, people = random.Random(seed), dict[int, str]()
    for position in (1, 2):
        people = {person: held for person, held in people.items() if draw.random() < 0.6}
        while len(people) < n_people:
            held = [*draw.sample("abcdefgh", draw.choice([0, 1, 1, 2])), *draw.sample("st", draw.choice([0, 0, 1, 2]))]
            people[draw.randrange(2 * n_people)] = " ".join(held or "a")
        load(con, f"{position}", {str(person): held for person, held in people.items()})
        sensitive = {"sensitive": ["s", "t"]} if position == 1 else {}
        setrisk.protect(con, f"{position}", f"r{position}", series="s", seed=position, **given, **sensitive)
    return ["r1", "r2"]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    "given",
    [
        *(ANONY | {"r_th": r_th, "cluster_size": size} for r_th, size in ((2, 1), (2.5, 4), (4, 3), (1e308, 3))),
        INVARIANT,
        INVARIANT | {"m": 3},
    ],
    ids=lambda given: "-".join(map(str, given.values())),
)
def test_any_data_by_anony_and_m_invariance(con: DuckDBPyConnection, given: dict[str, Any], seed: int) -> None:
    in_series(con, seed, 20, given)


def reports_what_is_left(con: DuckDBPyConnection, series: str, release: str) -> None:
    """By each attack: as many people as have a belief above r_th times the rate, in what `risk` and `evaluate` say."""
    attacks = ["cluster", "transitive", "global", "exact"]
    setrisk.attack(con, release, method=attacks)
    flagged = Counter(attack for _, _, attack, at_risk, *_ in setrisk.risk(con, release).fetchall() if at_risk)
    told = {attack: at_risk for attack, _, _, at_risk, *_ in setrisk.evaluate(con, release).fetchall()}
    left = dict(
        con.execute(
            "WITH beliefs AS (SELECT p.scope, p.record, p.posterior, p.population_rate "
            "FROM setrisk.posteriors($series, release := $release) AS p UNION ALL "
            "SELECT 'exact', e.record, e.posterior, e.population_rate "
            "FROM setrisk.exact_posteriors($series, release := $release) AS e) "
            "SELECT b.scope, count(DISTINCT b.record) FROM beliefs AS b "
            "JOIN setrisk_private.provenance AS o ON o.record = b.record AND o.tid IS NOT NULL "
            "JOIN setrisk.release AS r USING (release) WHERE r.release = $release "
            "AND b.posterior > CAST(r.parameters->>'r_th' AS DOUBLE) * b.population_rate * (1 + 1e-9) GROUP BY b.scope",
            {"series": series, "release": release},
        ).fetchall()
    )
    assert told == {"none": 0} | {attack: left.get(attack, 0) for attack in attacks}
    assert flagged == Counter(left)


@pytest.mark.parametrize(("as_printed", "seed"), [(False, 1), (True, 1)])
def test_any_data_by_sanony(con: DuckDBPyConnection, as_printed: bool, seed: int) -> None:
    given = SANONY | {"r_th": 2, "cluster_size": 4, "as_printed": as_printed}
    for release in in_series(con, seed, 24, given):
        reports_what_is_left(con, "s", release)
    ((n,),) = con.execute("SELECT p.counterfeits FROM setrisk.perturbation_rate('r2') AS p").fetchall()
    assert n > 0


@pytest.mark.parametrize("given", [ANONY, SANONY, INVARIANT], ids=lambda given: given["method"])
def test_a_seed_makes_the_same_releases_again(db: DuckDBPyConnection, given: dict[str, Any]) -> None:
    for year in (1, 2):
        sensitive = {"sensitive": ILLNESSES} if year == 1 else {}
        setrisk.protect(db, f"year {year}", f"again {year}", series="again", seed=year, **given, **sensitive)
    made, again = (
        [rows_of(db, f"{series} {year}", but=("series",)) for year in (1, 2)] for series in (given["method"], "again")
    )
    setrisk.drop(db, "again", object_type="series")
    assert made == again


def test_releases_without_a_seed_or_with_another_differ_in_the_order_of_records(years: DuckDBPyConnection) -> None:
    for release, seed in (("one", None), ("two", None), ("three", 3), ("four", 4)):
        setrisk.protect(years, "year 1", release, seed=seed, sensitive=ILLNESSES, **ANONY)
    made = [rows_of(years, release)["cluster_record"] for release in ("one", "two", "three", "four")]
    assert all(one != other for n, one in enumerate(made) for other in made[:n])
    # Nothing else is drawn of them.
    bags = [sorted((cluster, item) for cluster, _, item in rows) for rows in made]
    assert all(bag == bags[0] for bag in bags)


def test_what_a_release_says_of_itself(db: DuckDBPyConnection) -> None:
    found = {
        release: (method, json.loads(parameters), marks)
        for release, method, parameters, marks in db.execute(
            "SELECT r.release, r.method, r.parameters, r.marks FROM setrisk.release AS r"
        ).fetchall()
    }
    assert found["anony 1"] == ("anony", {"r_th": 2, "cluster_size": 5}, ["seeded"])
    assert found["sanony 2"] == ("sanony", {"r_th": 2, "cluster_size": 10}, ["seeded"])
    assert found["m-invariance 2"] == ("m-invariance", {"m": 2}, ["seeded"])
    assert found["corpus"][2] == []
    seeds = db.execute("SELECT s.release, s.seed FROM setrisk_private.release_seed AS s ORDER BY ALL").fetchall()
    assert ("sanony 2", 2) in seeds
    assert "corpus" not in dict(seeds)


def test_the_steps_of_the_paper_mark_a_release(years: DuckDBPyConnection) -> None:
    made = setrisk.protect(years, "year 1", "r", sensitive=ILLNESSES, as_printed=True, **SANONY)
    assert made.marks == ["as-printed"]


def test_releases_that_are_out_stay_as_they_are(years: DuckDBPyConnection) -> None:
    """Of one method: test_real_data."""
    setrisk.protect(years, "year 1", "r1", series="s", sensitive=ILLNESSES, **INVARIANT)
    before = rows_of(years, "r1")
    setrisk.protect(years, "year 2", "r2", series="s", mix=True, **ANONY)
    assert rows_of(years, "r1") == before


def sensitive_items(con: DuckDBPyConnection, release: str) -> set[str]:
    return {
        item
        for (item,) in con.execute(
            "SELECT i.item FROM setrisk_private.sensitive_item AS p JOIN setrisk_private.item AS i USING (item_id) "
            "WHERE p.release = ?",
            [release],
        ).fetchall()
    }


def test_ways_to_say_what_is_private(years: DuckDBPyConnection, tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_text("# illnesses\ncancer, herpes\nHIV\n")
    (tmp_path / "lists.json").write_text('[{"items": ["cancer", "herpes"]}, {"items": ["HIV"]}]')
    years.execute("CREATE TABLE illnesses AS SELECT ['cancer', 'herpes', 'HIV'] AS items")
    ways = [ILLNESSES, "cancer, herpes,HIV", str(tmp_path / "lines.txt"), tmp_path / "lists.json", "illnesses"]
    for number, sensitive in enumerate(ways):
        setrisk.protect(years, "year 1", f"r{number}", sensitive=sensitive, **ANONY)
        assert sensitive_items(years, f"r{number}") == set(ILLNESSES)
    setrisk.protect(years, "year 2", "inherited", series="r0", **ANONY)
    assert sensitive_items(years, "inherited") == set(ILLNESSES)


def test_a_share_is_drawn_of_what_is_new_to_the_series(years: DuckDBPyConnection) -> None:
    load(years, "more", {"T1": "theft burglary robbery gout flu", "T2": "arson HIV piracy", "T3": "theft"})
    setrisk.protect(years, "year 1", "r1", series="s", sensitive_share=0.4, seed=1, **ANONY)
    first = sensitive_items(years, "r1")
    assert len(first) == 4
    setrisk.protect(years, "more", "r2", series="s", sensitive_share=0.4, **ANONY | {"cluster_size": 1})
    new = sensitive_items(years, "r2") - first
    assert first < sensitive_items(years, "r2")
    assert len(new) == 2
    assert new <= {"burglary", "robbery", "gout", "flu", "piracy"}


def test_a_partition_may_name_records_by_number_or_id(years: DuckDBPyConnection) -> None:
    years.execute("CREATE TABLE by_tid AS SELECT range + 1 AS tid, 'cluster ' || range % 4 AS cluster FROM range(40)")
    years.execute(
        "CREATE TABLE by_id AS SELECT i.id, p.cluster FROM by_tid AS p JOIN setrisk_private.transaction_id AS i "
        "ON i.tid = p.tid AND i.dataset = 'year 1' ORDER BY i.id"
    )
    for partition in ("by_tid", "by_id"):
        setrisk.protect(years, "year 1", partition, partition=partition, sensitive=ILLNESSES, seed=1, **ANONY)
        assert (
            years.execute(
                "SELECT count(DISTINCT p.tid % 4), count(*) FROM setrisk_private.provenance AS p WHERE p.release = ? "
                "GROUP BY p.cluster",
                [partition],
            ).fetchall()
            == [(1, 10)] * 4
        )
    one, other = (rows_of(years, partition, but=("series",)) for partition in ("by_tid", "by_id"))
    assert one == other


NEW = {"series": "new", "sensitive": ILLNESSES}


@pytest.mark.parametrize(
    ("dataset", "given", "kind", "message"),
    [
        (
            "year 3",
            ANONY | NEW | {"sensitive": ["cancer", "herpess"]},
            BadInput,
            "'herpess' is neither a file.*did you mean 'herpes'",
        ),
        (
            "year 3",
            ANONY | NEW | {"sensitive": "no/such/file.txt"},
            BadInput,
            "is neither a file, nor a table, nor an item",
        ),
        ("year 3", ANONY | NEW | {"sensitive": ""}, BadInput, "say which items are sensitive"),
        ("year 3", ANONY | {"series": "new"}, BadInput, "say which items are sensitive"),
        ("year 3", ANONY | NEW | {"sensitive_share": 0.1}, BadInput, "give sensitive or sensitive_share, not both"),
        ("year 3", ANONY | {"sensitive_share": 0}, BadInput, "say which items are sensitive"),
        ("year 3", ANONY | {"sensitive_share": 1}, BadInput, "all items of 'year 3' are sensitive"),
        ("year 3", ANONY | {"sensitive_share": 1.5}, BadInput, "sensitive_share is 1.5; it must be at most 1"),
        ("year 3", ANONY | NEW | {"r_th": 0.9}, BadInput, "r_th is 0.9; it must be at least 1"),
        ("year 3", ANONY | NEW | {"r_th": None}, BadInput, "anony needs r_th"),
        ("year 3", ANONY | NEW | {"cluster_size": 0}, BadInput, "cluster_size is 0; it must be at least 1"),
        ("year 3", ANONY | NEW | {"series": ""}, BadInput, "series is empty"),
        (
            "year 3",
            ANONY | NEW | {"r_th": 1, "cluster_size": 3},
            InfeasibleConstraint,
            "records would be at risk: .* rounded up to more than r_th allows. Raise r_th",
        ),
        ("year 3", ANONY | NEW | {"as_printed": True}, BadInput, "anony has no parameter 'as_printed'"),
        ("year 3", INVARIANT | NEW | {"m": 1}, BadInput, "m is 1; it must be at least 2"),
        ("year 3", INVARIANT | NEW | {"m": 9}, BadInput, "no transaction of 'year 3' can be published"),
        ("year 3", INVARIANT | NEW | {"r_th": 2}, BadInput, "m-invariance has no parameter 'r_th'"),
        (
            "year 3",
            SANONY | {"series": "sanony", "sensitive": ["HIV"]},
            BadInput,
            "'cancer', 'herpes' was sensitive in an ear",
        ),
        (
            "year 3",
            SANONY | {"series": "sanony", "sensitive": [*ILLNESSES, "theft"]},
            BadInput,
            "an earlier release of the series shows 'theft'",
        ),
        ("year 2", SANONY | {"series": "sanony"}, BadInput, "has a release of 'year 2' already: 'sanony 2'"),
        ("year 3", ANONY | {"series": "sanony"}, BadInput, "'sanony' was made by sanony, not by anony; give mix"),
        ("year 3", SANONY | {"series": "m-invariance"}, BadInput, "was made by m-invariance, not by sanony; give mix"),
        ("corpus 1", ANONY | {"series": "corpora"}, BadInput, "'corpus 1' is older than 'corpus 2'"),
        ("nameless 2", INVARIANT | {"series": "m-invariance"}, BadInput, "'nameless 2' have no ids"),
        ("year 3", INVARIANT | {"series": "m-invariance", "m": 3}, BadInput, "m must be 2 or less"),
        ("year 3", ANONY | NEW | {"partition": "nowhere"}, BadInput, "there is no table 'nowhere'"),
        ("year 3", ANONY | NEW | {"partition": "unnamed"}, BadInput, "must have the columns cluster, and tid or id"),
        ("year 3", ANONY | NEW | {"partition": "homeless"}, BadInput, "lacks its transaction or its cluster"),
        ("year 3", ANONY | NEW | {"partition": "too_few"}, BadInput, "each of the 40 transactions of 'year 3' once"),
        ("year 3", ANONY | NEW | {"partition": "twice"}, BadInput, "each of the 40 transactions of 'year 3' once"),
        ("year 3", ANONY | NEW | {"partition": "strangers"}, BadInput, "each of the 40 transactions of 'year 3' once"),
        ("year 9", ANONY | NEW, UnknownDataset, "there is no data set 'year 9'"),
    ],
)
def test_bad_input_writes_nothing(
    db: DuckDBPyConnection, dataset: str, given: dict[str, Any], kind: type[SetriskError], message: str
) -> None:
    before = counts(db)
    with pytest.raises(kind, match=message):
        setrisk.protect(db, dataset, "r", **given)
    assert counts(db) == before


def test_names_that_are_taken(db: DuckDBPyConnection) -> None:
    before = counts(db)
    with pytest.raises(AlreadyExists, match="the release 'sanony 1' exists already"):
        setrisk.protect(db, "year 3", "sanony 1", sensitive=ILLNESSES, **ANONY)
    with pytest.raises(BadInput, match="there is a series 'sanony' already"):
        setrisk.protect(db, "year 3", "sanony", sensitive=ILLNESSES, **ANONY)
    with pytest.raises(BadInput, match="sanony 1"):
        setrisk.drop(db, "sanony 1")
    assert counts(db) == before


def test_an_interrupt_between_steps_leaves_nothing(db: DuckDBPyConnection) -> None:
    def stop(step: str, done: int = 0, total: int = 0) -> None:
        if step == "publishing":
            raise KeyboardInterrupt

    before = counts(db)
    for parameters in (ANONY, SANONY, INVARIANT):
        with pytest.raises(KeyboardInterrupt):
            setrisk.protect(db, "year 3", "r", sensitive=ILLNESSES, progress=stop, **parameters)
    assert counts(db) == before


def test_series_are_dropped_from_the_end(years: DuckDBPyConnection) -> None:
    before = counts(years)
    for year in (1, 2):
        sensitive = {"sensitive": ILLNESSES} if year == 1 else {}
        setrisk.protect(years, f"year {year}", f"r{year}", series="s", seed=1, **INVARIANT, **sensitive)
    setrisk.attack(years, "r1", method="cluster")
    with pytest.raises(BadInput, match="r1"):
        setrisk.drop(years, "r1")
    setrisk.drop(years, "r2")
    setrisk.drop(years, "r1")
    assert counts(years) == before
    for year in (1, 2):
        sensitive = {"sensitive": ILLNESSES} if year == 1 else {}
        setrisk.protect(years, f"year {year}", f"r{year}", series="s", **ANONY, **sensitive)
    setrisk.drop(years, "s", object_type="series")
    assert counts(years) == before


def test_a_counterfeit_is_no_transaction_that_was_suppressed(con: DuckDBPyConnection) -> None:
    """A returns without B, and C has no company; C is the last transaction."""
    load(con, "first", {"A": "x s", "B": "y"})
    load(con, "second", {"A": "x s", "C": "z t"})
    setrisk.protect(con, "first", "r1", series="s", sensitive=["s", "t"], **INVARIANT)
    made = setrisk.protect(con, "second", "r2", series="s", **INVARIANT)
    assert "1 counterfeit (50.0 %), 1 transaction suppressed" in made.summary


def test_m_invariance_takes_who_was_in_a_release_by_another_method_for_new(years: DuckDBPyConnection) -> None:
    setrisk.protect(years, "year 1", "r1", series="s", sensitive=ILLNESSES, **ANONY)
    setrisk.protect(years, "year 2", "r2", series="s", mix=True, **INVARIANT)


def test_m_invariance_needs_the_ids_of_earlier_releases_too(db: DuckDBPyConnection) -> None:
    with pytest.raises(BadInput, match="ids"):
        setrisk.protect(db, "year 2", "r", series="nameless", **INVARIANT)


@pytest.mark.parametrize(
    ("release", "change", "found"),
    [
        ("sanony 2", "UPDATE setrisk.cluster SET n_records = n_records + 1 WHERE cluster = 1", "says"),
        ("anony 2", "UPDATE setrisk.cluster_record SET cluster = 2 WHERE record = 1", "says"),
        ("anony 2", "DELETE FROM setrisk.published_item WHERE item = 'HIV'", "named without being shown"),
        (
            "anony 2",
            "UPDATE setrisk.published_item SET item = 'love' WHERE item = 'arson'",
            "named without being shown",
        ),
        (
            "anony 2",
            "UPDATE setrisk_private.provenance SET tid = CASE tid WHEN 1 THEN 2 WHEN 2 THEN 1 ELSE tid END",
            "is not what transaction",
        ),
        ("anony 2", "DELETE FROM setrisk_private.provenance WHERE tid = 7", "origins of other records"),
        ("anony 2", "UPDATE setrisk_private.provenance SET tid = 8 WHERE tid = 7", "transaction 8 has 2 records"),
        (
            "anony 2",
            "UPDATE setrisk.sensitive_count SET copies = copies + 1 WHERE cluster = 1",
            "are not those of people",
        ),
        (
            "sanony 2",
            "UPDATE setrisk.counterfeits SET published_counterfeits = published_counterfeits + 1",
            "owns up to",
        ),
        ("sanony 2", "UPDATE setrisk_private.provenance SET tid = NULL WHERE tid = 1", "have no record"),
        ("anony 2", "UPDATE setrisk.release SET parameters = '{\"r_th\": 1}' WHERE release = 'anony 2'", "the risk of"),
        (
            "sanony 2",
            "UPDATE setrisk.release SET parameters = '{\"r_th\": 1}' WHERE release = 'sanony 1'",
            "of sanony 1",
        ),
        ("m-invariance 2", "UPDATE setrisk.release SET parameters = '{\"m\": 3}'", "are fewer than 3"),
        (
            "m-invariance 2",
            "DELETE FROM setrisk.sensitive_set WHERE cluster = 1",
            "are not those of the sensitive sets",
        ),
        (
            "m-invariance 2",
            "DELETE FROM setrisk.sensitive_set WHERE release = 'm-invariance 1'",
            "stands among other sensitive sets",
        ),
    ],
)
def test_the_verifier_sees_what_is_changed(db: DuckDBPyConnection, release: str, change: str, found: str) -> None:
    db.begin()
    try:
        db.execute(change)
        assert any(found in wrong for wrong in serial_verifier.violations_of(db, release))
    finally:
        db.rollback()
