-- completed_names()
-- The names that a query writes in quotes: of data sets, releases, knowledge, series and grids.
--
-- row:    one per name
-- column: name VARCHAR
-- reads:  originals
SELECT datasets.dataset AS name
FROM setrisk_private.dataset AS datasets
UNION
SELECT releases.release AS name
FROM setrisk.release AS releases
UNION
SELECT knowledge.knowledge AS name
FROM setrisk.knowledge AS knowledge
UNION
SELECT members.series AS name
FROM setrisk.series AS members
UNION
SELECT cells.grid AS name
FROM setrisk_private.whatif_cell AS cells
ORDER BY ALL
