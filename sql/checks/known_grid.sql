-- known_grid(grid)
-- One row with the name of a grid that `whatif` has tried; an error where there is none of that name.
--
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
FROM setrisk_private.whatif_cell AS tried
WHERE tried.grid = $grid
