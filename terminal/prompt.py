"""A prompt for queries, with history and completion of the names of setrisk."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from setrisk.errors import BadInput, SetriskError
from setrisk.pipelines.common.quoting import literal
from setrisk.pipelines.database.duckdb_errors import one_line_message
from setrisk.pipelines.database.names import OBJECT_TYPES, names_of
from setrisk.pipelines.database.statements import run
from setrisk.terminal import signals
from setrisk.terminal.output import OutputFormat, complain, show
from setrisk.terminal.queries import run_query
from setrisk.terminal.streams import write_failure

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_WELCOME = """End a query with ; to run it. Tab completes names of relations, columns and, in
quotes, data sets and releases. FROM setrisk.functions; lists the relations. Ctrl-D or .quit ends."""
_EXAMPLES = """For example:
    SELECT dataset, n_transactions, n_items FROM setrisk_private.dataset;
    SELECT release, method, marks FROM setrisk.release;"""
_END = (".quit", ".exit", "quit", "exit")
_HELP = (".help", "help", "help;", "?", "\\?", "\\h")

# Texts, quoted names and comments.
_WHOLE = re.compile(
    r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|/\*.*?\*/|(\$\w*\$).*?\1""",
    re.DOTALL,
)


def converse(con: DuckDBPyConnection, format: OutputFormat, rows: int, folder: str | None = None) -> None:
    """Ask for queries and answer them, until there are no more."""
    # Later, since most commands have no use for it.
    from prompt_toolkit import PromptSession
    from prompt_toolkit.history import FileHistory, InMemoryHistory
    from prompt_toolkit.shortcuts import CompleteStyle

    kept = _history()
    session: PromptSession[str] = PromptSession(
        history=FileHistory(str(kept)) if kept else InMemoryHistory(),
        completer=_completer(con),
        complete_style=CompleteStyle.READLINE_LIKE,
        complete_while_typing=False,
        multiline=_multiline_condition(),
        prompt_continuation="    ...> ",
    )
    print(_WELCOME)
    while True:
        try:
            text = session.prompt("setrisk> ").strip()
        except KeyboardInterrupt:
            signals.forget()
            continue
        except EOFError:
            return
        if text.rpartition("\n")[2].strip() in _END:
            return
        if text.lower() in _HELP:
            print(_WELCOME, _EXAMPLES, sep="\n")
            continue
        if _is_foreign(text):
            complain(BadInput(f"{text.split()[0]} is not a command here; help says what there is"))
            continue
        try:
            answer(con, text, format, rows, folder=folder)
        except SetriskError as error:
            complain(error)
        except KeyboardInterrupt as error:
            complain(f"interrupted; {error}")
        finally:
            signals.forget()


def answer(con: DuckDBPyConnection, text: str, format: OutputFormat, rows: int, folder: str | None = None) -> None:
    """Run the statements of a text, one after the other, and show what each gives, until that cannot
    be written any more.

    Raises:
        BadInput: one fails; those before it are done.
        KeyboardInterrupt: the message says how many are done.
    """
    statements = _statements(con, text)
    for n_done, statement in enumerate(statements):
        try:
            show(con, run_query(con, statement), format, rows, folder=folder)
        except KeyboardInterrupt as error:
            kept = f"{n_done} of {len(statements)} statements were done" if n_done else "nothing was changed"
            raise KeyboardInterrupt(kept) from error
        if write_failure():
            return  # what the others give could not be seen, either; the program says why


def names(con: DuckDBPyConnection) -> tuple[list[str], list[str], list[str]]:
    """What can be asked for by name: relations and tables; their columns; and data sets, releases, knowledge, corpora,
    series and grids.
    """
    relations, columns = (
        [name for (name,) in run(con, f"catalog/completed_{kind}").fetchall()] for kind in ("relations", "columns")
    )
    named = {name for object_type in (*OBJECT_TYPES, "corpus") for name in names_of(con, object_type)}
    return relations, columns, sorted(named)


def completions(before: str, relations: list[str], columns: list[str], named: list[str]) -> Iterator[tuple[str, int]]:
    """What may be here, and how many characters of it are there already.

    Args:
        before: the text before the cursor.
        relations: names as they are written.
        columns: names without that of their relation.
        named: names that are in quotes.
    """
    # An odd number of quotes: the cursor is within them.
    if before.count("'") % 2:
        start = before[before.rindex("'") + 1 :]
        # Without the quote that is there already.
        yield from ((literal(name)[1:], len(start)) for name in named if name.startswith(start))
        return
    (start,) = re.findall(r"[\w.]*$", before)[:1]
    # The owner's tables are offered only to those who begin to write their schema.
    hidden = "" if start.startswith("setrisk_") else "setrisk_private."
    for name in relations if start else ():
        if name.startswith(start) and not (hidden and name.startswith(hidden)):
            yield name, len(start)
    alias, _, begun = start.rpartition(".")
    if begun and not any(name.startswith(f"{alias}.") for name in relations):
        yield from ((name, len(begun)) for name in columns if name.startswith(begun))


def _statements(con: DuckDBPyConnection, text: str) -> list[str]:
    try:
        return [statement.query for statement in con.extract_statements(text)]
    except duckdb.Error as error:
        raise BadInput(f"query: {one_line_message(error)}") from error


def _history() -> Path | None:
    """The file that keeps queries, for the user alone, since they name items; None if it cannot be written."""
    try:
        path = Path(os.environ.get("SETRISK_HISTORY") or Path.home() / ".setrisk_history")
        path.touch(mode=0o600)
        path.chmod(0o600)
    except (OSError, RuntimeError):  # there may be no home
        return None
    return path


def _multiline_condition() -> Any:
    """Enter ends a query only after a semicolon, a word that ends the prompt or asks for help, or a command of another
    program's prompt, such as `.tables`.
    """
    from prompt_toolkit.application import get_app
    from prompt_toolkit.filters import Condition

    def is_unfinished() -> bool:
        text = get_app().current_buffer.text.strip()
        last = text.rpartition("\n")[2].strip()
        is_word = last in _END or text.lower() in _HELP or _is_foreign(text)
        return bool(text) and not is_finished(text) and not is_word

    return Condition(is_unfinished)


def _is_foreign(text: str) -> bool:
    """Whether the text is a command of another prompt; no statement begins so."""
    return text.startswith((".", "\\"))


def is_finished(text: str) -> bool:
    """Whether the text ends with a semicolon that is in no quotes and no comment, comments after it aside."""
    rest = _WHOLE.sub(" ", text)
    return rest.rstrip().endswith(";") and not re.search(r"""['"]|/\*|\$\w*\$""", rest)


def _completer(con: DuckDBPyConnection) -> Any:
    from prompt_toolkit.completion import Completer, Completion

    class Names(Completer):
        def get_completions(self, document: Any, complete_event: Any) -> Iterator[Any]:
            try:
                # On a cursor, which sees something even if the transaction of the prompt has failed.
                with con.cursor() as asked:
                    found = names(asked)
            except duckdb.Error:
                return
            for text, there in completions(document.text_before_cursor, *found):
                yield Completion(text, start_position=-there)

    return Names()
