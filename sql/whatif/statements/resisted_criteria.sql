-- resisted_criteria(grid, cell)
-- The criteria by which attacks on a release of a grid were no better than without what is known, though they are on
-- the data as they are.
--
-- row:    one per criterion
-- column: criterion VARCHAR
-- reads:  originals
WITH risks_of_cell AS MATERIALIZED (
    SELECT risks.*, NULL AS epsilon
    FROM setrisk_internal.risks_of_cells($grid) AS risks
    WHERE risks.number = $cell
)
SELECT risks.criterion
FROM setrisk_internal.highest_risks('risks_of_cell') AS risks
WHERE risks.is_resisted
ORDER BY risks.criterion
