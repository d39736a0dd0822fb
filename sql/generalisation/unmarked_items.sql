-- unmarked_items(release, k := 2)
-- One row per item of a release whose generalised items are not marked, with the role that an attacker gives it by the
-- rules of THESIS 3.5.2: items of k records or more are members of a generalised item, the others are context. With
-- k := 2 these are the two rules as printed. Members that stand in the same records make one generalised item.
-- An error where there is no such release.
-- item_id INTEGER; records BIGINT: that show the item; generalised_item BIGINT: a number of its own, NULL = context
SELECT
    counted.item_id,
    counted.records,
    CASE WHEN counted.records >= $k THEN dense_rank() OVER (ORDER BY counted.holders) END AS generalised_item
FROM (
    SELECT shown.item_id, count(*) AS records, list_sort(list(shown.record)) AS holders
    FROM setrisk.shown_items($release) AS shown
    GROUP BY shown.item_id
) AS counted
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT CAST(length(known.release) AS INTEGER), length(known.release), length(known.release)
FROM setrisk.known_release($release, family := 'generalisation') AS known
WHERE known.release IS NULL
