"""What is replaced or dropped from the command line."""

from tests.support.command_line import succeeded


def test_what_is_replaced_goes_only_where_the_new_can_be_made(run, working_folder):
    assert run("load my.duckdb baskets nothing.dat --format fimi --replace").code == 2
    assert run("protect my.duckdb baskets r1 --method disassociation --k 1000 --replace").code == 2
    assert "rba" in run("evaluate my.duckdb r1").text
    assert run("protect my.duckdb baskets r1 --method disassociation --k 3 --replace").code == 0
    assert "disassociation" in run("sql", "my.duckdb", "FROM setrisk.release").text
    assert "rba" not in run("sql", "my.duckdb", "FROM setrisk.attack_run").text
    said = succeeded(run("load my.duckdb baskets retail.dat --format fimi --replace")).text
    assert said.startswith("dropped with the data set that it replaces: r1\nbaskets: ")
    assert "r1" not in run("sql", "my.duckdb", "FROM setrisk.release").text


def test_that_a_release_of_a_series_goes_is_no_news_to_its_readers(run, working_folder):
    given = "--method anony --r-th 4 --sensitive-share 0.1 --cluster-size 5 --series months"
    succeeded(run(f"protect my.duckdb baskets jan {given}"))
    for words in (f"protect my.duckdb baskets jan {given} --replace", "drop my.duckdb months --object-type series"):
        result = run(words)
        assert result.code == 0
        assert result.error.startswith("setrisk: warning: whoever has the release that was dropped still has it")
    assert run("drop my.duckdb r1").error == ""
