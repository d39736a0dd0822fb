"""The way of a stranger: load, protect, attack, evaluate, export, import, drop; corpora, and the options of load."""

import csv
import io
import json
import re
from pathlib import Path

import pytest

from tests.support.command_line import BASKETS, ITEMS, refusal_of, succeeded

ELIMINATE = (
    "SELECT setrisk.eliminate('rba', [[0.56,0.78,1.57,2.19],[1.75,0.58,1.74,1.53],[2.60,2.93,1.78,1.49],"
    "[1.60,1.51,1.89,1.03]])"
)
TOP_PAIRS = "SELECT * FROM setrisk.supports('baskets', size := 2) ORDER BY support DESC LIMIT 5"
PROTECT = "protect my.duckdb baskets r1 --method coat --k 4 --random-constraints 0.05 --seed 7"


def test_the_commands_of_a_stranger(run, folder_without_database):
    made = succeeded(run("load my.duckdb baskets retail.dat --format fimi")).text
    n_entries = sum(map(len, BASKETS))
    assert made == (
        f"baskets: 60 transactions, {len(ITEMS)} items, {n_entries} entries "
        "(0 repeats dropped, 0 empty transactions dropped, 0 kept)\n"
        'items such as "1", "9", "4", "6", "5"\n'
        "the largest transactions hold 5, 5, 5 items\n"
        "2 known items single out 71.7 % and 4 known items single out 100.0 % of the people who have so many: "
        "FROM setrisk.unicity_curve('baskets') ORDER BY known\n"
    )
    (_, suggested) = made.splitlines()[-1].split(": ")
    curve = json.loads(succeeded(run("sql", "my.duckdb", suggested, "--format", "json")).text)
    assert [row["known"] for row in curve] == list(range(1, 11))
    made = succeeded(run(PROTECT)).text
    assert re.fullmatch(r"r1: 60 records of baskets by coat, .*seeded.*\n", made)
    found = succeeded(run("attack my.duckdb r1 --method rba --knowledge self")).text
    assert found.splitlines()[0].replace("|", " ").split() == ["attack", "generalised_item", "record", "item", "step"]
    evaluated = succeeded(run("evaluate my.duckdb r1")).text
    assert "rba:self" in evaluated
    assert "random_baseline" in evaluated
    risk = list(csv.DictReader(io.StringIO(succeeded(run("risk my.duckdb r1 --detailed --format csv")).text)))
    assert {(row["record"], row["attack"]) for row in risk} == {
        (str(record), attack) for record in range(1, 61) for attack in ("none", "rba:self")
    }
    top = succeeded(run("sql", "my.duckdb", TOP_PAIRS)).text.splitlines()
    assert len(top) == 2 + 5
    ((steps,),) = [
        row.values() for row in json.loads(succeeded(run("sql", "my.duckdb", ELIMINATE, "--format", "json")).text)
    ]
    assert steps == [[None, None, 8, 7], [3, None, 5, 6], [2, 1, None, None], [4, 10, 9, None]]
    assert "[[None, None, 8, 7]" in succeeded(run("sql", "my.duckdb", ELIMINATE)).text


def test_a_release_travels_and_goes(run, folder_without_database):
    succeeded(run("load my.duckdb baskets retail.dat --format fimi"))
    succeeded(run(PROTECT))
    exported = run("export my.duckdb r1 out --format csv --anyway")
    paths = exported.text.split()
    assert "the gate was not asked about r1: it was exported to be examined, not to be published" in exported.error
    assert paths == ["out/README.md", "out/generalised_item.csv", "out/generalised_record.csv", "out/release.csv"]
    assert all(Path(path).stat().st_size > 0 for path in paths)
    assert succeeded(run("import other.duckdb theirs out")).text == "theirs: imported, of the family generalisation\n"
    succeeded(run("attack other.duckdb theirs --method mda"))
    assert "the original data are not here" in refusal_of(run("evaluate other.duckdb theirs"))
    assert "the original data are not here" in refusal_of(run("risk other.duckdb theirs"))
    assert succeeded(run("drop other.duckdb theirs")).text == "dropped the release theirs\n"
    assert refusal_of(run("drop my.duckdb baskets")).startswith("releases were made of 'baskets': r1; drop them first")
    assert succeeded(run("drop my.duckdb baskets --cascade")).text == (
        "dropped the data set baskets and the releases that it had\n"
        "that releases of it were exported stays known: setrisk info lists the exports, and setrisk drop --object-type "
        "export forgets one\n"
    )


def test_knowledge_comes_in_and_is_used(run, working_folder):
    made = succeeded(run("load-corpus my.duckdb known documents.txt")).text
    assert made == "known: 30 documents, 210 words\n"
    (working_folder / "counts.csv").write_text("item_a;item_b;hits\n1;;7\n2;;5\n1;2;3\n")
    made = succeeded(run("load-corpus my.duckdb counted counts.csv --counts-of 1000 --separator ;")).text
    assert made == "counted: 1,000 documents, 3 counts\n"
    assert succeeded(run("embed my.duckdb vectors vectors.txt")).text == "vectors: 40 words of 2 dimensions\n"
    made = succeeded(run("embed my.duckdb trained --corpus known --dimensions 3 --span 2 --words 6 --seed 1")).text
    assert re.fullmatch(r"trained: [1-6] words of 3 dimensions\n", made)
    for knowledge in ("known", "counted", "vectors", "trained"):
        succeeded(run(f"attack my.duckdb r1 --method mda,tba --knowledge {knowledge}"))
    evaluated = {row["attack"] for row in json.loads(succeeded(run("evaluate my.duckdb r1 --permuted -f json")).text)}
    attacks = {attack for attack in evaluated if not attack.endswith(":permuted")}
    assert evaluated - attacks == {f"{attack}:permuted" for attack in attacks - {"random_baseline"}}
    assert attacks == {
        "random_baseline",
        "mda:self",
        "rba:self",
        *(
            f"{method}:{knowledge}"
            for method in ("mda", "tba")
            for knowledge in ("known", "counted", "vectors", "trained")
        ),
    }
    assert succeeded(run("drop my.duckdb known --object-type knowledge")).text == "dropped the knowledge known\n"
    assert "there is no knowledge 'known'" in refusal_of(run("attack my.duckdb r1 --knowledge known"))


@pytest.mark.parametrize(
    ("text", "options", "transactions"),
    [
        ("x\n% c\na;b\nc\n", "--format baskets --separator ; --skip 1 --comment %", [["a", "b"], ["c"]]),
        ("who,what\n1,a\n2,b\n1,c\n", "--id who --item what", [["a", "c"], ["b"]]),
        ("1|a\n2|b\n", "--format long --id column0 --item column1 --separator | --no-header", [["a"], ["b"]]),
        ("n,l,a,b\n1,x,1,0\n2,y,1,1\n", "--format matrix --exclude n --exclude l", [["a"], ["a", "b"]]),
        ("a,b\n0,1\n0,0\n", "--format matrix --header --empty keep", [["b"], []]),
        ("set,times\na b,2\nc,1\n", "--items set --count times", [["a", "b"], ["a", "b"], ["c"]]),
        ("basket\n\"a,b\"\nc\n", "--format lists --items basket --separator ,", [["a", "b"], ["c"]]),
    ],
)  # fmt: skip
def test_the_options_of_load_are_those_of_the_function(run, working_folder, text, options, transactions):
    (working_folder / "given.csv").write_text(text)
    succeeded(run(f"load my.duckdb d given.csv {options}"))
    query = (
        "SELECT n.tid, coalesce(list(i.item ORDER BY t.position) FILTER (WHERE i.item IS NOT NULL), []) AS items "
        f"FROM range(1, {len(transactions) + 1}) AS n(tid) "
        "LEFT JOIN setrisk_private.transaction_item AS t ON t.dataset = 'd' AND t.tid = n.tid "
        "LEFT JOIN setrisk_private.item AS i USING (item_id) GROUP BY n.tid ORDER BY n.tid"
    )
    assert [
        row["items"] for row in json.loads(succeeded(run("sql", "my.duckdb", query, "-f", "json")).text)
    ] == transactions


def test_a_query_can_be_loaded(run, working_folder):
    query = "SELECT id, item FROM (VALUES (1, 'a'), (1, 'b'), (2, 'a')) AS t(id, item)"
    made = succeeded(run("load", "my.duckdb", "d", query, "--sql", "--format", "long")).text
    assert made.startswith("d: 2 transactions, 2 items, 3 entries")
    assert "query: Parser Error" in refusal_of(run("load", "my.duckdb", "e", "SELEC 1", "--sql"))
