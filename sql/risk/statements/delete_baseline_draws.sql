-- delete_baseline_draws(release, attack)
-- Delete the stored draws of a random baseline on a release.
--
-- writes: setrisk_private.baseline_draw
DELETE FROM setrisk_private.baseline_draw AS draws
WHERE draws.release = $release AND draws.attack = $attack
