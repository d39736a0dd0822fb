"""Methods are named in the room of their family, and nowhere else, but for pages."""

import ast
import re
from pathlib import Path

import setrisk
from setrisk.methods import FAMILIES, METHODS

# Names of methods that mean something else, too: a family, tables and scopes of a series, a type of query.
OTHER_MEANINGS = {"disassociation", "cluster", "transitive", "global", "random"}
FAMILIES_OF = {m.name: m.family for m in METHODS if m.name not in OTHER_MEANINGS}
ROOT = Path(setrisk.__file__).parent


def test_sql_names_a_method_in_the_room_of_its_family_alone_and_compares_no_stored_one() -> None:
    for path in sorted(ROOT.glob("sql/**/*.sql")):
        text = re.sub(r"--[^\n]*", "", path.read_text(encoding="utf-8"))
        rooms = {FAMILIES_OF[name] for name in re.findall(r"'([^']*)'", text) if name in FAMILIES_OF}
        assert rooms <= {path.relative_to(ROOT / "sql").parts[0]}, path
        # An attack may be implemented case by case, `$method = 'aba'`; what a release was made by is data.
        assert not re.search(r"\.method\s*(=|<>|!=|IN|NOT IN|WHEN|LIKE)\s*\(?\s*'", text), path


def test_python_names_a_method_in_the_room_of_its_family_alone() -> None:
    """Or as the default of a parameter; experiments name those that they compare."""
    rooms = [path for path in sorted(ROOT.glob("pipelines/*")) if path.name != "showcase"]
    files = [ROOT / "cli.py", *(path for room in [*rooms, ROOT / "terminal"] for path in room.rglob("*.py"))]
    assert len(files) > 100
    for path in files:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        functions = [node.args for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        defaults = {default for args in functions for default in [*args.defaults, *args.kw_defaults]}
        named = {
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and node not in defaults and node.value in FAMILIES_OF
        }
        assert {FAMILIES_OF[name] for name in named} <= {path.parent.name}, (path, named)


def test_readme_names_every_method_of_each_family() -> None:
    rows = re.findall(r"^\| \[.*\]\(docs/(\w+)\.md\) \|(.*)\|$", (ROOT / "README.md").read_text("utf-8"), re.M)
    said = {family: row.lower() for family, row in rows}
    assert set(said) == set(FAMILIES)
    assert [m.name for m in METHODS if m.name not in said[m.family]] == []
