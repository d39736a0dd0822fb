"""What `setrisk load` says: how the data look, and the command to run where it cannot tell their format."""

import shlex
import sys

import pytest

from setrisk import cli


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Run a command line as the program does, in this process and an empty folder."""
    monkeypatch.chdir(tmp_path)

    def ran(words):
        capsys.readouterr()
        monkeypatch.setattr(sys, "argv", ["setrisk", *shlex.split(words)])
        with pytest.raises(SystemExit) as end:
            cli.main()
        return end.value.code or 0, *capsys.readouterr()

    return ran


def test_a_load_says_how_the_data_look(run, tmp_path):
    (tmp_path / "b.txt").write_text("whole milk,beer\nbeer,soda,rolls\n" * 9)
    assert run("load my.duckdb b b.txt") == (
        0,
        "b: 18 transactions, 4 items, 45 entries (0 repeats dropped, 0 empty transactions dropped, 0 kept)\n"
        "4 items, separated by commas; `--separator` overrides\n"
        'items such as "beer", "rolls", "soda", "whole milk"\n'
        "the largest transactions hold 3, 3, 3 items\n"
        "2 known items single out 0.0 % of the people who have so many: "
        "FROM setrisk.unicity_curve('b') ORDER BY known\n",
        "",
    )
    code, said, error = run("load my.duckdb c b.txt --separator ','")
    assert (code, error) == (0, "")
    assert "\n4 items, separated by commas\n" in said


def test_what_looks_unsplit_is_warned_of_beside_the_output(run, tmp_path):
    (tmp_path / "b.txt").write_text("".join(f"a{n},b{n}\n" for n in range(30)))
    code, said, error = run(r"load my.duckdb b b.txt --separator '\n'")
    assert code == 0
    assert "30 items, separated by line ends\n" in said
    assert error.startswith("setrisk: warning: 30 of 30 items contain commas")
    assert error.count("setrisk: warning: ") == error.count("\n") == 2


def test_names_that_steer_a_terminal_are_escaped_and_long_ones_cut(run, tmp_path):
    (tmp_path / "b.txt").write_text(f"\x1b[31mred,\u202eabc\n{'x' * 500},y\n", encoding="utf-8")
    code, said, _ = run("load my.duckdb b b.txt --separator ,")
    assert code == 0
    assert r'"\x1b[31mred"' in said
    assert r'"\u202eabc"' in said
    assert f'"{"x" * 40}..."' in said


@pytest.mark.parametrize(
    ("name", "text", "given", "proposed"),
    [
        ("g.csv", "whole milk,beer\nbeer\n", "", "--format=baskets"),
        ("my file.csv", "visit,what is it\n1,a\n1,b\n2,a\n", "", "--format=long --id=visit '--item=what is it'"),
        ("v.csv", "# x\nid,item\n1,a\n", "--comment '#' --empty keep --replace",
         "--replace '--comment=#' --empty=keep --format=long --id=id --item=item"),
        ("m.csv", "x\na,b\n1,0\n0,1\n", "--skip 1", "--skip=1 --format=matrix"),
        # Counts of lists are not left out without a word.
        ("h.csv", 'items,count\n"a,b",3\na,2\n"b,c",7\n', "",
         "--separator=, --format=histogram --items=items --count=count"),
        ("h.jsonl", '{"items": ["a", "b"], "count": 5}\n{"items": ["a"], "count": 2}\n', "",
         "--format=histogram --items=items --count=count"),
        # Lists beside what is another in each row, as people's numbers are.
        ("p.txt", "patient\tdiagnoses\n" + "".join(f"P{n}\tflu cold\nQ{n}\tflu hiv\n" for n in range(9)), "",
         "'--separator= ' --format=lists --items=diagnoses"),
        ("p.csv", "id;item\n" + "".join(f"P{n};flu,cold\n" for n in range(20)), "",
         "--separator=, --format=lists --items=item"),
        # A separator that no line holds is not proposed again.
        ("s.csv", "a,b\nc\na,c\nb,c\nb\na\n", "--separator ', '", "s.csv --format=baskets"),
    ],
)  # fmt: skip
def test_the_command_that_most_likely_loads_a_file_is_proposed_whole(run, tmp_path, name, text, given, proposed):
    (tmp_path / name).write_text(text)
    code, said, error = run(f"load my.duckdb d {shlex.quote(name)} {given}")
    assert (code, said) == (2, "")
    assert not (tmp_path / "my.duckdb").exists()
    start = f"setrisk: {name}: its format is not clear; judging by its contents, most likely: setrisk "
    assert error.startswith(start)
    command = error.removeprefix(start).rstrip("\n")
    assert proposed in command
    assert run(command)[0] == 0


def test_names_of_people_are_no_lists(run, tmp_path):
    (tmp_path / "p.csv").write_text("id,name\n" + "".join(f"{n},John {n}th\n" for n in range(20)))
    assert "--format=lists" not in run("load my.duckdb d p.csv")[2]


def test_a_matrix_with_names_of_people_is_proposed_without_them(run, tmp_path):
    (tmp_path / "m.csv").write_text('name,milk,bread\n"Doe, Ann",1,0\nBob,1,1\n')
    code, _, error = run("load my.duckdb d m.csv")
    assert (code, error.split("most likely: ")[1]) == (
        2,
        "setrisk load my.duckdb d m.csv --exclude=name --format=matrix\n",
    )
    code, _, error = run("load my.duckdb d m.csv --format matrix")
    assert code == 2
    assert "in the column 'name'; leave out a column that is not an item by exclude (--exclude)" in error
    assert "Ann" not in error
    assert run("load my.duckdb d m.csv --exclude name")[1].startswith("d: 2 transactions, 2 items, 3 entries")
    error = run("load my.duckdb e m.csv --format baskets")[2]
    assert error.endswith("most likely --format=matrix --exclude=name\n")


@pytest.mark.parametrize(
    "rows",
    ["name,a\nAnn,1\nBob,0\n", "name,town,a,b\nAnn,Ulm,1,0\nBob,Bonn,1,1\n", "a,1,0\nb,0,1\nc,1,1\n"],
)
def test_other_tables_are_no_matrix(run, tmp_path, rows):
    (tmp_path / "m.csv").write_text(rows)
    assert "--format=matrix" not in run("load my.duckdb d m.csv")[2]


def test_a_table_that_is_loaded_as_baskets_is_warned_of(run, tmp_path):
    rows = "".join(f"P{n // 3},2024-01-{n % 28 + 1:02},{'flu' if n % 2 else 'hiv'}\n" for n in range(60))
    (tmp_path / "p.csv").write_text("patient_id,day,diagnosis\n" + rows)
    code, _, error = run("load my.duckdb d p.csv --format baskets")
    assert code == 0
    assert error == (
        "setrisk: warning: the lines look like rows of a table, not like baskets: most likely --format=long "
        "--id=patient_id --item=diagnosis\n"
    )


def test_a_column_of_counts_is_not_left_out_without_a_word(run, tmp_path):
    (tmp_path / "h.jsonl").write_text('{"items": ["a", "b"], "count": 5}\n{"items": ["a"], "count": 2}\n')
    code, said, error = run("load my.duckdb d h.jsonl --format lists")
    assert (code, said.partition(",")[0]) == (0, "d: 2 transactions")
    assert error == (
        "setrisk: warning: the column 'count' was not read: if it says how often each list occurs, give it as the "
        "count of a histogram\n"
    )


@pytest.mark.parametrize("options", ["--format lists", "--format histogram --count n"])
def test_a_separator_that_no_list_holds_is_an_error(run, tmp_path, options):
    (tmp_path / "h.csv").write_text("items,n\n" + "".join(f'"a{n},b",2\n' for n in range(9)))
    code, said, error = run(f"load my.duckdb d h.csv {options} --items items --separator ';'")
    assert (code, said) == (2, "")
    assert error == "setrisk: h.csv: none of its lists contains the separator ';': name the right one\n"
    assert run(f"load my.duckdb d h.csv {options} --items items --separator ,")[0] == 0


def test_a_table_is_loaded_by_its_name(run):
    assert run("load my.duckdb first \"SELECT ['a'] AS items\" --sql")[0] == 0
    assert run('sql my.duckdb "CREATE TABLE orders AS SELECT 1 AS id, unnest([5, 6]) AS item"')[0] == 0
    code, said, error = run("load my.duckdb o orders")
    assert (code, error) == (0, "")
    assert said.startswith("o: 1 transaction, 2 items")
