"""What an attacker sees and believes: SANONY's running example, and random series against a literal transcription."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from types import ModuleType
from typing import Any, NamedTuple

import duckdb
import pandas as pd
import pytest
from duckdb import DuckDBPyConnection
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import setrisk
from setrisk.errors import BadInput
from setrisk.pipelines.releases.protect import Protected
from tests.support import sanony_oracle
from tests.support.serial_steps import copy_ranges

# Table 1: the non-sensitive and the sensitive items of T1 to T10.
PEOPLE = {
    1: ("theft arson fraud", "HIV"),
    2: ("theft arson", "cancer"),
    3: ("vandal arson", ""),
    4: ("abuse arson", "cancer"),
    5: ("DUI assault", "HIV herpes"),
    6: ("DUI assault", ""),
    7: ("theft arson murder", ""),
    8: ("abuse arson mansl", ""),
    9: ("abuse arson mansl", "cancer"),
    10: ("theft arson", "HIV"),
}
# Table 4: the clusters of each year with their sensitive items; 0: the global bag.
TABLE_4: dict[int, dict[int, tuple[list[int], str]]] = {
    1: {1: ([1, 2], "HIV cancer"), 2: ([3, 4], "cancer"), 3: ([5, 6], "HIV"), 0: ([], "herpes")},
    2: {1: ([2, 7], "cancer"), 2: ([3, 4, 8], "cancer")},
    3: {1: ([2, 7, 10], "cancer HIV"), 2: ([8, 9], "cancer")},
}

# As the oracle has them, without being its own: records, copies of sensitive items, counterfeits among the records.
Cluster = tuple[Sequence[frozenset[str]], Mapping[str, int], int]
Release = tuple[Sequence[Cluster], Mapping[str, int]]  # clusters, global bag
Place = tuple[int, int]  # the position of a release, and the number of a cluster: 0 for the whole


class Belief(NamedTuple):
    prior: float
    posterior: float
    rate: float
    risk: float


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DuckDBPyConnection]:
    """A database that all tests write series of their own into. Table 4 is the series `prisoners`, with the releases
    `prisoners 1` to `prisoners 3`; its first two years are the series `two years`. Record and transaction n are Tn.
    """
    con = setrisk.connect(tmp_path_factory.mktemp("attacker") / "db.duckdb")
    write(con, "prisoners", [published(1), published(2), published(3)], [people_of(year) for year in (1, 2, 3)])
    write(con, "two years", [published(1), published(2)], [people_of(1), people_of(2)])
    yield con
    con.close()


def terms(words: str) -> frozenset[str]:
    return frozenset(words.split())


def cluster(records: Sequence[str], sensitive: str = "", counterfeits: int = 0) -> Cluster:
    """Such as (["a b", "c"], "s s t"): records {a, b} and {c}, two copies of s and one of t."""
    return [terms(record) for record in records], Counter(sensitive.split()), counterfeits


def published(year: int) -> Release:
    """A release of Table 4."""
    clusters = [
        cluster([PEOPLE[t][0] for t in people], held) for number, (people, held) in TABLE_4[year].items() if number
    ]
    return clusters, Counter(TABLE_4[year].get(0, ([], ""))[1].split())


def people_of(year: int) -> list[int]:
    return [person for people, _ in TABLE_4[year].values() for person in people]


def write(
    con: DuckDBPyConnection,
    series: str,
    releases: Sequence[Release],
    people: Sequence[Sequence[int]] | None = None,
    r_th: float = 2,
) -> None:
    """Publish releases as they are: `<series> 1`, `<series> 2`, ... Each has item numbers of its own, as imported ones
    have; records are the people given, or numbered from 1, and their transactions have the same numbers.
    """
    for position, (clusters, bag) in enumerate(releases, 1):
        release = f"{series} {position}"
        who = iter(people[position - 1] if people else range(1, 10_000))
        shown = [name for records, held, _ in clusters for each in (*records, +Counter(held)) for name in sorted(each)]
        numbers = {name: number for number, name in enumerate(dict.fromkeys([*shown, *+Counter(bag)]), position)}
        rows: dict[str, list[tuple[Any, ...]]] = {
            "setrisk.series": [(series, position, release)],
            "setrisk.published_item": [(release, number, name) for name, number in numbers.items()],
            "setrisk.sensitive_count": [(release, None, numbers[name], n) for name, n in (+Counter(bag)).items()],
            "setrisk.cluster": [(release, number, len(each[0])) for number, each in enumerate(clusters, 1)],
            "setrisk.counterfeits": [(release, number, n) for number, (*_, n) in enumerate(clusters, 1) if n],
            "setrisk.cluster_record": [],
            "setrisk_private.provenance": [],
        }
        for cluster, (records, held, _) in enumerate(clusters, 1):
            copies = [(release, cluster, numbers[name], n) for name, n in (+Counter(held)).items()]
            rows["setrisk.sensitive_count"] += copies
            for items, record in zip(records, who, strict=False):
                entries = [(release, cluster, record, numbers[name]) for name in items]
                rows["setrisk.cluster_record"] += entries or [(release, cluster, record, None)]
                rows["setrisk_private.provenance"].append((release, cluster, None, record, record))
        con.execute(
            "INSERT INTO setrisk.release VALUES (?, ?, 'serial', 'anony', json_object('r_th', ?), '2020-01-01', [])",
            [release, release, r_th],
        )
        n = len(rows["setrisk_private.provenance"])
        con.execute("INSERT INTO setrisk_private.dataset VALUES (?, 'drawn', ?, 0, '2020-01-01')", [release, n])
        for table, its_rows in rows.items():
            if its_rows:
                con.register("_rows", pd.DataFrame(its_rows, dtype=object))
                con.execute(f"INSERT INTO {table} FROM _rows")
                con.unregister("_rows")


def believed(
    con: DuckDBPyConnection, series: str, adversary: str = "worst"
) -> dict[str, dict[tuple[int, int, str], Belief]]:
    """By scope; then by the position of the release, the record and the term."""
    found: dict[str, dict[tuple[int, int, str], Belief]] = {"cluster": {}, "transitive": {}, "global": {}}
    for scope, position, record, item, *numbers in con.execute(
        "SELECT p.scope, s.position, p.record, p.item, p.prior, p.posterior, p.population_rate, p.serial_risk "
        "FROM setrisk.posteriors($series, adversary := $adversary) AS p JOIN setrisk.series AS s USING (release)",
        {"series": series, "adversary": adversary},
    ).fetchall():
        found[scope][position, record, item] = Belief(*numbers)
    return found


def overlap_of(con: DuckDBPyConnection, series: str, one: Place, other: Place) -> dict[str, tuple[int, ...]]:
    """By term: common, own_lo, own_hi, other_lo, other_hi, lo, hi."""
    return {
        item: tuple(numbers)
        for item, *numbers in con.execute(
            "SELECT r.item, r.common, r.own_lo, r.own_hi, r.other_lo, r.other_hi, r.lo, r.hi "
            f"FROM {copy_ranges('$series', '$release')} AS r "
            "WHERE r.scope = 'cluster' AND r.cluster = $cluster "
            "AND r.other_position = $other AND r.other_cluster = $its",
            {"series": series, "release": f"{series} {one[0]}", "cluster": one[1], "other": other[0], "its": other[1]},
        ).fetchall()
    }


def backward_needs(con: DuckDBPyConnection, series: str, position: int, scope: str) -> set[tuple[Any, ...]]:
    """Cluster, item, counterfeits with the term, and without it."""
    query = (
        "SELECT n.cluster, n.item, n.with_term, n.without_term "
        "FROM setrisk_internal.backward_needs(?, ?) AS n WHERE n.scope = ?"
    )
    return set(con.execute(query, [series, f"{series} {position}", scope]).fetchall())


def forward_needs(con: DuckDBPyConnection, series: str, position: int) -> set[tuple[Any, ...]]:
    """Cluster, item, counterfeits with the term, and without it."""
    query = "SELECT n.cluster, n.item, n.with_term, n.without_term FROM setrisk_internal.forward_needs(?, ?) AS n"
    return set(con.execute(query, [series, f"{series} {position}"]).fetchall())


def protect_year(con: DuckDBPyConnection, year: int, **parameters: Any) -> Protected:
    """A release of the people of a year, in the clusters of Table 4."""
    clusters = TABLE_4[year]
    entries = [
        (f"T{t}", item) for people, _ in clusters.values() for t in people for item in " ".join(PEOPLE[t]).split()
    ]
    homes = [(f"T{t}", number) for number, (people, _) in clusters.items() for t in people]
    con.register("entries", pd.DataFrame(entries, columns=["id", "item"]))
    con.register("homes", pd.DataFrame(homes, columns=["id", "cluster"]))
    con.execute(f"CREATE TABLE partition_{year} AS FROM homes")
    setrisk.load(con, f"year {year}", con.table("entries"), format="long")
    given = {"sensitive": ["HIV", "cancer", "herpes"]} if year == 1 else {}
    given |= {"r_th": 2, "partition": f"partition_{year}", "series": "T"} | parameters
    return setrisk.protect(con, f"year {year}", f"T{year}", **given)


def test_example_4_anony_makes_table_4(con: DuckDBPyConnection) -> None:
    for year, clusters in TABLE_4.items():
        made = protect_year(con, year, method="anony")
        assert made.n_transactions == len(people_of(year))
        records = con.execute(
            "SELECT r.cluster, string_agg(n.item, ' ') FROM setrisk.cluster_record AS r "
            "JOIN setrisk.published_item AS n USING (release, item_id) WHERE r.release = ? GROUP BY r.record, 1",
            [f"T{year}"],
        ).fetchall()
        copies = con.execute(
            "SELECT coalesce(t.cluster, 0), n.item, t.copies FROM setrisk.sensitive_count AS t "
            "JOIN setrisk.published_item AS n USING (release, item_id) WHERE t.release = ?",
            [f"T{year}"],
        ).fetchall()
        assert Counter((number, terms(words)) for number, words in records) == Counter(
            (number, terms(PEOPLE[t][0])) for number, (people, _) in clusters.items() for t in people
        )
        assert set(copies) == {(number, item, 1) for number, (_, held) in clusters.items() for item in held.split()}


def test_example_4_no_cluster_has_a_term_more_than_twice_as_often_as_all(db: DuckDBPyConnection) -> None:
    beliefs = believed(db, "prisoners")["cluster"]
    assert all(belief.prior <= 2 * belief.rate for belief in beliefs.values())
    assert not any(item == "herpes" for _, _, item in beliefs)


def test_example_6_the_common_set_of_two_clusters_cannot_have_hiv(db: DuckDBPyConnection) -> None:
    found = overlap_of(db, "two years", (1, 1), (2, 1))
    assert found["HIV"] == (1, 0, 1, 0, 0, 0, 0)
    assert db.execute("SELECT setrisk.copy_range(1, 2, 1), setrisk.copy_range(0, 2, 1)").fetchall() == [
        ({"lo": 0, "hi": 1}, {"lo": 0, "hi": 0})
    ]


def test_example_7_overlaps_of_the_first_two_years(db: DuckDBPyConnection) -> None:
    assert db.execute(
        "SELECT o.cluster, o.other_release, o.other_cluster, o.overlap_size "
        "FROM setrisk.overlaps('two years', release := 'two years 1') AS o WHERE o.scope = 'cluster' ORDER BY ALL"
    ).fetchall() == [(1, "two years 2", 1, 1), (2, "two years 2", 2, 2)]
    assert overlap_of(db, "two years", (1, 1), (2, 1))["cancer"] == (1, 0, 1, 0, 1, 0, 1)
    assert overlap_of(db, "two years", (1, 2), (2, 2))["cancer"] == (2, 1, 1, 0, 1, 1, 1)
    assert overlap_of(db, "two years", (2, 2), (1, 2))["cancer"] == (2, 0, 1, 1, 1, 1, 1)


def test_example_9_laura_has_hiv(db: DuckDBPyConnection) -> None:
    """Example 5 says the same in words."""
    beliefs = believed(db, "two years")["cluster"]
    assert beliefs[1, 1, "HIV"][:2] == (0.5, 1)
    assert beliefs[1, 1, "cancer"][:2] == (0.5, 0.5)
    assert db.execute(
        "SELECT setrisk.posterior(1, 2, [{'size': 1, 'lo': 0, 'hi': 0, 'inside': false}]), "
        "setrisk.posterior(1, 2, [{'size': 1, 'lo': 0, 'hi': 1, 'inside': false}])"
    ).fetchall() == [(1, 0.5)]


def test_example_10_risks_of_laura(db: DuckDBPyConnection) -> None:
    beliefs = believed(db, "two years")
    assert beliefs["cluster"][1, 1, "HIV"].risk == pytest.approx(3)
    assert (1, 1, "herpes") not in beliefs["cluster"]
    # 2.3.2: T1, T5 and T6 are in the first year alone.
    for person in (1, 5, 6):
        assert beliefs["global"][1, person, "herpes"] == pytest.approx((1 / 6, 1 / 3, 1 / 6, 2))
    assert all(beliefs["global"][1, person, "herpes"].posterior == 0 for person in (2, 3, 4))


def test_example_8_what_is_left_of_a_cluster_tells_that_pam_has_cancer(db: DuckDBPyConnection) -> None:
    beliefs = believed(db, "prisoners")
    assert beliefs["cluster"][3, 9, "cancer"][:2] == (0.5, 0.5)
    assert beliefs["transitive"][3, 9, "cancer"][:2] == (0.5, 1)
    # The first year tells it of T8 in the second, and that the third.
    assert beliefs["cluster"][2, 8, "cancer"].posterior == 0
    assert not any(position == 2 for position, *_ in beliefs["transitive"])


def test_the_owner_sees_who_is_at_risk(db: DuckDBPyConnection) -> None:
    """Examples 8 to 10."""
    setrisk.attack(db, "two years 1", method=["cluster", "global"])
    setrisk.attack(db, "prisoners 3", method="transitive")
    risks = {
        (release, record, attack): (at_risk, score, evidence)
        for release in ("two years 1", "prisoners 3")
        for record, _, attack, at_risk, score, evidence in setrisk.risk(db, release).fetchall()
    }
    assert {release for (release, _, attack), (at_risk, *_) in risks.items() if attack == "none" and at_risk} == set()
    at_risk, score, evidence = risks["two years 1", 1, "cluster"]
    assert (at_risk, score) == (True, 1)
    assert "{HIV}" in evidence
    assert "after two years 2" in evidence
    assert {
        record for (release, record, attack), (at_risk, *_) in risks.items() if attack == "cluster" and at_risk
    } == {1}
    # Risk 2 is what r_th allows.
    assert not any(at_risk for (_, _, attack), (at_risk, *_) in risks.items() if attack == "global")
    at_risk, score, evidence = risks["prisoners 3", 9, "transitive"]
    assert (at_risk, score) == (True, 1)
    assert "{cancer}" in evidence
    assert db.execute(
        "SELECT max(e.highest_serial_risk) FROM setrisk.composition_evaluation('two years 1') AS e"
    ).fetchall() == [(pytest.approx(3),)]


def test_the_gate_refuses_what_puts_people_at_risk_together(con: DuckDBPyConnection) -> None:
    """Example 9: Anony looks at one release at a time."""
    protect_year(con, 1, method="anony")
    assert setrisk.check(con, "T1").project("refusal").fetchall() == [("no_limit",)]
    protect_year(con, 2, method="anony")
    found = setrisk.may_publish(con, "T2").project("release, record").distinct().fetchall()
    assert found
    # The earlier release of the series is refused as well.
    for release in ("T1", "T2"):
        refused = con.execute("SELECT r.refusal, r.found, r.allowed FROM setrisk.refusals(?) AS r", [release])
        assert refused.fetchall() == [("series", len(found), 0)]


def test_figure_4_the_range_of_both_is_the_middle_of_the_four_ends(db: DuckDBPyConnection) -> None:
    """Proposition 1."""
    common = ["a", "b", "c", "d", "e"]
    write(
        db,
        "figure 4",
        [([cluster([*common, "f", "g"], "s s s")], {}), ([cluster([*common, "h", "i"], "s s s s")], {})],
    )
    found = overlap_of(db, "figure 4", (1, 1), (2, 1))["s"]
    assert found == (5, 1, 3, 2, 4, 2, 3)
    assert overlap_of(db, "figure 4", (2, 1), (1, 1))["s"] == (5, 2, 4, 1, 3, 2, 3)


def test_an_empty_range_tells_nothing(db: DuckDBPyConnection) -> None:
    """2.3, after Proposition 1; and where the term is not on every record."""
    write(
        db,
        "empty",
        [
            ([cluster(["A"], "s"), cluster(["B", "C", "D"], "s s")], {}),
            ([cluster(["A"]), cluster(["B", "C"])], {}),
        ],
    )
    assert overlap_of(db, "empty", (1, 1), (2, 1))["s"] == (1, 1, 1, 0, 0, 1, 0)
    assert overlap_of(db, "empty", (1, 2), (2, 2))["s"] == (2, 1, 2, 0, 0, 1, 0)
    beliefs = believed(db, "empty")["cluster"]
    assert [beliefs[1, record, "s"].posterior for record in (1, 2, 3, 4)] == pytest.approx([1, 2 / 3, 2 / 3, 2 / 3])


def test_counterfeits_are_asked_for_whether_they_have_the_term_or_not(db: DuckDBPyConnection) -> None:
    """3.2: two clusters that differ on B alone; with a counterfeit in its place, what is left has the range [0, 1]."""
    write(db, "symmetric", [([cluster(["A", "B"], "s")], {}), ([cluster(["A"], "s")], {})])
    assert backward_needs(db, "symmetric", 2, "cluster") == {(1, "s", 0, 1)}
    write(db, "asymmetric", [([cluster(["A", "B"], "s")], {}), ([cluster(["A"])], {})])
    assert backward_needs(db, "asymmetric", 2, "cluster") == {(1, "s", 1, 0)}
    third = ([cluster(["C", "E"], "s")], {})
    write(db, "perturbed", [([cluster(["A", "B"], "s")], {}), ([cluster(["A", "C"], "s", 1)], {}), third])
    assert overlap_of(db, "perturbed", (2, 1), (1, 1))["s"] == (1, 0, 1, 0, 1, 0, 1)
    assert backward_needs(db, "perturbed", 2, "cluster") == set()
    assert forward_needs(db, "perturbed", 2) == set()
    beliefs = believed(db, "perturbed")
    assert not beliefs["transitive"]
    assert all(belief.posterior == belief.prior for belief in beliefs["cluster"].values())


def test_example_11_backward_perturbation_makes_table_6(db: DuckDBPyConnection) -> None:
    assert backward_needs(db, "prisoners", 1, "cluster") == set()
    assert backward_needs(db, "prisoners", 2, "cluster") == {(1, "HIV", 1, 0)}
    assert backward_needs(db, "prisoners", 3, "cluster") == set()
    first, (_, *others) = published(1), published(2)[0]
    perturbed = [cluster(["theft arson", "theft arson murder", "murder"], "cancer HIV", 1), *others]
    write(db, "table 6", [first, (perturbed, {}), published(3)])
    assert backward_needs(db, "table 6", 2, "cluster") == backward_needs(db, "table 6", 3, "cluster") == set()
    for other in (1, 3):
        found = overlap_of(db, "table 6", (2, 1), (other, 1))
        assert {term: found[term][-2:] for term in found} == {"cancer": (0, 1), "HIV": (0, 1)}
    assert [found[-4:-2] for found in overlap_of(db, "table 6", (2, 1), (1, 1)).values()] == [(0, 1), (0, 1)]
    # Lemma 3: Laura is safe again.
    assert believed(db, "table 6")["cluster"][1, 1, "HIV"][:2] == (0.5, 0.5)


def test_example_12_forward_perturbation_makes_table_7(db: DuckDBPyConnection) -> None:
    assert forward_needs(db, "prisoners", 1) == set()
    assert forward_needs(db, "prisoners", 2) == {(2, "cancer", 1, 0)}
    (first, _), _ = published(2)
    perturbed = [first, cluster(["vandal arson", "abuse arson", "abuse arson mansl", "mansl"], "cancer cancer", 1)]
    write(db, "table 7", [published(1), (perturbed, {}), published(3)])
    assert not any(number == 2 for position in (2, 3) for number, *_ in forward_needs(db, "table 7", position))
    assert overlap_of(db, "table 7", (2, 2), (3, 2))["cancer"] == (1, 0, 1, 0, 1, 0, 1)
    beliefs = believed(db, "table 7")
    pam = 5
    assert beliefs["cluster"][3, pam, "cancer"][:2] == (0.5, 0.5)
    assert (3, pam, "cancer") not in beliefs["transitive"]


def test_sanony_as_printed_makes_what_tables_6_and_7_show_and_more(con: DuckDBPyConnection) -> None:
    """The examples look at clusters alone; herpes of year 1 asks for another counterfeit, by global composition, and
    beliefs that are too high after all that ask for two.
    """
    for year in (1, 2):
        protect_year(con, year, method="sanony", as_printed=True, seed=1)
    changes = con.execute(
        "SELECT p.phase, p.cluster, i.item, p.n_added FROM setrisk_private.perturbation AS p "
        "LEFT JOIN setrisk_private.item AS i USING (item_id) WHERE p.release = 'T2'"
    ).fetchall()
    tables = {("backward", 1, "HIV", 1), ("backward", 1, None, 1), ("forward", 2, "cancer", 1), ("forward", 2, None, 1)}
    whole = {("backward", None, "HIV", 1), ("backward", None, "herpes", 1)}
    assert {change for change in changes if change[1] is None} == whole
    assert tables <= set(changes)
    added = Counter[str]()
    for phase, _, item, n in changes:
        added[phase] += n if item is None else 0
    assert added == {"backward": 2, "forward": 1, "secret": 2}


@pytest.mark.parametrize(("owned_up", "left"), [(0, (1, 1)), (1, (0, 1))])
def test_a_published_number_of_counterfeits_widens_what_is_left(
    db: DuckDBPyConnection, owned_up: int, left: tuple[int, int]
) -> None:
    """3.2: who does not know of the counterfeit of Table 7 b takes what is left of its cluster for two people who have
    one cancer. In year 3 there are T8, one like the counterfeit, and T9, with two: T9 has the other. With its number,
    the paper says, nobody can tell; but of the range by formula (19) the upper end is enough.
    """
    (first, _), _ = published(2)
    perturbed = cluster(["vandal arson", "abuse arson", "abuse arson mansl", "mansl"], "cancer cancer", owned_up)
    third = cluster(["abuse arson mansl", "DUI mansl", "mansl"], "cancer cancer")
    series = f"owned up {owned_up}"
    write(db, series, [published(1), ([first, perturbed], {}), ([third], {})])
    found = db.execute(
        "SELECT d.left_records, d.left_lo, d.left_hi FROM setrisk_internal.derived_candidates(?, release := ?) AS d "
        "WHERE d.pivot_position = 2 AND d.source_position = 1 AND d.pivot_cluster = 2",
        [series, f"{series} 3"],
    ).fetchall()
    assert found == [(2, *left)]
    beliefs, t9 = believed(db, series), (3, 2, "cancer")
    assert (beliefs["cluster"][t9].posterior, beliefs["transitive"][t9].posterior) == pytest.approx((2 / 3, 1))


def test_names_that_are_not_known_are_errors(db: DuckDBPyConnection) -> None:
    none, other = "there is no series nope", "the series prisoners has no release two years 1"
    for query, message in {
        "setrisk.overlaps('nope')": none,
        copy_ranges("'nope'"): none,
        "setrisk_internal.population_rates('nope')": none,
        "setrisk.posteriors('nope')": none,
        "setrisk.posteriors(NULL)": "there is no series NULL",
        "setrisk.compositions('nope')": none,
        "setrisk.overlaps('prisoners', release := 'two years 1')": other,
        copy_ranges("'prisoners'", "'two years 1'"): other,
        "setrisk.posteriors('prisoners', release := 'two years 1')": other,
        "setrisk.compositions('prisoners', scope := 'local')": (
            "scope is local; it must be cluster, transitive or global"
        ),
        "setrisk.exact_posteriors('nope')": none,
        "setrisk.exact_posteriors('prisoners', max_cluster_size := 0)": "max_cluster_size is 0; it must be at least 1",
        "setrisk.exact_posteriors('prisoners', max_cluster_size := NULL)": "max_cluster_size is NULL; it must be at",
        "setrisk.composition_findings('nope')": "there is no release nope",
        "setrisk.composition_evaluation('nope')": "no release nope was made in this database",
        "setrisk.composition_evaluation_by_cluster('nope')": "no release nope was made in this database",
    }.items():
        with pytest.raises(duckdb.Error, match=message):
            db.execute(f"SELECT count(*) FROM {query} AS f").fetchall()


COVER = "[{'size': 1, 'lo': 0, 'hi': 1, 'inside': %s}]"


@pytest.mark.parametrize(
    ("call", "result"),
    [
        ("posterior(1, 2, [])", 0.5),
        ("posterior(2, 2, [])", 1),
        (f"posterior(1, 2, {COVER % 'NULL'})", 0.5),
        (f"posterior(NULL, 2, {COVER % 'true'})", None),
        (f"posterior(1, NULL, {COVER % 'true'})", None),
        ("posterior(1, 2, NULL)", None),
        ("copy_range(3, 7, 5)", {"lo": 1, "hi": 3}),
        ("copy_range(0, 0, 0)", {"lo": 0, "hi": 0}),
        ("copy_range(NULL, 2, 1)", None),
        ("copy_range(1, NULL, 1)", None),
        ("copy_range(1, 2, NULL)", None),
        ("copy_range(3, 2, 1)", None),
        ("copy_range(1, 2, 3)", None),
        ("copy_range(-1, 2, 1)", None),
        ("copy_range(1, 2, -1)", None),
    ],
)
def test_scalars_in_plain_sql(db: DuckDBPyConnection, call: str, result: object) -> None:
    assert db.execute(f"SELECT setrisk.{call}").fetchall() == [(result,)]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("posterior(3, 2, [])", "a cluster of 2 records cannot have 3 copies of a sensitive item"),
        ("posterior(-1, 2, [])", "a cluster of 2 records cannot have -1 copies of a sensitive item"),
        ("posterior(0, 0, [])", "a cluster of 0 records cannot have 0 copies of a sensitive item"),
        (
            "posterior(1, 2, [{'size': 3, 'lo': 0, 'hi': 1, 'inside': true}])",
            "an overlap of 3 records is impossible in a cluster",
        ),
        ("posterior(1, 2, [{'size': -1, 'lo': 0, 'hi': 1, 'inside': true}])", "an overlap of -1 records is impossible"),
        ("posterior('x', 2, [])", "Could not convert string 'x'"),
    ],
)
def test_numbers_that_no_cluster_has_are_errors(db: DuckDBPyConnection, call: str, message: str) -> None:
    with pytest.raises(duckdb.Error, match=message):
        db.execute(f"SELECT setrisk.{call}").fetchall()


@pytest.mark.parametrize("unknown", ["size", "lo", "hi", None])
def test_an_overlap_of_which_something_is_unknown_is_no_error_of_python(
    db: DuckDBPyConnection, unknown: str | None
) -> None:
    """It is NULL, or said to be bad input."""
    overlap = {"size": 1, "lo": 0, "hi": 1, "inside": True} | {unknown: None}
    try:
        ((found,),) = db.execute("SELECT setrisk.posterior(1, 2, ?)", [[overlap if unknown else None]]).fetchall()
    except duckdb.Error as error:
        found = str(error)
    assert found is None or "BadInput" in found


@st.composite
def clusters(draw: st.DrawFn) -> Cluster:
    records = draw(
        st.lists(st.sampled_from([terms(words) for words in ("", "a", "b", "a b", "c")]), min_size=1, max_size=5)
    )
    held = {term: draw(st.integers(0, len(records))) for term in ("s", "t")}
    return records, held, draw(st.integers(0, min(2, len(records))))


@st.composite
def series_of(draw: st.DrawFn, lengths: tuple[int, int], most_bagged: int = 4) -> list[Release]:
    releases = []
    for _ in range(draw(st.integers(*lengths))):
        made = draw(st.lists(clusters(), min_size=1, max_size=3))
        room = {term: sum(len(records) - held[term] for records, held, _ in made) for term in ("s", "t")}
        bag = {term: draw(st.integers(0, min(room[term], most_bagged))) for term in room}
        releases.append((made, bag | {"u": draw(st.integers(0, 1))}))
    return releases


class Seen:
    """A series as an attacker sees it, by the oracle: its units, and what each tells another."""

    def __init__(self, oracle: ModuleType, releases: Sequence[Release]) -> None:
        self.oracle = oracle
        self.releases = [oracle.Release([oracle.Cluster(*each) for each in made], bag) for made, bag in releases]
        self.clusters = {
            (position, number): unit
            for position, release in enumerate(self.releases, 1)
            for number, unit in enumerate(oracle.published(release), 1)
        }
        self.wholes = {(position, 0): oracle.whole(release) for position, release in enumerate(self.releases, 1)}
        self.units = {"cluster": self.clusters, "global": self.wholes}

    def counterfeits(self, place: Place) -> int:
        return self.releases[place[0] - 1].clusters[place[1] - 1].counterfeits

    def rate(self, place: Place, term: str) -> float:
        return float(self.oracle.population_rate(term, self.releases[place[0] - 1]))

    def direct(self, scope: str, place: Place, term: str) -> Iterator[tuple[Counter[frozenset[str]], Any]]:
        """What the units of other releases tell: common records, and how many copies of the term they have."""
        for other, unit in self.units[scope].items():
            common = self.oracle.overlap(self.units[scope][place], unit)
            if other[0] != place[0] and common:
                yield common, self.oracle.range_of(term, self.units[scope][place], unit)

    def derived(self, place: Place, term: str) -> Iterator[tuple[Counter[frozenset[str]], Any]]:
        """What is left of other clusters, the pivots, without what they share with third ones, the sources
        (Definition 7, Proposition 2), where it tells more than the pivot.
        """
        own, oracle = self.clusters[place], self.oracle
        for pivot, middle in self.clusters.items():
            copies, size = middle.copies[term], middle.records.total()
            for source, unit in self.clusters.items():
                shared = oracle.overlap(middle, unit)
                if pivot[0] in (place[0], source[0]) or source == place or not shared or not copies:
                    continue
                found = oracle.range_of(term, middle, unit)
                if found.lo > found.hi or found == oracle.copy_range(copies, size, shared.total()):
                    continue
                left = middle.records - shared
                common = own.records & left
                by_pivot = oracle.derived_range_among_counterfeits(copies, size, found, self.counterfeits(pivot))
                lo = max(by_pivot.lo - (left.total() - common.total()), 0)
                told = oracle.Range(lo, min(by_pivot.hi, common.total()))
                if (
                    common
                    and oracle.intersection(told, plain := oracle.copy_range(copies, size, common.total())) != plain
                ):
                    by_own = oracle.copy_range(own.copies[term], own.records.total(), common.total())
                    yield common, oracle.intersection(by_own, told)

    def belief(
        self, unit: Any, items: frozenset[str], term: str, told: Sequence[tuple[Any, Any]], adversary: str
    ) -> float:
        """Formula (12); where only some of equal records are in an overlap, the worst attacker may know it for either,
        and formulas (13) and (14) as printed have z = 1.
        """
        some = 1 if adversary == "printed" else None
        cover = [
            self.oracle.Evidence(
                common.total(), found, 1 if common[items] == unit.records[items] else some if common[items] else 0
            )
            for common, found in told
        ]
        return float(self.oracle.posterior(unit.copies[term], unit.records.total(), cover))

    def beliefs(self, scope: str, adversary: str = "worst") -> dict[tuple[int, int, str], tuple[float, float, float]]:
        """By position, record and term: prior, posterior, population rate."""
        found = {}
        for position, release in enumerate(self.releases, 1):
            records = count(1)
            for number, each in enumerate(release.clusters, 1):
                place = (position, 0 if scope == "global" else number)
                unit = self.units["global" if scope == "global" else "cluster"][place]
                held = [term for term in unit.copies if unit.copies[term]]
                derived = {term: list(self.derived(place, term)) for term in held} if scope == "transitive" else {}
                for items in each.records:
                    record = next(records)
                    if scope == "transitive" and not any(derived.values()):
                        continue
                    for term in held:
                        told = [*self.direct("global" if scope == "global" else "cluster", place, term)]
                        found[position, record, term] = (
                            unit.copies[term] / unit.records.total(),
                            self.belief(unit, items, term, told + derived.get(term, []), adversary),
                            self.rate(place, term),
                        )
        return found


def test_a_share_of_the_bag_gives_no_cluster_more_copies_than_records(db: DuckDBPyConnection) -> None:
    """Two of three copies are in the bag: two thirds of a copy, rounded to one, would be those of a full cluster."""
    write(db, "full", [([cluster(["A"], "s"), cluster(["B", "C"])], {"s": 2})])
    assert believed(db, "full")["cluster"][1, 1, "s"].prior == 1
    assert db.execute("SELECT max(r.score) FROM setrisk_internal.serial_risk('full 1') AS r").fetchall() == [(1,)]


def test_of_equal_records_the_printed_attacker_takes_each_for_inside(db: DuckDBPyConnection) -> None:
    """Two with {A}, one of whom has s; in the next release one {A}, and no s.

    As printed (z = 1, since {A} is in the overlap) neither has s: P(O | s) is 0. But who was there in both is one of
    them, so that the other has s for certain.
    """
    write(db, "equal", [([cluster(["A", "A"], "s")], {}), ([cluster(["A", "C"]), cluster(["D"], "s")], {})])
    assert believed(db, "equal")["cluster"][1, 1, "s"].posterior == 1
    assert believed(db, "equal", "printed")["cluster"][1, 1, "s"].posterior == 0
    setrisk.attack(db, "equal 1", method="cluster")
    setrisk.attack(db, "equal 1", method=setrisk.methods.ClusterComposition(adversary="printed"))
    found = db.execute(
        "SELECT r.attack, max(r.score) FROM setrisk_internal.serial_risk('equal 1') AS r GROUP BY r.attack"
    ).fetchall()
    assert sorted(found) == [("cluster", 1), ("cluster:adversary=printed", 0), ("none", 0.5)]
    for wrong in ("best", None):
        with pytest.raises(duckdb.Error, match=f"adversary is {wrong or 'NULL'}; it must be worst or printed"):
            db.execute("FROM setrisk.compositions('equal', adversary := ?)", [wrong]).fetchall()
    with pytest.raises(BadInput, match="adversary is 'best'; it must be worst or printed"):
        setrisk.attack(db, "equal 1", method="cluster", adversary="best")


numbers = count(1)
# To look for a smaller example takes minutes.
few = settings(suppress_health_check=list(HealthCheck), phases=(Phase.explicit, Phase.generate))


@settings(few, max_examples=5)
@given(releases=series_of((2, 4)))
def test_ranges_and_beliefs_are_the_oracles(db: DuckDBPyConnection, releases: list[Release]) -> None:
    name = f"random {next(numbers)}"
    write(db, name, releases)
    oracle, seen = sanony_oracle, Seen(sanony_oracle, releases)
    assert population_rates(db, name) == {
        (position, term): (unit.copies[term], release.bag.get(term, 0), unit.records.total())
        for ((position, _), unit), release in zip(seen.wholes.items(), seen.releases, strict=True)
        for term in unit.copies
        if unit.copies[term]
    }
    overlaps, ranges = {}, {}
    for scope, units in seen.units.items():
        for one, unit in units.items():
            for other, another in units.items():
                common = oracle.overlap(unit, another).total()
                if one[0] == other[0] or not common:
                    continue
                overlaps[scope, one, other] = common
                for term in +unit.copies | +another.copies:
                    by_one = oracle.copy_range(unit.copies[term], unit.records.total(), common)
                    by_other = oracle.copy_range(another.copies[term], another.records.total(), common)
                    both = oracle.range_of(term, unit, another)
                    ranges[scope, one, other, term] = (*by_one, *by_other, *both)
    assert overlaps_in(db, name) == overlaps
    assert ranges_in(db, name) == ranges
    for adversary in ("worst", "printed"):
        for scope, found in believed(db, name, adversary).items():
            expected = seen.beliefs(scope, adversary)
            assert found.keys() == expected.keys(), scope
            for key, (prior, posterior, rate) in expected.items():
                assert found[key] == pytest.approx((prior, posterior, rate, posterior / rate), abs=1e-9), (scope, key)


def population_rates(con: DuckDBPyConnection, series: str) -> dict[tuple[int, str], tuple[int, int, int]]:
    rows = con.execute(
        "SELECT s.position, p.item, p.copies, p.in_bag, p.n_records, p.population_rate "
        "FROM setrisk_internal.population_rates(?) AS p JOIN setrisk.series AS s USING (release)",
        [series],
    ).fetchall()
    assert all(rate == pytest.approx(copies / n) for _, _, copies, _, n, rate in rows)
    return {(position, item): (copies, in_bag, n) for position, item, copies, in_bag, n, _ in rows}


def overlaps_in(con: DuckDBPyConnection, series: str) -> dict[tuple[str, Place, Place], int]:
    return {
        (scope, (position, number), (other, its)): common
        for scope, position, number, other, its, common in con.execute(
            "SELECT o.scope, s.position, o.cluster, o.other_position, o.other_cluster, o.overlap_size "
            "FROM setrisk.overlaps(?) AS o JOIN setrisk.series AS s USING (release)",
            [series],
        ).fetchall()
    }


def ranges_in(con: DuckDBPyConnection, series: str) -> dict[tuple[str, Place, Place, str], tuple[int, ...]]:
    return {
        (scope, (position, number), (other, its), item): tuple(ends)
        for scope, position, number, other, its, item, *ends in con.execute(
            "SELECT r.scope, s.position, r.cluster, r.other_position, r.other_cluster, r.item, "
            "r.own_lo, r.own_hi, r.other_lo, r.other_hi, r.lo, r.hi "
            f"FROM {copy_ranges('?')} AS r JOIN setrisk.series AS s USING (release)",
            [series],
        ).fetchall()
    }


@settings(few, max_examples=2)
@given(releases=series_of((2, 3), most_bagged=0), r_th=st.sampled_from([1, 1.5, 3]))
def test_risks_are_the_oracles(db: DuckDBPyConnection, releases: list[Release], r_th: float) -> None:
    name = f"random {next(numbers)}"
    write(db, name, releases, r_th=r_th)
    seen = Seen(sanony_oracle, releases)
    setrisk.attack(db, f"{name} 1", method=["transitive", "global"])
    found = {
        (attack, record): (at_risk, score)
        for record, attack, at_risk, score in db.execute(
            "SELECT r.record, r.attack, r.at_risk, r.score FROM setrisk_internal.serial_risk(?) AS r", [f"{name} 1"]
        ).fetchall()
    }
    beliefs = {scope: seen.beliefs(scope) for scope in ("cluster", "transitive", "global")}
    n_records = sum(len(records) for records, _, _ in releases[0][0])
    for record in range(1, n_records + 1):
        for attack, scopes in {
            "transitive": ("cluster", "transitive"),
            "global": ("global",),
            "none": ("cluster",),
        }.items():
            held = [
                (prior if attack == "none" else posterior, rate)
                for scope in scopes
                for (position, which, _), (prior, posterior, rate) in beliefs[scope].items()
                if (position, which) == (1, record)
            ]
            at_risk, score = found[attack, record]
            assert at_risk == any(belief > r_th * rate * (1 + 1e-9) for belief, rate in held)
            worst = max((belief / rate for belief, rate in held), default=0)
            assert any(score == pytest.approx(b) and b / rate == pytest.approx(worst) for b, rate in held) or score == 0
    assert len(found) == 3 * n_records


@settings(few, max_examples=3)
@given(releases=st.lists(clusters(), min_size=1, max_size=3), later=st.lists(clusters(), min_size=1, max_size=3))
def test_backward_perturbation_takes_back_what_a_release_tells(
    db: DuckDBPyConnection, releases: list[Cluster], later: list[Cluster]
) -> None:
    """Lemma 3 and 4: where backward perturbation asks for nothing more, every earlier belief is the prior."""
    fresh = (frozenset({f"counterfeit {n}"}) for n in count())
    drafted = [(list(records), Counter(held)) for records, held, _ in later]
    bag = Counter[str]()
    # A counterfeit may make a range that was empty tell something.
    for _ in range(20):
        name = f"random {next(numbers)}"
        write(db, name, [(releases, {}), ([(records, held, 0) for records, held in drafted], bag)])
        needs = backward_needs(db, name, 2, "cluster")
        whole = backward_needs(db, name, 2, "global")
        if not needs and not whole:
            break
        for number, (records, held) in enumerate(drafted, 1):
            own = [need for need in needs if need[0] == number]
            held.update({item: n for _, item, n, _ in own})
            records += [next(fresh) for _ in range(max((a + b for _, _, a, b in own), default=0))]
        if not needs:
            bag.update({item: n for _, item, n, _ in whole})
            drafted[0][0].extend(next(fresh) for _ in range(max(a + b for _, _, a, b in whole)))
    assert not needs
    assert not whole
    beliefs = believed(db, name)
    for (position, *_), belief in [*beliefs["cluster"].items(), *beliefs["global"].items()]:
        assert position == 2 or belief.posterior == pytest.approx(belief.prior)
