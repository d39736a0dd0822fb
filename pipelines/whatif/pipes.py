"""What systems say of a pipe that nobody reads any more."""

import errno
import os


def is_without_reader(error: OSError) -> bool:
    """Whether a write failed since nobody reads: a socket has another error for it than a pipe, Windows a third."""
    return isinstance(error, BrokenPipeError | ConnectionResetError) or (
        os.name == "nt" and error.errno == errno.EINVAL
    )
