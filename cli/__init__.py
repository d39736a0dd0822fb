"""The command line: a thin shell over the public API, with the same words and the same options."""

from __future__ import annotations

import io
import sys
import traceback

from duckdb import OutOfMemoryException

from setrisk.cli import data, ending, releases, risks, showcase, sql
from setrisk.cli.output import complain, flush
from setrisk.cli.shell import app
from setrisk.errors import BadInput, SetriskError
from setrisk.pipelines.printable import printable

__all__ = ["app", "main"]

# Each adds its commands to the program, in this order.
COMMANDS = (data, releases, risks, showcase, sql)

# As shells say of Ctrl-C.
_INTERRUPTED = 130


def main() -> None:
    """Run the command line; exits with 0 fine, 1 the gate says no, 2 bad input, 70 a defect of setrisk."""
    ending.hear()
    for stream in (sys.stdout, sys.stderr):
        # What the encoding of a pipe or a terminal lacks is written as an escape.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        _check_arguments()
        app(standalone_mode=True)
    except SystemExit as end:
        if end.code == _INTERRUPTED:  # what Typer makes of Ctrl-C, without a word
            complain(f"interrupted; {_kept(end)}")
        # Typer makes 1 of a reader that has seen enough, like `head`; here 1 is the gate's no.
        sys.exit(0 if isinstance(end.__context__, BrokenPipeError) else end.code)
    except SetriskError as error:
        complain(error)
        sys.exit(2)
    except KeyboardInterrupt as error:
        if ending.ended_by:
            sys.exit(ending.ended_by[0])
        complain(f"interrupted; {_kept(error)}")
        sys.exit(_INTERRUPTED)
    except OSError as error:
        complain(error if error.filename else f"the output cannot be written: {error.strerror}")
        sys.exit(2)
    except (MemoryError, OutOfMemoryException) as error:
        complain(f"this takes more memory than there is; nothing was changed: {error}")
        sys.exit(2)
    except Exception as error:
        if ending.ended_by:  # DuckDB makes an error of what a signal raises while it reads
            sys.exit(ending.ended_by[0])
        if str(error) == "Query interrupted":  # what DuckDB makes of Ctrl-C while it reads
            complain("interrupted")
            sys.exit(_INTERRUPTED)
        traceback.print_exc()
        complain("this is a defect of setrisk, not of your input; please report it")
        sys.exit(70)
    finally:
        flush()


def _check_arguments() -> None:
    """DuckDB takes text alone, and no bytes that are none in the encoding of the system."""
    for given in sys.argv[1:]:
        if not given.isascii() and given != given.encode(errors="ignore").decode():
            raise BadInput(f"{printable(given)}: this is no text in the encoding of this system, such as UTF-8")


def _kept(error: BaseException | None) -> str:
    """What a command that was interrupted has left."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt) and error.args:
            return str(error)
        error = error.__context__
    return "nothing was changed"
