-- delete_export(release)
-- Forget the exports of all releases of a name, and of whom they were unless another export is of the same.
--
-- reads:  originals
-- writes: setrisk_private.export_run setrisk_private.exported_person
DELETE FROM setrisk_private.export_run AS runs WHERE runs.release = $release;

DELETE FROM setrisk_private.exported_person AS people
WHERE NOT EXISTS (
    SELECT runs.release
    FROM setrisk_private.export_run AS runs
    WHERE runs.dataset = people.dataset AND runs.loaded_at = people.loaded_at
)
