"""Word vectors from information, against a singular value decomposition of the dense matrix."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setrisk.errors import BadInput
from setrisk.udf.semantics.embedding import word_vectors


def literal_ppmi(counts: np.ndarray) -> np.ndarray:
    n, total = len(counts), counts.sum()
    m = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            if counts[i, j] > 0:
                together = counts[i, j] / total
                apart = (counts[i].sum() / total) * (counts[:, j].sum() / total)
                m[i, j] = max(0.0, math.log(together / apart))
    return m


def literal_products(counts: np.ndarray, dimensions: int) -> np.ndarray:
    """All scalar products of the vectors: (U sqrt(S)) (U sqrt(S))^T, which no choice of signs or axes changes."""
    u, s, _ = np.linalg.svd(literal_ppmi(counts))
    u, s = u[:, :dimensions], s[:dimensions]
    return (u * s) @ u.T


def vectors_of(counts: np.ndarray, **options) -> np.ndarray:
    information = literal_ppmi(counts)
    rows, cols = np.nonzero(information)
    return word_vectors(rows, cols, information[rows, cols], n_words=len(counts), **options)


def random_counts(n: int, rate: float, seed: int) -> np.ndarray:
    drawn = np.random.Generator(np.random.PCG64(seed)).poisson(rate, (n, n))
    return (drawn + drawn.T).astype(float)


def test_by_hand():
    # Two words that only meet each other, and two more of the same kind.
    vectors = word_vectors([0, 1, 2, 3], [1, 0, 3, 2], [1.5, 1.5, 1.5, 1.5], n_words=5, dimensions=4)
    products = np.zeros((5, 5))
    products[:4, :4] = 1.5 * np.eye(4)
    assert vectors.dtype == np.float32
    assert vectors.shape == (5, 4)
    np.testing.assert_allclose(vectors @ vectors.T, products, atol=1e-6)
    # Two words that each meet themselves: the axes.
    np.testing.assert_allclose(
        np.abs(word_vectors([0, 1], [0, 1], [3, 4], n_words=2, dimensions=2)),
        np.sqrt([[0, 3], [4, 0]]),
        atol=1e-6,
    )


@pytest.mark.parametrize(
    ("n_words", "dimensions", "rate"),
    [(1, 1, 2.0), (2, 1, 1.0), (30, 4, 0.3), (30, 20, 0.3), (30, 80, 0.3), (150, 10, 0.05), (150, 75, 0.05)],
)
def test_products_are_the_literal_ones(n_words, dimensions, rate):
    counts = random_counts(n_words, rate, seed=n_words)
    vectors = vectors_of(counts, dimensions=dimensions)
    assert vectors.shape == (n_words, dimensions)
    np.testing.assert_allclose(vectors @ vectors.T, literal_products(counts, dimensions), atol=1e-5)


@settings(max_examples=80)
@given(st.integers(1, 14), st.integers(1, 16), st.data())
def test_full_rank_products(n_words, extra, data):
    pairs = st.tuples(st.integers(0, n_words - 1), st.integers(0, n_words - 1))
    counts = np.zeros((n_words, n_words))
    for (i, j), count in data.draw(st.dictionaries(pairs, st.integers(1, 9), max_size=30)).items():
        counts[i, j] = counts[j, i] = count
    vectors = vectors_of(counts, dimensions=n_words + extra)
    assert np.isfinite(vectors).all()
    np.testing.assert_allclose(vectors @ vectors.T, literal_products(counts, n_words), atol=1e-5)
    assert not vectors[:, n_words:].any()


def test_largest_component_is_positive_and_columns_descend():
    vectors = vectors_of(random_counts(80, 0.1, seed=1), dimensions=12)
    assert (vectors.max(axis=0) == np.abs(vectors).max(axis=0)).all()
    lengths = np.linalg.norm(vectors, axis=0)
    assert (np.diff(lengths) <= 1e-6).all()


def test_same_arguments_same_array_and_other_seed_same_vectors():
    counts = random_counts(200, 0.05, seed=2)
    vectors = vectors_of(counts, dimensions=8)
    np.testing.assert_array_equal(vectors, vectors_of(counts, dimensions=8))
    np.testing.assert_allclose(vectors, vectors_of(counts, dimensions=8, seed=99), atol=1e-4)


def test_cells_in_any_order():
    information = literal_ppmi(random_counts(20, 0.4, seed=3))
    rows, cols = np.nonzero(information)
    order = np.random.Generator(np.random.PCG64(0)).permutation(len(rows))
    cells = rows[order], cols[order], information[rows, cols][order]
    np.testing.assert_array_equal(
        word_vectors(*cells, n_words=20, dimensions=5),
        word_vectors(rows, cols, information[rows, cols], n_words=20, dimensions=5),
    )


@pytest.mark.parametrize(("blocks", "dimensions"), [(42, 13), (38, 12), (40, 8), (30, 50), (2, 50)])
def test_words_that_are_used_alike(blocks, dimensions):
    """One singular value, `blocks` times: the sparse solver ran out of directions here."""
    size = 600 // blocks
    vectors = vectors_of(np.kron(np.eye(blocks), np.ones((size, size))), dimensions=dimensions)
    found = min(blocks, dimensions)
    values = np.linalg.norm(vectors.astype(float), axis=0) ** 2  # single precision would lose digits
    np.testing.assert_allclose(values[:found], size * math.log(blocks), rtol=1e-5)
    assert not values[found:].any()


def test_a_word_without_information_has_no_direction():
    vectors = word_vectors([0, 1], [1, 0], [5, 5], n_words=3, dimensions=3)
    assert vectors[:2].any(axis=1).all()
    assert not vectors[2].any()


def test_nothing_known():
    for cells in ([], [0.0]):
        places = [0] * len(cells)
        np.testing.assert_array_equal(
            word_vectors(places, places, cells, n_words=3, dimensions=2), np.zeros((3, 2), np.float32)
        )


GOOD = {"rows": [0, 1], "cols": [1, 0], "information": [2, 2], "n_words": 2, "dimensions": 1, "seed": 0}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"n_words": 0}, "n_words is 0"),
        ({"dimensions": 0}, "dimensions is 0"),
        ({"seed": -1}, "seed is -1"),
        ({"rows": [0, 2]}, r"rows\[1\] is 2"),
        ({"cols": [-1, 0]}, r"cols\[0\] is -1"),
        ({"rows": [0.5, 1.0]}, "integers"),
        ({"rows": [[0, 1]]}, "one-dimensional"),
        ({"rows": [0]}, "1, 2 and 2 entries"),
        ({"information": [2]}, "2, 2 and 1 entries"),
        ({"information": [2, -2]}, r"information\[1\] is -2"),
        ({"information": [math.nan, 2]}, r"information\[0\] is nan"),
        ({"information": [2, math.inf]}, r"information\[1\] is inf"),
        ({"information": [2, 3]}, "symmetric"),
        ({"rows": [0], "cols": [1], "information": [2]}, r"cells \((0, 1|1, 0)\)"),
    ],
)
def test_bad_input(changed, message):
    word_vectors(**GOOD)
    with pytest.raises(BadInput, match=message):
        word_vectors(**(GOOD | changed))
