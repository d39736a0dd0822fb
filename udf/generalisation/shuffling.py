"""The order in which generalised records are published."""

import os

import numpy as np
from numpy.typing import NDArray


def shuffled_order(n: int, seed: int | None) -> NDArray[np.int64]:
    """A random order of n records, so that the number of a record does not reveal its transaction.

    Args:
        n: how many records there are.
        seed: of the order; without one it comes from the secure random source of the operating system.

    Returns:
        The numbers 0 to n - 1, shape (n,).
    """
    if seed is not None:
        return np.random.default_rng(seed).permutation(n)
    keys = np.frombuffer(os.urandom(16 * n), dtype=[("high", "u8"), ("low", "u8")])
    return np.argsort(keys, order=("high", "low")).astype(np.int64)
