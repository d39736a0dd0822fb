-- unmarked_items(release, k := 2)
-- One row per item of a release whose generalised items are not marked, with the role that an attacker gives it by the
-- rules of THESIS 3.5.2: items of k records or more are members of a generalised item, the others are context. With k
-- := 2 these are the two rules as printed. Members that stand in the same records make one generalised item. An error
-- where there is no such release.
--
-- row: one per item of a release whose generalised items are not marked, with the role that an attacker gives it by the
--     rules of THESIS 3.5.2
-- column: item_id INTEGER
-- column: records BIGINT: that show the item
-- column: generalised_item BIGINT?: a number of its own, NULL = context
-- checks: known_release($release, family := 'generalisation')
-- reads: published
SELECT
    counted.item_id,
    counted.records,
    CASE WHEN counted.records >= $k THEN dense_rank() OVER (ORDER BY counted.holders) END AS generalised_item
FROM (
    SELECT shown.item_id, count(*) AS records, list_sort(list(shown.record)) AS holders
    FROM setrisk_internal.shown_items($release) AS shown
    GROUP BY shown.item_id
) AS counted
