-- keep_arguments(release, arguments, contents)
-- Keep what the method of a release was given.
--
-- parameter: arguments: a JSON object, or NULL if it cannot be kept
-- parameter: contents: a hash of what the tables and files hold that parameters name
-- writes: setrisk_private.release_arguments
INSERT INTO setrisk_private.release_arguments (release, arguments, contents)
VALUES ($release, $arguments, $contents)
