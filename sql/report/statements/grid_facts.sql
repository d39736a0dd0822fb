-- grid_facts(grid)
-- What a grid was about, for a sentence on it.
--
-- row:    one
-- column: dataset VARCHAR: the data set that the releases were made of
-- column: n_transactions BIGINT, transactions, >= 0: of the data set
-- column: n_items BIGINT, items, >= 0: of the data set
-- column: sample BIGINT?, transactions, >= 1: how many transactions they were made of; NULL for all
-- column: methods VARCHAR[]: by which they were made, in the order of the grid
-- column: n_cells BIGINT, releases, >= 1
-- column: n_failed BIGINT, releases, >= 0: those that have no results
-- column: asked_known BIGINT[]?: the numbers of known items that releases were assessed for; NULL if none was
-- column: least_k BIGINT?, records, >= 1: the least k of them; NULL if none has one
-- column: unchanged INTEGER[]: the numbers of those that show the data as they are
-- reads:  originals
SELECT
    datasets.dataset,
    datasets.n_transactions,
    datasets.n_items,
    cells.sample,
    cells.methods,
    cells.n_cells,
    cells.n_failed,
    cells.asked_known,
    cells.least_k,
    cells.unchanged
FROM (
    SELECT
        any_value(releases.dataset) AS dataset,
        max(releases.sample) AS sample,
        list(releases.method ORDER BY releases.cell) FILTER (WHERE releases.is_first) AS methods,
        count(*) AS n_cells,
        count(releases.failure) AS n_failed,
        any_value(releases.asked_known) AS asked_known,
        min(CAST(releases.parameters ->> 'k' AS BIGINT)) AS least_k,
        coalesce(
            list(releases.cell ORDER BY releases.cell) FILTER (WHERE list_contains(releases.marks, 'unprotected')), []
        ) AS unchanged
    FROM (
        SELECT
            grid_cells.*,
            row_number() OVER (PARTITION BY grid_cells.method ORDER BY grid_cells.cell) = 1 AS is_first
        FROM setrisk_private.whatif_cell AS grid_cells
        WHERE grid_cells.grid = $grid
    ) AS releases
) AS cells
JOIN setrisk_private.dataset AS datasets ON datasets.dataset = cells.dataset
