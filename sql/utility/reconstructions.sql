-- reconstructions(release, runs := 1, seed := 0, items := NULL)
-- One row per run, record and item that the record gets in it: records such as a user of the release could draw, who
-- has nothing but the release. One shape for all families, to count in what was published in pieces, generalised or
-- counted. items: only these, or where it is NULL all. An error where there is no release of that name, or for fewer
-- runs than one or a seed below 0.
--
-- row: one per run, record and item that the record gets in it
-- column: run BIGINT, >= 1
-- column: record BIGINT
-- column: item VARCHAR
-- column: weight BIGINT: so many records are like this one
-- checks: known_release($release)
-- reads: published
SELECT drawn.run, drawn.record, names.item, drawn.weight
FROM (
    SELECT each.run, each.record, each.item_id, each.weight
    FROM setrisk_internal.generalisation_reconstructions($release, $runs, $seed) AS each
    UNION ALL
    SELECT each.run, each.record, each.item_id, each.weight
    FROM setrisk_internal.disassociation_reconstructions($release, $runs, $seed) AS each
    UNION ALL
    SELECT each.run, each.record, each.item_id, each.weight
    FROM setrisk_internal.serial_reconstructions($release, $runs, $seed, $items) AS each
    UNION ALL
    SELECT each.run, each.record, each.item_id, each.weight
    FROM setrisk_internal.histogram_reconstructions($release, $runs, $seed) AS each
) AS drawn
JOIN setrisk.published_item AS names ON names.item_id = drawn.item_id
WHERE names.release = $release AND coalesce(list_contains(CAST($items AS VARCHAR[]), names.item), true)
