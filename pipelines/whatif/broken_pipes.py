"""Recognise the errors of writing to a pipe that nobody reads any more."""

import errno
import os


def has_no_reader(error: OSError) -> bool:
    """Whether a write failed because nobody reads. Pipes, sockets and Windows each raise a different error."""
    return isinstance(error, BrokenPipeError | ConnectionResetError) or (
        os.name == "nt" and error.errno == errno.EINVAL
    )
