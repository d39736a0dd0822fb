"""Word vectors out of the information that words have about each other, for users who have no file of trained ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from setrisk.errors import BadInput

if TYPE_CHECKING:
    from scipy.sparse import csr_array

_ROUNDING = 1e-9  # the two cells of a pair may differ in their last digits
_RANK = 1e-6  # singular values below this share of the largest one are 0; the sparse solver is no more exact


def word_vectors(
    rows: ArrayLike,
    cols: ArrayLike,
    information: ArrayLike,
    *,
    n_words: int,
    dimensions: int = 50,
    seed: int = 0,
) -> NDArray[np.float32]:
    """Return word vectors: the truncated singular value decomposition of a symmetric matrix of information.

    The vectors are U * sqrt(S) of M = U * S * V^T, cut to the `dimensions` largest singular values; with the positive
    pointwise mutual information for M it is the recipe of Levy and Goldberg 2014. DISASSOC 4.1 takes trained GloVe
    vectors instead.

    The largest component of every column is positive, which fixes the signs. A word without information has a zero
    vector: its cosine similarity is unknown, not 0. If equal singular values are on both sides of the cut, the
    seed decides which of their directions are kept.

    Args:
        rows: (n,) word numbers in [0, n_words).
        cols: (n,) word numbers in [0, n_words).
        information: (n,) that the two words have about each other, finite and >= 0. The matrix must be symmetric: give
            (a, b) and (b, a), each once.
        n_words: the size of the vocabulary, >= 1.
        dimensions: the length of the vectors, >= 1. Beyond the rank of M they are filled with zeros, which changes no
            cosine similarity.
        seed: of the vector that the iteration starts from, >= 0; PCG64.

    Returns:
        (n_words, dimensions), float32. The same arguments give the same array.

    Raises:
        BadInput: arrays of different lengths, a number out of its range, or a matrix that is not symmetric.
    """
    for name, value, least in (("n_words", n_words, 1), ("dimensions", dimensions, 1), ("seed", seed, 0)):
        if value < least:
            raise BadInput(f"{name} is {value}; it must be at least {least}")
    matrix = _matrix(rows, cols, information, n_words)
    vectors = np.zeros((n_words, dimensions), np.float32)
    if matrix.nnz:
        u, s = _svd(matrix, min(dimensions, n_words), seed)
        found = u * np.sqrt(s)
        vectors[:, : found.shape[1]] = found * _signs(found)
    return vectors


def _matrix(rows: ArrayLike, cols: ArrayLike, information: ArrayLike, n_words: int) -> csr_array[np.float64]:
    """Check the cells and return them as a sparse matrix."""
    from scipy.sparse import coo_array

    i, j = _word_numbers("rows", rows, n_words), _word_numbers("cols", cols, n_words)
    values = np.asarray(information, np.float64)
    if not i.shape == j.shape == values.shape:
        raise BadInput(
            f"rows, cols and information have {i.size}, {j.size} and {values.size} entries; give one each a cell"
        )
    wrong = np.flatnonzero(~(np.isfinite(values) & (values >= 0)))
    if wrong.size:
        raise BadInput(f"information[{wrong[0]}] is {values[wrong[0]]}; it must be finite and not negative")
    matrix = coo_array((values, (i, j)), shape=(n_words, n_words)).tocsr()
    difference = abs(matrix - matrix.T).tocoo()
    if difference.nnz and difference.max() > _ROUNDING * matrix.max():
        a, b = (int(word[np.argmax(difference.data)]) for word in (difference.row, difference.col))
        raise BadInput(f"the cells ({a}, {b}) and ({b}, {a}) differ; the matrix must be symmetric")
    matrix.eliminate_zeros()
    return matrix


def _word_numbers(name: str, numbers: ArrayLike, n_words: int) -> NDArray[np.int64]:
    given = np.asarray(numbers)
    if given.ndim != 1 or (given.size and not np.issubdtype(given.dtype, np.integer)):
        raise BadInput(f"{name} must be one-dimensional and hold integers")
    wrong = np.flatnonzero((given < 0) | (given >= n_words))
    if wrong.size:
        raise BadInput(f"{name}[{wrong[0]}] is {given[wrong[0]]}; word numbers go from 0 to {n_words - 1}")
    return given.astype(np.int64)


def _svd(matrix: csr_array[np.float64], k: int, seed: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return U, shape (n_words, at most k), and the singular values that are not 0, the largest first."""
    from scipy.sparse.linalg import svds

    n_words = matrix.shape[0]
    if n_words <= 2 * k:  # the sparse solver cannot return them all, and is slower well before that
        u, s, _ = np.linalg.svd(matrix.toarray())
    else:
        start = np.random.Generator(np.random.PCG64(seed)).standard_normal(n_words)
        # Words that are used alike give few distinct singular values, and ARPACK's usual 2 * k vectors then run
        # out of directions (its error 3).
        vectors = min(n_words - 1, max(4 * k, 40))
        u, s, _ = svds(matrix, k=k, v0=start, ncv=vectors, solver="arpack")
    largest = np.argsort(-s, kind="stable")[:k]
    kept = largest[s[largest] > _RANK * s.max()]
    return u[:, kept], s[kept]


def _signs(columns: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the signs, shape (n_columns,), that make the largest component of each column positive."""
    largest = np.argmax(np.abs(columns), axis=0)
    return np.where(columns[largest, np.arange(columns.shape[1])] < 0, -1.0, 1.0)
