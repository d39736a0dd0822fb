"""Advice: which release of a data set to make, by a grid of all methods that fit it."""

from setrisk.pipelines.advice.advise import Advice, advise

__all__ = ["Advice", "advise"]
