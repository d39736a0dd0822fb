-- keep_seed(release, seed)
-- Keep the seed of a release for its owner.
--
-- writes: setrisk_private.release_seed
INSERT INTO setrisk_private.release_seed (release, seed)
VALUES ($release, $seed)
