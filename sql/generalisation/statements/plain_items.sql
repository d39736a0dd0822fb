-- plain_items(release)
-- The items that a generalised release publishes as they are.
--
-- row:    one per item, the rarest first
-- column: item_id INTEGER
-- column: support BIGINT, records, >= 1: the records that show it
-- reads:  published
SELECT entries.item_id, count(*) AS support
FROM setrisk.generalised_record AS entries
WHERE entries.release = $release AND entries.item_id IS NOT NULL
GROUP BY entries.item_id
ORDER BY count(*), entries.item_id
