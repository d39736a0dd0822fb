-- histogram_places(release)
-- The itemsets of a histogram, which count as often as they occur.
--
-- row: one per itemset and item
-- column: host BIGINT, >= 1: the itemset
-- column: weight BIGINT, records, >= 1: its occurrences
-- column: chunk VARCHAR: one for each host
-- column: part BIGINT, >= 1: always 1
-- column: part_weight BIGINT, records, >= 1: the same as weight
-- column: item_id INTEGER?: never NULL
-- column: generalised_item INTEGER?: always NULL
-- reads: published
SELECT
    sets.host,
    CAST(sets.occurrences AS BIGINT) AS weight,
    CAST(sets.host AS VARCHAR) AS chunk,
    CAST(1 AS BIGINT) AS part,
    CAST(sets.occurrences AS BIGINT) AS part_weight,
    unnest(sets.itemset) AS item_id,
    CAST(NULL AS INTEGER) AS generalised_item
FROM (
    SELECT row_number() OVER (ORDER BY itemsets.itemset) AS host, itemsets.itemset, itemsets.occurrences
    FROM setrisk.histogram AS itemsets
    WHERE itemsets.release = $release AND itemsets.occurrences > 0
) AS sets
