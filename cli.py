"""The command line. Each command runs a function of the public API; its signature and docstring give the options."""

from __future__ import annotations

from typing import Annotated

import typer

import setrisk
from setrisk.pipelines.showcase.demo import demo
from setrisk.pipelines.showcase.experiments import reproduce
from setrisk.terminal import calls, results
from setrisk.terminal import sql as queries
from setrisk.terminal.commands import Command, Flag
from setrisk.terminal.options import SetriskCommand
from setrisk.terminal.output import say
from setrisk.terminal.program import run

# A row per command, in the order of `setrisk --help`.
COMMANDS = (
    Command(
        setrisk.load,
        ["load my.duckdb baskets retail.dat --format fimi"],
        results.show_loaded,
        call=calls.load,
        flags=[Flag("sql", "FILE is a DuckDB query.")],
        help={"source": "The file, - for standard input, a table of the database, or with --sql a DuckDB query."},
        metavars={"source": "FILE"},
        makes_database=True,
    ),
    Command(setrisk.profile, ["profile my.duckdb baskets"], step="looking at the data set"),
    Command(setrisk.info, ["info my.duckdb"]),
    Command(
        setrisk.sample_series,
        ["sample-series my.duckdb baskets --share 0.05 --repeat 0.4 --snapshots 5 --seed 7"],
        results.show_sample_series,
    ),
    Command(
        setrisk.load_corpus,
        ["load-corpus my.duckdb ohsumed ohsumed.jsonl.gz --text text"],
        results.show_corpus,
        metavars={"knowledge": "NAME", "source": "FILE"},
        makes_database=True,
    ),
    Command(
        setrisk.embed,
        ["embed my.duckdb vectors --corpus ohsumed --dimensions 50"],
        results.show_embedding,
        arguments=["source"],
        metavars={"knowledge": "NAME", "source": "FILE"},
        makes_database=True,
    ),
    Command(
        setrisk.protect,
        [
            "sql my.duckdb \"CREATE TABLE rare AS SELECT items FROM setrisk.rare_itemsets('baskets', k := 4)\"",
            "protect my.duckdb baskets r1 --method coat --k 4 --privacy-constraints rare",
            "protect my.duckdb baskets r2 --method disassociation --k 4",
        ],
        results.show_protected,
        call=calls.protect,
        help={"method": "How to protect the data."},
        methods="protect",
    ),
    Command(
        setrisk.attack,
        ["attack my.duckdb r1"],
        results.show_findings,
        note="Prints the findings, and how many people they put at risk.",
        help={"method": "One method, or several separated by commas; by default all that fit the family."},
        methods="attack",
    ),
    Command(
        setrisk.assess,
        ["assess my.duckdb r1 --known 1..4"],
        call=calls.assess,
        note="Prints a row per criterion, number of known items and choice of them.",
    ),
    Command(
        setrisk.whatif,
        [
            "whatif my.duckdb baskets --method coat --method disassociation --k 2,3 --privacy-constraints rare "
            "--attacks rba,aba --pairs 20"
        ],
        results.show_grid,
        note="Options of methods may be repeated, and take several numbers: 2..6 or 0.1,0.5. Ctrl-C keeps what was "
        "found so far. Exits with 1 if no release has results.",
        methods="protect attack",
        repeated=True,
    ),
    Command(
        setrisk.advise,
        ["advise my.duckdb baskets", "advise my.duckdb baskets baskets.html --known 1..3 --release safe"],
        results.show_advice,
        note="Exits with 1 if none keeps the limits.",
        arguments=["path"],
        metavars={"path": "FILE"},
        methods="protect",
        repeated=True,
    ),
    Command(
        setrisk.export,
        [
            "export my.duckdb r1 published/ --limits limits.toml",
            "export my.duckdb r1 published/ --max-at-risk 5% --attacks rba --flat --replace",
        ],
        results.show_exported,
        before=calls.prepare_export,
        note="Exits with 1 if the gate says no, and writes nothing.",
    ),
    Command(
        setrisk.import_release,
        ["import other.duckdb r1 published/"],
        results.show_imported,
        call=calls.import_release,
        name="import",
        makes_database=True,
    ),
    Command(setrisk.drop, ["drop my.duckdb r1"], results.show_dropped, call=calls.drop),
    Command(
        setrisk.evaluate,
        ["evaluate my.duckdb r1"],
        results.show_evaluation,
        step="evaluating attacks, and guessing beside them",
    ),
    Command(
        setrisk.calibrate,
        ["calibrate my.duckdb r1 --shadows 5 --seed 1"],
        note="The owner sees in setrisk.belief_evaluation how often that was right.",
    ),
    Command(
        setrisk.risk_summary,
        ["risk my.duckdb r1", "risk my.duckdb r1 --detailed --format csv"],
        results.show_risk,
        call=calls.risk,
        name="risk",
        note="With --detailed: which records, and why.",
        flags=[Flag("detailed", "A row per record and attack, with the evidence in words.")],
        step="looking at who is at risk",
    ),
    Command(setrisk.utility, ["utility my.duckdb r1"], step="asking reconstructions of the release"),
    Command(
        setrisk.check,
        [
            "check my.duckdb r1 --max-at-risk 5% --attacks rba --junit gate.xml",
            "check my.duckdb r1 --max-narrowing 10% --known 1",
        ],
        results.show_verdict,
        before=calls.prepare_check,
        call=calls.check,
        note="Exits with 1 if it may not, or no limit on risk was given; then it looks at marks, series and exports "
        "alone. With limits, it reads the original data.",
        files={"junit": "Write the verdict as JUnit XML to this file, too."},
    ),
    Command(
        setrisk.recommend,
        [
            "recommend my.duckdb 'baskets 1' --max-at-risk 0.3",
            "recommend my.duckdb 'baskets 1' --max-narrowing 10% --min-coverage 0",
        ],
        results.show_recommended,
        before=calls.prepare_recommend,
        note="Exits with 1 if none is within the limits, or there is no limit on risk, and shows the nearest.",
    ),
    Command(
        setrisk.report,
        ["report my.duckdb r1 r1.html --max-at-risk 0.05"],
        results.show_paths,
        metavars={"path": "FILE"},
    ),
    Command(
        setrisk.may_publish,
        ["may-publish my.duckdb march"],
        results.show_series_verdict,
        note="Exits with 1 if someone would be at risk. Reads the original data.",
    ),
    Command(setrisk.budget, ["budget my.duckdb baskets"]),
    Command(setrisk.set_budget, ["set-budget my.duckdb baskets --epsilon-limit 1"]),
    Command(
        setrisk.audit,
        ["audit aplkiller --epsilon 0.5 --releases 20000 --seed 1"],
        results.show_audit,
        note="Exits with 1 if it spends more epsilon than it claims.",
    ),
    Command(
        setrisk.audit_membership,
        ["audit-membership my.duckdb noisy --people 2 --releases 100"],
        results.show_membership,
        note="Prints a row per person. Exits with 1 if the method spends more epsilon than it claims.",
    ),
    Command(
        demo,
        ["demo"],
        arguments=["database"],
        call=calls.demo,
        show=results.show_nothing,
        hidden=["command", "say"],
    ),
    Command(
        reproduce,
        ["reproduce generalisation --data ~/data --out results"],
        results.show_paths,
        environment={"data": "SETRISK_DATA"},
    ),
)

app = typer.Typer(
    name="setrisk",
    help="Measure how safe a release of set-valued data is. Everything lives in one DuckDB file, and answers in SQL.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(is_asked: bool) -> None:
    if is_asked:
        say(f"setrisk {setrisk.__version__}")
        raise typer.Exit


@app.callback()
def program(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Options of the program itself."""


for command in COMMANDS:
    command.add_to(app)
app.command("sql", cls=SetriskCommand, epilog=f"Example: setrisk {queries.EXAMPLE}")(queries.sql)


def main() -> None:
    """Run the command line; exits with 0 fine, 1 the gate says no, 2 bad input, 70 a defect of setrisk."""
    run(app)
