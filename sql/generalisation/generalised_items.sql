-- generalised_items(release)
-- The generalised items of a release and their counts. For each one: which items it stands for, and how many published
-- records show it.
--
-- parameter: release: the name of a generalised release
-- row:       one per generalised item
-- column:    generalised_item INTEGER, >= 1: its number in the release
-- column:    items VARCHAR[]: the items that it may stand for, sorted by name
-- column:    support BIGINT, records, >= 0: published records that show it
-- checks:    known_release($release, family := 'generalisation')
-- reads:     published
-- source:    THESIS 3.4
-- page:      generalisation.md
-- example:   FROM setrisk.generalised_items('r1')
SELECT members.generalised_item, members.items, coalesce(supports.support, 0) AS support
FROM (
    SELECT members.generalised_item, list_sort(list(names.item)) AS items
    FROM setrisk.generalised_item AS members
    JOIN setrisk.published_item AS names ON names.item_id = members.item_id
    WHERE members.release = $release AND names.release = $release
    GROUP BY members.generalised_item
) AS members
LEFT JOIN (
    SELECT entries.generalised_item, count(*) AS support
    FROM setrisk.generalised_record AS entries
    WHERE entries.release = $release
    GROUP BY entries.generalised_item
) AS supports ON supports.generalised_item = members.generalised_item
