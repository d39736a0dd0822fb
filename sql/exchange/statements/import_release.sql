-- import_release(release, family, method, parameters, created_at, marks)
-- Enter an imported release into the list of releases, without a data set, since its originals are not here.
--
-- parameter: parameters: those of the method, as JSON
-- parameter: marks: its marks, as a list
-- reads: nothing
-- writes: setrisk.release
INSERT INTO setrisk.release (release, dataset, family, method, parameters, created_at, marks)
SELECT $release, NULL, $family, $method, $parameters, $created_at, $marks
