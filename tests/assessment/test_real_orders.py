"""Risks of real data are in the expected order: by what is known, by k, and by epsilon."""

import gzip
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pandas as pd
import pytest
from duckdb import DuckDBPyConnection

import setrisk

PEOPLE, OTHERS = 400, 200


def visits(data: Path) -> Iterator[list[str]]:
    """Kinds of pages of people who visited at least five."""
    with gzip.open(data / "msnbc" / "msnbc990928.seq.gz", "rt") as lines:
        for line in islice(lines, 7, 40_000):
            kinds = sorted(set(line.split()))
            if len(kinds) >= 5:
                yield kinds


def abstracts(data: Path) -> Iterator[list[str]]:
    """Up to ten words of each medical abstract that are in 1 to 10 % of the first ones."""
    with gzip.open(data / "ohsumed" / "ohsumed_single_23.jsonl.gz", "rt") as lines:
        texts = [re.findall("[a-z]{5,}", json.loads(line)["text"].lower()) for line in islice(lines, 700)]
    hits = Counter(word for text in texts for word in set(text))
    for text in texts:
        words = [word for word in dict.fromkeys(text) if len(texts) / 100 < hits[word] < len(texts) / 10]
        if len(words) >= 8:
            yield words[:10]


def baskets(data: Path) -> Iterator[list[str]]:
    """Baskets of at least eight items, of which at most fourteen are kept."""
    with (data / "retail" / "retail.dat").open() as lines:
        for line in islice(lines, 4_000):
            items = line.split()
            if len(items) >= 8:
                yield items[:14]


def clicks(data: Path) -> Iterator[list[str]]:
    """Products that people have looked at who looked at eight or more."""
    with (data / "bms-webview" / "BMS2_spmf.txt").open() as lines:
        for line in islice(lines, 10_000):
            products = list(dict.fromkeys(each for each in line.split() if not each.startswith("-")))
            if len(products) >= 8:
                yield products[:14]


@pytest.fixture(params=[baskets, clicks, visits, abstracts], ids=lambda read: read.__name__, scope="module")
def con(request: pytest.FixtureRequest, data: Path) -> Iterator[DuckDBPyConnection]:
    read: Callable[[Path], Iterator[list[str]]] = request.param
    itemsets = list(islice(read(data), PEOPLE + OTHERS))
    assert len(itemsets) == PEOPLE + OTHERS
    connection = setrisk.connect()
    setrisk.load(connection, "people", pd.DataFrame({"items": itemsets[:PEOPLE]}))
    setrisk.load(connection, "others", pd.DataFrame({"items": itemsets[PEOPLE:]}))
    yield connection
    connection.close()


def risks(con: DuckDBPyConnection, release: str, known: str) -> dict[tuple[str, int], float]:
    setrisk.assess(con, release, known=known, control="others", people=PEOPLE, reconstructions=1)
    rows = con.sql(f"SELECT r.* FROM setrisk.assessed_risk('{release}') AS r WHERE r.choice = 'random'")
    return {row[:2]: row[2] for row in rows.project("criterion, known, risk").fetchall()}


def test_risk_grows_with_what_is_known_of_data_as_they_are(con: DuckDBPyConnection) -> None:
    setrisk.protect(con, "people", "raw", method="identity")
    found = risks(con, "raw", "1..4")
    for criterion in ("narrowing", "inference"):
        by_known = [found[criterion, known] for known in (1, 2, 3, 4)]
        assert by_known == sorted(by_known)
        assert by_known[-1] > by_known[0]
    assert found["linkability", 2] >= found["linkability", 1]


def test_risk_falls_with_k(con: DuckDBPyConnection) -> None:
    for k in (2, 30):
        setrisk.protect(con, "people", f"chunks {k}", method="disassociation", k=k, seed=1)
    little, much = (risks(con, f"chunks {k}", "3") for k in (2, 30))
    assert little["inference", 3] > much["inference", 3]
    # In clusters of thirty records and more, three known items leave nobody with fewer than five.
    assert little["narrowing", 3] >= much["narrowing", 3] == 0


# Of hundreds of words no noisy histogram has any.
@pytest.mark.parametrize("con", [visits], indirect=True, ids=["visits"])
def test_risk_falls_with_epsilon(con: DuckDBPyConnection) -> None:
    # With less, nothing is published of so few people.
    for epsilon in (10, 60):
        setrisk.protect(con, "people", f"noisy {epsilon}", method="diffpart", epsilon=epsilon, from_data=True, seed=1)
    noisy, nearly_exact = (risks(con, f"noisy {epsilon}", "3") for epsilon in (10, 60))
    assert noisy["inference", 3] == 0
    assert nearly_exact["inference", 3] > 0.1
