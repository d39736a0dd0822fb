-- generalised_items(release)
-- One row per generalised item of a release. An error where there is no such release.
--
-- row: one per generalised item of a release
-- column: generalised_item INTEGER
-- column: items VARCHAR[]: its members
-- column: support BIGINT: published records that show it
-- checks: known_release($release, family := 'generalisation')
-- reads: published
SELECT members.generalised_item, members.items, coalesce(shown.support, 0) AS support
FROM (
    SELECT each.generalised_item, list_sort(list(names.item)) AS items
    FROM setrisk.generalised_item AS each
    JOIN setrisk.published_item AS names ON names.item_id = each.item_id
    WHERE each.release = $release AND names.release = $release
    GROUP BY each.generalised_item
) AS members
LEFT JOIN (
    SELECT entries.generalised_item, count(*) AS support
    FROM setrisk.generalised_record AS entries
    WHERE entries.release = $release
    GROUP BY entries.generalised_item
) AS shown ON shown.generalised_item = members.generalised_item
