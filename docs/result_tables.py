"""The tables of the pages that come out of docs/results."""

from __future__ import annotations

import csv
import math
from collections import defaultdict
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING

from setrisk.pipelines.showcase.charts import half_width

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

RESULTS = Path(__file__).parent / "results"


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
    return markdown_table(rows)


def protection() -> str:
    """What releases that protect every pair cost and give away, a row per data and method, in percent but for times."""
    quantities = {
        "certainty_penalty": "NCP", "error_high": "high", "error_medium": "medium", "error_low": "low",
        "narrowing": "narrowing", "inference": "inference", "linkability": "linkability",
        "singling_out": "singling out",
    }  # fmt: skip
    rows = [["data", "method", "seconds", *quantities.values()]]
    for row in _results("protection.csv"):
        shares = [f"{100 * float(row[column]):.0f}" if row[column] else "-" for column in quantities]
        rows.append([row["data"], row["method"], f"{float(row['seconds']):.1f}", *shares])
    return markdown_table(rows)


def uncertainty() -> str:
    """What releases by rho-uncertainty keep and give away, a row per data and method, in percent but for times."""
    quantities = {
        "shown_share": "sensitive shown", "certainty_penalty": "NCP", "error_high": "high",
        "highest_confidence": "highest confidence", "inferred_share": "inferred",
    }  # fmt: skip
    rows = [["data", "method", "seconds", *quantities.values()]]
    for row in _results("uncertainty.csv"):
        shares = [f"{100 * float(row[column]):.1f}" if row[column] else "-" for column in quantities]
        seconds = f"{float(row['seconds']):.1f}" if row["seconds"] else "-"
        rows.append([row["data"], row["method"], seconds, *shares])
    return markdown_table(rows)


def synthesis() -> str:
    """What noisy histograms keep and give away, a row per data, method and epsilon."""
    shares = {
        "error_high": "high", "error_medium": "medium", "error_low": "low", "error_existing": "queries",
        "inference": "inference", "linkability": "linkability", "singling_out": "singling out",
        "member_advantage": "member", "allowed_advantage": "allowed",
    }  # fmt: skip
    rows = [["data", "method", "epsilon", "records", "seconds", *shares.values()]]
    for row in _results("synthesis.csv"):
        numbers = [f"{100 * float(row[column]):.0f}" if row[column] else "-" for column in shares]
        epsilon = f"{float(row['epsilon']):g}" if row["epsilon"] else "-"
        seconds = f"{float(row['seconds']):.1f}"
        rows.append([row["data"], row["method"], epsilon, f"{int(row['records']):,}", seconds, *numbers])
    return markdown_table(rows)


def sharding() -> str:
    """What releases by shards keep and give away, a row per data and size of the shards, in percent but for counts."""
    shares = {
        "in_term_chunks": "in term chunks", "error_high": "high", "error_medium": "medium", "error_low": "low",
        "inference": "inference", "linkability": "linkability", "singling_out": "singling out",
    }  # fmt: skip
    rows = [["data", "shards of", "shards", "seconds", *shares.values()]]
    for row in _results("sharding.csv"):
        size = f"{int(row['shard_size']):,}" if row["shard_size"] else "one machine"
        numbers = [f"{100 * float(row[column]):.0f}" if row[column] else "-" for column in shares]
        rows.append([row["data"], size, row["shards"], f"{float(row['seconds']):.0f}", *numbers])
    return markdown_table(rows)


def spark() -> str:
    """What steps take on DuckDB and on Spark, a row per number of records and step."""
    columns = {
        "duckdb_seconds": "DuckDB, s", "two_cores_seconds": "Spark, 2 cores, s", "one_core_seconds": "1 core, s",
        "duckdb_mb": "DuckDB, MB", "spark_mb": "Spark, MB",
    }  # fmt: skip
    rows = [["records", "step", *columns.values()]]
    for row in _results("spark.csv"):
        numbers = [
            f"{float(row[column]):,.{0 if column.endswith('mb') else 1}f}" if row[column] else "-" for column in columns
        ]
        rows.append([f"{int(row['records']):,}", row["step"], *numbers])
    return markdown_table(rows)


def spark_questions() -> str:
    """What questions about one release take on DuckDB and on Spark, a row per question."""
    rows = [["question", "DuckDB, s", "Spark, s"]]
    rows += [
        [row["question"], f"{float(row['duckdb_seconds']):.1f}" if row["duckdb_seconds"] else "-", row["spark_seconds"]]
        for row in _results("spark-questions.csv")
    ]
    return markdown_table(rows)


def spark_worker() -> str:
    """What a worker takes for one shard, a row per size of the shard."""
    rows = [["records of the shard", "seconds", "MB", "records a second"]]
    for row in _results("spark-worker.csv"):
        rate = round(float(row["records_a_second"]), -2)
        rows.append([f"{int(row['records']):,}", f"{float(row['seconds']):.1f}", row["mb"], f"{rate:,.0f}"])
    return markdown_table(rows)


def spark_equality() -> str:
    """What was asked of DuckDB and of Spark, which answered the same rows, and how many, by relation."""
    rows = [["asked of both", "rows"]]
    rows += [[f"`{row['asked'].removeprefix('setrisk.')}`", row["rows"]] for row in _results("spark-equality.csv")]
    return markdown_table(rows)


def covers() -> str:
    """What chunks tell for certain, and attacks find, a row per data and release, in percent but for counts."""
    shares = {
        "suppressed": "suppressed", "km_random": "random", "km_aba": "aba", "km_cover": "cover",
        "accuracy_random": "placed by random", "accuracy_aba": "by aba", "accuracy_cover": "by cover",
        "inference": "inference", "error_high": "high",
    }  # fmt: skip
    counts = {"certain_pairs": "certain pairs", "few_certain": "few", "items_with_cover": "items with a cover"}
    rows = [["data", "release", *counts.values(), *shares.values()]]
    for row in _results("cover.csv"):
        numbers = [f"{int(row[column]):,}" for column in counts]
        numbers += [f"{100 * float(row[column]):.1f}" if row[column] else "-" for column in shares]
        rows.append([row["data"], row["release"], *numbers])
    return markdown_table(rows)


def correlations() -> str:
    """Correlation with human judgement, by benchmark and knowledge."""
    rows = [["benchmark", "knowledge", "scorer", "pairs covered", "Pearson", "Spearman"]]
    for row in _results("semantics.csv"):
        numbers = [f"{float(row[c]):.2f}" if row[c] else "-" for c in ("pearson", "spearman")]
        rows.append(
            [row["benchmark"], row["knowledge"], row["scorer"], f"{row['covered']} of {row['pairs']}", *numbers]
        )
    return markdown_table(rows)


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
    return markdown_table(rows)


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
    return markdown_table(rows)


def _with_interval(values: list[float]) -> str:
    if not values:
        return "-"
    half = half_width(values)
    return f"{mean(values):.2f}" + ("" if math.isnan(half) else f" ± {half:.2f}")


def knowledge() -> str:
    """Recall, precision and F with trained vectors against k, each beside that of permuted distances."""
    rows = [row for row in _of_figure("k") if row["knowledge"].endswith(" vectors")]
    return beside_permuted(rows, ("records", "method"), _k, "k")


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
    quantities: Sequence[str] = ("recall", "precision", "f_score"),
) -> str:
    """Recall, precision and F, or some of them, each beside that of permuted distances; means over the seeds. A column
    per value of what was varied, in the order of their titles.
    """
    found: dict[tuple[str, ...], dict[str, list[Mapping[str, str]]]] = defaultdict(lambda: defaultdict(list))
    columns: dict[str, list[Mapping[str, str]]] = defaultdict(list)
    for row in results:
        shown = {**row, "knowledge": _knowledge(row["knowledge"])}
        found[tuple(shown[name] for name in case)][row[varied]].append(row)
        columns[row[varied]].append(row)

    def cell(rows: Sequence[Mapping[str, str]]) -> str:
        values = []
        for quantity in quantities:
            own, permuted = (
                [float(row[name]) for row in rows if row[name]] for name in (quantity, f"permuted_{quantity}")
            )
            values.append((f"{mean(own):.2f}" if own else "-") + (f" ({mean(permuted):.2f})" if permuted else ""))
        return ", ".join(values)

    titles = dict(sorted(((value, column(rows)) for value, rows in columns.items()), key=lambda each: each[1]))
    rows = [[*case, *titles.values()]]
    rows += [[*of, *(cell(by_value[value]) for value in titles)] for of, by_value in sorted(found.items())]
    return markdown_table(rows)


def thresholds() -> str:
    """F of TBA and WBA against what their default threshold is multiplied by, beside that of permuted distances."""

    def column(rows: Sequence[Mapping[str, str]]) -> str:
        return f"x {float(rows[0]['ratio']):g}"

    rows = _results("generalisation-threshold.csv")
    return beside_permuted(rows, ("records", "knowledge", "method"), column, "ratio", ("f_score",))


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
    return markdown_table(rows)


def times() -> str:
    """How long each method takes on one table, in milliseconds, by its size."""
    found: dict[str, dict[str, float]] = defaultdict(dict)
    for row in _results("generalisation-time.csv"):
        found[row["method"]][f"{row['rows']} x {row['columns']}"] = 1000 * float(row["seconds"])
    sizes = list(next(iter(found.values())))
    return markdown_table(
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
    return markdown_table(rows)


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
    return markdown_table(rows)


def _knowledge(knowledge: str) -> str:
    names = {"": "none", "self": "the release alone", "glove": "GloVe, 25 dimensions"}
    return names.get(knowledge, "trained vectors" if knowledge.endswith("vectors") else "NGD")


def _results(name: str) -> list[dict[str, str]]:
    with (RESULTS / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def markdown_table(rows: list[list[str]]) -> str:
    """A table in Markdown; the first row is its head."""
    head, *body = ([markdown_cell(cell) for cell in row] for row in rows)
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *body))


def markdown_cell(text: str) -> str:
    """A text as a cell of such a table."""
    return text.replace("|", "\\|").replace("\n", " ")
