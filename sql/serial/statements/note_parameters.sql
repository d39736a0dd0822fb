-- note_parameters(release, parameters)
-- Publish the parameters of a draft that everyone may know, which the checks of its promise read.
--
-- parameter: parameters: as a JSON object
-- writes: setrisk.release
UPDATE setrisk.release AS releases
SET parameters = $parameters
WHERE releases.release = $release
