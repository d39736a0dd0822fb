"""Help: every command, its examples, which run, and the parameters of methods."""

import re
import shutil
import subprocess

import pytest

import setrisk
from setrisk import cli
from setrisk.pipelines.methods.description import METHODS
from setrisk.terminal.help_texts import plain_text
from tests.cli.conftest import BUILT_ONCE
from tests.support.command_line import succeeded


def commands() -> dict[str, str]:
    """Each command with the text below its help."""
    return {
        command.name or command.callback.__name__: command.epilog or ""
        for command in cli.app.registered_commands
        if command.callback
    }


def examples(name: str) -> list[str]:
    return re.findall(r"^Example: setrisk (.*)$", commands()[name], re.MULTILINE)


def test_help_lists_every_command(run):
    for words in ("--help", "-h"):
        text = succeeded(run(words)).text
        for name in commands():
            assert re.search(rf"^\W+{name}\s", text, re.MULTILINE)
    assert len(commands()) >= 13


@pytest.mark.parametrize("name", commands())
def test_the_help_of_every_command_has_an_example(run, name):
    text = re.sub(r"[\s│]+", " ", succeeded(run(f"{name} --help")).text)
    assert examples(name)
    for example in examples(name):
        assert f"Example: setrisk {example}" in text


NOT_RUN = {"demo", "reproduce", "advise"}  # Minutes of work, or real data: tests of their own.


@pytest.mark.parametrize("name", [name for name in commands() if name not in NOT_RUN])
def test_the_examples_run(run, working_folder, name):
    rare = "sql my.duckdb \"CREATE TABLE rare AS SELECT r.items FROM setrisk.rare_itemsets('baskets', k := 4) AS r\""
    protected = [
        "drop my.duckdb r1",
        rare,
        "protect my.duckdb baskets r1 --method coat --k 4 --privacy-constraints rare --max-suppression 1",
        "attack my.duckdb r1 --method ra,rba",
        "assess my.duckdb r1 --known 1",
    ]
    before = {
        "load": ["drop my.duckdb baskets --cascade"],
        "protect": ["drop my.duckdb r1"],
        "whatif": [rare],
        "embed": ["load-corpus my.duckdb ohsumed ohsumed.jsonl"],
        # Attackers learn from items that are not generalised, of which r1 has few.
        "calibrate": [
            "protect my.duckdb baskets r1 --method coat --k 2 --random-constraints 0.1 --seed 7 --replace",
            "attack my.duckdb r1 --method rba",
        ],
        "check": protected,
        "export": protected,
        "recommend": [
            "whatif my.duckdb baskets --method disassociation --k 8 --attacks aba --at-risk-below 2 --pairs 5 --seed 1"
        ],
        "audit-membership": ["protect my.duckdb baskets noisy --method privbayes --epsilon 1 --from-data --seed 1"],
        "may-publish": [
            "protect my.duckdb baskets march --method anony --r-th 4 --sensitive-share 0.1 --cluster-size 5 --seed 1"
        ],
    }
    (working_folder / "private.txt").write_text("1, 2\n3\n")
    if name == "export":
        shutil.rmtree(working_folder / "published")
        (working_folder / "limits.toml").write_text("max_narrowing = 0.1\nknown = [1]\n")
    if name == "load-corpus":
        subprocess.run(["gzip", "ohsumed.jsonl"], check=True)
    for command in before.get(name, []):
        succeeded(run(command))
    for example in examples(name):
        done = run(example)
        # An export says to standard error how far the yes of the gate goes.
        assert (done if name == "export" and done.code == 0 else succeeded(done)).output


def test_the_help_of_a_method_lists_its_parameters(run):
    for task in ("protect", "attack"):
        text = re.sub(r"\s+", " ", succeeded(run(f"{task} --help")).text)
        for method in METHODS:
            if method.task == task:
                assert f"{method.name}: {method.meaning}"[:40] in text
                for parameter in method.parameters:
                    assert f"--{parameter.name.replace('_', '-')}" in text


def test_without_a_command_there_is_help_and_exit_code_2(run):
    result = run("setrisk", "--help")  # two words, so that none is split; the first is no command
    assert result.code == 2
    assert "No such command 'setrisk'" in result.error


def test_an_option_without_its_value(run, unchanged_folder):
    result = run("protect my.duckdb baskets r2 --k")
    assert (result.code, result.output) == (2, b"")
    assert "Option '--k' requires an argument" in result.error


def test_the_version_is_said(run, working_folder):
    assert succeeded(run("--version")).text == f"setrisk {setrisk.__version__}\n"


def test_help_does_not_offer_what_only_python_can_do():
    """Nor names a parameter as Python does, aside from those of methods, which papers call so."""
    of_methods = {parameter.name for method in METHODS for parameter in method.parameters}
    for name, command in BUILT_ONCE(cli.app).commands.items():
        texts = [command.help, command.epilog, *(parameter.help for parameter in command.params)]
        names = {parameter.name for parameter in command.params if "_" in parameter.name} - of_methods
        for text in filter(None, texts):
            assert not re.search(r"\bPython\b|setrisk\.methods\.[A-Z]|__", text), (name, text)
            assert not names & set(re.findall(r"(?<!-)\b\w+\b", text)), (name, text)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("one. In Python, two: `a.b(c)`. Three.", "One. Three."),
        ("one; in Python, also two", "One"),
        ("one; in Python, also two. Three.", "One. Three."),
        ("one. In Python, two.", "One."),
        ("as in\n    Python, by `max_score` or `score`", "As in Python, by --max-score or score"),
    ],
)
def test_a_docstring_as_help(written, shown):
    assert plain_text(written, ["max_score", "score"]) == shown
