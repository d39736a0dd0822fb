"""Kernels of generalised releases."""
