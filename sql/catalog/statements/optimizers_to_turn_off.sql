-- optimizers_to_turn_off(names)
-- Which of these optimizers DuckDB has. There is no row if the user has turned off others: those are the user's choice.
--
-- parameter: names: optimizers, of which a version of DuckDB may lack some
-- row:    one per optimizer
-- column: name VARCHAR
-- duckdb only: duckdb_optimizers, current_setting
SELECT optimizers.name
FROM duckdb_optimizers() AS optimizers
WHERE list_contains($names, optimizers.name) AND current_setting('disabled_optimizers') = ''
ORDER BY optimizers.name
