"""The head comment of an SQL file: its documentation, as data.

A signature, a meaning, an empty line, and then a line for each fact, `key: value`; a line that begins with four blanks
continues the one above::

    -- supports(dataset, size := 2)
    -- The itemsets of `size` items, and in how many transactions each occurs.
    --
    -- parameter: size: items of an itemset, 1 to 8
    -- row:       one per itemset that some transaction holds
    -- column:    items VARCHAR[]: in item order
    -- column:    support BIGINT, transactions, >= 1: those that hold the itemset
    -- checks:    known_dataset($dataset)
    -- reads:     originals
    -- source:    COAT 3.1
    -- page:      transactions.md
    -- example:   FROM setrisk.supports('baskets', size := 1)

The signature of a scalar relation has types: `interval_low(fraction DOUBLE, half_width DOUBLE) -> DOUBLE`. A test holds
the type of the value against what DuckDB gives for these parameters; the macro itself takes other types too.

A column is `name TYPE`, with `?` after the type if it may be NULL, then unit and range, each if it has one; `units.py`
lists the units, with the types and ranges that go with them. `reads` is what it reads, itself or through what it calls:
`nothing`, `published` tables, or the owner's `originals`; and, of a step that reads CTEs of its callers, what any of
these puts there: `published, $places: originals`. `page` is the page of `docs/` that explains what people call. A
statement has two facts more: `writes`, the tables of the catalog that it changes, and `stages`, one for each temporary
table or frame that it makes or reads, `_setrisk_name(columns): what it is`. The head of a table of the catalog has no
signature, and no facts but its columns.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from setrisk.errors import BadSql
from setrisk.sql.compiler.units import fault

_SIGNATURE = re.compile(r"^(?P<name>[a-z_0-9]+)\((?P<parameters>(?:[^()]|\([^()]*\))*)\)(?:\s*->\s*(?P<type>.+))?$")
_FACT = re.compile(
    r"^(?P<key>parameter|row|column|checks|reads|writes|stages|source|page|example|duckdb only):\s*(?P<value>.*)$"
)
# A type: DOUBLE, VARCHAR[], STRUCT(item_id INTEGER, item VARCHAR)[], DECIMAL(18, 3).
_TYPE = r"[A-Z][A-Z0-9_]*(?:\((?:[^()]|\([^()]*\))*\))?(?:\[\])*"
_PARAMETER = re.compile(rf"(?P<name>[a-z][a-z_0-9]*)(?: (?P<type>{_TYPE}))?(?:\s*:=\s*(?P<default>\S.*))?")
_COLUMN = re.compile(
    rf"^(?P<name>[a-z_][a-z_0-9]*) (?P<type>{_TYPE})(?P<nullable>\?)?(?P<notes>(?:, [^:]*)?)(?::\s*(?P<meaning>.*))?$"
)
_NUMBER = r"-?\d+(?:\.\d+)?"
_RANGE = re.compile(rf"(?P<low>{_NUMBER}) to (?P<high>{_NUMBER})|(?P<sign>>=|<=|>|<) (?P<bound>{_NUMBER})")
# What a column may be computed from: what anyone can see, or what the owner alone holds.
READS = ("nothing", "published", "originals")
_READS = re.compile(rf"({'|'.join(READS)})((?:, \$[a-z][a-z_0-9]*: (?:{'|'.join(READS)}))*)")


@dataclass(frozen=True)
class Parameter:
    """A parameter; `default` is a DuckDB expression, or None if there is none. `type` is that of a scalar relation."""

    name: str
    default: str | None = None
    meaning: str = ""
    type: str = ""


@dataclass(frozen=True)
class Column:
    """A column of a relation or a table: `range` is as it is written, such as `0 to 1` or `>= 1`."""

    name: str
    type: str
    nullable: bool = False
    unit: str = ""
    range: str = ""
    meaning: str = ""

    def allows(self, value: object) -> bool:
        """Whether a value may be in the column."""
        if value is None:
            return self.nullable
        if not (bounds := _RANGE.fullmatch(self.range)):
            return True
        number = float(value)  # type: ignore[arg-type]
        if bounds["low"]:
            return float(bounds["low"]) <= number <= float(bounds["high"])
        bound = float(bounds["bound"])
        return {">=": number >= bound, "<=": number <= bound, ">": number > bound, "<": number < bound}[bounds["sign"]]


@dataclass(frozen=True)
class Header:
    """A head comment of so many `lines`. `reads_of_callers` is what callers put in the CTEs that parameters name."""

    name: str
    parameters: tuple[Parameter, ...]
    returns: str | None
    meaning: str
    row: str
    columns: tuple[Column, ...]
    checks: tuple[str, ...]
    reads: str
    reads_of_callers: tuple[tuple[str, str], ...]
    writes: tuple[str, ...]
    stages: tuple[str, ...]
    source: str
    page: str
    example: str
    duckdb_only: str | None
    lines: int


def read_header(path: Path, text: str) -> Header:
    """Read the head comment of a relation.

    Raises:
        BadSql: naming file and line, if there is no signature of the file's name, no meaning, or a line that is not
            as it has to be.
    """
    head = comment(text)
    if not head or not (match := _SIGNATURE.match(head[0])):
        raise BadSql(f"{path}:1: the first line must be a signature like `-- {path.stem}(dataset, k := 2)`")
    if match["name"] != path.stem:
        raise BadSql(f"{path}:1: the signature names `{match['name']}`, the file `{path.stem}`")
    facts = _facts(path, head)
    meaning = _sentences(head[1:])
    if not meaning:
        raise BadSql(f"{path}:2: a sentence on what the relation is must follow the signature")
    found: dict[str, list[tuple[str, int]]] = {}
    for key, value, line in facts:
        found.setdefault(key, []).append((value, line))

    def single_value(key: str) -> str:
        values = found.get(key, [])
        if len(values) > 1:
            raise BadSql(f"{path}:{values[1][1]}: a second `{key}`")
        return values[0][0] if values else ""

    parameters = _parameters(path, match["parameters"], found.get("parameter", []))
    for parameter in parameters:
        if bool(parameter.type) != bool(match["type"]):
            raise BadSql(f"{path}:1: parameters of a scalar relation have types, others none: {parameter.name}")
    reads, of_callers = single_value("reads"), {}
    if reads:
        line = found["reads"][0][1]
        if not (parts := _READS.fullmatch(reads)):
            raise BadSql(
                f"{path}:{line}: `reads` is one of {', '.join(READS)}, not `{reads}`; what is in a CTE of a caller "
                "follows it, as `published, $places: originals`"
            )
        reads = parts[1]
        of_callers = dict(re.findall(r"\$(\w+): (\w+)", parts[2]))
        for name in sorted(of_callers.keys() - {parameter.name for parameter in parameters}):
            raise BadSql(f"{path}:{line}: the parameter ${name} is read and not in the signature")
    return Header(
        name=path.stem,
        parameters=parameters,
        returns=match["type"],
        meaning=meaning,
        row=single_value("row"),
        columns=tuple(_column(path, value, line) for value, line in found.get("column", [])),
        checks=tuple(value for value, _ in found.get("checks", [])),
        reads=reads,
        reads_of_callers=tuple(of_callers.items()),
        writes=tuple(single_value("writes").replace(",", " ").split()),
        stages=tuple(value for value, _ in found.get("stages", [])),
        source=single_value("source"),
        page=single_value("page"),
        example=single_value("example"),
        duckdb_only=single_value("duckdb only") or None,
        lines=len(head),
    )


def read_columns(path: Path, head: list[str]) -> tuple[str, tuple[Column, ...]]:
    """Read the head comment of a table: its meaning and its columns.

    Raises:
        BadSql: naming file and line, if there is no meaning, or a line that is not as it has to be.
    """
    meaning = _sentences(head)
    if not meaning:
        raise BadSql(f"{path}:1: the first line must be a sentence on what the table is")
    columns = []
    for key, value, line in _facts(path, head):
        if key != "column":
            raise BadSql(f"{path}:{line}: the head of a table has columns, and not `{key}`")
        columns.append(_column(path, value, line))
    return meaning, tuple(columns)


def comment(text: str) -> list[str]:
    """The lines of the head comment, without their dashes and the blank after these."""
    lines = text.split("\n")
    end = next((i for i, line in enumerate(lines) if not line.startswith("--")), len(lines))
    return [line[2:].removeprefix(" ").rstrip() for line in lines[:end]]


def _sentences(lines: list[str]) -> str:
    """What is above the first empty line, as one line."""
    end = lines.index("") if "" in lines else len(lines)
    return " ".join(line.strip() for line in lines[:end]).strip()


def _facts(path: Path, head: list[str]) -> list[tuple[str, str, int]]:
    """Key, value and line of each fact."""
    facts: list[tuple[str, str, int]] = []
    end = head.index("") if "" in head else len(head)
    for number, line in enumerate(head[end:], end + 1):
        if match := _FACT.match(line):
            if not match["value"]:
                raise BadSql(f"{path}:{number}: `{match['key']}` must say something: `-- {match['key']}: ...`")
            facts.append((match["key"], match["value"], number))
        elif facts and line.startswith("    "):
            key, value, first = facts[-1]
            facts[-1] = (key, f"{value} {line.strip()}", first)
        elif line:
            raise BadSql(f"{path}:{number}: neither a fact (`key: value`) nor more of the one above (with four blanks)")
    return facts


def _parameters(path: Path, text: str, described: list[tuple[str, int]]) -> tuple[Parameter, ...]:
    meanings: dict[str, str] = {}
    for value, line in described:
        name, _, meaning = value.partition(":")
        if not meaning.strip() or name in meanings:
            raise BadSql(f"{path}:{line}: a parameter is described once, as `-- parameter: name: meaning`")
        meanings[name] = meaning.strip()
    parameters = []
    # A comma within parentheses belongs to a type, as in STRUCT(lo BIGINT, hi BIGINT).
    for part in re.split(r",(?![^()]*\))", text) if text.strip() else []:
        if not (match := _PARAMETER.fullmatch(part.strip())):
            raise BadSql(f"{path}:1: `{part.strip()}` is not a parameter; write `name` or `name := default`")
        name = match["name"]
        parameters.append(Parameter(name, match["default"], meanings.pop(name, ""), match["type"] or ""))
    names = [p.name for p in parameters]
    if len(set(names)) < len(names):
        raise BadSql(f"{path}:1: a parameter is declared twice")
    for name in meanings:
        raise BadSql(f"{path}:1: the parameter {name} is described and not in the signature")
    return tuple(parameters)


def _column(path: Path, text: str, line: int) -> Column:
    match = _COLUMN.match(text)
    if not match:
        raise BadSql(
            f"{path}:{line}: a column is `name TYPE: meaning`, with unit and range after the type if it has them"
        )
    unit = range_ = ""
    for note in filter(None, (part.strip() for part in match["notes"].split(","))):
        if _RANGE.fullmatch(note) and not range_:
            range_ = note
        elif re.fullmatch(r"[a-z][a-z %]*", note) and not unit:
            unit = note
        else:
            raise BadSql(f"{path}:{line}: `{note}` is neither a unit nor a range such as `0 to 1` or `>= 1`")
    meaning = match["meaning"] or ""
    if wrong := fault(match["type"], unit, range_, meaning):
        raise BadSql(f"{path}:{line}: {wrong}")
    return Column(match["name"], match["type"], bool(match["nullable"]), unit, range_, meaning)
