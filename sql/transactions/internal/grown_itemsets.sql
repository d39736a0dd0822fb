-- grown_itemsets(source, largest)
-- The itemsets of 2 to `largest` items of each owner of items: a transaction, a record or a privacy constraint.
--
-- parameter: source: the name of a CTE of the caller, with the columns owner and item_id
-- parameter: largest: the largest number of items in an itemset
-- row:    one per owner and itemset of its items
-- column: owner BIGINT
-- column: prefix VARCHAR: all items of the itemset but the last, ascending, separated by commas
-- column: item_id INTEGER: the last item of the itemset
-- column: size INTEGER, items, >= 2
-- reads:  nothing, $source: originals
-- duckdb only: query_table
WITH RECURSIVE prefixes AS (
    -- Itemsets that can be extended. Those of the largest size are the most, and are computed below without being
    -- stored.
    SELECT entries.owner, CAST(entries.item_id AS VARCHAR) AS prefix, entries.item_id AS last_item, 1 AS size
    FROM query_table($source) AS entries
    WHERE $largest > 1
    UNION ALL
    SELECT prefixes.owner, prefixes.prefix || ',' || entries.item_id, entries.item_id, prefixes.size + 1
    FROM prefixes
    JOIN query_table($source) AS entries ON entries.owner = prefixes.owner AND entries.item_id > prefixes.last_item
    WHERE prefixes.size < $largest - 1
)
SELECT prefixes.owner, prefixes.prefix, entries.item_id, prefixes.size + 1 AS size
FROM prefixes
JOIN query_table($source) AS entries ON entries.owner = prefixes.owner AND entries.item_id > prefixes.last_item
