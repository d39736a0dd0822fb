-- generalisation_reconstructions(release, reconstructions, seed)
-- Random reconstructions of a generalised release: the items that a record shows, and one random member of each of its
-- generalised items.
--
-- row: one per reconstruction, record and item of the record
-- column: reconstruction BIGINT, >= 1
-- column: record BIGINT, >= 1
-- column: item_id INTEGER: in the release
-- column: weight INTEGER, records, >= 1: always 1
-- reads: published
WITH members AS MATERIALIZED (
    SELECT
        labels.generalised_item,
        labels.item_id,
        row_number() OVER (PARTITION BY labels.generalised_item ORDER BY names.item) AS place
    FROM setrisk.generalised_item AS labels
    JOIN setrisk.published_item AS names ON names.release = labels.release AND names.item_id = labels.item_id
    WHERE labels.release = $release
)
SELECT DISTINCT
    draws.reconstruction,
    draws.record,
    coalesce(draws.item_id, members.item_id) AS item_id,
    1 AS weight
FROM (
    -- A place for each entry before members are joined, or one would be drawn for each member.
    SELECT
        numbers.draw AS reconstruction,
        entries.record,
        entries.item_id,
        entries.generalised_item,
        setrisk_internal.drawn_place(
            setrisk_internal.check_at_least('seed', $seed, 0) || '/' || numbers.draw || '/' || entries.record
                || '/' || entries.generalised_item,
            sizes.n_members
        ) AS place
    FROM setrisk_internal.numbered_draws('reconstructions', $reconstructions) AS numbers
    CROSS JOIN setrisk.generalised_record AS entries
    LEFT JOIN (
        SELECT labels.generalised_item, count(*) AS n_members
        FROM members AS labels
        GROUP BY labels.generalised_item
    ) AS sizes ON sizes.generalised_item = entries.generalised_item
    WHERE entries.release = $release
) AS draws
LEFT JOIN members ON members.generalised_item = draws.generalised_item AND members.place = draws.place
