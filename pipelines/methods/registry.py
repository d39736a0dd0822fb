"""Look-ups of methods by name."""

from setrisk.errors import UnknownMethod
from setrisk.pipelines.common.spelling import suggestion
from setrisk.pipelines.methods.description import METHODS, Method


def method(name: str, task: str, family: str | None = None) -> Method:
    """The method of that name for a task, and a family if the release has one already.

    Raises:
        UnknownMethod: there is none; the message lists those that there are.
    """
    fitting = [m for m in METHODS if m.task == task and family in (None, m.family)]
    for candidate in fitting:
        if candidate.name == name:
            return candidate
    missing = f"no attack {name!r} on releases of the family {family}" if family else f"no method {name!r} to {task}"
    raise UnknownMethod(
        f"there is {missing}; there are {', '.join(m.name for m in fitting)}"
        f"{suggestion(name, [m.name for m in fitting])}"
    )
