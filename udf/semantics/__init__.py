"""Kernels for the similarity of items."""
