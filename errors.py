"""The errors that setrisk raises on purpose.

Every message says what is wrong, where (file, line, column, item) and what to do about it.
The command line prints the message alone and exits with code 2.
"""

import re
from typing import Any

# Characters of a message, and of a value that it quotes: enough to find it by, not enough to flood a log with data.
_LONGEST, _GLIMPSE = 500, 60

# What ends a line for someone: names of columns and items may hold it.
_BREAKS = re.compile("[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
# A quote opens a value if no word ends before it: between two values is what the message itself says.
_LONG_VALUE = re.compile(rf"""(?s)(?<!\w)(['"])(?=\S)((?:(?!\1).){{{_GLIMPSE}}})(?:(?!\1).){{20,}}\1""")
_LONG_WORD = re.compile(rf"([^\s/\\]{{{_GLIMPSE}}})[^\s/\\]{{20,}}")


class SetriskError(Exception):
    """Base of all errors that setrisk raises on purpose. A message is one short line, whatever it quotes."""

    def __init__(self, *given: object) -> None:
        """Take what makes up the message."""
        super().__init__(*(_short_line(each) if isinstance(each, str) else each for each in given))


def _short_line(message: str) -> str:
    message = _BREAKS.sub(lambda found: found[0].encode("unicode_escape").decode(), message)
    if len(message) <= _GLIMPSE:
        return message
    message = _LONG_WORD.sub(r"\1...", _LONG_VALUE.sub(r"\1\2...\1", message))
    if len(message) <= _LONGEST:
        return message
    # What is wrong comes first, what to do last.
    return f"{message[: _LONGEST * 2 // 3]} ... {message[-(_LONGEST // 3 - 5) :]}"


class BadInput(SetriskError):
    """An argument, a file or a query that cannot be used as it is."""


class UnknownFormat(BadInput):
    """The format of what is to be loaded cannot be recognised.

    Attributes:
        likely: options of `load` that fit what it holds; empty if nothing does.
    """

    def __init__(self, message: str, likely: dict[str, Any]) -> None:
        """Keep the options beside the message."""
        super().__init__(message)
        self.likely = likely


class BadSql(SetriskError):
    """A relation in `sql/` that breaks the rules of the loader; a defect of the package, not of the input."""


class UnknownDataset(BadInput):
    """No data set of that name is loaded."""


class UnknownRelease(BadInput):
    """No release of that name exists."""


class UnknownMethod(BadInput):
    """No method of that name is registered for the task."""


class UnknownKnowledge(BadInput):
    """No knowledge of an attacker has that name: no corpus, no embedding."""


class AlreadyExists(BadInput):
    """A data set, release or knowledge of that name exists already."""


class Refused(BadInput):
    """A release that the gate refuses, whatever is tolerable. The command line exits with 1 then, as `check` does."""


class InfeasibleConstraint(SetriskError):
    """A privacy constraint that no release within the given limits satisfies; nothing was published."""


class NoiseSpent(InfeasibleConstraint):
    """Something went wrong after noise was drawn, such as memory that ran out: it is spent, nothing was published.

    Attributes:
        reason: what went wrong, if the message also says that the noise is spent.
    """

    def __init__(self, message: str, reason: str | None = None) -> None:
        """Keep the reason beside the message."""
        super().__init__(message)
        self.reason = self.args[0] if reason is None else reason


class BudgetExceeded(SetriskError):
    """A noisy release would spend more than the limit of its data set leaves; no noise was drawn."""


class MissingExtra(SetriskError):
    """An optional dependency is not installed; the message names the extra that brings it."""


class WrongVersion(SetriskError):
    """The database was written by another version of setrisk than the one that reads it."""
