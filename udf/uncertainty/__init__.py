"""The family uncertainty: kernels for rules that tell a sensitive item by what else is known."""
