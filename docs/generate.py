"""Generate the reference and the tables of results: `make docs`. A test checks that what is committed is current."""

from __future__ import annotations

import csv
import math
import re
from collections import defaultdict
from pathlib import Path
from statistics import mean

import typer.main

import setrisk.sql
from setrisk import METHODS, cli
from setrisk.pipelines.charts import half_width

DOCS = Path(__file__).parent


def pages() -> dict[Path, str]:
    """Every generated page, and every page with a generated part, with the text that it should have."""
    made = {
        DOCS / "reference" / "cli.md": cli_reference(),
        DOCS / "reference" / "sql.md": sql_reference(),
    }
    for page, parts in {
        DOCS / "semantics.md": {"correlations": correlations()},
        DOCS / "generalisation.md": {
            "f-scores": against_k("f_score"),
            "recalls": against_k("recall"),
            "precisions": against_k("precision"),
            "known-cells": known_cells(),
            "methods": methods("generalisation"),
        },
        DOCS / "disassociation.md": {
            "methods": methods("disassociation"),
            "against-k": breakages("k", "k"),
            "against-density": breakages("density", "density"),
            "against-size": breakages("cluster size", "max_cluster_size"),
            "refining": breakages("refining", "refine"),
        },
    }.items():
        made[page] = page.read_text(encoding="utf-8")
        for name, table in parts.items():
            made[page] = _between(made[page], name, table)
    return made


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
            lines.append(f"| `{spelled}` | {_cell(_plain(getattr(parameter, 'help', '')))}{given} |")
        epilog = _plain(command.epilog)
        lines += ["", *(f"{part}\n" for part in epilog.split("\n\n") if not part.startswith("Example: "))]
        lines += ["```console", f"$ {epilog.rpartition('Example: ')[2]}", "```", ""]
    return "\n".join(lines).rstrip() + "\n"


def sql_reference() -> str:
    """One section a family, one entry a relation."""
    lines = [
        "# The relations",
        "",
        "Generated from the SQL files by `make docs`. In a database, `FROM setrisk.functions` lists the public ones.",
        "Relations marked *internal* are steps of others: no interface, and free to change.",
        "",
    ]
    by_family = defaultdict(list)
    for relation in setrisk.sql.relations():
        by_family[relation.family].append(relation)
    for family, relations in sorted(by_family.items()):
        lines += [f"## {family}", ""]
        for relation in sorted(relations, key=lambda r: (r.internal, r.name)):
            lines += [f"### {relation.name}{' *(internal)*' if relation.internal else ''}", ""]
            lines += ["```text", relation.signature, "```", "", relation.meaning.replace("\n", "  \n"), ""]
            if relation.duckdb_only:
                lines += [f"DuckDB only: {relation.duckdb_only}.", ""]
    lines += [
        "## Tables",
        "",
        "`setrisk_private` is the owner's; `setrisk` is what is published and what attackers derive.",
        "",
    ]
    for table in setrisk.sql.tables():
        lines += [
            f"### {table.schema}.{table.name}",
            "",
            table.meaning,
            "",
            "```sql",
            table.create,
            "```",
            "",
        ]
    return "\n".join(lines).rstrip() + "\n"


def methods(family: str) -> str:
    """The registry's methods of a family."""
    rows = [["method", "to", "what it does", "source"]]
    rows += [[f"`{m.name}`", m.task, m.meaning, m.source] for m in METHODS if m.family == family]
    return _table(rows)


def correlations() -> str:
    """Correlation with human judgement, by benchmark and measure."""
    rows = [["benchmark", "measure", "kind", "pairs covered", "Pearson", "Spearman"]]
    for row in _results("semantics.csv"):
        numbers = [f"{float(row[c]):.2f}" if row[c] else "-" for c in ("pearson", "spearman")]
        rows.append([row["benchmark"], row["measure"], row["kind"], f"{row['covered']} of {row['pairs']}", *numbers])
    return _table(rows)


def against_k(quantity: str) -> str:
    """The mean over seeds of one quantity, a row per records, knowledge and method, a column per k."""
    found: dict[tuple[str, str, str], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in _results("generalisation.csv"):
        if row["method"] != "ra" and row[quantity]:
            knowledge = _knowledge(row["measure"])
            found[row["records"], knowledge, row["method"]][int(row["k"])].append(float(row[quantity]))
    ks = sorted({k for by_k in found.values() for k in by_k})
    rows = [["records", "knowledge", "method", *(f"k = {k}" for k in ks)]]
    rows += [[*case, *(f"{mean(by_k[k]):.2f}" for k in ks)] for case, by_k in sorted(found.items())]
    return _table(rows)


def breakages(figure: str, varied: str) -> str:
    """The mean over seeds, with its 95 % confidence interval, of what an experiment on disassociation measured on
    record and term chunks together, a row per quantity, method and knowledge, a column per value of what is varied.
    """
    found: dict[tuple[str, str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in _results("disassociation.csv"):
        if row["figure"] == figure and row["part"] == "both":
            for quantity in ("accuracy", "transaction_breakage", "km_breakage", "wmd"):
                if row[quantity]:
                    case = (quantity.replace("_", " "), row["method"], _knowledge(row["measure"]))
                    found[case][f"{varied} = {row[varied]}"].append(float(row[quantity]))
    values = list(dict.fromkeys(value for by_value in found.values() for value in by_value))
    rows = [["quantity", "method", "knowledge", *(value.replace("_", " ") for value in values)]]
    rows += [[*case, *(_with_interval(of[v]) for v in values)] for case, of in sorted(found.items())]
    return _table(rows)


def _with_interval(values: list[float]) -> str:
    if not values:
        return "-"
    half = half_width(values)
    return f"{mean(values):.2f}" + ("" if math.isnan(half) else f" ± {half:.2f}")


def known_cells() -> str:
    """The share of the cells of the distance tables about which a measure knows anything, and the density."""
    known: dict[tuple[str, str], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in _results("generalisation.csv"):
        if row["known_cells"]:
            known[row["records"], _knowledge(row["measure"])][int(row["k"])].append(float(row["known_cells"]))
        known[row["records"], "(density)"][int(row["k"])].append(float(row["density"]))
    ks = sorted({k for by_k in known.values() for k in by_k})
    rows = [["records", "knowledge", *(f"k = {k}" for k in ks)]]
    rows += [[*case, *(f"{mean(by_k[k]):.2f}" for k in ks)] for case, by_k in sorted(known.items())]
    return _table(rows)


def _knowledge(measure: str) -> str:
    names = {"": "none", "self": "the release alone", "glove": "GloVe, 25 dimensions"}
    return names.get(measure, "trained vectors" if measure.endswith("vectors") else "NGD")


def _results(name: str) -> list[dict[str, str]]:
    with (DOCS / "results" / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _table(rows: list[list[str]]) -> str:
    head, *body = ([_cell(cell) for cell in row] for row in rows)
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *body))


def _plain(text: str | None) -> str:
    """Help without the signs that keep typer from reading markup."""
    return (text or "").replace("\\[", "[")


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _between(text: str, name: str, table: str) -> str:
    """Replace what stands between the marks of a generated part."""
    pattern = rf"(<!-- {name} -->\n).*?(<!-- end -->)"
    replaced, n = re.subn(pattern, lambda match: f"{match[1]}{table}\n{match[2]}", text, flags=re.DOTALL)
    if n != 1:
        raise ValueError(f"the page needs the marks <!-- {name} --> and <!-- end --> once")
    return replaced


if __name__ == "__main__":
    for path, text in pages().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
