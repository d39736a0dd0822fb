-- reconstructions(release, runs := 1, seed := 0, items := NULL)
-- One row per run, record and item that the record gets in it: records such as a user of the release could draw, who has
-- nothing but the release. One shape for all families, to count in what was published in pieces, generalised or counted.
-- items: only these, or where it is NULL all.
-- An error where there is no release of that name, or for fewer runs than one or a seed below 0.
-- run BIGINT: from 1; record BIGINT; item VARCHAR; weight BIGINT: so many records are like this one
SELECT drawn.run, drawn.record, names.item, drawn.weight
FROM (
    SELECT each.run, each.record, each.item_id, each.weight
    FROM setrisk.generalisation_reconstructions($release, $runs, $seed) AS each
    UNION ALL
    SELECT each.run, each.record, each.item_id, each.weight
    FROM setrisk.disassociation_reconstructions($release, $runs, $seed) AS each
    UNION ALL
    SELECT each.run, each.record, each.item_id, each.weight
    FROM setrisk.serial_reconstructions($release, $runs, $seed, $items) AS each
    UNION ALL
    SELECT each.run, each.record, each.item_id, each.weight
    FROM setrisk.histogram_reconstructions($release, $runs, $seed) AS each
) AS drawn
JOIN setrisk.published_item AS names ON names.item_id = drawn.item_id
WHERE names.release = $release AND coalesce(list_contains(CAST($items AS VARCHAR[]), names.item), true)
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT length(known.release), length(known.release), known.release, length(known.release)
FROM setrisk.known_release($release) AS known
WHERE known.release IS NULL
