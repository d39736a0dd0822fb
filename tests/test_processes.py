"""Tests that share what a module makes run in one process, so that it is made once."""

import os

import pytest


@pytest.fixture(scope="module")
def made_once() -> None:
    """What takes long, elsewhere."""


@pytest.mark.skipif("PYTEST_XDIST_WORKER" not in os.environ, reason="there is one process")
@pytest.mark.usefixtures("made_once")
def test_a_module_that_makes_something_once_is_a_group(request: pytest.FixtureRequest) -> None:
    # What xdist keeps together, it says behind the name.
    assert request.node.nodeid.endswith("@test_processes")
