"""The kernels as functions of Spark's, which run where the rows are, and what DuckDB has and Spark lacks."""

from __future__ import annotations

import unicodedata
from functools import partial
from typing import TYPE_CHECKING, Any

from setrisk.sql.compiler.spark import spark_type
from setrisk.udf.registration import UDFS

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def register(session: SparkSession) -> None:
    """Let the queries of a session call the kernels, by the names that they have in DuckDB."""
    from pyspark.sql import functions as sf

    for kernel in UDFS:
        # Not by Arrow, for which Spark wants pandas, too.
        called = sf.udf(partial(call_kernel, kernel.name), spark_type(kernel.returns), useArrow=False)
        session.udf.register(kernel.name, called.asNondeterministic() if kernel.draws else called)
    session.udf.register("nfc_normalize", sf.udf(composed, "STRING", useArrow=False))
    session.udf.register("_setrisk_upper", sf.udf(in_capitals, "STRING", useArrow=False))


def composed(text: str | None) -> str | None:
    """A text whose letters have their accents in them, in Unicode's normal form C."""
    return None if text is None else unicodedata.normalize("NFC", text)


def in_capitals(text: str | None) -> str | None:
    """A text in capitals, letter by letter: Java makes two letters of some, such as of the German sharp s."""
    return None if text is None else "".join(map(_capital, text))


def _capital(letter: str) -> str:
    if letter == "\u00df":
        return "\u1e9e"
    # Of some that have no capital of one letter there is one for titles.
    return next((each for each in (letter.upper(), letter.title()) if len(each) == 1), letter)


def call_kernel(name: str, /, *given: Any) -> Any:
    """What a kernel makes of arguments as Spark has them."""
    (kernel,) = (each for each in UDFS if each.name == name)
    found = kernel.function(*map(_plain, given, kernel.parameters))
    # Spark makes NULL of a whole number where it is told of others.
    return _in_floats(found) if "DOUBLE" in kernel.returns else found


def _plain(value: Any, type_: str) -> Any:
    """An argument as DuckDB has it: structs are dictionaries, and strings of bits are texts."""
    if value is None:
        return None
    if type_ == "BIT":
        # Of the places that are set; zeros after the last one are left out.
        return "".join("1" if place in value else "0" for place in range(max(value, default=-1) + 1))
    if isinstance(value, list):
        return [_plain(each, type_.removesuffix("[]")) for each in value]
    if hasattr(value, "asDict"):
        return value.asDict(recursive=True)
    return value


def _in_floats(value: Any) -> Any:
    if isinstance(value, dict):
        return {field: _in_floats(each) for field, each in value.items()}
    if isinstance(value, list):
        return [_in_floats(each) for each in value]
    return None if value is None else float(value)
