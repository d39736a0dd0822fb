"""What takes text apart in Python: limits in TOML, options, grids, lines of CSV and JSON files, queries, quotes."""

from __future__ import annotations

import csv
import json
import math
import shutil
import tempfile
import tomllib
import zlib
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import duckdb

from setrisk.errors import SetriskError
from setrisk.pipelines.common import printable, quoting
from setrisk.pipelines.database import duckdb_errors as faults
from setrisk.pipelines.methods.description import METHODS, Method
from setrisk.pipelines.risk.limits import Limits
from setrisk.pipelines.transactions import csv_file, json_file
from setrisk.pipelines.whatif import grid
from tests.fuzz.draws import TOKENS, Draws
from tests.fuzz.mutators import mutated
from tests.fuzz.oracle import Find, outcome

# What `with_line` allows for: then a message stays without a line.
_ALLOWED = (OSError, EOFError, zlib.error, csv.Error, ValueError)


class Parsers:
    """The target: one text for one parser."""

    name = "parsers"
    length = 200

    def __init__(self) -> None:
        base = "/dev/shm" if Path("/dev/shm").is_dir() else None
        self.folder = Path(tempfile.mkdtemp(prefix="fuzz", dir=base))
        self.con = duckdb.connect()
        self.app: Any = None

    def close(self) -> None:
        self.con.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, data: bytes) -> str:
        draws = Draws(data)
        kind = draws.below(64)
        if kind == 0:
            return self._command(draws)
        if kind == 1:
            return self._quoted(draws)
        return draws.pick(
            (self._limits, self._limits, self._arguments, self._arguments, self._grid, self._grid, self._json_lines,
             self._csv_lines, self._messages, self._finished)
        )(draws)  # fmt: skip

    def _ended(self, came: Any) -> str:
        return "refused" if isinstance(came, SetriskError) else "taken"

    def limits(self, data: bytes) -> str:
        """A file of limits: what it holds, or an error."""
        path = self.folder / "limits.toml"
        path.write_bytes(data)
        text = data.decode("utf-8", "replace")
        came = outcome(lambda: Limits.from_file(path).given_limits, text, watched=False)
        if isinstance(came, dict) and "attacks" in came:
            came["attacks"] = list(came["attacks"])
        if not isinstance(came, SetriskError):
            held = {name: value for name, value in tomllib.loads(data.decode()).items() if value not in (None, [])}
            if came != held:
                raise Find(f"limits {held!r:.200} are taken for {came!r:.200}")
            for name, value in came.items():
                if name != "attacks" and (isinstance(value, bool) or not 0 <= value <= 1):
                    raise Find(f"{name} = {value!r} is taken")
        return self._ended(came)

    def _limits(self, draws: Draws) -> str:
        lines = []
        for _ in range(draws.below(4)):
            name = draws.pick(("max_at_risk", "max_score", "min_coverage", "attacks", "series", draws.text(2)))
            value = draws.pick(
                ("0.05", "1", "0", "-1", "true", '"0.1"', "nan", "inf", "1e-400", "[]", '["rba"]', '["a", 1]', "{}",
                 "2024-05-31", "07:32:00", "0x1", "1_0", "'x'", '"' + "x" * 600 + '"', "[" * 300, "{a=" * 200,
                 "9" * 5000, str(draws.number()), draws.text())
            )  # fmt: skip
            lines.append(f"{name} = {value}" if not draws.one_in(8) else f"[{name}]")
        data = draws.pick(("\n", "\r\n")).join(lines).encode("utf-8", "surrogatepass")
        return self.limits(mutated(draws, data) if draws.one_in(3) else data)

    def _value(self, draws: Draws) -> Any:
        """A value as Python or a command line gives it."""
        kind = draws.below(8)
        if kind == 0:
            return draws.text()
        if kind == 1:
            return str(draws.number())
        if kind == 2:
            return draws.number()
        if kind == 3:
            return draws.pick((None, True, False, "true", "FALSE", "yes", "", " ", "5%", "1_000", "\u0665", "0x10"))
        if kind == 4:
            return draws.pick(
                ([], {}, (), [1, 2], ["a"], [["a"]], b"5", object(), range(3), 1j, "9" * 5000, "x" * 5000)
            )
        if kind == 5:
            return f"{draws.integer()}..{draws.integer()}"
        if kind == 6:
            return ",".join(str(draws.number()) for _ in range(draws.between(1, 3)))
        return str(draws.between(0, 12))

    def _arguments(self, draws: Draws) -> str:
        """The parameters of a method: each in its type and range, or an error."""
        method: Method = draws.pick(METHODS)
        given = {p.name: self._value(draws) for p in method.parameters if p.required or draws.one_in(4)}
        if draws.one_in(16):
            given[draws.text()] = 1
        came = outcome(lambda: method.arguments(given), "".join(map(repr, given.values())), watched=False)
        if not isinstance(came, SetriskError):
            for parameter in method.parameters:
                _check_value(parameter, came[parameter.name])
        return self._ended(came)

    def _grid(self, draws: Draws) -> str:
        """A grid of values, spelled as `2..6` and `0.1,0.5`."""
        method: Method = draws.pick([m for m in METHODS if m.task == "protect"])
        given: dict[str, Any] = {}
        for parameter in method.parameters:
            if parameter.required or draws.one_in(4):
                value = self._value(draws)
                given[parameter.name] = [value, self._value(draws)] if draws.one_in(4) else value
        attacks = draws.pick((None, ["all"], [], [draws.text()], ["rba", "aba"]))
        shown = "".join(map(repr, given.values()))
        came = outcome(lambda: grid.cells([method.name], attacks, given), shown, watched=False)
        if not isinstance(came, SetriskError):
            for name, value in given.items():
                if isinstance(value, str) and next(p for p in method.parameters if p.name == name).type is int:
                    found = {cell.parameters[name] for cell in came}
                    if found != spelled(value):
                        raise Find(f"{name} = {value!r:.80} is taken for {sorted(found)!r:.200}")
        return self._ended(came)

    def _json_lines(self, draws: Draws) -> str:
        """On which line a record of a JSON file starts: found, or let be."""
        members: list[Any] = ["a", draws.text(), 1, None, True, draws.number(), [], {}, ["a", ["b"]]]
        records = [
            draws.pick(({"items": draws.several(members, 3)}, draws.several(members, 3), draws.pick(members)))
            for _ in range(draws.below(5))
        ]
        is_array = draws.one_in(2)
        end = draws.pick(("\n", "\r\n", "\n\n"))
        text = json.dumps(records, indent=draws.pick((None, 0))) if is_array else end.join(map(json.dumps, records))
        data = text.encode()
        if draws.one_in(2):
            data = mutated(draws, data)
        return self.json_lines(data, ".json" if is_array else ".jsonl")

    def json_lines(self, data: bytes, ending: str) -> str:
        path = self.folder / f"file{ending}"
        path.write_bytes(data)
        n_lines = data.count(b"\n") + data.count(b"\r") + 1
        for look in (
            lambda: json_file.line_of(path, 2),
            lambda: json_file.find_malformed(path),
            lambda: json_file.find_deviation(path),
        ):
            try:
                found = outcome(look, watched=False)
            except Find as find:
                if isinstance(find.__cause__, _ALLOWED):
                    continue
                raise
            line = found[0] if isinstance(found, tuple) else found
            if line is not None and not 1 <= line <= n_lines + 1:
                raise Find(f"line {line} of {n_lines}")
        return "looked at"

    def _csv_lines(self, draws: Draws) -> str:
        cells = ("a", "1", "", '"a"', '"a\nb"', '"a""b"', '"', draws.text())
        rows = [",".join(draws.several(cells, 4)) for _ in range(draws.below(5))]
        data = draws.pick(("\n", "\r\n", "\r")).join(rows).encode("utf-8", "surrogatepass")
        path = self.folder / "file.csv"
        path.write_bytes(mutated(draws, data) if draws.one_in(2) else data)
        made = csv_file.CsvFile(str(path), ",", ["a", "b"], True, 0, 0, draws.pick(("", "#")), None)
        n_lines = data.count(b"\n") + data.count(b"\r") + 50
        for look in (
            lambda: made.line_of(row=2),
            lambda: made.line_of(record=3),
            lambda: list(csv_file.lines_of(path)),
        ):
            try:
                found = outcome(look, watched=False)
            except Find as find:
                if not isinstance(find.__cause__, _ALLOWED):
                    raise
                continue
            if isinstance(found, int) and not 1 <= found <= n_lines * 50:
                raise Find(f"line {found} of {n_lines}")
        return "looked at"

    def _messages(self, draws: Draws) -> str:
        """What DuckDB may say is put into one line, and what a terminal obeys is not shown to it."""
        text = "".join(
            draws.pick((draws.text(), draws.pick(TOKENS), "CSV Error on Line: 3\n", "row 2 ", "Malformed JSON"))
            for _ in range(4)
        )
        error = duckdb.InvalidInputException(f"Invalid Input Error: {text}")
        said = outcome(lambda: faults.located_message(error, "x.csv"), watched=False)
        if "\n" in said:
            raise Find(f"several lines: {said!r}")
        shown = printable.printable_text(text)
        if any(ord(c) < 32 or 0x7F <= ord(c) < 0xA0 or 0x202A <= ord(c) <= 0x202E for c in shown):
            raise Find(f"steering characters are shown: {shown!r}")
        return "said"

    def _finished(self, draws: Draws) -> str:
        from setrisk.terminal.prompt import completions, is_finished

        text = "".join(
            draws.pick(("SELECT ", ";", "'", '"', "--", "/*", "*/", "$$", "$a$", "\n", draws.text())) for _ in range(8)
        )
        outcome(lambda: is_finished(text), watched=False)
        outcome(lambda: list(completions(text, ["setrisk.risk"], ["at_risk"], ["it's", "d"])), watched=False)
        return "looked at"

    def _quoted(self, draws: Draws) -> str:
        """A text within a query is itself again."""
        text = "".join(draws.pick(TOKENS) for _ in range(draws.below(6))).replace("\0", "")
        name = text or "a"
        query = f"SELECT {quoting.literal(text)} AS {quoting.identifier(name)}, {quoting.literal([text])}"
        found = self.con.execute(query)
        if found.description[0][0] != name or found.fetchall() != [(text, [text])]:
            raise Find(f"{text!r} is quoted as another text: {query!r}")
        return "taken"

    def _command(self, draws: Draws) -> str:
        """A command line: usage, an error of ours, and never a traceback; there is no database."""
        if self.app is None:
            import typer.main

            from setrisk.cli import app

            self.app = typer.main.get_command(app)
        name = draws.pick(sorted(set(self.app.commands) - {"demo", "reproduce"}))
        command = self.app.commands[name]
        words = [str(self.folder / "missing" / "x.duckdb")]
        for parameter in command.params:
            is_option = parameter.param_type_name == "option"
            if is_option and not draws.one_in(4):
                continue
            words += [draws.pick(parameter.opts)] if is_option else []
            value = self._value(draws)
            words.append(str(value).replace("\0", "") if value is not None else "")
        if draws.one_in(8):
            words.append(draws.pick(("--", "-x", "--help", "--format=", "--k", draws.text().replace("\0", ""))))

        def run() -> str:
            with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
                try:
                    self.app.main([name, *words], standalone_mode=False)
                except SystemExit:
                    return "refused"
                except Exception as error:
                    # Some Typers bring a Click of their own.
                    if any(kind.__name__ in ("ClickException", "Exit", "Abort") for kind in type(error).__mro__):
                        return "refused"
                    raise
            return "taken"

        came = outcome(run, " ".join(words), watched=False)
        return "refused" if isinstance(came, SetriskError) else str(came)


def _check_value(parameter: Any, value: Any) -> None:
    """A value that was taken is of its type, and in its range."""
    if value is None or parameter.type not in (int, float, bool):
        return
    if type(value) is not parameter.type:
        raise Find(f"{parameter.name}: {value!r:.80} is not a {parameter.type.__name__}")
    if parameter.type is float and not math.isfinite(value):
        raise Find(f"{parameter.name}: {value} is taken")
    if parameter.type is not bool:
        low, high = parameter.low, parameter.high
        if (low is not None and value < low) or (high is not None and value > high):
            raise Find(f"{parameter.name}: {value} is taken")


def spelled(text: str) -> set[int]:
    """Whole numbers, separated by commas, and ranges of them."""
    found: set[int] = set()
    for part in text.split(","):
        low, dots, high = part.partition("..")
        found |= set(range(int(low.strip()), int(high.strip()) + 1)) if dots else {int(part.strip())}
    return found
