"""The picture of the architecture: floors and rooms as they are, and which imports which, read from the code."""

from __future__ import annotations

import ast
import functools
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
FLOORS = ("cli", "spark", "pipelines", "udf", "sql")
FAMILIES = ("transactions", "semantics", "generalisation", "disassociation", "serial", "uncertainty", "histogram")
TASKS = ("assessment", "risk", "utility", "exchange", "whatif", "report", "advice")
_WHAT = {
    "cli": "the command line, with terminal/",
    "spark": "relations, and releases by shards, on Spark",
    "pipelines": "runs relations and kernels in order",
    "udf": "kernels: loops and draws, on arrays",
    "sql": "relations, statements and tables",
}
_WIDTH, _HEIGHT, _GAP, _LEFT, _FLOOR = 92, 34, 6, 150, 112


def rooms(floor: str) -> dict[str, int]:
    """The rooms of a floor, with the number of files in each."""
    suffix = ".sql" if floor == "sql" else ".py"
    found = {
        folder.name: len([file for file in folder.rglob(f"*{suffix}") if file.name != "__init__.py"])
        for folder in sorted((ROOT / floor).glob("*/"))
    }
    return {room: n for room, n in found.items() if n}


def place(path: Path) -> tuple[str, str]:
    """The floor and the room of a module; '' for one at the top of its floor."""
    floor, *rest = path.relative_to(ROOT).with_suffix("").parts
    return floor, rest[0] if len(rest) > 1 else ""


@functools.cache
def imports() -> dict[tuple[str, str], set[tuple[str, str]]]:
    """(floor, room) -> those that its modules import, other than itself, also within functions."""
    found: dict[tuple[str, str], set[tuple[str, str]]] = defaultdict(set)
    files = [file for floor in FLOORS for file in (ROOT / floor).rglob("*.py")]
    files += [ROOT / "cli.py"] if (ROOT / "cli.py").exists() else []
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{alias.name}" for alias in node.names] if node.module else []
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            else:
                continue
            for name in names:
                parts = name.split(".")
                if parts[0] == "setrisk" and len(parts) > 1 and parts[1] in FLOORS:
                    is_room = len(parts) > 2 and (ROOT / parts[1] / parts[2]).is_dir()
                    found[place(file)].add((parts[1], parts[2] if is_room else ""))
    return {here: there - {here} for here, there in found.items()}


def table() -> str:
    """What each room of the pipelines imports: other rooms of its floor, and rooms of the floors below."""
    lines = ["| room of `pipelines` | uses of `pipelines` | kernels of |", "| --- | --- | --- |"]
    found = imports()
    for room in rooms("pipelines"):
        used = found.get(("pipelines", room), set())
        cells = [", ".join(sorted(name for floor, name in used if floor == of and name)) for of in ("pipelines", "udf")]
        lines.append(f"| {room} | {cells[0]} | {cells[1]} |")
    return "\n".join(lines)


def svg() -> str:
    """A band a floor, a box a room, with its number of files; an arrow where one floor imports another, and a line
    where a room of the pipelines uses kernels.
    """
    columns = {room: n for n, room in enumerate((*FAMILIES, *TASKS))}
    used = imports()
    width = _LEFT + len(columns) * (_WIDTH + _GAP) + 20
    height = len(FLOORS) * _FLOOR + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        'font-size="12">',
        "<title>The floors and rooms of setrisk</title>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        '<path d="M0 0L8 4L0 8z" fill="#555"/></marker></defs>',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    boxes: dict[tuple[str, str], tuple[float, float]] = {}
    for level, floor in enumerate(FLOORS):
        top = 10 + level * _FLOOR
        parts += [
            f'<rect x="10" y="{top}" width="{width - 20}" height="{_FLOOR - 24}" rx="6" fill="#eef2f7"/>',
            f'<text x="20" y="{top + 20}" font-weight="bold" font-size="15" fill="#111">{floor}</text>',
        ]
        parts += [
            f'<text x="20" y="{top + 38 + 14 * n}" font-size="11" fill="#333">{line}</text>'
            for n, line in enumerate(_wrapped(_WHAT[floor], 21))
        ]
        others = 0
        for room, n_files in rooms(floor).items():
            is_grid = room in columns
            x = _LEFT + (columns[room] if is_grid else others) * (_WIDTH + _GAP)
            y = top + (6 if is_grid else 46)
            others += not is_grid
            boxes[floor, room] = (x + _WIDTH / 2, y)
            fill = "#ffffff" if is_grid else "#dfe7f1"
            parts += [
                f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="4" fill="{fill}" stroke="#5b7083"/>',
                f'<text x="{x + _WIDTH / 2}" y="{y + 15}" text-anchor="middle" fill="#111">{room}</text>',
                f'<text x="{x + _WIDTH / 2}" y="{y + 28}" text-anchor="middle" font-size="10" fill="#555">'
                f"{n_files} file{'s' * (n_files != 1)}</text>",
            ]
    for level, upper in enumerate(FLOORS):
        imported = {floor for here, there in used.items() if here[0] == upper for floor, _ in there}
        lower = next((floor for floor in FLOORS[level + 1 :] if floor in imported), None)
        if lower:
            x = 60 if FLOORS.index(lower) == level + 1 else 120
            parts.append(_arrow(x, upper, x, lower))
    if any(here[0] == "pipelines" and "sql" in {floor for floor, _ in there} for here, there in used.items()):
        x, level = 14, FLOORS.index("pipelines")
        top, end = 10 + level * _FLOOR + _FLOOR - 24, 10 + FLOORS.index("sql") * _FLOOR + 40
        parts.append(
            f'<path d="M{x + 16} {top}C{x - 12} {top + 40} {x - 12} {end - 60} {x - 2} {end}" fill="none" '
            'stroke="#555" stroke-width="1.5" marker-end="url(#tip)"/>'
        )
    for (floor, room), there in sorted(used.items()):
        for below, name in sorted(there):
            if floor == "pipelines" and below == "udf" and room in columns and name in columns:
                (x, y), (to, end) = boxes[floor, room], boxes[below, name]
                parts.append(
                    f'<line x1="{x}" y1="{y + _HEIGHT}" x2="{to}" y2="{end}" stroke="#5b7083" stroke-width="1" '
                    'marker-end="url(#tip)"/>'
                )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _arrow(x: int, upper: str, to: int, lower: str) -> str:
    top = 10 + FLOORS.index(upper) * _FLOOR + _FLOOR - 24
    end = 10 + FLOORS.index(lower) * _FLOOR
    return f'<line x1="{x}" y1="{top}" x2="{to}" y2="{end}" stroke="#555" stroke-width="1.5" marker-end="url(#tip)"/>'


def _wrapped(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
