"""What runs relations and kernels in order; one module a task or family, no algorithm."""
