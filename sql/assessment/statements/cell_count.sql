-- cell_count(release)
-- How many cells the distance tables of a generalised release have: what an attack on its members has to decide.
--
-- row: one
-- column: n_cells BIGINT, cells, >= 0: a cell per record that shows a generalised item, and member of it
-- reads: published
SELECT CAST(coalesce(sum(len(items.items) * items.support), 0) AS BIGINT) AS n_cells
FROM setrisk.generalised_items($release) AS items
