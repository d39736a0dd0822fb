"""What is asked of both engines, and how many rows they answer: a table that the page about Spark shows. `python -m
tests.support.equality_table` writes it, by DuckDB alone; the tests on Spark hold it against what they ask.
"""

import csv
import shutil
import tempfile
from pathlib import Path

import setrisk
import setrisk.sql as relations
from tests.support import all_families

PATH = Path(__file__).parents[2] / "docs" / "results" / "spark-equality.csv"
HEADER = ("relation", "asked", "rows")
# Where the first way to ask has no row, or one that says little.
_CALLS = {
    "composition_findings": "setrisk.composition_findings('anony 2')",
    "refusals": "setrisk.refusals('few chunks', max_at_risk := 0.001, max_score := 0.01, min_coverage := 1, "
    "max_narrowing := 0.001, max_inference := 0.01, max_linkability := 0.01, max_singling_out := 0.01, known := [1])",
}
# In the place of items that no call names, in all data sets, and in two of them alone.
_NAMES = dict(
    zip(
        (f"item {number}" for number in (*range(3, 8), *range(25, 32))),
        (
            "it's",
            'a "quote"',
            "back\\slash",
            "naïve 日本",
            "`tick`",
            "tab\there",
            "100%",
            "a,b",
            "NULL",
            "{x}",
            "${x}",
            " ",
        ),
        strict=True,
    )
)
# No release breaks its promise.
EMPTY = {"violated_constraints"}


def asked(relation: relations.Relation) -> str:
    """The call of a relation that both engines answer."""
    if relation.name in _CALLS:
        return _CALLS[relation.name]
    return next(call for call, has_answer in all_families.calls(relation) if has_answer)


def kept() -> list[tuple[str, str]]:
    """The relations and calls of the table."""
    with PATH.open(encoding="utf-8", newline="") as file:
        return [(row["relation"], row["asked"]) for row in csv.DictReader(file)]


def with_awkward_names(families: Path, path: Path) -> Path:
    """A copy of the file with all families at `path`, in which some items have names that text is escaped for."""
    shutil.copyfile(families, path)
    with setrisk.connect(path) as con:
        for table in ("setrisk_private.item", "setrisk.published_item"):
            for plain, awkward in _NAMES.items():
                con.execute(f"UPDATE {table} SET item = ? WHERE item = ?", [awkward, plain])
        renamed = con.execute(
            "SELECT count(*) FROM setrisk_private.item AS i WHERE i.item IN ?", [list(_NAMES.values())]
        )
        assert renamed.fetchall() == [(len(_NAMES),)]
    return path


def main() -> None:
    """Write the table."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "families.duckdb"
        all_families.build(database)
        with setrisk.connect(with_awkward_names(database, Path(folder) / "named.duckdb"), read_only=True) as con:
            rows = [
                (each.name, asked(each), *con.execute(f"SELECT count(*) FROM {asked(each)}").fetchall()[0])
                for each in all_families.PUBLIC
            ]
    with PATH.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEADER)
        writer.writerows(sorted(rows))


if __name__ == "__main__":
    main()
