"""The CTEs that steps of the attack by composition read: what their callers write before them."""


def derived_sets(series: str, *, transitive: bool = True) -> str:
    """A list of CTEs, without its WITH; the series as SQL writes it."""
    return f"derived_sets AS (FROM setrisk_internal.derived_sets({series}) WHERE {str(transitive).lower()})"


def class_records(series: str, *, transitive: bool = True) -> str:
    """The same, with the equivalence classes."""
    return (
        f"{derived_sets(series, transitive=transitive)}, "
        f"class_records AS (FROM setrisk_internal.equivalence_classes({series}, NULL, 'derived_sets'))"
    )
