"""The distribution has all packages."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_package_is_in_the_distribution() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["packages"]
    folders = [
        path.parent
        for room in ("pipelines", "spark", "sql", "terminal", "udf")
        for path in ROOT.glob(f"{room}/**/__init__.py")
    ]
    found = {".".join(("setrisk", *folder.relative_to(ROOT).parts)) for folder in folders}
    assert found == set(listed) - {"setrisk"}
