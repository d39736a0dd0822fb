"""What is dropped leaves nothing behind in any table that names it, but for what is kept on purpose."""

import pytest

import setrisk.sql as relations

# The ledger outlives what spent it, and the list of exports what was exported; an attack and a what-if grid keep the
# name of their knowledge, a grid the numbers of a release.
KEPT = {
    "release": {"spending", "whatif_cell", "export_run"},
    "dataset": {"budget_limit", "shared_budget", "spending", "release", "export_run", "exported_person"},
    "knowledge": {"attack_run", "whatif_cell"},
    "corpus": set(),
    "grid": set(),
}


@pytest.mark.parametrize("column", KEPT)
def test_all_tables_that_name_what_is_dropped_lose_its_rows(column: str) -> None:
    texts = relations.statement(f"catalog/delete_{column}").texts
    for table in relations.tables():
        delete = f"DELETE FROM {table.schema}.{table.name} AS rows WHERE rows.{column} = ${column}"
        names_it = column in {each.name for each in table.columns}
        assert (delete in texts) == (names_it and table.name not in KEPT[column]), table.name
