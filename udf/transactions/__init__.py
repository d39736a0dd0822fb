"""Kernels that make transactions."""
