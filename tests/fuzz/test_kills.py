"""A handful of kills; `make fuzz` does many."""

from __future__ import annotations

import sys

import pytest

from tests.fuzz.kills import JOBS, Kills

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither fork nor SIGKILL")


@pytest.mark.xdist_group("fuzz kills")
@pytest.mark.parametrize("names", [["replace", "attack"], ["import", "again"]], ids=" ".join)
def test_a_command_that_is_ended_leaves_the_database_as_before_or_as_after(names):
    assert set(names) <= set(JOBS)
    with Kills(seed=1, baskets=200) as kills:
        kills.campaign(6, names)
        assert not kills.finds, kills.finds
        assert kills.counts.total() == 6
