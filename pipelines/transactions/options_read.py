"""Which options each format reads from each kind of source, and the refusal of all others: what has no effect would
look as if it had one.
"""

from __future__ import annotations

from dataclasses import fields

from setrisk.errors import BadInput
from setrisk.pipelines.common.quantities import word_list
from setrisk.pipelines.transactions.layout import FORMATS, Layout

# What each format reads, whatever the kind of its source.
_BY_FORMAT: dict[str, tuple[str, ...]] = {
    "baskets": ("separator",),
    "fimi": (),
    "spmf": (),
    "long": ("id", "item", "period"),
    "lists": ("items", "separator", "period"),
    "matrix": ("exclude", "period"),
    "histogram": ("items", "count", "separator", "period"),
    "text": ("text", "period"),
    "queries": ("id", "text", "period"),
    "documents": ("text",),
    "counts": (),
    "vectors": (),
}
# What is read from each kind of source besides, whatever the format.
_BY_KIND: dict[str, tuple[str, ...]] = {
    "lines": ("skip", "comment"),
    "csv": ("skip", "comment", "header", "separator"),
    "json": (),
    "parquet": (),
    "table": (),
}
_TITLES = {"documents": "a corpus of texts", "counts": "a table of counts"}
_SOURCES = {
    "lines": "lines of text",
    "csv": "a CSV file",
    "json": "a JSON file",
    "parquet": "a Parquet file",
    "table": "a table, a query or a frame",
}


def refuse_unread_options(name: str, format_: str, kind: str, layout: Layout) -> None:
    """Refuse options that are given and that nobody reads.

    Args:
        name: what messages call the source.
        format_: a format of `load`, or `documents`, `counts`, `vectors`.
        kind: that of an `InputFile`, or `table` for tables, queries and frames.
        layout: the options, as they were given.

    Raises:
        BadInput: there is one; the message says which formats read it.
    """
    read = (*_BY_FORMAT[format_], *_BY_KIND[kind])
    usual = Layout()
    for option in (field.name for field in fields(Layout)):
        if option not in read and getattr(layout, option) != getattr(usual, option):
            title = _TITLES.get(format_, f"the format {format_}")
            raise BadInput(
                f"{name}: {title} does not read {option} (--{option}) from {_SOURCES[kind]}: "
                f"{_advice(option, format_, kind)}"
            )


def _advice(option: str, format_: str, kind: str) -> str:
    if option == "header" and kind == "lines":
        return "leave it out; skip (--skip) leaves out lines at the top"
    # What names columns says that another format may be meant.
    formats = [each for each in FORMATS if option in _BY_FORMAT[each]]
    if formats and format_ in FORMATS and option != "separator":
        return f"leave it out, or choose the format {word_list(formats, 'or')}"
    return "leave it out"
