"""What systems say of a pipe that nobody reads any more."""

import errno


def is_without_reader(error: OSError) -> bool:
    """Whether a write failed since nobody reads: Windows has another error for it."""
    return isinstance(error, BrokenPipeError) or error.errno == errno.EINVAL
