"""Store word vectors as an attacker's knowledge: from a file, or trained on a corpus."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from setrisk.errors import BadInput, UnknownKnowledge
from setrisk.pipelines.common.columns import objects
from setrisk.pipelines.common.progress import Progress, ignore_progress
from setrisk.pipelines.database.duckdb_errors import located_message
from setrisk.pipelines.database.names import known_instead, names_of
from setrisk.pipelines.database.statements import let_statements_read, run
from setrisk.pipelines.database.task import task
from setrisk.pipelines.database.transaction import transaction
from setrisk.pipelines.transactions import sources

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True)
class Embedding:
    """A stored embedding.

    Attributes:
        knowledge: its name.
        n_words: number of words that have a vector.
        dimensions: length of the vectors.
    """

    knowledge: str
    n_words: int
    dimensions: int


@task(writes=True, new=["knowledge"])
def embed(
    con: DuckDBPyConnection,
    knowledge: str,
    source: str | Path | None = None,
    *,
    corpus: str | None = None,
    dimensions: int = 50,
    span: int = 5,
    words: int = 5000,
    seed: int = 0,
    progress: Progress = ignore_progress,
) -> Embedding:
    """Store word vectors as knowledge: from a file, or trained on a corpus.

    Args:
        con: a DuckDB connection.
        knowledge: the name of the knowledge; new in this database, and not `self`.
        source: a GloVe or word2vec text file, gzip or not.
        corpus: instead of a file, the corpus to train on. The vectors are a truncated singular value decomposition
            of the positive pointwise mutual information of words that occur within `span` words of each other.
        dimensions: the length of trained vectors.
        span: how many words on either side count as neighbours.
        words: how many of the most frequent words get a vector.
        seed: the seed of the decomposition.
        progress: called with each step.

    Raises:
        AlreadyExists: knowledge of that name exists.
        UnknownKnowledge: there is no such corpus, or it has no documents.
        BadInput: neither or both of source and corpus are given, an option is out of range, or the file cannot be
            read. Nothing is stored.

    Examples:
        >>> setrisk.embed(con, "small vectors", corpus="literature", dimensions=4)
        Embedding(knowledge='small vectors', n_words=150, dimensions=4)
    """
    if (source is None) == (corpus is None):
        raise BadInput("give either a file of vectors or a corpus to train on")
    if min(dimensions, span, words) < 1:
        raise BadInput("dimensions, span and words must be at least 1")
    with transaction(con):
        if source is not None:
            _read_vectors(con, knowledge, source, progress)
        else:
            assert corpus is not None
            _train(con, knowledge, corpus, dimensions, span, words, seed, progress)
        ((n_words, shortest, longest),) = run(con, "semantics/vector_lengths", knowledge=knowledge).fetchall()
        if n_words == 0:
            raise BadInput(f"{source or corpus}: gives no word vector")
        if shortest != longest:
            raise BadInput(
                f"{source}: has vectors of {shortest} and of {longest} components; all must have the same length"
            )
        run(con, "semantics/add_embedding", knowledge=knowledge, source=str(source or f"corpus {corpus}"))
    return Embedding(knowledge, n_words, longest)


def _read_vectors(con: DuckDBPyConnection, knowledge: str, source: str | Path, progress: Progress) -> None:
    progress("reading vectors")
    try:
        with (
            sources.open_source(con, source, "vectors", sources.Layout()) as reading,
            let_statements_read(con, reading.query),
        ):
            run(con, "semantics/store_read_vectors", knowledge=knowledge)
    except duckdb.Error as error:
        raise BadInput(located_message(error, source)) from error


def _train(
    con: DuckDBPyConnection,
    knowledge: str,
    corpus: str,
    dimensions: int,
    span: int,
    words: int,
    seed: int,
    progress: Progress,
) -> None:
    import numpy as np

    from setrisk.udf.semantics.embedding import word_vectors

    if not run(con, "semantics/first_word", corpus=corpus).fetchall():
        known = [name for name in names_of(con, "corpus") if run(con, "semantics/first_word", corpus=name).fetchall()]
        raise UnknownKnowledge(
            f"there is no corpus {corpus!r} with documents to train on{known_instead(corpus, known)}"
        )
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
    columns = {"word": np.asarray(vocabulary, dtype=object)[known], "vector": objects(list(vectors[known]))}
    run(con, "semantics/store_vectors", tables={"_setrisk_vectors": columns}, knowledge=knowledge)
