-- published_entries(dataset, labels, records, keep_order)
-- One row per entry of the records to be published: the data set with its items replaced by their generalised items.
-- labels: table (item_id, generalised_item or NULL) of the items that stay; records: table (tid, record).
--
-- row: one per entry of the records to be published
-- column: record BIGINT
-- column: position INTEGER: from 1 without gaps, which would tell merged entries apart; in the order of the
--     transaction, or of the item numbers
-- column: item_id INTEGER: or generalised_item INTEGER: exactly one is set
-- reads: originals
-- duckdb only: query_table
SELECT
    merged.record,
    CAST(row_number() OVER (PARTITION BY merged.record ORDER BY merged.place, merged.first_item) AS INTEGER) AS position,
    merged.item_id,
    merged.generalised_item
FROM (
    SELECT
        numbered.record,
        CASE WHEN labelled.generalised_item IS NULL THEN held.item_id END AS item_id,
        labelled.generalised_item,
        min(CASE WHEN $keep_order THEN held.position ELSE 0 END) AS place,
        min(labelled.first_item) AS first_item
    FROM setrisk_private.transaction_item AS held
    JOIN (
        SELECT
            given.item_id,
            given.generalised_item,
            min(given.item_id) OVER (PARTITION BY coalesce(-given.generalised_item, given.item_id)) AS first_item
        FROM query_table($labels) AS given
    ) AS labelled ON labelled.item_id = held.item_id
    JOIN query_table($records) AS numbered ON numbered.tid = held.tid
    WHERE held.dataset = $dataset
    GROUP BY numbered.record, 2, labelled.generalised_item
) AS merged
