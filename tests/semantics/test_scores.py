"""What an attacker knows: corpora, counts, word vectors and the scores that come of them, against literal Python."""

import gzip
import math
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest
from duckdb import DuckDBPyConnection
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import setrisk
from setrisk.errors import AlreadyExists, BadInput, UnknownKnowledge
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.semantics import scoring
from setrisk.pipelines.semantics.embedding import Embedding
from setrisk.pipelines.semantics.load_corpus import Corpus
from setrisk.udf.semantics.embedding import word_vectors

checked = settings(max_examples=25, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def database() -> Iterator[DuckDBPyConnection]:
    with setrisk.connect() as con:
        yield con


@pytest.fixture
def con(database: DuckDBPyConnection) -> Iterator[DuckDBPyConnection]:
    """One database for the module, emptied after each test."""
    yield database
    for schema, table in database.execute("SELECT t.schema_name, t.table_name FROM duckdb_tables() AS t").fetchall():
        database.execute(f"DELETE FROM {schema}.{table}")


def counts(con: DuckDBPyConnection) -> list[int]:
    tables = ("corpus", "corpus_word", "corpus_hits", "embedding", "knowledge")
    return [con.execute(f"SELECT count(*) FROM setrisk.{table}").fetchall()[0][0] for table in tables]


# Literal Python.


def spelled(text: str) -> list[str]:
    """The words of a text: runs of letters and digits, in lower case."""
    return "".join(c if unicodedata.category(c)[0] in "LN" else " " for c in text.lower()).split()


def holds(document: str, term: str) -> bool:
    """Whether the words of the term stand one after the other in the document."""
    text, phrase = spelled(document), spelled(term)
    return bool(phrase) and any(text[n : n + len(phrase)] == phrase for n in range(len(text)))


def distance(fx: float | None, fy: float | None, fxy: float | None, n: float | None) -> float | None:
    """CONTEXT formula (1), infinite for terms that never meet, None where one is unknown or in all documents."""
    if not fx or not fy or fxy is None or n is None or min(fx, fy) >= n:
        return None
    if fxy == 0:
        return math.inf
    return (max(math.log(fx), math.log(fy)) - math.log(fxy)) / (math.log(n) - min(math.log(fx), math.log(fy)))


# The distance.

hits = st.one_of(st.none(), st.integers(0, 60), st.floats(0, 60, allow_nan=False))


def test_ngd_is_the_formula_of_the_paper(con):
    @settings(checked, max_examples=150)
    @given(hits, hits, hits, hits)
    @example(46_700_000, 12_200_000, 2_630_000, 8_058_044_651)
    @example(5, 5, 5, 5)
    @example(5, 9, 5, 7)
    @example(5, 9, 0, 5)
    @example(1, 1, 1, 1)
    @example(0, 5, 0, 9)
    @example(5, 5, 60, 60)
    def agree(fx: float | None, fy: float | None, fxy: float | None, n: float | None) -> None:
        ((found,),) = con.execute("SELECT setrisk.ngd(?, ?, ?, ?)", [fx, fy, fxy, n]).fetchall()
        wanted = distance(fx, fy, fxy, n)
        assert found == (wanted if wanted is None else pytest.approx(wanted, rel=1e-9, abs=1e-12))

    agree()


@pytest.mark.parametrize(
    ("fx", "fy", "fxy", "n", "wanted"),
    [
        # Cilibrasi and Vitanyi 2007: horse and rider.
        (46_700_000, 12_200_000, 2_630_000, 8_058_044_651, 0.443),
        (10, 10, 10, 100, 0),
        (10, 5, 5, 100, math.log(2) / math.log(20)),
        (5, 10, 5, 100, math.log(2) / math.log(20)),
        (5, 5, 0, 100, math.inf),
        (5, 5, 10, 100, -math.log(2) / math.log(20)),
        (0, 5, 0, 100, None),
        (5, 0, 0, 100, None),
        (None, 5, 1, 100, None),
        (5, None, 1, 100, None),
        (5, 5, None, 100, None),
        (5, 5, 1, None, None),
        (100, 100, 100, 100, None),
        (100, 50, 50, 100, 1),
    ],
)
def test_ngd_of_known_counts(con, fx, fy, fxy, n, wanted):
    query = "SELECT setrisk.ngd(fx := ?, fy := ?, fxy := ?, n_documents := ?)"
    ((found,),) = con.execute(query, [fx, fy, fxy, n]).fetchall()
    assert found == (wanted if wanted is None else pytest.approx(wanted, abs=5e-4))


def test_ngd_knows_no_order(con):
    query = "SELECT setrisk.ngd(3, 7, 2, 50) = setrisk.ngd(7, 3, 2, 50)"
    assert con.execute(query).fetchall() == [(True,)]


# Words.


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Blood-pressure, 2nd type_II", ["blood", "pressure", "2nd", "type", "ii"]),
        ("don't", ["don", "t"]),
        ("Äther ÉTÉ straße", ["äther", "été", "straße"]),
        ("心臓 病", ["心臓", "病"]),
        ("½ x²", ["½", "x²"]),
        ("😀 <script>", ["script"]),
        ("...", []),
        ("", []),
        (None, None),
    ],
)
def test_words_are_runs_of_letters_and_digits_in_lower_case(con, text, wanted):
    assert con.execute("SELECT setrisk_internal.words(?)", [text]).fetchall() == [(wanted,)]


def test_words_agree_with_literal_python(con):
    @checked
    @given(st.text("aZ9 _-.,;'\"\t\n\u00e9\u00dfß心²½😀<>\\%$", max_size=20))
    def agree(text: str) -> None:
        assert con.execute("SELECT setrisk_internal.words(?)", [text]).fetchall() == [(spelled(text),)]

    agree()


# Documents and terms.


def test_terms_of_several_words_are_phrases(con):
    texts = ["New York, new YORK!", "york new", "new new york", "a a a", "new. york", "", "newyork", "b a b a"]
    setrisk.load_corpus(con, "c", pd.DataFrame({"text": texts}))
    setrisk.load_corpus(con, "other", pd.DataFrame({"text": ["new york a a zebra"] * 9}))
    terms = ["new york", "York-New", "a a", "a", "new new york", "a b a", "zebra", "...", "", "New", "new"]
    found = con.execute("SELECT d.* FROM setrisk_internal.term_documents('c', ?) AS d ORDER BY ALL", [terms]).fetchall()
    wanted = {term: [n for n, text in enumerate(texts, 1) if holds(text, term)] for term in terms}
    assert found == sorted((term, n) for term, documents in wanted.items() for n in documents)
    assert wanted["new york"] == [1, 3, 5]
    assert wanted["a a"] == [4]
    assert wanted["a b a"] == [8]
    assert wanted["zebra"] == wanted["..."] == wanted[""] == []
    assert wanted["New"] == wanted["new"]


texts = st.lists(st.lists(st.sampled_from("abc"), max_size=7).map(" ".join), min_size=1, max_size=8)
terms = st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=3).map(" ".join), min_size=1, max_size=6)


def replaced(con: DuckDBPyConnection, documents: Sequence[str]) -> None:
    """Make these the documents of the corpus `c`, beside another one of the same words."""
    is_there = con.execute("SELECT true FROM setrisk.corpus AS c WHERE c.corpus = 'other'").fetchall()
    for name, held in (("c", documents), *([] if is_there else [("other", ["a b c a", "c b a"])])):
        for table, column in (("corpus", "corpus"), ("corpus_word", "corpus"), ("knowledge", "knowledge")):
            con.execute(f"DELETE FROM setrisk.{table} AS t WHERE t.{column} = ?", [name])
        setrisk.load_corpus(con, name, pd.DataFrame({"text": held}))


def in_order(pair: Sequence[str]) -> tuple[str, str]:
    return min(pair), max(pair)


def test_counts_and_scores_agree_with_literal_python(con):
    @checked
    @given(texts, terms)
    @example(["a a a", "a b a b"], ["a a", "a b a", "b a b", "c"])
    def agree(documents: list[str], asked: list[str]) -> None:
        if not any(map(spelled, documents)):
            return
        replaced(con, documents)
        n = sum(bool(spelled(text)) for text in documents)
        single = {term: sum(holds(text, term) for text in documents) for term in asked}
        both = {
            (a, b): sum(holds(text, a) and holds(text, b) for text in documents) for a, b in product(single, repeat=2)
        }
        found = con.execute("SELECT h.item_a, h.item_b, h.hits FROM setrisk.term_hits('c', ?) AS h", [asked]).fetchall()
        wanted = [(term, None, hits) for term, hits in single.items() if hits]
        wanted += [(a, b, both[a, b]) for a, b in combinations(sorted(single), 2) if both[a, b]]
        assert Counter(found) == Counter(wanted)
        pairs = [{"item_a": a, "item_b": b} for a, b in both]
        found = con.execute("SELECT p.* FROM setrisk_internal.pair_hits('c', ?) AS p", [pairs]).fetchall()
        assert Counter(found) == Counter(
            (a, b, single[a] or None, single[b] or None, m, n) for (a, b), m in both.items()
        )
        for a, b, score in con.execute("SELECT s.* FROM setrisk.ngd_similarities('c', ?) AS s", [pairs]).fetchall():
            wanted_distance = distance(single[a], single[b], max(both[a, b], 0.5), n)
            assert score == (wanted_distance if wanted_distance is None else pytest.approx(-wanted_distance, abs=1e-12))

    agree()


def test_a_pair_that_is_asked_twice_is_told_once(con):
    replaced(con, ["a b", "b c"])
    pairs = [{"item_a": "a", "item_b": "b"}] * 2 + [{"item_a": "b", "item_b": "a"}]
    for relation in ("setrisk_internal.pair_hits", "setrisk.ngd_similarities"):
        found = con.execute(f"SELECT p.item_a, p.item_b FROM {relation}('c', ?) AS p ORDER BY ALL", [pairs]).fetchall()
        assert found == [("a", "b"), ("b", "a")]


def test_a_corpus_that_is_not_there_holds_nothing(con):
    replaced(con, ["a b"])
    pairs = [{"item_a": "a", "item_b": "b"}]
    assert con.execute("FROM setrisk_internal.pair_hits('nope', ?)", [pairs]).fetchall() == []


@pytest.mark.parametrize("name", ["'nope'", "NULL"])
@pytest.mark.parametrize(
    ("asked", "what"),
    [
        ("term_hits({}, ['a', 'b'])", "corpus"),
        ("ngd_similarities({}, [{{'item_a': 'a', 'item_b': 'b'}}])", "corpus"),
        ("embedding_similarities({}, [{{'item_a': 'a', 'item_b': 'b'}}])", "knowledge"),
    ],
)
def test_a_name_that_is_not_known_is_an_error(con, asked, what, name):
    replaced(con, ["a b"])
    con.execute("RESET disabled_optimizers")  # the error must survive them all
    call = f"setrisk.{asked.format(name)}"
    for query in (f"FROM {call}", f"SELECT count(*) FROM {call}", f"SELECT 1 FROM {call} AS t WHERE t.item_a = 'x'"):
        with pytest.raises(duckdb.Error, match=f"there is no {what} {name.strip(chr(39))}"):
            con.execute(query).fetchall()


# Corpora.


def write(folder: Path, name: str, text: str | bytes) -> Path:
    data = text if isinstance(text, bytes) else text.encode()
    (folder / name).write_bytes(gzip.compress(data, mtime=0) if name.endswith(".gz") else data)
    return folder / name


@pytest.mark.parametrize(
    ("name", "text", "how"),
    [
        ("d.txt", "new york\nhiv, aids\n", {}),
        ("d.txt.gz", "new york\n\nhiv, aids\n...\n", {}),
        ("d.txt", "junk\nnew york\nhiv, aids\n", {"skip": 1}),
        ("d.csv", "n,doc\n1,New York\n2,\"HIV, aids\"\n", {"text": "doc"}),
        ("d.csv", "x|New York\ny|HIV aids\n", {"text": "column1", "header": False, "separator": "|"}),
        ("d.txt", "x\tNew York\ny\tHIV aids\n", {"text": "column1", "header": False}),
        ("d.jsonl.gz", '{"text": "New York"}\n{"text": "HIV. aids"}\n', {}),
        ("d.json", '[{"text": "New York"}, {"text": null}, {"text": "HIV (aids)"}]', {}),
    ],
)  # fmt: skip
def test_documents_come_from_files(con, tmp_path, name, text, how):
    made = setrisk.load_corpus(con, "c", write(tmp_path, name, text), **how)
    assert made == Corpus("c", 2, 4, 0)
    found = con.execute("SELECT w.word FROM setrisk.corpus_word AS w ORDER BY w.document, w.position").fetchall()
    assert found == [("new",), ("york",), ("hiv",), ("aids",)]
    assert con.execute("SELECT k.knowledge, k.scorer FROM setrisk.knowledge AS k").fetchall() == [("c", "ngd")]
    assert con.execute("SELECT c.n_documents FROM setrisk.corpus AS c").fetchall() == [(2,)]


def test_documents_come_from_frames_and_queries(con):
    frame = pd.DataFrame({"text": ["new york", "hiv aids", None, ""]})
    assert setrisk.load_corpus(con, "frame", frame) == Corpus("frame", 2, 4, 0)
    assert setrisk.load_corpus(con, "query", con.sql("SELECT 'new york' AS doc"), text="doc") == Corpus(
        "query", 1, 2, 0
    )


def test_counts_can_be_imported(con, tmp_path):
    path = write(tmp_path, "k.csv", "item_a;item_b;hits\nnew york;;10\nb;;5.5\nb;new york;3\nnew york;b;3\nc;;0\n")
    made = setrisk.load_corpus(con, "k", path, counts_of=1000, separator=";")
    assert made == Corpus("k", 1000, 0, 4)
    setrisk.load_corpus(con, "other", pd.DataFrame({"item_a": ["b"], "item_b": [None], "hits": [9]}), counts_of=10)
    pairs = [{"item_a": a, "item_b": b} for a, b in (("new york", "b"), ("b", "new york"), ("b", "c"), ("b", "zz"))]
    found = con.execute("SELECT p.* FROM setrisk_internal.pair_hits('k', ?) AS p ORDER BY ALL", [pairs]).fetchall()
    assert found == [
        ("b", "c", 5.5, 0, 0, 1000),
        ("b", "new york", 5.5, 10, 3, 1000),
        ("b", "zz", 5.5, None, 0, 1000),
        ("new york", "b", 10, 5.5, 3, 1000),
    ]
    scores = {
        (a, b): score
        for a, b, score in con.execute("SELECT s.* FROM setrisk.ngd_similarities('k', ?) AS s", [pairs]).fetchall()
    }
    assert scores["b", "c"] is scores["b", "zz"] is None
    assert scores["new york", "b"] == scores["b", "new york"] == pytest.approx(-(distance(10, 5.5, 3, 1000) or 0))
    found = con.execute("SELECT h.* FROM setrisk.term_hits('k', ['b', 'new york', 'zz']) AS h ORDER BY ALL").fetchall()
    assert found == [("b", "new york", 3), ("b", None, 5.5), ("new york", None, 10)]


@pytest.mark.parametrize(
    ("name", "text", "how", "message"),
    [
        ("d.txt", "", {}, "d.txt: holds no word"),
        ("d.txt", "...\n\n", {}, "d.txt: holds no word"),
        ("d.txt", b"caf\xe9\n", {}, "d.txt:1: Invalid unicode"),
        ("d.csv", "n,doc\n1,a\n", {}, "d.csv: say which column holds the text; the columns are n, doc"),
        ("d.csv", "n,doc\n1,a\n", {"text": "x"}, "d.csv: there is no column 'x' for text"),
        ("d.csv", "n,doc\n1,a,b\n", {"text": "doc"}, "d.csv:2: Expected Number of Columns: 2"),
        ("d.jsonl", '{"text": "a"}\n{"text": \n', {}, "d.jsonl:2: not JSON"),
        ("d.jsonl", '{"text": ["a"]}\n', {}, "column 'text' is .*; the text must be a single value"),
        ("d.txt", "a\n", {"counts_of": 0}, "counts_of is 0: .* must be positive"),
        ("d.txt", "a\n", {"counts_of": math.nan}, "counts_of is nan"),
        ("d.txt", "a\n", {"counts_of": math.inf}, "counts_of is inf"),
        ("k.csv", "item_a,hits\na,1\n", {"counts_of": 9}, "k.csv: there is no column 'item_b' for item_b"),
        ("k.csv", "item_a,item_b,hits\na,,1\n,b,1\n", {"counts_of": 9}, "k.csv:3: row 2 of the counts needs a term"),
        ("k.csv", "item_a,item_b,hits\na,,-1\n", {"counts_of": 9}, "k.csv:2: row 1 of the counts"),
        ("k.csv", "item_a,item_b,hits\na,,x\n", {"counts_of": 9}, "k.csv:2: row 1 of the counts"),
        ("k.csv", "item_a,item_b,hits\na,,\n", {"counts_of": 9}, "k.csv:2: row 1 of the counts"),
        ("k.csv", "item_a,item_b,hits\na,,nan\n", {"counts_of": 9}, "k.csv:2: row 1 of the counts"),
        ("k.csv", "item_a,item_b,hits\na,,inf\n", {"counts_of": 9}, "k.csv:2: row 1 of the counts"),
        ("k.csv", "item_a,item_b,hits\na,b,3\nb,a,4\n", {"counts_of": 9}, "k.csv: gives two counts of a, b: 3 and 4"),
        ("k.csv", "item_a,item_b,hits\na,,3\na,,4\n", {"counts_of": 9}, "k.csv: gives two counts of a: 3 and 4"),
        ("k.csv", "item_a,item_b,hits\n", {"counts_of": 9}, "k.csv: holds no count"),
    ],
)  # fmt: skip
def test_a_bad_corpus_is_one_error_and_nothing_is_loaded(con, tmp_path, name, text, how, message):
    with pytest.raises(BadInput, match=message) as raised:
        setrisk.load_corpus(con, "c", write(tmp_path, name, text), **how)
    assert "\n" not in str(raised.value)
    assert counts(con) == [0] * 5


def test_corpora_and_embeddings_have_names_of_their_own(con, tmp_path):
    frame = pd.DataFrame({"text": ["a b"]})
    vectors = write(tmp_path, "v.txt", "a 1 2\n")
    setrisk.load_corpus(con, "c", frame)
    setrisk.embed(con, "v", vectors)
    for taken in ("c", "v"):
        with pytest.raises(AlreadyExists, match=f"the knowledge '{taken}' exists already"):
            setrisk.load_corpus(con, taken, frame)
        with pytest.raises(AlreadyExists, match=f"the knowledge '{taken}' exists already"):
            setrisk.embed(con, taken, vectors)
    for name, message in (("", "the knowledge needs a name"), ("self", "knowledge cannot be called 'self'")):
        with pytest.raises(BadInput, match=message):
            setrisk.load_corpus(con, name, frame)
        with pytest.raises(BadInput, match=message):
            setrisk.embed(con, name, vectors)
    for name in ('it\'s; "q" <script>', "😀", "x" * 10_000):
        setrisk.load_corpus(con, name, frame)
        assert con.execute(
            "SELECT s.similarity FROM setrisk.ngd_similarities(?, ?) AS s", [name, [{"item_a": "a", "item_b": "zz"}]]
        ).fetchall() == [(None,)]


# Word vectors.


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("glove.txt", "The 1 0 0\ncat 0 1.5 -2e-1\n", {"the": [1, 0, 0], "cat": [0, 1.5, -0.2]}),
        ("glove.txt.gz", "the 1 0 0\ncat 0 1 0 \n", {"the": [1, 0, 0], "cat": [0, 1, 0]}),
        ("word2vec.txt", "2 3\nthe 1 0 0\ncat 0 1 0\n", {"the": [1, 0, 0], "cat": [0, 1, 0]}),
        ("crlf.txt", "2 2\r\nthe 1 0\r\ncat 0 1\r\n", {"the": [1, 0], "cat": [0, 1]}),
        ("short.txt", "the 1\ncat 2\n", {"the": [1], "cat": [2]}),
        ("twice.txt", "The 1 0\nthe 5 5\nTHE 6 6\n", {"the": [1, 0]}),
        ("signs.txt", "\" 1 0\n, 0 1\n<unk> 2 2\n", {'"': [1, 0], ",": [0, 1], "<unk>": [2, 2]}),
    ],
)  # fmt: skip
def test_vectors_come_from_glove_and_word2vec_files(con, tmp_path, name, text, found):
    made = setrisk.embed(con, "v", write(tmp_path, name, text))
    assert made == Embedding("v", len(found), len(next(iter(found.values()))))
    held = dict(con.execute("SELECT e.word, e.vector FROM setrisk.embedding AS e").fetchall())
    assert held == {word: pytest.approx(vector) for word, vector in found.items()}
    assert con.execute("SELECT k.knowledge, k.scorer FROM setrisk.knowledge AS k").fetchall() == [("v", "embedding")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "v.txt: gives no word vector"),
        ("2 3\n", "v.txt: gives no word vector"),
        ("the 1 2\ncat 1\n", "v.txt: has vectors of 1 and of 2 components"),
        ("the 1 2\ncat 1 x\n", "v.txt:2: a line must hold a word and its numbers"),
        ("the 1 2\n\ncat\n", "v.txt:3: a line must hold a word and its numbers"),
        ("the\t1\t2\n", "v.txt:1: a line must hold a word and its numbers"),
        ("the 1 nan\n", "v.txt:1: a line must hold a word and its numbers"),
        ("the 1 inf\n", "v.txt:1: a line must hold a word and its numbers"),
        ("the  1 2\n", "v.txt:1: a line must hold a word and its numbers"),
        (b"caf\xe9 1 2\n", "v.txt:1: Invalid unicode"),
    ],
)
def test_a_bad_file_of_vectors_is_one_error_and_nothing_is_loaded(con, tmp_path, text, message):
    with pytest.raises(BadInput, match=message) as raised:
        setrisk.embed(con, "v", write(tmp_path, "v.txt", text))
    assert "\n" not in str(raised.value)
    assert counts(con) == [0] * 5


def test_a_file_of_vectors_that_is_cut_off_is_one_error(con, tmp_path):
    (tmp_path / "v.txt.gz").write_bytes(gzip.compress(b"".join(b"w%d 1 2\n" % n for n in range(9999)), mtime=0)[:-9])
    with pytest.raises(BadInput, match=r"v.txt.gz: (Unexpected end of GZIP|cannot be unpacked)"):
        setrisk.embed(con, "v", tmp_path / "v.txt.gz")
    assert counts(con) == [0] * 5


def test_a_bad_call_of_embed_is_one_error(con, tmp_path):
    setrisk.load_corpus(con, "small", pd.DataFrame({"text": ["a b"] * 4 + ["c"] * 5}))
    setrisk.load_corpus(con, "counted", pd.DataFrame({"item_a": ["a"], "item_b": [None], "hits": [1]}), counts_of=5)
    before = counts(con)
    for how, error, message in (
        ({}, BadInput, "give either a file of vectors or a corpus"),
        ({"source": "v.txt", "corpus": "small"}, BadInput, "give either a file of vectors or a corpus"),
        ({"source": tmp_path / "nope.txt"}, BadInput, "nope.txt: no such file"),
        ({"source": tmp_path}, BadInput, "is a folder; name a file"),
        (
            {"corpus": "nope"},
            UnknownKnowledge,
            "there is no corpus 'nope' with documents to train on; there are small$",
        ),
        ({"corpus": "smal"}, UnknownKnowledge, "there is no corpus 'smal' with .*; did you mean 'small'"),
        ({"corpus": "counted"}, UnknownKnowledge, "there is no corpus 'counted' with documents"),
        ({"corpus": "small"}, BadInput, "fewer than two words that five documents hold"),
        ({"corpus": "small", "dimensions": 0}, BadInput, "must be at least 1"),
        ({"corpus": "small", "span": 0}, BadInput, "must be at least 1"),
        ({"corpus": "small", "words": 0}, BadInput, "must be at least 1"),
    ):
        with pytest.raises(error, match=message):
            setrisk.embed(con, "v", **how)
    assert counts(con) == before


def literal_vector(held: dict[str, list[float]], term: str) -> np.ndarray | None:
    known = [held[word] for word in spelled(term) if word in held]
    return np.mean(np.array(known), axis=0) if known else None


def literal_cosine(one: np.ndarray | None, other: np.ndarray | None) -> float | None:
    if one is None or other is None or not one.any() or not other.any():
        return None
    return float(one @ other / (np.linalg.norm(one) * np.linalg.norm(other)))


def test_vectors_and_cosines_of_terms_agree_with_literal_python(con):
    con.execute("INSERT INTO setrisk.knowledge VALUES ('v', 'embedding', 'vectors')")
    components = st.lists(st.integers(-3, 3), min_size=3, max_size=3)
    term = st.lists(st.sampled_from(["a", "b", "c", "zz"]), max_size=3).map(" ".join)

    @checked
    @given(st.dictionaries(st.sampled_from("abc"), components, min_size=1), st.lists(term, min_size=1, max_size=4))
    @example({"a": [1, 2, 3], "b": [-1, -2, -3], "c": [0, 0, 0]}, ["a b", "a", "c", "b zz", "zz", "", "A-a"])
    def agree(held: dict[str, list[float]], asked: list[str]) -> None:
        con.execute("DELETE FROM setrisk.embedding")
        rows = [
            [knowledge, word, vector]
            for knowledge, all_ in (("v", held), ("other", {"a": [9, 9, 9]}))
            for word, vector in all_.items()
        ]
        con.executemany("INSERT INTO setrisk.embedding VALUES (?, ?, ?)", rows)
        found = dict(con.execute("SELECT t.* FROM setrisk_internal.term_vectors('v', ?) AS t", [asked]).fetchall())
        wanted = {t: literal_vector(held, t) for t in asked}
        assert found == {t: pytest.approx(list(vector)) for t, vector in wanted.items() if vector is not None}
        pairs = [{"item_a": a, "item_b": b} for a, b in product(wanted, repeat=2)]
        scores = con.execute("SELECT s.* FROM setrisk.embedding_similarities('v', ?) AS s", [pairs]).fetchall()
        assert len(scores) == len(pairs)
        for a, b, score in scores:
            cosine = literal_cosine(wanted[a], wanted[b])
            assert score == (cosine if cosine is None else pytest.approx(cosine, abs=1e-6))

    agree()


def literal_information(together: Counter[tuple[int, int]]) -> dict[tuple[int, int], float]:
    """Of the pairs that meet more often than by chance, ln(p(a, b) / (p(a) * p(b)))."""
    total = sum(together.values())
    alone: Counter[int] = Counter()
    for (a, _), n in together.items():
        alone[a] += n
    known = {(a, b): math.log((n / total) / (alone[a] / total * alone[b] / total)) for (a, b), n in together.items()}
    return {pair: information for pair, information in known.items() if information > 1e-12}


def test_words_that_meet_as_often_as_by_chance_have_no_information(con):
    setrisk.load_corpus(con, "c", pd.DataFrame({"text": ["a a", "a b", "b a", "b b"] * 3}))
    met = con.execute("SELECT count(*) FROM setrisk_internal.word_neighbours('c', span := 1) AS w").fetchall()
    assert met == [(4,)]
    assert run(con, "semantics/word_information", corpus="c", span=1, n=5000).fetchall() == []


def test_a_span_is_no_longer_than_the_documents_and_no_shorter_than_a_word(con):
    setrisk.load_corpus(con, "c", pd.DataFrame({"text": ["a b c", "b a", "c a"] * 3}))
    asked = "SELECT n.* FROM setrisk_internal.word_neighbours('c', span := {}) AS n ORDER BY ALL"
    whole = con.execute(asked.format(2)).fetchall()
    assert len(whole) == 6
    assert con.execute(asked.format(2**63 - 1)).fetchall() == whole
    for span in ("0", "-1", "NULL"):
        with pytest.raises(duckdb.Error, match=f"span is {span}; it must be at least 1"):
            con.execute(asked.format(span)).fetchall()


def test_vectors_are_trained_on_the_neighbours_in_the_corpus(con):
    documents = [f"a b c {w} d, {w} e" for w in ("x", "y", "x", "z", "x", "y", "x", "y", "y", "rare")]
    setrisk.load_corpus(con, "c", pd.DataFrame({"text": documents}))
    setrisk.load_corpus(con, "other", pd.DataFrame({"text": ["x e a d"] * 9}))
    made = setrisk.embed(con, "v", corpus="c", dimensions=3, span=2, seed=4)
    held_by = Counter(word for text in documents for word in set(spelled(text)))
    vocabulary = sorted((w for w, n in held_by.items() if n >= 4 + 1), key=lambda w: (-held_by[w], w))
    vocabulary = [word for word in vocabulary if held_by[word] >= 5]
    number = {word: n for n, word in enumerate(vocabulary)}
    assert set(number) == {"a", "b", "c", "d", "e"}
    together: Counter[tuple[int, int]] = Counter()
    for text in map(spelled, documents):
        for place, other in product(range(len(text)), repeat=2):
            if 0 < abs(place - other) <= 2 and text[place] in number and text[other] in number:
                together[number[text[place]], number[text[other]]] += 1
    found = con.execute(
        "SELECT n.word_no, n.neighbour_no, n.together FROM setrisk_internal.word_neighbours('c', span := 2) AS n"
    ).fetchall()
    assert {(a, b): int(n) for a, b, n in found} == together
    information = literal_information(together)
    found = run(con, "semantics/word_information", corpus="c", span=2, n=5000).fetchall()
    assert {(a, b): n for a, b, n in found} == pytest.approx(information)
    cells = sorted(information)
    wanted = word_vectors(
        [a for a, _ in cells],
        [b for _, b in cells],
        [information[cell] for cell in cells],
        n_words=len(vocabulary),
        dimensions=3,
        seed=4,
    )
    held = dict(con.execute("SELECT e.word, e.vector FROM setrisk.embedding AS e WHERE e.knowledge = 'v'").fetchall())
    assert made == Embedding("v", len(held), 3)
    assert held == {word: pytest.approx(wanted[n].tolist(), abs=1e-6) for word, n in number.items() if wanted[n].any()}
    # The same arguments give the same vectors; fewer words are the most frequent.
    setrisk.embed(con, "again", corpus="c", dimensions=3, span=2, seed=4)
    assert (
        dict(con.execute("SELECT e.word, e.vector FROM setrisk.embedding AS e WHERE e.knowledge = 'again'").fetchall())
        == held
    )
    found = con.execute(
        "SELECT w.word FROM setrisk_internal.frequent_words('c', n := 2, documents := 3) AS w ORDER BY w.word_no"
    ).fetchall()
    assert [word for (word,) in found] == vocabulary[:2]


# Scores of a release.


def similarity(con: DuckDBPyConnection, knowledge: str) -> dict[tuple[str, str], Any]:
    found = con.execute(
        "SELECT s.item_a, s.item_b, s.similarity FROM setrisk.similarity AS s WHERE s.knowledge = ?", [knowledge]
    ).fetchall()
    assert len(found) == len({row[:2] for row in found})
    return {(a, b): score for a, b, score in found}


NEAR = {"heart disease": 1, "weakness": 2, "anesthesia": 1, "pain": 2, "gangrene": 1, "knee": 1}


def scored(con: DuckDBPyConnection, release: str, knowledge: str, context: int = 2) -> int:
    view = {"release": release, "context": context, "labelled": True, "unlabelled_k": None}
    view |= {"conjunctive": False, "utility_constraints": None}
    return scoring.score(con, knowledge, "generalisation/stage_context_pairs", **view)


def test_a_release_is_scored_once(con, example):
    documents = [
        "heart disease and blood pressure",
        "blood pressure",
        "icd pain",
        "knee injury, limbs",
        "limbs",
        "weakness",
    ]
    setrisk.load_corpus(con, "c", pd.DataFrame({"text": documents}))
    members = ("blood pressure", "icd", "limbs", "injury")
    wanted = {in_order((near, member)) for near in NEAR for member in members}
    first = {in_order((near, member)) for near, place in NEAR.items() for member in members if place == 1}
    assert scored(con, example, "c", context=1) == len(first)
    assert set(similarity(con, "c")) == first
    assert scored(con, example, "c") == len(wanted) - len(first)
    assert scored(con, example, "c") == 0
    found = similarity(con, "c")
    assert set(found) == wanted
    held = {term: sum(holds(text, term) for text in documents) for term in (*NEAR, *members)}
    for (a, b), score in found.items():
        both = sum(holds(text, a) and holds(text, b) for text in documents)
        known = distance(held[a], held[b], both or 0.5, len(documents))
        assert score == (known if known is None else pytest.approx(-known))
    assert None in found.values()
    assert any(score is not None for score in found.values())
    setrisk.attack(con, example, knowledge="c")
    assert similarity(con, "c") == found


def test_an_embedding_similarities_a_release(con, example, tmp_path):
    held = {"heart": [1.0, 0.0], "disease": [0.0, 1.0], "limbs": [1.0, 1.0], "knee": [-1.0, 0.5], "icd": [0.0, 0.0]}
    lines = "".join(f"{word} {' '.join(map(str, vector))}\n" for word, vector in held.items())
    setrisk.embed(con, "v", write(tmp_path, "v.txt", lines))
    assert scored(con, example, "v") == len(NEAR) * 4
    found = similarity(con, "v")
    for (a, b), score in found.items():
        cosine = literal_cosine(literal_vector(held, a), literal_vector(held, b))
        assert score == (cosine if cosine is None else pytest.approx(cosine, abs=1e-6))
    assert found["heart disease", "limbs"] == pytest.approx(1)
    assert found["heart disease", "icd"] is None
    assert scored(con, example, "v") == 0


def test_scores_of_one_corpus_are_not_those_of_another(con, example):
    before = similarity(con, "figure 4")
    setrisk.load_corpus(con, "c", pd.DataFrame({"text": ["knee injury", "knee", "limbs"]}))
    assert scored(con, example, "c") == len(NEAR) * 4
    assert similarity(con, "figure 4") == before
    assert scored(con, example, "self") == 0
    with pytest.raises(UnknownKnowledge, match="there is no knowledge 'nope'; there are self, c, figure 4; "):
        scored(con, example, "nope")


# Real data.


def test_real_vectors_know_what_is_alike(con, data):
    made = setrisk.embed(con, "glove", data / "glove/glove.twitter.27B.25d.top12k.txt")
    assert made == Embedding("glove", 11_925, 25)
    asked = [("cat", "dog"), ("cat", "parliament"), ("king", "queen"), ("king", "door")]
    pairs = [{"item_a": a, "item_b": b} for a, b in asked]
    found = con.execute("SELECT s.* FROM setrisk.embedding_similarities('glove', ?) AS s", [pairs]).fetchall()
    score = {(a, b): value for a, b, value in found}
    assert score["cat", "dog"] > score["cat", "parliament"]
    assert score["king", "queen"] > score["king", "door"]


def test_real_documents_are_counted(con, data):
    made = setrisk.load_corpus(con, "ohsumed", data / "ohsumed/ohsumed_single_23.jsonl.gz")
    assert made.n_documents == 7_400
    asked = ["heart failure", "congestive heart failure", "blood pressure"]
    found = con.execute("SELECT h.* FROM setrisk.term_hits('ohsumed', ?) AS h", [asked]).fetchall()
    held = {(a, b): n for a, b, n in found}
    assert held["congestive heart failure", None] == held["congestive heart failure", "heart failure"]
    assert held["heart failure", None] > held["congestive heart failure", None] > 0
    query = "SELECT count(*) FROM read_json($path, columns = {text: 'VARCHAR'}) AS j WHERE regexp_matches("
    query += "lower(j.text), '(^|[^\\p{L}\\p{N}])blood[^\\p{L}\\p{N}]+pressure($|[^\\p{L}\\p{N}])')"
    path = str(data / "ohsumed/ohsumed_single_23.jsonl.gz")
    assert con.execute(query, {"path": path}).fetchall() == [(held["blood pressure", None],)]
