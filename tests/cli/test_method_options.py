"""The options of methods are handed on; constraints and queries come from files and arguments."""

import json
from typing import Any

import pytest

import setrisk
from setrisk.pipelines.releases.protect import Protected
from tests.support.command_line import ITEMS, read_back, refusal_of, succeeded


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ("--k 4", {"k": 4}),
        ("--k=4", {"k": 4}),
        ("--random-constraints 0.05 --seed 7", {"random_constraints": 0.05, "seed": 7}),
        ("--keep-order", {"keep_order": True}),
        ("--keep-order --k 4", {"keep_order": True, "k": 4}),
        ("--no-keep-order --k 4", {"keep_order": False, "k": 4}),
        ("--privacy-constraints 'a b.txt'", {"privacy_constraints": "a b.txt"}),
        ("--privacy-constraints=x=y", {"privacy_constraints": "x=y"}),
        ("--privacy all", {"privacy_constraints": "all"}),
        ("--privacy-constraints ''", {"privacy_constraints": ""}),
        ("--seed -1", {"seed": -1}),
        ("", {}),
    ],
)
def test_the_options_of_methods_are_handed_on(run, unchanged_folder, monkeypatch, words, given):
    seen: list[dict[str, Any]] = []

    def protect(
        con: object, dataset: str, release: str, *, method: str = "coat", progress: object, **parameters: Any
    ) -> Protected:
        seen.append(parameters)
        return Protected(release, dataset, method, 1, [], "done", 1)

    monkeypatch.setattr(setrisk, "protect", protect)
    succeeded(run(f"protect my.duckdb d r {words}"))
    succeeded(run(f"protect {words} --method coat my.duckdb d r"))
    assert seen == [given, given]


def test_the_options_of_attacks_reach_the_catalog(run, working_folder):
    succeeded(run("attack my.duckdb r1 --method gba --scaled --threshold 1.5 --context=1"))
    succeeded(run("attack my.duckdb r1 --method 'ra, mda' --seed 3 --no-labelled --unlabelled-k 5"))
    query = "SELECT a.attack, a.parameters FROM setrisk.attack_run AS a WHERE a.attack NOT IN ('mda:self', 'rba:self')"
    found = {
        row["attack"]: row["parameters"]
        for row in json.loads(succeeded(run("sql", "my.duckdb", query, "-f", "json")).text)
    }
    looks = {"context": 2, "conjunctive": False, "labelled": True, "unlabelled_k": 2, "utility_constraints": None}
    unlabelled = looks | {"labelled": False, "unlabelled_k": 5}
    assert {name: json.loads(told) if isinstance(told, str) else told for name, told in found.items()} == {
        "gba:self:context=1:threshold=1.5:scaled=True": {
            **looks, "context": 1, "threshold": 1.5, "scaled": True},
        "ra:self:labelled=False:unlabelled_k=5:seed=3": {
            **unlabelled, "seed": 3, "draws": 2},  # ten, which tests make two of
        "mda:self:labelled=False:unlabelled_k=5": unlabelled,
    }  # fmt: skip
    assert len(read_back(run("evaluate my.duckdb r1 -f csv"), "csv", working_folder)) == 6
    succeeded(run("attack my.duckdb r1 --method all"))
    assert len(read_back(run("evaluate my.duckdb r1 -f csv"), "csv", working_folder)) == 10


def test_constraints_may_come_from_a_file(run, working_folder):
    (working_folder / "private.txt").write_text("# secret\n1, 2\n\n3\n")
    (working_folder / "useful.json").write_text(json.dumps([{"items": [str(n) for n in ITEMS]}]))
    made = run(
        "protect my.duckdb baskets r2 --k 3 --privacy-constraints private.txt "
        "--utility-constraints useful.json --max-suppression 0.5"
    )
    assert made.code == 0
    assert made.error.startswith("setrisk: warning: nothing had to be changed: the release shows the data as they are")
    query = (
        "SELECT c.constraint_no, count(*) AS n FROM setrisk_private.privacy_constraint AS c "
        "WHERE c.release = 'r2' GROUP BY ALL ORDER BY ALL"
    )
    assert json.loads(succeeded(run("sql", "my.duckdb", query, "-f", "json")).text) == [
        {"constraint_no": 1, "n": 2},
        {"constraint_no": 2, "n": 1},
    ]


@pytest.mark.parametrize(
    "query",
    [
        "CREATE TABLE main.mine (a INTEGER)",
        "INSERT INTO setrisk.corpus VALUES ('a', 'b', 1) RETURNING corpus AS items",
        "SELECT ['a'] AS items; SELECT ['b'] AS items",
        "",
    ],
)
def test_what_is_loaded_is_one_query(run, working_folder, query):
    before = (working_folder / "my.duckdb").read_bytes()
    assert refusal_of(run("load", "my.duckdb", "d", query, "--sql")) == "query: give one SELECT"
    assert (working_folder / "my.duckdb").read_bytes() == before


def test_what_a_kernel_says_is_told_without_its_wrapping(run, unchanged_folder):
    result = refusal_of(run("sql", "my.duckdb", "SELECT setrisk.eliminate('magic', [[1.0]])"))
    assert result.startswith("query: there is no elimination method 'magic'; choose one of")


def test_numbers_in_a_table(run, unchanged_folder):
    query = "SELECT unnest([123456789.25, 30.0, 0.123456, 1e-9, 0.0, -2.5, 1e300]) AS number"
    told = succeeded(run("sql", "my.duckdb", query)).text.split()[2:]
    assert told == ["123456789.25", "30", "0.1235", "1e-09", "0", "-2.5", "1e+300"]
