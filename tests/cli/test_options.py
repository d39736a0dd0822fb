"""Options mean one thing each, and reach the function that they are for."""

import json
from collections import Counter

import typer.main

from setrisk.cli import app
from tests.support.command_line import succeeded


def test_no_option_of_a_command_is_there_twice():
    program = typer.main.get_command(app)
    twice = {
        (name, option)
        for name, command in program.commands.items()
        for option, n in Counter(option for p in command.params for option in (*p.opts, *p.secondary_opts)).items()
        if n > 1
    }
    assert twice == set()


def test_the_limit_of_a_budget_is_that_of_its_epsilon(working_folder, run):
    succeeded(run("set-budget my.duckdb baskets --epsilon-limit 0.5"))
    (shown,) = json.loads(succeeded(run("budget my.duckdb baskets --format json")).text)
    assert shown["epsilon_limit"] == 0.5


def test_an_option_that_takes_one_value_is_given_once(working_folder, run):
    for words, name in {
        "protect my.duckdb baskets new --method disassociation --k 3 --k=5": "--k",
        "protect my.duckdb baskets new --method sanony --as-printed --no-as-printed": "--as-printed or --no-as-printed",
        "risk my.duckdb r1 --format csv -f json": "--format or -f",
        "sql my.duckdb FROM_setrisk.release --format csv --format csv": "--format or -f",
    }.items():
        result = run(words)
        assert result.code == 2
        assert result.error == f"setrisk: {name} is given 2 times, but takes one value: give it once\n"
    # A switch says the same however often, and some options take several values.
    assert run("risk my.duckdb r1 --detailed --detailed").code == 0
    assert "no data set 'nothing'" in run("whatif my.duckdb nothing --method coat --method coat --k 3 --k 5").error
    assert run("protect --k 3 --k 5 --help").code == 0


def test_the_default_of_an_option_that_takes_several_is_a_list():
    commands = typer.main.get_command(app).commands
    several = [p for command in commands.values() for p in command.params if getattr(p, "multiple", False)]
    assert [p.name for p in several if p.default == ["coat"]] == ["method"]
    assert [p.name for p in several if isinstance(p.default, str)] == []
