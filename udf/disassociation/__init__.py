"""Kernels of releases in chunks."""
