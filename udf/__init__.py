"""Kernels: Python that loops or draws, on numpy arrays, usable without a database."""
