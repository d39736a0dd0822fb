-- original_itemsets(release)
-- One row per itemset of 2 to m items that an original record of the release holds, for its owner.
-- items INTEGER[]: ascending; support BIGINT: original records that hold it
-- internal
WITH RECURSIVE entries AS MATERIALIZED (
    SELECT each.tid, each.item_id
    FROM setrisk.original_entries($release) AS each
),
promised AS MATERIALIZED (
    SELECT CAST(json_extract_string(made.parameters, '$.m') AS INTEGER) AS m
    FROM setrisk.release AS made
    WHERE made.release = $release
),
grown AS (
    SELECT entries.tid, [entries.item_id] AS items
    FROM entries
    UNION ALL
    SELECT shorter.tid, list_append(shorter.items, entries.item_id)
    FROM grown AS shorter
    JOIN entries ON entries.tid = shorter.tid AND entries.item_id > shorter.items[-1]
    CROSS JOIN promised
    WHERE len(shorter.items) < promised.m
)
SELECT grown.items, count(*) AS support
FROM grown
WHERE len(grown.items) > 1
GROUP BY grown.items
