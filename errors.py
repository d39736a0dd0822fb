"""The errors that setrisk raises on purpose.

Every message says what is wrong, where (file, line, column, item) and what to do about it.
The command line prints the message alone and exits with code 2.
"""


class SetriskError(Exception):
    """Base of all errors that setrisk raises on purpose."""


class BadInput(SetriskError):
    """An argument, a file or a query that cannot be used as it is."""


class BadSql(SetriskError):
    """A relation in `sql/` that breaks the rules of the loader; a defect of the package, not of the input."""


class UnknownDataset(BadInput):
    """No data set of that name is loaded."""


class UnknownRelease(BadInput):
    """No release of that name exists."""


class UnknownMethod(BadInput):
    """No method of that name is registered for the task."""


class UnknownMeasure(BadInput):
    """No semantic measure or corpus of that name exists."""


class AlreadyExists(BadInput):
    """A data set, release, corpus or measure of that name exists already."""


class InfeasibleConstraint(SetriskError):
    """A privacy constraint that no release within the given limits satisfies; nothing was published."""


class NoiseSpent(InfeasibleConstraint):
    """Noise made more than fits into memory; nothing was published, but what was drawn is spent."""


class BudgetExceeded(SetriskError):
    """A noisy release would spend more than the limit of its data set leaves; no noise was drawn."""


class MissingExtra(SetriskError):
    """An optional dependency is not installed; the message names the extra that brings it."""


class WrongVersion(SetriskError):
    """The database was written by another version of setrisk than the one that reads it."""
