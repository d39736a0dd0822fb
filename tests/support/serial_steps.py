"""Steps of the attack by composition, and the CTEs that they read: what their callers write before them."""


def derived_sets(series: str, *, transitive: bool = True) -> str:
    """A list of CTEs, without its WITH; the series as SQL writes it."""
    return f"derived_sets AS (FROM setrisk_internal.derived_sets({series}) WHERE {str(transitive).lower()})"


def class_records(series: str, *, transitive: bool = True) -> str:
    """The same, with the equivalence classes."""
    return (
        f"{derived_sets(series, transitive=transitive)}, "
        f"class_records AS (FROM setrisk_internal.equivalence_classes({series}, NULL, 'derived_sets'))"
    )


def copy_ranges(series: str, release: str = "NULL") -> str:
    """A call; names as SQL writes them."""
    return f"setrisk_internal.copy_ranges({series}, release := {release})"


def overlap_evidence(series: str) -> str:
    """A call, after `derived_sets`."""
    return f"setrisk_internal.overlap_evidence({series}, NULL, 'derived_sets')"


def class_posteriors(series: str) -> str:
    """A call, after `class_records`."""
    return f"setrisk_internal.class_posteriors({series}, NULL, 'derived_sets', 'class_records')"
