"""The demonstration: from data to risk in under a minute, without network or data file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from setrisk.errors import AlreadyExists, BadInput, MissingExtra
from setrisk.pipelines.common.columns import columns_of, objects
from setrisk.pipelines.common.files import check_writable
from setrisk.pipelines.database.connect import connect
from setrisk.pipelines.database.statements import register, run
from setrisk.pipelines.releases.attack import attack
from setrisk.pipelines.releases.protect import protect
from setrisk.pipelines.semantics.load_corpus import load_corpus
from setrisk.pipelines.showcase import charts
from setrisk.pipelines.transactions.load import load

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

# CONTEXT Figure 1, and what THESIS 1.2 asks COAT to protect and lets it use.
_PATIENTS = (
    ["heart disease", "blood pressure", "icd", "weakness", "dizziness"],
    ["anesthesia", "icd", "pain", "diabetes"],
    ["gangrene", "limbs", "injury"],
    ["knee", "injury"],
)
_SENSITIVE = ["blood pressure", "icd", "limbs", "injury"]
# CONTEXT Figure 4: distances between the context items (rows) and the sensitive items (columns).
_DISTANCES = (
    ("heart disease", (0.56, 0.78, 1.57, 2.19)),
    ("anesthesia", (1.75, 0.58, 1.74, 1.53)),
    ("gangrene", (2.60, 2.93, 1.78, 1.49)),
    ("knee", (1.60, 1.51, 1.89, 1.03)),
)
QUERIES = (
    "SELECT record, evidence FROM setrisk.risk('clinic_k4') WHERE at_risk AND attack = 'rba:literature' LIMIT 5",
    "SELECT * FROM setrisk.distance_table('clinic_k4', 1, knowledge := 'literature') ORDER BY ALL LIMIT 8",
    "SELECT signature FROM setrisk.functions ORDER BY ALL",
)


def demo(
    database: str | Path = "demo.duckdb",
    picture: str | Path = "demo.png",
    *,
    replace: bool = False,
    command: str = "setrisk",
    say: Callable[[str], None] = print,
) -> None:
    """Load, generalise, attack and measure, saying each step in plain words; leaves a database and a picture.

    Args:
        database: a DuckDB file that does not exist.
        picture: the PNG file to write, in place of an earlier picture; without `setrisk[plot]` it is left out, and said
            so.
        replace: replace the database of an earlier demo.
        command: how the reader calls the command line, for the queries at the end.
        say: called with each line.

    Raises:
        AlreadyExists: the database exists; with `replace`: and has other data.
        BadInput: the picture cannot be written, or something else is there.
    """
    if Path(picture).suffix.lower() != ".png":
        raise BadInput(f"{picture}: name a file that ends in .png")
    check_writable(Path(picture), "a picture", b"\x89PNG")
    if replace and _is_demo(database):
        Path(database).unlink()
    if Path(database).exists():
        raise AlreadyExists(f"{database}: exists already; remove it or name another file")
    con = connect(database)
    try:
        _worked_example(con, say)
        _clinic(con, Path(picture), say)
    finally:
        con.close()
    say("\nThree queries to try next:")
    for query in QUERIES:
        say(f'  {command} sql {database} "{query}"')


# All that a demo leaves in its database.
_MADE = {
    "data set patients", "release patients_k4", "knowledge figure 4",
    "data set clinic", "release clinic_k4", "corpus literature",
}  # fmt: skip


def _is_demo(database: str | Path) -> bool:
    """Whether a file is the database of a demo, and has no other data."""
    if not Path(database).is_file():
        return False
    with connect(database, read_only=True) as con:
        try:
            found = run(con, "showcase/database_contents").fetchall()
        except duckdb.CatalogException:  # a database without setrisk
            return False
    return {"data set patients"} <= {name for (name,) in found} <= _MADE


def _worked_example(con: DuckDBPyConnection, say: Callable[[str], None]) -> None:
    say("1. The papers' example: four patients, and what each record holds.")
    for number, items in enumerate(_PATIENTS, 1):
        say(f"   {number}  {', '.join(items)}")
    with _table(con, "items", _PATIENTS) as patients:
        load(con, "patients", patients)
    protect(
        con,
        "patients",
        "patients_k4",
        k=4,
        privacy_constraints=[[item] for item in _SENSITIVE],
        utility_constraints=[_SENSITIVE],
        keep_order=True,
    )
    say("\n2. COAT publishes them so that each sensitive item could be in at least k = 4 records:")
    for record, entries in run(con, "showcase/published_records", release="patients_k4").fetchall():
        say(f"   {record}  {entries}")
    pairs = columns_of(
        {"context": context, "item": item, "distance": score}
        for context, scores in _DISTANCES
        for item, score in zip(_SENSITIVE, scores, strict=True)
    )
    run(
        con,
        "showcase/store_distances",
        tables={"_setrisk_pairs": pairs},
        knowledge="figure 4",
        source="CONTEXT Figure 4",
    )
    attack(con, "patients_k4", method="rba", knowledge="figure 4", context=1)
    ((eliminated, correct),) = run(
        con, "showcase/eliminated_items", release="patients_k4", attack="rba:figure 4:context=1"
    ).fetchall()
    say(
        f"\n3. An attacker who knows how related medical terms are (CONTEXT Figure 4) runs RBA on the release: of the "
        f"10\n   items that COAT added it eliminates {correct}, with {eliminated - correct} mistakes. "
        "What they may still believe of each record:"
    )
    for record, items in run(con, "showcase/remaining_items", release="patients_k4").fetchall():
        say(f"   {record}  {items}")


@contextmanager
def _table(con: DuckDBPyConnection, column: str, values: Sequence[Any]) -> Iterator[DuckDBPyRelation]:
    with register(con, {"_setrisk_demo": {column: objects(values)}}):
        yield con.table("_setrisk_demo")


def _clinic(con: DuckDBPyConnection, picture: Path, say: Callable[[str], None]) -> None:
    from setrisk.udf.transactions.themes import generate

    made = generate(seed=7)
    with _table(con, "items", made.records) as records:
        loaded = load(con, "clinic", records)
    with _table(con, "text", made.documents) as documents:
        known = load_corpus(con, "literature", documents)
    say(
        f"\n4. The same at size: {loaded.n_transactions} generated records of {loaded.n_items} items, and a corpus of "
        f"{known.n_documents:,.0f} documents\n   on the same subjects, which an attacker may read (NGD, the normalised "
        "Google distance, on its counts)."
    )
    released = protect(con, "clinic", "clinic_k4", k=4, random_constraints=0.3, keep_order=True, seed=7)
    say(f"   COAT, k = 4, 30 % of the items sensitive: {released.summary}.")
    say("\n5. Attacks try to tell the items that were added from the original ones; a random one is the baseline:")
    attack(con, "clinic_k4", method="all", knowledge="literature")
    found = run(con, "showcase/attack_results", release="clinic_k4").fetchall()
    for name, recall, precision, f_score in found:
        of_runs = "  (mean of 30 runs)" if name == "random" else ""
        say(
            f"   {name:7} finds {recall:4.0%} of the added items, {precision:4.0%} of those it eliminates were added, "
            f"F {f_score:.2f}{of_runs}"
        )
    ((before, after, records),) = run(
        con, "showcase/records_at_risk", release="clinic_k4", attack="rba:literature"
    ).fetchall()
    say(
        f"\n6. Risk: as published, {before} of {records} records can be narrowed down to fewer than k = 4 by someone "
        f"who knows a\n   protected itemset of a person; after RBA it is {after}."
    )
    try:
        charts.plot_bars(found, picture, title="How well attacks find the items that COAT added (k = 4)")
        say(f"   The picture is in {picture}.")
    except MissingExtra as error:
        say(f"   No picture: {error}.")
