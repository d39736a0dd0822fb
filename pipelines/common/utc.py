"""The time, as every table of the catalog keeps it: UTC, whatever time zone the machine or the connection is in."""

from __future__ import annotations

import datetime


def current_time() -> datetime.datetime:
    """The time in UTC, without a time zone, as a column of type TIMESTAMP holds it."""
    return datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
