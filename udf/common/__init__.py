"""Arrays, ranges and stopping, for all kernels."""
