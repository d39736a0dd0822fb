-- generalised_supports(release)
-- One row per generalised item of a release.
-- An error where there is no such release.
-- generalised_item INTEGER; items VARCHAR[]: its members; support BIGINT: published records that show it
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
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT CAST(length(known.release) AS INTEGER), CASE WHEN known.release <> '' THEN [known.release] END, length(known.release)
FROM setrisk.known_release($release, family := 'generalisation') AS known
WHERE known.release IS NULL
