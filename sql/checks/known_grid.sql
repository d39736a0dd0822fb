-- known_grid(grid)
-- The name of a what-if grid; an error for any other name.
--
-- row: one
-- column: grid VARCHAR
-- reads: originals
-- duckdb only: error
SELECT
    CASE
        WHEN count(*) = 0
            THEN error(
                'there is no grid ' || coalesce($grid, 'NULL')
                || '; SELECT DISTINCT grid FROM setrisk_private.whatif_cell lists them'
            )
        ELSE $grid
    END AS grid
FROM setrisk_private.whatif_cell AS cells
WHERE cells.grid = $grid
