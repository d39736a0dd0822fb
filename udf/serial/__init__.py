"""Kernels of serial releases."""
