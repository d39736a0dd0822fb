"""Kernels of noisy histograms."""
