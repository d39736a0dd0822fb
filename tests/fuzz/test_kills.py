"""A handful of kills; `make fuzz` does many."""

from __future__ import annotations

import sys

import pytest

from tests.fuzz.kills import JOBS, Kills

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither fork nor SIGKILL")


NAMES = ["replace", "attack", "import", "again"]


def test_a_command_that_is_ended_leaves_the_database_as_before_or_as_after():
    assert set(NAMES) <= set(JOBS)
    with Kills(seed=1, baskets=200) as kills:
        kills.campaign(8, NAMES)
        assert not kills.finds, kills.finds
        assert kills.counts.total() == 8
