-- forget_export(release, exported_at)
-- Forget an export that came to nothing.
--
-- parameter: exported_at: the time, in UTC
-- writes: setrisk_private.export_run
DELETE FROM setrisk_private.export_run AS runs WHERE runs.release = $release AND runs.exported_at = $exported_at
