"""Load corpora as an attacker's knowledge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import duckdb

from setrisk.errors import BadInput
from setrisk.pipelines.common.progress import Progress, ignore_progress
from setrisk.pipelines.database.duckdb_errors import located_message, name_of
from setrisk.pipelines.database.statements import let_statements_read, run
from setrisk.pipelines.database.task import task
from setrisk.pipelines.database.transaction import transaction
from setrisk.pipelines.transactions import sources

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True)
class Corpus:
    """A loaded corpus.

    Attributes:
        corpus: its name, which is that of the knowledge, too.
        n_documents: number of documents.
        n_words: number of words in all documents together; 0 if counts were imported.
        n_counts: number of imported counts.
    """

    corpus: str
    n_documents: float
    n_words: int
    n_counts: int


@task(writes=True, new=["knowledge"])
def load_corpus(
    con: DuckDBPyConnection,
    knowledge: str,
    source: object,
    *,
    text: str | None = None,
    counts_of: float | None = None,
    separator: str | None = None,
    skip: int = 0,
    header: bool | None = None,
    progress: Progress = ignore_progress,
) -> Corpus:
    """Load a corpus. Attacks can then use it as knowledge of the same name, which compares terms by NGD.

    Args:
        con: a DuckDB connection.
        knowledge: the name of the corpus and of its knowledge; new in this database, and not `self`.
        source: a text file with one document a line, or a CSV, JSON, JSON lines or Parquet file (gzip or not). In
            Python, also a DuckDB relation or a frame.
        text: the column that holds the documents; by default `text`.
        counts_of: set if the source is not text but a table of document counts (item_a, item_b or NULL, hits),
            such as those of a search engine: the number of all documents.
        separator: the separator between the columns of a CSV file.
        skip: how many lines at the top of the file to skip.
        header: whether a CSV file has a header; true by default.
        progress: called with each step.

    Raises:
        AlreadyExists: knowledge of that name exists.
        BadInput: the source cannot be read with these arguments. Nothing is loaded.

    Examples:
        >>> notes = con.sql("SELECT 'migraine and tremor' AS text UNION ALL SELECT 'migraine'")
        >>> setrisk.load_corpus(con, "notes", notes)
        Corpus(corpus='notes', n_documents=2, n_words=4, n_counts=0)
    """
    layout = sources.Layout(text=text, separator=sources.unescape(separator), skip=skip, header=header)
    if counts_of is not None and not 0 < counts_of < float("inf"):
        raise BadInput(f"counts_of is {counts_of}: the number of documents must be positive and finite")
    format_, stored = ("documents", "words") if counts_of is None else ("counts", "hits")
    with transaction(con):
        progress("reading documents" if counts_of is None else "reading counts")
        try:
            with sources.open_source(con, source, format_, layout) as reading, let_statements_read(con, reading.query):
                ((n_rows, n_documents),) = run(con, f"semantics/store_{stored}", corpus=knowledge).fetchall()
        except duckdb.Error as error:
            raise BadInput(located_message(error, source)) from error
        if n_rows == 0:
            raise BadInput(f"{name_of(source)}: holds no {'word' if counts_of is None else 'count'}")
        conflicts = run(con, "semantics/conflicting_counts", corpus=knowledge).fetchall()
        for item_a, item_b, lowest, highest in conflicts:
            term = item_a if item_b is None else f"{item_a}, {item_b}"
            raise BadInput(f"{name_of(source)}: gives two counts of {term}: {lowest:g} and {highest:g}")
        n = counts_of if counts_of is not None else n_documents
        run(con, "semantics/add_corpus", corpus=knowledge, source=name_of(source), n_documents=n)
    return Corpus(knowledge, n, n_rows if counts_of is None else 0, 0 if counts_of is None else n_rows)
