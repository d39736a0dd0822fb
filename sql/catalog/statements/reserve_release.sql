-- reserve_release(release, dataset, family, method, parameters, created_at)
-- Enter a new release into the catalog, before the work on it begins: another process or thread that wants the same
-- name fails here, and not after its work.
--
-- writes: setrisk.release
INSERT INTO setrisk.release (release, dataset, family, method, parameters, created_at, marks)
VALUES ($release, $dataset, $family, $method, $parameters, $created_at, [])
