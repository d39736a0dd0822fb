-- keep_arguments(release, arguments, hash)
-- Keep what the method of a release was given.
--
-- parameter: arguments: a JSON object, or NULL if it cannot be kept
-- parameter: hash: a hash of what the tables and files hold that parameters name
-- writes: setrisk_private.release_arguments
INSERT INTO setrisk_private.release_arguments (release, arguments, hash)
VALUES ($release, $arguments, $hash)
