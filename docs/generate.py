"""Generate the reference, the tables of results and the types of keywords: `make docs`.

A test checks that what is committed is current."""

from __future__ import annotations

import re
import tempfile
import textwrap
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import typer.main

import setrisk.sql
from docs import answers, example_files, keywords, picture, result_tables
from docs.python_reference import python_reference
from docs.result_tables import markdown_cell, markdown_table
from setrisk import METHODS, cli

if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckdb import DuckDBPyConnection

    from setrisk.sql import Column, Relation

DOCS = Path(__file__).parent


def pages(example: Path) -> dict[Path, str]:
    """Every generated file, and every page with a generated part, with the text that it should have.

    Args:
        example: a database that `docs/example_database.py` has made.
    """
    made = {
        DOCS / "reference" / "cli.md": cli_reference(),
        DOCS / "reference" / "python.md": python_reference(),
        DOCS / "reference" / "sql.md": sql_reference(example),
        DOCS / "reference" / "tables.md": tables_reference(),
        DOCS / "architecture.svg": picture.svg(),
        DOCS / "groceries.csv": example_files.groceries(),
        keywords.PATH: keywords.keywords(),
    }
    for page, parts in {
        DOCS / "index.md": {"refused": verdict("merged"), "accepted": verdict("chunks")},
        DOCS / "architecture.md": {"imports": picture.table()},
        DOCS / "assessment.md": {"unicity": result_tables.unicity()},
        DOCS / "semantics.md": {"correlations": result_tables.correlations()},
        DOCS / "generalisation.md": {
            "protection": result_tables.protection(),
            "f-scores": result_tables.against_k("f_score"),
            "recalls": result_tables.against_k("recall"),
            "precisions": result_tables.against_k("precision"),
            "permuted": result_tables.against_k("permuted_f_score"),
            "knowledge": result_tables.knowledge(),
            "table-sizes": result_tables.table_sizes(),
            "larger-tables": result_tables.larger_tables(),
            "densities": result_tables.densities(),
            "dense": result_tables.dense(),
            "alike": result_tables.alike(),
            "thresholds": result_tables.thresholds(),
            "belief": result_tables.beliefs(),
            "times": result_tables.times(),
            "known-cells": result_tables.known_cells(),
            "methods": methods("generalisation"),
        },
        DOCS / "uncertainty.md": {"methods": methods("uncertainty"), "results": result_tables.uncertainty()},
        DOCS / "histogram.md": {"synthesis": result_tables.synthesis()},
        DOCS / "spark.md": {
            "sharding": result_tables.sharding(),
            "spark": result_tables.spark(),
            "spark-questions": result_tables.spark_questions(),
            "spark-worker": result_tables.spark_worker(),
            "spark-equality": result_tables.spark_equality(),
        },
        DOCS / "disassociation.md": {
            "methods": methods("disassociation"),
            "covers": result_tables.covers(),
            "against-k": result_tables.breakages("k", "k"),
            "against-density": result_tables.breakages("density", "density"),
            "against-size": result_tables.breakages("cluster size", "max_cluster_size"),
            "refining": result_tables.breakages("refining", "refine"),
        },
    }.items():
        made[page] = page.read_text(encoding="utf-8")
        for name, table in parts.items():
            made[page] = _between(made[page], name, table)
    return made


def verdict(release: str) -> str:
    """What the gate says of a release in the tutorial, below its table."""
    tutorial = (DOCS / "tutorial.md").read_text(encoding="utf-8")
    (answer,) = re.findall(rf"^\$ setrisk check shop.duckdb {release} .*\n((?:[^$`].*\n)+)", tutorial, re.MULTILINE)
    lines = [line for line in answer.splitlines() if " | " not in line and "---" not in line]
    wrapped = [part for line in lines for part in textwrap.wrap(line, 80, subsequent_indent="    ")]
    return "\n".join(["```text", *wrapped, "```"])


def cli_reference() -> str:
    """One section a command: what it does, its arguments and options, an example."""
    lines = [
        "# The command line",
        "",
        "Generated from the program by `make docs`. `setrisk COMMAND --help` says the same.",
        "",
    ]
    app = typer.main.get_command(cli.app)
    for name, command in sorted(app.commands.items()):  # type: ignore[attr-defined]
        lines += [
            f"## setrisk {name}",
            "",
            command.help or "",
            "",
            "| argument or option | meaning |",
            "| --- | --- |",
        ]
        for parameter in command.params:
            names = [*parameter.opts, *parameter.secondary_opts]
            spelled = ", ".join(names) if names[0].startswith("-") else (parameter.metavar or "")
            default = parameter.default if isinstance(parameter.default, str | int | float | Path) else None
            given = "" if default in (None, False, 0) or parameter.required else f" Default: `{default}`."
            lines.append(f"| `{spelled}` | {markdown_cell(_plain(getattr(parameter, 'help', '')))}{given} |")
        epilog = _plain(command.epilog)
        lines += ["", *(f"{part}\n" for part in epilog.split("\n\n") if not part.startswith("Example: "))]
        lines += ["```console", f"$ {epilog.rpartition('Example: ')[2]}", "```", ""]
    return "\n".join(lines).rstrip() + "\n"


def sql_reference(example: Path) -> str:
    """One section a topic, one entry a relation, with the answer to its example in that database."""
    lines = [
        "# The relations",
        "",
        "Generated from the SQL files by `make docs`. In a database, `FROM setrisk.functions` lists these relations,",
        "and `FROM setrisk.columns` their columns and those of the published tables. The answers are those of 80",
        "made-up patients: data set `visits`; its releases `r1` (generalised), `r2` (in chunks), `r3` (the histogram",
        "as it is), `r4` (a noisy histogram), `r5` (by rho-uncertainty); and the series `plain months`, with",
        "`plain feb` and `plain mar`.",
        "",
        "A relation that reads the *originals* is for the owner of the data; one that reads what is *published* gives",
        "attackers and auditors the same answer. One that *needs Python* calls a kernel, itself or through others: it",
        "runs on the command line and in a connection of `setrisk.connect`, and any DuckDB client can call the others.",
        "",
    ]
    by_topic = defaultdict(list)
    for relation in setrisk.sql.relations():
        if not relation.is_internal:
            by_topic[relation.topic].append(relation)
    with setrisk.connect(example, read_only=True) as con:
        con.execute("SET threads = 1")  # so that rows come in one order
        for topic, relations in sorted(by_topic.items()):
            lines += [f"## {topic}", ""]
            for relation in sorted(relations, key=lambda r: r.name):
                lines += _entry(con, relation)
    return "\n".join(lines).rstrip() + "\n"


def _entry(con: DuckDBPyConnection, relation: Relation) -> list[str]:
    header = relation.header
    lines = [f"### {relation.name}", "", "```text", relation.signature, "```", "", relation.meaning, ""]
    if relation.parameters:
        rows = [["parameter", "type", "default", "meaning"]]
        rows += [[f"`{p.name}`", p.type, f"`{p.default}`" if p.default else "", p.meaning] for p in relation.parameters]
        if relation.is_table:
            rows = [[name, default, meaning] for name, _, default, meaning in rows]
        lines += [markdown_table(rows), ""]
    if header.row:
        lines += [f"Rows: {header.row}.", ""]
    if relation.columns:
        lines += [_columns(relation.columns), ""]
    notes = [f"Reads: {header.reads}."]
    notes += [f"Source: {header.source}."] if header.source else []
    notes += [f"Explained in [{header.page}](../{header.page})."]
    notes += ["Needs Python: calls a kernel."] if setrisk.sql.needs_python(relation) else []
    notes += ["On [Spark](../spark.md), too."] if relation.is_table else []
    return [*lines, " ".join(notes), "", *_answered(con, header.example)]


def _columns(columns: Sequence[Column]) -> str:
    """The columns of a relation or a table."""
    rows = [["column", "type", "unit", "range", "meaning"]]
    for column in columns:
        kind = f"{column.type}, or NULL" if column.nullable else column.type
        rows.append([f"`{column.name}`", kind, column.unit, column.range, column.meaning])
    return markdown_table(rows)


def _answered(con: DuckDBPyConnection, query: str, most: int = 5) -> list[str]:
    """A query, and the first rows of its answer."""
    lines = ["```sql", query, "```", ""]
    found = con.execute(query)
    names = [column[0] for column in found.description or []]
    rows = found.fetchall()
    # A noisy count may come twice, but not as often as this.
    repeated = 20 if len(rows) == 1 and "FROM" not in query else 1
    if any(con.execute(query).fetchall() != rows for _ in range(repeated)):
        return [*lines, "The answer differs each time.", ""]
    rows = rows if "ORDER BY" in query else sorted(rows, key=repr)
    lines += [markdown_table([names, *([_shown(value) for value in row] for row in rows[:most])]), ""] if rows else []
    if not rows:
        lines += ["No row.", ""]
    elif len(rows) > most:
        lines += [f"{most} of {len(rows):,} rows.", ""]
    return lines


def _shown(value: object) -> str:
    """A value as a page shows it."""
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, list):
        return f"[{', '.join(map(_shown, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_shown(item)}' for key, item in value.items())}}}"
    return "" if value is None else str(value)


def tables_reference() -> str:
    """One entry a table of the catalog."""
    lines = [
        "# The tables",
        "",
        "Generated from the SQL files by `make docs`. The schema `setrisk_private` is the owner's; `setrisk` is what",
        "is published, and what attackers derive from it. In a database, `FROM setrisk.columns` lists the columns of",
        "the tables in `setrisk`.",
        "",
    ]
    for table in setrisk.sql.tables():
        lines += [f"## {table.schema}.{table.name}", "", table.meaning, "", _columns(table.columns), ""]
        lines += [f"Key: {', '.join(f'`{name}`' for name in table.key)}.", ""] if table.key else []
    return "\n".join(lines).rstrip() + "\n"


def methods(family: str) -> str:
    """The registry's methods of a family."""
    rows = [["method", "to", "what it does", "paper"]]
    rows += [[f"`{m.name}`", m.task, m.meaning, m.paper] for m in METHODS if m.family == family]
    return markdown_table(rows)


def _plain(text: str | None) -> str:
    """Help without the signs that keep typer from reading markup."""
    return (text or "").replace("\\[", "[")


def _between(text: str, name: str, table: str) -> str:
    """Replace what is between the marks of a generated part."""
    pattern = rf"(<!-- {name} -->\n).*?(<!-- end -->)"
    replaced, n = re.subn(pattern, lambda match: f"{match[1]}{table}\n{match[2]}", text, flags=re.DOTALL)
    if n != 1:
        raise ValueError(f"the page needs the marks <!-- {name} --> and <!-- end --> once")
    return replaced


if __name__ == "__main__":
    from docs.example_database import make

    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "example.duckdb"
        make(made)
        for page in answers.PAGES:
            with tempfile.TemporaryDirectory() as place:
                text = answers.answered(page, made, Path(place))
            (DOCS.parent / page).write_text(text, encoding="utf-8")
        written = pages(made)
    for path, text in written.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
