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


def test_the_default_of_an_option_that_takes_several_is_a_list():
    commands = typer.main.get_command(app).commands
    several = [p for command in commands.values() for p in command.params if getattr(p, "multiple", False)]
    assert [p.name for p in several if p.default == ["coat"]] == ["method"]
    assert [p.name for p in several if isinstance(p.default, str)] == []
