"""Generate the reference, the tables of results and the types of keywords: `make docs`.

A test checks that what is committed is current."""

from __future__ import annotations

import csv
import math
import re
import tempfile
import textwrap
from collections import defaultdict
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING

import typer.main

import setrisk.sql
from docs import answers, example_files, keywords, picture
from docs.python_reference import python_reference
from setrisk import METHODS, cli
from setrisk.pipelines.showcase.charts import half_width

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

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
        DOCS / "assessment.md": {"unicity": unicity()},
        DOCS / "semantics.md": {"correlations": correlations()},
        DOCS / "generalisation.md": {
            "f-scores": against_k("f_score"),
            "recalls": against_k("recall"),
            "precisions": against_k("precision"),
            "permuted": against_k("permuted_f_score"),
            "table-sizes": table_sizes(),
            "larger-tables": larger_tables(),
            "densities": densities(),
            "dense": dense(),
            "alike": alike(),
            "thresholds": thresholds(),
            "belief": beliefs(),
            "times": times(),
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
            lines.append(f"| `{spelled}` | {_cell(_plain(getattr(parameter, 'help', '')))}{given} |")
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
        "as it is), `r4` (a noisy histogram); and the series `plain months`, with `plain feb` and `plain mar`.",
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
        lines += [_table(rows), ""]
    if header.row:
        lines += [f"Rows: {header.row}.", ""]
    if relation.columns:
        lines += [_columns(relation.columns), ""]
    notes = [f"Reads: {header.reads}."]
    notes += [f"Source: {header.source}."] if header.source else []
    notes += [f"Explained in [{header.page}](../{header.page})."]
    notes += ["Needs Python: calls a kernel."] if setrisk.sql.needs_python(relation) else []
    notes += [f"Only in DuckDB: {header.duckdb_only}."] if header.duckdb_only else []
    return [*lines, " ".join(notes), "", *_answered(con, header.example)]


def _columns(columns: Sequence[Column]) -> str:
    """The columns of a relation or a table."""
    rows = [["column", "type", "unit", "range", "meaning"]]
    for column in columns:
        kind = f"{column.type}, or NULL" if column.nullable else column.type
        rows.append([f"`{column.name}`", kind, column.unit, column.range, column.meaning])
    return _table(rows)


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
    lines += [_table([names, *([_shown(value) for value in row] for row in rows[:most])]), ""] if rows else []
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
    return _table(rows)


def unicity() -> str:
    """The people whom known items single out, in percent with its interval, a row per data and choice of the items."""
    numbers = (1, 2, 3, 4, 6, 10)
    cells: dict[tuple[str, ...], dict[int, str]] = defaultdict(dict)
    for row in _results("assessment.csv"):
        share, low, high = (100 * float(row[c]) for c in ("unicity", "unicity_low", "unicity_high"))
        of_data = (row["data"], f"{int(row['transactions']):,}", f"{int(row['items']):,}", row["choice"])
        cells[of_data][int(row["known"])] = f"{share:.1f} ({low:.1f} to {high:.1f})"
    rows = [["data", "transactions", "items", "known items", *map(str, numbers)]]
    rows += [[*of_data, *(found[n] for n in numbers)] for of_data, found in cells.items()]
    return _table(rows)


def correlations() -> str:
    """Correlation with human judgement, by benchmark and knowledge."""
    rows = [["benchmark", "knowledge", "scorer", "pairs covered", "Pearson", "Spearman"]]
    for row in _results("semantics.csv"):
        numbers = [f"{float(row[c]):.2f}" if row[c] else "-" for c in ("pearson", "spearman")]
        rows.append(
            [row["benchmark"], row["knowledge"], row["scorer"], f"{row['covered']} of {row['pairs']}", *numbers]
        )
    return _table(rows)


def against_k(quantity: str) -> str:
    """The mean over seeds of one quantity, a row per records, knowledge and method, a column per k."""
    found: dict[tuple[str, str, str], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in _results("generalisation.csv"):
        if row["figure"] == "k" and row[quantity]:
            knowledge = _knowledge(row["knowledge"])
            found[row["records"], knowledge, row["method"]][int(row["k"])].append(float(row[quantity]))
    ks = sorted({k for by_k in found.values() for k in by_k})
    rows = [["records", "knowledge", "method", *(f"k = {k}" for k in ks)]]
    rows += [[*case, *(f"{mean(by_k[k]):.2f}" for k in ks)] for case, by_k in sorted(found.items())]
    return _table(rows)


# The quantities of the experiment, in three readings, by column of its table.
_REASSOCIATED = {
    "accuracy": "accuracy, expected",
    "accuracy_printed": "accuracy, printed",
    "accuracy_matching": "accuracy, matching",
    "transaction_breakage": "transaction breakage, expected",
    "transaction_printed": "transaction breakage, printed",
    "transaction_matching": "transaction breakage, matching",
    "km_breakage": "k^m breakage, expected",
    "km_printed": "k^m breakage, printed",
    "km_matching": "k^m breakage, matching",
    "wmd": "Word Mover's Distance",
}


def breakages(figure: str, varied: str) -> str:
    """The mean over seeds, with its 95 % confidence interval, of what an experiment on disassociation measured on
    record and term chunks together, a row per quantity, method and knowledge, a column per value of what is varied.
    `rga` and `mra` are as the paper has them.
    """
    found: dict[tuple[str, str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in _results("disassociation.csv"):
        if (
            row["figure"] == figure
            and row["part"] == "both"
            and (row["as_printed"] == "True" or row["method"] not in ("rga", "mra"))
        ):
            for quantity, name in _REASSOCIATED.items():
                if row[quantity]:
                    case = (name, row["method"], _knowledge(row["knowledge"]))
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


def larger_tables() -> str:
    """Recall, precision and F on the larger tables, each beside that of permuted distances."""
    return beside_permuted(_of_figure("size"), ("records", "knowledge", "method"), _k, "k")


def dense() -> str:
    """The same on dense records."""
    return beside_permuted(_of_figure("dense"), ("knowledge", "method"), _k, "k")


def alike() -> str:
    """The same for TBA and RBA, if any words are generalised together and if alike ones are."""
    return beside_permuted(_results("generalisation-wordnet.csv"), ("knowledge", "method", "constraints"), _k, "k")


def _of_figure(figure: str) -> list[dict[str, str]]:
    return [row for row in _results("generalisation.csv") if row["figure"] == figure]


def _k(rows: Sequence[Mapping[str, str]]) -> str:
    return f"k = {rows[0]['k']}"


def densities() -> str:
    """The same against the density of what is generalised."""

    def column(rows: Sequence[Mapping[str, str]]) -> str:
        return f"{mean(float(row['density']) for row in rows):.2f} ({rows[0]['records']})"

    return beside_permuted(_of_figure("density"), ("knowledge", "method"), column, "records")


def beside_permuted(
    results: Sequence[Mapping[str, str]],
    case: Sequence[str],
    column: Callable[[Sequence[Mapping[str, str]]], str],
    varied: str,
) -> str:
    """Recall, precision and F, each beside that of permuted distances; means over the seeds. A column per value of what
    was varied, in the order of their titles.
    """
    found: dict[tuple[str, ...], dict[str, list[Mapping[str, str]]]] = defaultdict(lambda: defaultdict(list))
    columns: dict[str, list[Mapping[str, str]]] = defaultdict(list)
    for row in results:
        shown = {**row, "knowledge": _knowledge(row["knowledge"])}
        found[tuple(shown[name] for name in case)][row[varied]].append(row)
        columns[row[varied]].append(row)

    def cell(rows: Sequence[Mapping[str, str]]) -> str:
        values = []
        for quantity in ("recall", "precision", "f_score"):
            own, permuted = (
                [float(row[name]) for row in rows if row[name]] for name in (quantity, f"permuted_{quantity}")
            )
            values.append((f"{mean(own):.2f}" if own else "-") + (f" ({mean(permuted):.2f})" if permuted else ""))
        return ", ".join(values)

    titles = dict(sorted(((value, column(rows)) for value, rows in columns.items()), key=lambda each: each[1]))
    rows = [[*case, *titles.values()]]
    rows += [[*of, *(cell(by_value[value]) for value in titles)] for of, by_value in sorted(found.items())]
    return _table(rows)


def thresholds() -> str:
    """F of TBA and WBA against what their default threshold is multiplied by; means over the seeds."""
    found: dict[tuple[str, str, str], dict[float, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in _results("generalisation-threshold.csv"):
        case = row["records"], _knowledge(row["knowledge"]), row["method"]
        found[case][float(row["ratio"])].append(float(row["f_score"]))
    ratios = sorted({ratio for of in found.values() for ratio in of})
    rows = [["records", "knowledge", "method", *(f"x {ratio:g}" for ratio in ratios)]]
    rows += [[*case, *(f"{mean(of[ratio]):.2f}" for ratio in ratios)] for case, of in sorted(found.items())]
    return _table(rows)


def beliefs() -> str:
    """How sure attacks are of their eliminations, and how often these are right: of all, and of the surest."""
    found: dict[tuple[str, int, str, str], list[dict[str, str]]] = defaultdict(list)
    for row in _results("generalisation-belief.csv"):
        found[row["records"], int(row["k"]), _knowledge(row["knowledge"]), row["method"]].append(row)
    rows = [
        ["records", "k", "knowledge", "method", "eliminated", "precision", "mean belief", "mean difference",
         "from 0.8 on", "their precision"]
    ]  # fmt: skip
    for case, bins in sorted(found.items()):
        sizes = [int(row["eliminated"]) for row in bins]
        right = [int(row["eliminated"]) * float(row["precision"]) for row in bins]
        sure = [int(row["eliminated"]) * float(row["mean_belief"]) for row in bins]
        apart = [abs(a - b) for a, b in zip(right, sure, strict=True)]
        high = [place for place, row in enumerate(bins) if float(row["belief"]) >= 0.8]
        n, n_high = sum(sizes), sum(sizes[place] for place in high)
        shares = [f"{sum(each) / n:.2f}" for each in (right, sure, apart)]
        of_high = f"{sum(right[place] for place in high) / n_high:.2f}" if n_high else ""
        rows.append([*map(str, case), f"{n:,}", *shares, f"{n_high:,}", of_high])
    return _table(rows)


def times() -> str:
    """How long each method takes on one table, in milliseconds, by its size."""
    found: dict[str, dict[str, float]] = defaultdict(dict)
    for row in _results("generalisation-time.csv"):
        found[row["method"]][f"{row['rows']} x {row['columns']}"] = 1000 * float(row["seconds"])
    sizes = list(next(iter(found.values())))
    return _table(
        [["method", *sizes], *([method, *(f"{of[size]:.2f}" for size in sizes)] for method, of in found.items())]
    )


# The numbers of members by which tables are counted.
_MEMBERS = {"2": (2, 2), "3 to 4": (3, 4), "5 to 8": (5, 8), "9 to 16": (9, 16), "more": (17, math.inf)}


def table_sizes() -> str:
    """How many distance tables of the experiments, over all seeds, are 2 x 2, and how many have how many columns."""
    found: dict[tuple[str, int], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for row in _results("generalisation-sizes.csv"):
        members, tables = int(row["members"]), int(row["tables"])
        counts = found[row["records"], int(row["k"])]
        counts[next(name for name, (low, high) in _MEMBERS.items() if low <= members <= high)] += tables
        counts["2 x 2"] += tables * (members == int(row["rows"]) == 2)
        counts["tables"] += tables
    kinds = ("tables", "2 x 2", *_MEMBERS)
    rows = [["records", "k", "tables", "2 x 2", *(f"{name} members" for name in _MEMBERS)]]
    rows += [
        [records, str(k), *(str(counts[kind]) for kind in kinds)] for (records, k), counts in sorted(found.items())
    ]
    return _table(rows)


def known_cells() -> str:
    """The share of the cells of the distance tables that knowledge says anything about, and the density."""
    known: dict[tuple[str, str], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in _results("generalisation.csv"):
        if row["figure"] != "k":
            continue
        if row["known_cells"]:
            known[row["records"], _knowledge(row["knowledge"])][int(row["k"])].append(float(row["known_cells"]))
        known[row["records"], "(density)"][int(row["k"])].append(float(row["density"]))
    ks = sorted({k for by_k in known.values() for k in by_k})
    rows = [["records", "knowledge", *(f"k = {k}" for k in ks)]]
    rows += [[*case, *(f"{mean(by_k[k]):.2f}" for k in ks)] for case, by_k in sorted(known.items())]
    return _table(rows)


def _knowledge(knowledge: str) -> str:
    names = {"": "none", "self": "the release alone", "glove": "GloVe, 25 dimensions"}
    return names.get(knowledge, "trained vectors" if knowledge.endswith("vectors") else "NGD")


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
