-- known_items(release, items)
-- The name of a release, for each of some items; an error for an item that it does not show. Whether there is such a
-- release is not looked at here.
--
-- parameter: items: a list of names, or NULL for none
-- row: one per item of the list
-- column: release VARCHAR
-- reads: published
-- duckdb only: error
SELECT
    CASE
        WHEN names.item IS NULL
            THEN error(
                'the release ' || $release || ' shows no item ' || coalesce(items.item, 'NULL')
                || '; SELECT item FROM setrisk.published_item lists them'
            )
        ELSE releases.release
    END AS release
FROM (SELECT unnest(CAST($items AS VARCHAR[])) AS item) AS items
JOIN setrisk.release AS releases ON releases.release = $release
LEFT JOIN setrisk.published_item AS names ON names.release = $release AND names.item = items.item
