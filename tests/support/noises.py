"""Sources of noise that tests can look into: without noise, and with a memory."""

import numpy as np

from setrisk.udf.common.arrays import Floats, Integers
from setrisk.udf.histogram.noise import SeededNoise


class Silent:
    """No noise: the loudest score is the largest one, and only sampling draws."""

    def __init__(self, seed: int = 0) -> None:
        self._generator = np.random.default_rng(seed)

    def laplace(self, epsilons: Floats) -> Integers:
        return np.zeros(len(epsilons), dtype=np.int64)

    def loudest_place(self, scores: Floats, epsilon: float, sensitivity: float) -> int:
        return int(np.argmax(scores))

    def uniform(self, *shape: int) -> Floats:
        return self._generator.random(shape)


class Recording(SeededNoise):
    """Remembers what it was asked for."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.added: list[Floats] = []
        self.chosen: list[tuple[int, float, float]] = []

    def laplace(self, epsilons: Floats) -> Integers:
        self.added.append(epsilons)
        return super().laplace(epsilons)

    def loudest_place(self, scores: Floats, epsilon: float, sensitivity: float) -> int:
        self.chosen.append((len(scores), epsilon, sensitivity))
        return super().loudest_place(scores, epsilon, sensitivity)
