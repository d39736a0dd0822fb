-- new_items(source)
-- One row per item name of the table `source` (item) that the dictionary lacks, numbered on in the order of names.
--
-- row: one per item name of the table `source` (item) that the dictionary lacks, numbered on in the order of names
-- column: item_id INTEGER
-- column: item VARCHAR
-- reads: originals
-- duckdb only: query_table
SELECT
    CAST(
        (SELECT coalesce(max(known.item_id), 0) FROM setrisk_private.item AS known)
        + row_number() OVER (ORDER BY names.item) AS INTEGER
    ) AS item_id,
    names.item
FROM (SELECT DISTINCT staged.item FROM query_table($source) AS staged WHERE staged.item IS NOT NULL) AS names
ANTI JOIN setrisk_private.item AS dictionary ON dictionary.item = names.item
