"""Unicity of real data beside a bare scan and literal Python, assessing releases of them, and inference beside that of
Anonymeter.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchmarks.disassociation import REAL, load_generated
from benchmarks.measure import Row, at_most_times, data_file, measured, memory_at_most, seconds_at_most, times_faster
from setrisk.udf.assessment.inference import guesses
from setrisk.udf.assessment.records import Records

BASKETS, TRANSACTIONS = 9_835, 100_000
# The literal count is as long for each person; a tenth of the people is enough to compare with.
_PEOPLE, _FEW_PEOPLE = 2_000, 200
# People in a release of whom a column is guessed, and people who are not.
_ATTACKED = 1_000


def _retail(n_records: int | None = None) -> Any:
    import setrisk

    con = setrisk.connect()
    format_, *parts = REAL["retail"]
    setrisk.load(con, "d", data_file(*parts), format=format_)
    if n_records is not None:
        first = con.sql(
            "SELECT t.tid, i.item FROM setrisk_private.transaction_item AS t "
            "JOIN setrisk_private.item AS i USING (item_id) WHERE t.dataset = 'd' AND t.tid <= $n",
            params={"n": n_records},
        )
        setrisk.load(con, "first", first, id="tid", item="item")
    return con


def curve(people: int) -> Callable[[], Any]:
    """Unicity of retail with 1 to 10 known items."""
    con = _retail()
    return lambda: con.sql(f"FROM setrisk.unicity_curve('d', people := {people})").fetchall()


def scanned() -> Callable[[], Any]:
    """The floor: a bare count of the items of each transaction."""
    con = _retail()
    return lambda: con.execute(
        "SELECT count(*) FROM (SELECT t.tid, count(*) AS n FROM setrisk_private.transaction_item AS t "
        "WHERE t.dataset = 'd' GROUP BY t.tid) AS sizes"
    ).fetchall()


def literal_curve(people: int) -> Callable[[], Any]:
    """The same in Python: sets of items, compared with all transactions."""
    _, *parts = REAL["retail"]
    with data_file(*parts).open() as lines:
        baskets = [frozenset(line.split()) for line in lines]

    def job() -> int:
        alone = 0
        for known in range(1, 11):
            asked = sorted(
                (n for n, basket in enumerate(baskets) if len(basket) >= known),
                key=lambda n: hashlib.md5(str(n).encode()).hexdigest(),
            )[:people]
            for n in asked:
                items = set(sorted(baskets[n])[:known])
                alone += sum(items <= basket for basket in baskets) == 1
        return alone

    return job


def assessed(n_records: int, is_real: bool) -> Callable[[], Any]:
    """Assess a release in chunks: copy, make again without a fifth, attack."""
    import setrisk

    if is_real:
        con, dataset = _retail(n_records), "first"
    else:
        con, dataset = setrisk.connect(), "d"
        load_generated(con, n_records)
    setrisk.protect(con, dataset, "r", method="disassociation", k=5, seed=1)
    return lambda: setrisk.assess(con, "r", people=_PEOPLE).fetchall()


@dataclass(frozen=True)
class Tables:
    """The people of NLTCS, a row each and a column per disability: what a release shows, and who is attacked."""

    release: NDArray[np.bool_]
    members: NDArray[np.bool_]
    outsiders: NDArray[np.bool_]


@dataclass(frozen=True)
class Guessed:
    """What was guessed of members and outsiders, whether it was right, and whether all candidates had it."""

    guesses: NDArray[np.bool_]
    is_right: NDArray[np.bool_]
    is_unanimous: NDArray[np.bool_]


def _tables(method: str) -> Tables:
    """Members, as many outsiders, and a release of all who are no outsiders."""
    import setrisk

    con = setrisk.connect()
    setrisk.load(con, "d", data_file("nltcs") / "*.data", format="matrix")
    items = [
        item
        for (item,) in con.sql("SELECT s.item FROM setrisk_internal.item_supports('d') AS s ORDER BY s.item").fetchall()
    ]
    rows = con.sql(
        "SELECT t.tid, i.item FROM setrisk_private.transaction_item AS t "
        "JOIN setrisk_private.item AS i USING (item_id) WHERE t.dataset = 'd'"
    ).fetchnumpy()
    place = {item: number for number, item in enumerate(items)}
    people = np.zeros((int(rows["tid"].max()), len(items)), dtype=bool)
    people[rows["tid"] - 1, [place[item] for item in rows["item"]]] = True
    people = people[np.random.default_rng(1).permutation(len(people))]
    outsiders, members = people[:_ATTACKED], people[_ATTACKED:]
    if method == "identity":
        return Tables(members, members[:_ATTACKED], outsiders)
    held = [[item for item, is_there in zip(items, row, strict=True) if is_there] for row in members]
    setrisk.load(con, "members", pd.DataFrame({"items": held}), empty="keep")
    setrisk.protect(con, "members", "r", method=method, epsilon=10, degree=3, universe=items, seed=1)
    drawn = con.sql(
        "SELECT r.record, r.item, r.weight FROM setrisk.reconstructions('r', reconstructions := 1) AS r"
    ).df()
    kinds = drawn.groupby("record").agg(items=("item", list), weight=("weight", "first"))
    release = np.zeros((len(kinds), len(items)), dtype=bool)
    for number, names in enumerate(kinds["items"]):
        release[number, [place[name] for name in names]] = True
    return Tables(release.repeat(kinds["weight"].to_numpy(), axis=0), members[:_ATTACKED], outsiders)


def inferred(method: str) -> Callable[[], Guessed]:
    """Guess the last column of people of whom all others are known. A column of a table is two items, yes and no, of
    which each record has one: then the nearest records are the candidates.
    """
    tables = _tables(method)

    def as_items(rows: NDArray[np.bool_]) -> NDArray[np.int64]:
        return 2 * np.arange(rows.shape[1]) + rows

    n_items = 2 * tables.release.shape[1]
    guessable = np.arange(n_items) >= n_items - 2

    def job() -> Guessed:
        shown = as_items(tables.release)
        n_records, n_columns = shown.shape
        ones = np.ones(n_records, dtype=np.int64)
        records = Records(np.arange(n_records + 1) * n_columns, shown.ravel(), ones, 0 * ones, n_items)
        people = np.concatenate([tables.members, tables.outsiders])
        known = as_items(people)[:, :-1].tolist()
        last = [guess for guess in guesses(records, known, guessable=guessable) if guess.known == n_columns - 1]
        guessed = np.array([guess.item == n_items - 1 for guess in last])
        return Guessed(guessed, guessed == people[:, -1], np.array([guess.share == 1 for guess in last]))

    return job


def inferred_by_anonymeter(method: str) -> Callable[[], Guessed]:
    """The same by Anonymeter's nearest neighbour."""
    from anonymeter.evaluators.inference_evaluator import InferenceEvaluator

    tables = _tables(method)
    columns = [f"c{number}" for number in range(tables.release.shape[1])]
    release, members, outsiders = (
        pd.DataFrame(np.where(rows, "yes", "no"), columns=columns, dtype=object)
        for rows in (tables.release, tables.members, tables.outsiders)
    )

    def job() -> Guessed:
        evaluator = InferenceEvaluator(
            members, release, columns[:-1], columns[-1], n_attacks=_ATTACKED, control=outsiders
        ).evaluate(n_jobs=-1)
        found = [
            (guessed.sort_index() == "yes").to_numpy()
            for guessed in (evaluator._guesses_success, evaluator._guesses_control)
        ]
        guessed = np.concatenate(found)
        people = np.concatenate([tables.members, tables.outsiders])
        return Guessed(guessed, guessed == people[:, -1], np.ones(len(people), dtype=bool))

    return job


def _inferences() -> Iterator[Row]:
    """Both, held against each other: where all candidates agree, the nearest neighbour must, too."""
    for title, method in (("the data as they are", "identity"), ("a release by PrivBayes", "privbayes")):
        theirs = measured(inferred_by_anonymeter, method)
        ours = measured(inferred, method)
        mine, other = ours.result, theirs.result
        agreed = mine.is_unanimous
        if (mine.guesses[agreed] != other.guesses[agreed]).any():
            raise RuntimeError(f"Anonymeter guesses otherwise on {title} where all candidates agree")
        rates = [
            f"{each.is_right[part].mean():.2f}"
            for each in (mine, other)
            for part in (slice(None, _ATTACKED), slice(_ATTACKED, None))
        ]
        yield at_most_times(
            f"inference of a column of NLTCS by {title}, 1 to 15 columns known, right about {rates[0]} of members and "
            f"{rates[1]} of others; {agreed.mean():.0%} unanimous",
            f"Anonymeter, 15 columns known, {rates[2]} and {rates[3]}",
            ours,
            theirs,
            2,
        )


def run() -> Iterator[Row]:
    """All of them."""
    few = measured(curve, _FEW_PEOPLE)
    literal = measured(literal_curve, _FEW_PEOPLE, runs=1)
    yield times_faster(f"unicity of retail, 1 to 10 known items, {_FEW_PEOPLE} people", "Python sets", few, literal, 10)
    whole, floor = measured(curve, _PEOPLE), measured(scanned)
    yield Row(f"the same, {_PEOPLE:,} people", "a bare scan", whole, floor, whole.seconds / floor.seconds, "", None)
    for title, n_records, is_real, most in (
        (f"`assess` of {BASKETS:,} baskets in chunks", BASKETS, True, 30),
        (f"`assess` of {TRANSACTIONS:,} generated records in chunks", TRANSACTIONS, False, 120),
    ):
        ours = measured(assessed, n_records, is_real, runs=1)
        yield seconds_at_most(title, ours, most)
        yield memory_at_most(title, ours, 4_000)
    # Last, since it is skipped if Anonymeter is missing.
    yield from _inferences()
