"""The attacker's knowledge: corpora, word vectors, and the scores that an attack on a release needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from setrisk.errors import AlreadyExists, BadInput, UnknownMeasure
from setrisk.pipelines import sources
from setrisk.pipelines.attach import ready, transaction
from setrisk.pipelines.faults import name_of, where_and_what
from setrisk.pipelines.progress import Progress, silent
from setrisk.pipelines.statements import run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SELF = "self"


@dataclass(frozen=True)
class Corpus:
    """A loaded corpus, with the number of its documents and words, or of its imported counts."""

    corpus: str
    n_documents: float
    n_words: int
    n_counts: int


@dataclass(frozen=True)
class Embedding:
    """A stored embedding, with the number of its words and the length of their vectors."""

    measure: str
    n_words: int
    dimensions: int


def corpus(
    con: DuckDBPyConnection,
    name: str,
    source: object,
    *,
    text: str | None = None,
    counts_of: float | None = None,
    separator: str | None = None,
    skip: int = 0,
    header: bool | None = None,
    progress: Progress = silent,
) -> Corpus:
    """Load a corpus. Attacks can then use it as a measure of the same name, which scores terms by NGD.

    Args:
        con: a DuckDB connection.
        name: the name of the corpus and of its measure; new in this database, and not `self`.
        source: a text file with one document a line, a CSV, JSON, JSON lines or Parquet file (gzip or not), a
            DuckDB relation, or a frame.
        text: the column that holds the documents; by default `text`.
        counts_of: set where the source is not text but a table of document counts (item_a, item_b or NULL, hits),
            such as those of a search engine: the number of all documents.
        separator: the separator between the columns of a CSV file.
        skip: how many lines at the top of the file to skip.
        header: whether a CSV file has a header; true by default.
        progress: called with each step.

    Raises:
        AlreadyExists: a measure of that name exists.
        BadInput: the source cannot be read with these arguments. Nothing is loaded.
    """
    ready(con)
    _check_new(con, name)
    layout = sources.Layout(text=text, separator=sources.unescaped(separator), skip=skip, header=header)
    if counts_of is not None and not 0 < counts_of < float("inf"):
        raise BadInput(f"counts_of is {counts_of}: the number of documents must be positive and finite")
    format_, target = ("documents", "corpus_word") if counts_of is None else ("counts", "corpus_hits")
    with transaction(con):
        progress("reading documents" if counts_of is None else "reading counts")
        try:
            with sources.opened(con, source, format_, layout) as reading:
                con.execute(
                    f"INSERT INTO setrisk.{target} SELECT $corpus, r.* FROM ({reading.query}) AS r", {"corpus": name}
                )
        except duckdb.Error as error:
            raise BadInput(where_and_what(error, source)) from error
        ((n_rows, n_documents),) = con.execute(
            f"SELECT count(*), {'count(DISTINCT w.document)' if counts_of is None else 'NULL'} "
            f"FROM setrisk.{target} AS w WHERE w.corpus = ?",
            [name],
        ).fetchall()
        if n_rows == 0:
            raise BadInput(f"{name_of(source)}: holds no {'word' if counts_of is None else 'count'}")
        conflicts = run(con, "semantics/conflicting_counts", corpus=name).fetchall()
        for item_a, item_b, lowest, highest in conflicts:
            term = item_a if item_b is None else f"{item_a}, {item_b}"
            raise BadInput(f"{name_of(source)}: gives two counts of {term}: {lowest:g} and {highest:g}")
        n = counts_of if counts_of is not None else n_documents
        run(con, "semantics/add_corpus", corpus=name, source=name_of(source), n_documents=n)
    return Corpus(name, n, n_rows if counts_of is None else 0, 0 if counts_of is None else n_rows)


def embed(
    con: DuckDBPyConnection,
    measure: str,
    source: str | Path | None = None,
    *,
    corpus: str | None = None,
    dimensions: int = 50,
    span: int = 5,
    words: int = 5000,
    seed: int = 0,
    progress: Progress = silent,
) -> Embedding:
    """Store word vectors as a measure: from a file, or trained on a corpus.

    Args:
        con: a DuckDB connection.
        measure: the name of the measure; new in this database, and not `self`.
        source: a GloVe or word2vec text file, gzip or not.
        corpus: instead of a file, the corpus to train on. The vectors are a truncated singular value decomposition
            of the positive pointwise mutual information of words that occur within `span` words of each other.
        dimensions: the length of trained vectors.
        span: how many words on either side count as neighbours.
        words: how many of the most frequent words get a vector.
        seed: the seed of the decomposition.
        progress: called with each step.

    Raises:
        AlreadyExists: a measure of that name exists.
        UnknownMeasure: there is no such corpus, or it has no documents.
        BadInput: neither or both of source and corpus are given, an option is out of range, or the file cannot be
            read. Nothing is stored.
    """
    ready(con)
    _check_new(con, measure)
    if (source is None) == (corpus is None):
        raise BadInput("give either a file of vectors or a corpus to train on")
    if min(dimensions, span, words) < 1:
        raise BadInput("dimensions, span and words must be at least 1")
    with transaction(con):
        if source is not None:
            _read_vectors(con, measure, source, progress)
        else:
            assert corpus is not None
            _train(con, measure, corpus, dimensions, span, words, seed, progress)
        ((n_words, shortest, longest),) = con.execute(
            "SELECT count(*), min(len(e.vector)), max(len(e.vector)) FROM setrisk.embedding AS e WHERE e.measure = ?",
            [measure],
        ).fetchall()
        if n_words == 0:
            raise BadInput(f"{source or corpus}: gives no word vector")
        if shortest != longest:
            raise BadInput(
                f"{source}: has vectors of {shortest} and of {longest} components; all must have the same length"
            )
        run(con, "semantics/add_embedding", measure=measure, source=str(source or f"corpus {corpus}"))
    return Embedding(measure, n_words, longest)


def score(
    con: DuckDBPyConnection, measure: str, pairs: str, given: Mapping[str, object], *, progress: Progress = silent
) -> int:
    """Score the pairs of terms that a measure has not scored yet, and return how many there were.

    Args:
        con: a DuckDB connection.
        measure: the name of a measure; `self` needs no scores, because it counts in the release.
        pairs: the SQL of a call that returns them, in the columns item_a < item_b, such as `setrisk_internal.f($x)`.
        given: the values of the parameters in that call.
        progress: called with the step.

    Raises:
        UnknownMeasure: there is no such measure.
    """
    kind = kind_of(con, measure)
    if kind == SELF:
        return 0
    progress(f"scoring terms by {measure}")
    con.execute(
        "SET VARIABLE _setrisk_pairs = (SELECT list({'item_a': p.item_a, 'item_b': p.item_b}) FROM "
        f"(SELECT n.* FROM {pairs} AS n "
        "ANTI JOIN (SELECT s.* FROM setrisk.similarity AS s WHERE s.measure = $measure) AS s "
        "ON s.item_a = n.item_a AND s.item_b = n.item_b) AS p)",
        {**given, "measure": measure},
    )
    ((n,),) = con.execute("SELECT coalesce(len(getvariable('_setrisk_pairs')), 0)").fetchall()
    if n:
        run(con, f"semantics/store_{kind}_scores", measure=measure)
    con.execute("RESET VARIABLE _setrisk_pairs")
    return int(n)


def kind_of(con: DuckDBPyConnection, measure: str) -> str:
    """The kind of a measure: `ngd`, `embedding` or `self`.

    Raises:
        UnknownMeasure: there is no such measure.
    """
    if measure == SELF:
        return SELF
    found = con.execute("SELECT m.kind FROM setrisk.measure AS m WHERE m.measure = ?", [measure]).fetchall()
    if not found:
        known = [m for (m,) in con.execute("SELECT m.measure FROM setrisk.measure AS m ORDER BY ALL").fetchall()]
        raise UnknownMeasure(
            f"there is no measure {measure!r}; known are {', '.join([SELF, *known])}; "
            "`setrisk corpus` and `setrisk embed` make more"
        )
    return str(found[0][0])


def _check_new(con: DuckDBPyConnection, measure: str) -> None:
    if not measure or measure == SELF:
        raise BadInput(f"a measure cannot be called {measure!r}")
    if con.execute("SELECT 1 FROM setrisk.measure AS m WHERE m.measure = ?", [measure]).fetchall():
        raise AlreadyExists(f"the measure {measure!r} exists already; drop it first or choose another name")


def _read_vectors(con: DuckDBPyConnection, measure: str, source: str | Path, progress: Progress) -> None:
    progress("reading vectors")
    try:
        with sources.opened(con, source, "vectors", sources.Layout()) as reading:
            con.execute(
                "INSERT INTO setrisk.embedding SELECT $measure, v.word, arg_min(v.vector, v.line) "
                f"FROM ({reading.query}) AS v GROUP BY v.word",
                {"measure": measure},
            )
    except duckdb.Error as error:
        raise BadInput(where_and_what(error, source)) from error


def _train(
    con: DuckDBPyConnection,
    measure: str,
    corpus: str,
    dimensions: int,
    span: int,
    words: int,
    seed: int,
    progress: Progress,
) -> None:
    import numpy as np

    from setrisk.udf.embedding import word_vectors

    if not con.execute("SELECT 1 FROM setrisk.corpus_word AS w WHERE w.corpus = ? LIMIT 1", [corpus]).fetchall():
        raise UnknownMeasure(f"there is no corpus {corpus!r} with documents to train on")
    progress("counting neighbours")
    vocabulary = con.execute(
        "SELECT w.word FROM setrisk_internal.frequent_words($corpus, n := $n) AS w ORDER BY w.word_no",
        {"corpus": corpus, "n": words},
    ).fetchnumpy()["word"]
    if len(vocabulary) < 2:
        raise BadInput(f"the corpus {corpus!r} has fewer than two words that five documents hold; it is too small")
    pairs = run(con, "semantics/word_information", corpus=corpus, span=span, n=words).fetchnumpy()
    progress("decomposing")
    vectors = word_vectors(
        np.asarray(pairs["word_no"]),
        np.asarray(pairs["neighbour_no"]),
        np.asarray(pairs["information"]),
        n_words=len(vocabulary),
        dimensions=dimensions,
        seed=seed,
    )
    known = np.abs(vectors).sum(axis=1) > 0
    import pandas as pd

    frame = pd.DataFrame({"word": np.asarray(vocabulary)[known], "vector": list(vectors[known])})
    run(con, "semantics/store_vectors", frames={"_setrisk_vectors": frame}, measure=measure)
