-- keep_export(release, exported_at)
-- Keep that a release was exported, and of which data set; nothing for one that was imported.
--
-- parameter: exported_at: the time, in UTC
-- row:    one if it is kept
-- column: release VARCHAR
-- reads:  originals
-- writes: setrisk_private.export_run
INSERT INTO setrisk_private.export_run BY NAME
SELECT
    releases.release,
    releases.method,
    setrisk_internal.numeric_parameter(releases.parameters, 'epsilon') IS NOT NULL
        AND len(releases.marks) = 0 AS is_noisy,
    releases.created_at,
    releases.dataset,
    datasets.loaded_at,
    $exported_at AS exported_at
FROM setrisk.release AS releases
JOIN setrisk_private.dataset AS datasets ON datasets.dataset = releases.dataset
WHERE releases.release = $release
RETURNING release
