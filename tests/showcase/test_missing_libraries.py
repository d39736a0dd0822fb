"""What is drawn says before it starts which extra it needs."""

import importlib.util
from pathlib import Path

import pytest

from setrisk.errors import MissingExtra
from setrisk.pipelines.showcase.experiments import reproduce


@pytest.mark.parametrize("library", ["matplotlib", "pandas"])
def test_experiments_end_before_they_run_for_hours(
    library: str, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find_spec = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == library else find_spec(name))
    with pytest.raises(MissingExtra, match=rf"pictures need {library}: pip install 'setrisk\[plot\]'"):
        reproduce("histogram", data=data, out=tmp_path)
    assert list(tmp_path.iterdir()) == []
