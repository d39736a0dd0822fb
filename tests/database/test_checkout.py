"""A Python that starts beside or in the repository's own folder, which is the package."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import setrisk

REPOSITORY = Path(__file__).parents[2]
# The packages that setrisk needs, and nothing of setrisk.
NEEDED = [path for path in sys.path if path and not (Path(path) / "setrisk").exists()]


@pytest.fixture
def beside(tmp_path: Path) -> Path:
    """A folder with a checkout, and one with another setrisk that is installed."""
    (tmp_path / "beside").mkdir()
    (tmp_path / "beside" / "setrisk").symlink_to(REPOSITORY, target_is_directory=True)
    (tmp_path / "site" / "setrisk").mkdir(parents=True)
    (tmp_path / "site" / "setrisk" / "__init__.py").write_text("__version__ = 'another'\n")
    (tmp_path / "site" / "setrisk-9.dist-info").mkdir()
    (tmp_path / "site" / "setrisk-9.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: setrisk\n")
    return tmp_path / "beside"


def imported(folder: Path, *flags: str, path: list[str]) -> tuple[str, str]:
    """The version that is imported there, and what is said."""
    code = f"import sys; sys.path[1:] = {path!r}; import setrisk; print(setrisk.__version__)"
    if "-P" in flags:
        code = code.replace("[1:]", "[:]")
    ran = subprocess.run(
        [sys.executable, *flags, "-S", "-c", code], cwd=folder, capture_output=True, text=True, check=True
    )
    return ran.stdout.strip(), ran.stderr


def test_a_checkout_that_hides_what_is_installed_says_so(beside: Path) -> None:
    site = beside.parent / "site"
    version, said = imported(beside, path=[str(site), *NEEDED])
    assert version == setrisk.__version__
    first, *_ = said.splitlines()
    assert first.endswith(
        f"RuntimeWarning: this setrisk is the checkout {beside / 'setrisk'}, since Python started beside it; it hides "
        f"the one that is installed in {site / 'setrisk'}: start Python in another folder, or with -P"
    )


def test_it_does_as_it_says(beside: Path) -> None:
    path = [str(beside.parent / "site"), *NEEDED]
    assert imported(beside, "-P", path=path) == ("another", "")
    assert imported(beside.parent, path=path) == ("another", "")


def test_it_says_nothing_where_it_is_what_is_installed(beside: Path) -> None:
    about = beside.parent / "site" / "setrisk-9.dist-info" / "direct_url.json"
    about.write_text(json.dumps({"dir_info": {"editable": True}, "url": REPOSITORY.resolve().as_uri()}))
    (beside.parent / "site" / "setrisk" / "__init__.py").unlink()
    assert imported(beside, path=[str(beside.parent / "site"), *NEEDED]) == (setrisk.__version__, "")
    # Or if nothing is there, or where it was asked for.
    assert imported(beside, path=NEEDED) == (setrisk.__version__, "")
    assert imported(beside.parent, path=[str(beside), *NEEDED]) == (setrisk.__version__, "")


def test_in_the_repository_itself_what_is_installed_is_found(beside: Path) -> None:
    assert imported(REPOSITORY, path=[str(beside.parent / "site"), *NEEDED]) == ("another", "")
