"""Document counts of all pairs of 2,000 terms over the OHSUMED abstracts, against a plain Python counter."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

from benchmarks.measure import Row, data_file, measured, times_faster

N_TERMS = 2000


def ours(path: Path) -> Callable[[], Any]:
    """`setrisk.term_hits` on a corpus that is loaded; loading tokenises, as the peer does beforehand too."""
    con, terms = _corpus(path)

    def job() -> tuple[int, int]:
        con.execute(
            "CREATE OR REPLACE TEMP TABLE counted AS SELECT h.* FROM setrisk.term_hits('ohsumed', $terms) AS h",
            {"terms": terms},
        )
        return con.execute(
            "SELECT count(*), CAST(sum(c.hits) AS BIGINT) FROM counted AS c WHERE c.item_b IS NOT NULL"
        ).fetchall()[0]

    return job


def counter(path: Path) -> Callable[[], Any]:
    """A Counter over the pairs of terms of each document, single words and phrases of two."""
    _, terms = _corpus(path)
    with gzip.open(path) as lines:
        documents = [re.findall(r"[^\W_]+", json.loads(line)["text"].lower()) for line in lines]
    wanted = set(terms)

    def job() -> tuple[int, int]:
        pairs: Counter[tuple[str, str]] = Counter()
        for words in documents:
            phrases = (f"{one} {two}" for one, two in pairwise(words))
            held = (wanted.intersection(words)) | wanted.intersection(phrases)
            pairs.update(combinations(sorted(held), 2))
        return len(pairs), sum(pairs.values())

    return job


def run() -> list[Row]:
    """The comparison."""
    path = data_file("ohsumed", "ohsumed_single_23.jsonl.gz")
    here, there = measured(ours, path), measured(counter, path, runs=2)
    if here.result != there.result:
        raise RuntimeError(f"the counts differ: {here.result} and {there.result}")
    return [times_faster(f"document counts of all pairs of {N_TERMS:,} terms", "Python Counter", here, there, 5)]


def _corpus(path: Path) -> tuple[Any, list[str]]:
    """The corpus, and its most frequent words with some phrases of two among them."""
    import setrisk

    con = setrisk.connect()
    setrisk.load_corpus(con, "ohsumed", path)
    words = con.execute(
        "SELECT w.word FROM setrisk_internal.frequent_words('ohsumed', n := $n) AS w ORDER BY ALL",
        {"n": N_TERMS - 100},
    ).fetchall()
    phrases = con.execute(
        "SELECT o.word || ' ' || t.word FROM setrisk.corpus_word AS o JOIN setrisk.corpus_word AS t "
        "ON t.document = o.document AND t.position = o.position + 1 GROUP BY ALL ORDER BY count(*) DESC, 1 LIMIT 100"
    ).fetchall()
    return con, [term for (term,) in words + phrases]
