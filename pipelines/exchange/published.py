"""What the releases of each family publish, as files."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Published:
    """What the releases of a family publish.

    Attributes:
        tables: tables of the catalog, each with the columns of its file and their types; a file has `item`, a name,
            if the table has `item_id`.
        faults: statements of `sql/exchange` that look for faults in the files, in the order in which they are run.
            What one of them finds may be the cause of what later ones would find.
        imports: statements of `sql/exchange` that publish what is in the files, in the order in which they are run.
    """

    tables: dict[str, dict[str, str]]
    faults: tuple[str, ...]
    imports: tuple[str, ...]


_GENERALISED_ITEM = {"generalised_item": "INTEGER", "item": "VARCHAR"}
_GENERALISED_RECORD = {
    "record": "BIGINT",
    "position": "INTEGER",
    "item": "VARCHAR",
    "generalised_item": "INTEGER",
}

# Each family needs an entry here, and in `sql/exchange/statements` an `exported_<table>` for each of its tables, its
# faults and imports.
PUBLISHED = {
    "generalisation": Published(
        {"generalised_item": _GENERALISED_ITEM, "generalised_record": _GENERALISED_RECORD},
        ("generalisation_faults",),
        ("import_generalisation",),
    ),
    "disassociation": Published(
        {
            "cluster": {"cluster": "INTEGER", "n_records": "BIGINT"},
            "chunk_record": {
                "publishing_cluster": "INTEGER",
                "chunk": "INTEGER",
                "sub_record": "BIGINT",
                "item": "VARCHAR",
            },
            "joint_cluster": {"joint": "INTEGER", "cluster": "INTEGER"},
            "term_chunk": {"cluster": "INTEGER", "item": "VARCHAR"},
        },
        ("cluster_faults", "joint_cluster_faults", "sub_record_faults", "term_faults"),
        ("import_disassociation",),
    ),
    "serial": Published(
        {
            "cluster": {"cluster": "INTEGER", "n_records": "BIGINT"},
            "cluster_record": {"cluster": "INTEGER", "record": "BIGINT", "item": "VARCHAR"},
            "sensitive_count": {"cluster": "INTEGER", "item": "VARCHAR", "copies": "BIGINT"},
            "counterfeits": {"cluster": "INTEGER", "published_counterfeits": "BIGINT"},
            "sensitive_set": {"cluster": "INTEGER", "sensitive_set": "INTEGER", "item": "VARCHAR"},
        },
        ("cluster_faults", "cluster_record_faults", "sensitive_count_faults", "counterfeit_faults"),
        ("import_serial",),
    ),
    "uncertainty": Published(
        {
            "generalised_item": _GENERALISED_ITEM,
            "generalised_record": _GENERALISED_RECORD,
            "protected_item": {"item": "VARCHAR"},
        },
        ("generalisation_faults", "protected_item_faults"),
        ("import_generalisation", "import_protected_item"),
    ),
    "histogram": Published(
        {"histogram": {"itemset": "INTEGER", "item": "VARCHAR", "occurrences": "BIGINT"}},
        ("histogram_faults",),
        ("import_histogram",),
    ),
}

_ABOUT = {
    "family": "VARCHAR",
    "method": "VARCHAR",
    "parameters": "VARCHAR",
    # Older exports have a time, newer ones only the day.
    "created_at": "TIMESTAMP",
    "marks": "VARCHAR",
}

# How many rows each table has, so that a part of a release is not taken for the whole; older exports lack it.
_COUNTED = {"n_rows": "VARCHAR"}

FILE_FORMATS = ("parquet", "csv")
