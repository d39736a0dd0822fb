-- complete_release(release, parameters, marks)
-- Enter the public parameters and the marks of a release that was just made.
--
-- writes: setrisk.release
UPDATE setrisk.release
SET parameters = $parameters, marks = $marks
WHERE release = $release
